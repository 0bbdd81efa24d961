package sqlite

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"voicememo/family"
	"voicememo/models"
)

// familyStore implements family.Store.
type familyStore struct{ db *DB }

type user = models.User

// userTable describes how accounts are stored.
var userTable = table[user]{name: "users", key: "user_id", columns: []column[user]{
	text("user_id", func(u *user) *string { return (*string)(&u.ID) }),
	text("family_id", func(u *user) *string { return (*string)(&u.FamilyID) }),
	text("user_name", func(u *user) *string { return &u.Name }),
	text("email", func(u *user) *string { return &u.Email }),
	text("picture", func(u *user) *string { return &u.Picture }),
	text("emoji", func(u *user) *string { return &u.Emoji }),
	flag("is_owner", func(u *user) *bool { return &u.IsOwner }),
	moment("created_at", func(u *user) *time.Time { return &u.CreatedAt }),
	moment("updated_at", func(u *user) *time.Time { return &u.UpdatedAt }),
	moment("joined_at", func(u *user) *time.Time { return &u.Membership.JoinedAt }),
	text("source", func(u *user) *string { return (*string)(&u.Source) }),
	number("move_epoch", func(u *user) *int64 { return &u.Membership.MoveEpoch }),
	moment("sessions_valid_after", func(u *user) *time.Time { return &u.SessionsValidAfter }),
	flag("closing", func(u *user) *bool { return &u.Closing }),
	coded("voices", func(u *user) (string, error) { return object(u.Skill.Voices) }, func(u *user, text string) error { return json.Unmarshal([]byte(text), &u.Skill.Voices) }),
	moment("last_read_at", func(u *user) *time.Time { return &u.Skill.LastReadAt }),
	coded("heard", writeHeard, readHeard),
	coded("rooms", func(u *user) (string, error) { return object(u.Skill.Rooms) }, func(u *user, text string) error { return json.Unmarshal([]byte(text), &u.Skill.Rooms) }),
	count("greeted", func(u *user) *int { return &u.Skill.Greeted }),
	coded("acts", writeActs, readActs),
	text("requested_family", func(u *user) *string { return (*string)(&u.Membership.Request.FamilyID) }),
	moment("requested_at", func(u *user) *time.Time { return &u.Membership.Request.At }),
	text("requested_check", func(u *user) *string { return &u.Membership.Request.Check }),
	text("requested_way", func(u *user) *string { return (*string)(&u.Membership.Request.Way) }),
	text("requested_invite", func(u *user) *string { return (*string)(&u.Membership.Request.InviteID) }),
	text("requested_by", func(u *user) *string { return (*string)(&u.Membership.Request.By) }),
	text("joined_with", func(u *user) *string { return (*string)(&u.Membership.JoinedWith) }),
	text("added_by", func(u *user) *string { return (*string)(&u.Membership.AddedBy) }),
	text("removed_by", func(u *user) *string { return (*string)(&u.Membership.RemovedBy) }),
	text("invited_to", func(u *user) *string { return (*string)(&u.Membership.InvitedTo) }),
	text("connection", func(u *user) *string { return &u.Echo.Connection.Number }),
	moment("connection_until", func(u *user) *time.Time { return &u.Echo.Connection.ExpiresAt }),
	derived("connection_key", func(u *user) any { return connectionKey(u.Echo.Connection) }),
	text("recovery", func(u *user) *string { return &u.Echo.Recovery }),
	flag("gone", func(u *user) *bool { return &u.Membership.Gone }),
	moment("erase_at", func(u *user) *time.Time { return &u.EraseAt }),
	text("notice", func(u *user) *string { return (*string)(&u.Echo.Notice) }),
	coded("access", writeAccess, readAccess),
	text("linked_to", func(u *user) *string { return (*string)(&u.Echo.Link.Person) }),
	text("linked_by", func(u *user) *string { return (*string)(&u.Echo.Link.Access) }),
	flag("linked_told", func(u *user) *bool { return &u.Echo.Link.Told }),
	coded("work", func(u *user) (string, error) { return writeWork(u.Author.Work) }, func(u *user, text string) (err error) { u.Author.Work, err = readWork(text); return err }),
}}

// scanUser reads an account, and the further columns of the row into more.
func scanUser(row scanner, more ...any) (models.User, error) {
	var u models.User
	if err := row.Scan(userTable.into(&u, more...)...); err != nil {
		return models.User{}, orNotFound(err, models.ReasonPerson)
	}
	if u.Membership.Request.UserID = u.ID; u.Membership.Request.At.IsZero() {
		u.Membership.Request = models.Request{}
	}
	return u, nil
}

var (
	userColumns = userTable.names("")
	selectUser  = "SELECT " + userColumns + " FROM users WHERE user_id = ?"
	userValues  = " INTO users (" + userColumns + ") VALUES (" + userTable.places() + ")"
)

// Person implements family.Store.
func (s familyStore) Person(ctx context.Context, id models.UserID) (models.User, error) {
	if err := s.db.sound(); err != nil {
		return models.User{}, err
	}
	u, err := s.db.people.read(string(id), func() (models.User, error) {
		u, err := scanUser(s.db.read.row(ctx, selectUser, id))
		return u, translate(err)
	})
	return clonedPerson(u), err
}

// familyTable describes how families are stored. Their people are in the table users.
var familyTable = table[models.Family]{name: "families", key: "family_id", columns: []column[models.Family]{
	text("family_id", func(f *models.Family) *string { return (*string)(&f.ID) }),
	text("owner_id", func(f *models.Family) *string { return (*string)(&f.OwnerID) }),
	moment("created_at", func(f *models.Family) *time.Time { return &f.CreatedAt }),
	text("invite_key", func(f *models.Family) *string { return &f.InviteKey }),
	flag("ask_before_join", func(f *models.Family) *bool { return &f.AskBeforeJoin }),
	text("invite_id", func(f *models.Family) *string { return (*string)(&f.InviteID) }),
	text("invite_for", func(f *models.Family) *string { return (*string)(&f.InviteFor) }),
	flag("interim", func(f *models.Family) *bool { return &f.Interim }),
	text("emptied_by", func(f *models.Family) *string { return (*string)(&f.Emptied.By) }),
	moment("emptied_at", func(f *models.Family) *time.Time { return &f.Emptied.At }),
	count("emptied_count", func(f *models.Family) *int { return &f.Emptied.Count }),
	text("time_zone", func(f *models.Family) *string { return &f.TimeZone }),
}}

// selectFamily selects a family with its members, its former members and the people who
// have a request to join it.
var selectFamily = "SELECT " + userTable.names("users.") + ", " + familyTable.names("families.") + ` FROM families JOIN users
	ON users.family_id = ?1 || '' OR (requested_family = ?1 || '' AND requested_at > 0)
	WHERE families.family_id = ?1 || '' ORDER BY joined_at, user_id`

// Roster implements family.People. It reads the members with the family: its single query
// reads one state of both tables.
func (s familyStore) Roster(ctx context.Context, id models.FamilyID) (models.Family, error) {
	var f models.Family
	dest := familyTable.into(&f)
	err := s.db.read.each(ctx, selectFamily, []any{id}, func(row scanner) error {
		u, err := scanUser(row, dest...)
		switch {
		case u.FamilyID == id && u.Membership.Gone:
			f.FormerIDs = append(f.FormerIDs, u.ID)
		case u.FamilyID == id:
			f.Members = append(f.Members, u)
			f.MemberIDs = append(f.MemberIDs, u.ID)
		}
		if u.Membership.Request.FamilyID == id {
			f.Requests = append(f.Requests, u.Membership.Request)
		}
		return err
	})
	if err == nil && len(f.Members) == 0 {
		err = models.NotFound(models.ReasonFamily)
	}
	if err != nil {
		return models.Family{}, translate(err)
	}
	slices.Sort(f.FormerIDs)
	slices.SortFunc(f.Requests, models.Request.Compare)
	return f, nil
}

// Members implements family.Store.
func (s familyStore) Members(_ context.Context, f models.Family, _ ...models.User) ([]models.User, error) {
	return f.Members, nil
}

// Create implements family.Store.
func (s familyStore) Create(ctx context.Context, u models.User) error {
	return s.db.writer.write(ctx, func(t tx) error {
		t.must("INSERT"+userValues+" ON CONFLICT (user_id) DO NOTHING", userTable.row(&u)...)
		t.createFamily(u.FamilyID, u.ID, u.CreatedAt)
		return nil
	})
}

// Enlist implements family.Store. A family's members are found by their rows, so that only
// the row of the family can be missing.
func (s familyStore) Enlist(ctx context.Context, e family.Enlist) error {
	return s.db.writer.write(ctx, func(t tx) error {
		u := e.User
		t.must(`UPDATE users SET move_epoch = 1
			WHERE user_id = ? AND family_id = ? AND is_owner = ? AND move_epoch = 0 AND gone = 0`, u.ID, u.FamilyID, u.IsOwner)
		t.must(`INSERT INTO families (family_id, owner_id, created_at, invite_key)
			SELECT ?1, coalesce((SELECT user_id FROM users WHERE family_id = ?1 AND is_owner = 1), ?2), ?3, ''
			WHERE NOT EXISTS (SELECT 1 FROM families WHERE family_id = ?1)`, u.FamilyID, u.ID, millis(u.CreatedAt))
		t.setOwner(u.FamilyID, one[models.UserID](t, "SELECT owner_id FROM families WHERE family_id = ?", u.FamilyID), e.At)
		return nil
	})
}

func (t tx) createFamily(id models.FamilyID, owner models.UserID, at time.Time) {
	t.run("INSERT INTO families (family_id, owner_id, created_at, invite_key) VALUES (?,?,?,'')", id, owner, millis(at))
}

// patchedColumns are what patched changes.
var (
	patchedColumns = userTable.only("user_name", "email", "picture", "emoji", "voices", "last_read_at", "heard", "rooms", "greeted",
		"acts", "notice", "erase_at", "linked_to", "linked_by", "linked_told", "updated_at")
	updatePatched = "UPDATE users SET " + patchedColumns.assignments() + " WHERE user_id = ?"
)

// Update implements family.Store.
func (s familyStore) Update(ctx context.Context, id models.UserID, p family.Patch) (models.User, error) {
	return writeFor(ctx, s.db.writer, func(t tx) (models.User, error) {
		u, err := scanUser(t.row(selectUser, id))
		if err != nil {
			return models.User{}, err
		}
		u = patched(u, p)
		t.run(updatePatched, patchedColumns.row(&u, id)...)
		return scanUser(t.row(selectUser, id))
	})
}

// SetAsking implements family.Store.
func (s familyStore) SetAsking(ctx context.Context, a family.Asking) error {
	return s.db.writer.write(ctx, func(t tx) error {
		t.must("UPDATE families SET ask_before_join = ? WHERE family_id = ? AND owner_id = ?", a.On, a.Family, a.Owner)
		return nil
	})
}

// SetZone implements family.Store.
func (s familyStore) SetZone(ctx context.Context, z family.Zone) error {
	return s.db.writer.write(ctx, func(t tx) error {
		t.must(`UPDATE families SET time_zone = ?1 WHERE family_id = ?2 AND time_zone = ?3
			AND EXISTS (SELECT 1 FROM users WHERE user_id = ?4 AND family_id = ?2 AND gone = 0)`, z.To, z.Family, z.From, z.By)
		return nil
	})
}
