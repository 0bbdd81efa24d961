package sqlite

import (
	"context"
	"slices"
	"strings"

	"voicememo/family"
	"voicememo/models"
)

// familyStore implements family.Store.
type familyStore struct{ db *DB }

const userColumns = `user_id, family_id, user_name, email, picture, emoji, is_owner, created_at, updated_at,
	joined_at, source, move_epoch, sessions_valid_after, closing, voices, last_read_at, heard, rooms, greeted, acts,
	requested_family, requested_at, requested_check, requested_way, requested_invite, requested_by,
	joined_with, added_by, removed_by, invited_to, connection, connection_until, connection_key, recovery, gone, erase_at, notice, access,
	linked_to, linked_by, linked_told, work`

func scanUser(row scanner) (u models.User, err error) {
	var createdAt, updatedAt, joinedAt, validAfter, readAt, requestedAt, connectionUntil, eraseAt int64
	var connectionKey, access, work string
	var c voiceColumns
	var r models.Request
	err = row.Scan(&u.ID, &u.FamilyID, &u.Name, &u.Email, &u.Picture, &u.Emoji, &u.IsOwner, &createdAt, &updatedAt,
		&joinedAt, &u.Source, &u.MoveEpoch, &validAfter, &u.Closing, &c.voices, &readAt, &c.heard, &c.rooms, &u.Greeted, &c.acts,
		&r.FamilyID, &requestedAt, &r.Check, &r.Way, &r.InviteID, &r.By,
		&u.JoinedWith, &u.AddedBy, &u.RemovedBy, &u.InvitedTo, &u.Connection.Number, &connectionUntil, &connectionKey, &u.Recovery,
		&u.Gone, &eraseAt, &u.Notice, &access, &u.Link.Person, &u.Link.Access, &u.Link.Told, &work)
	if err != nil {
		return u, orNotFound(err, models.ReasonPerson)
	}
	u.CreatedAt, u.UpdatedAt = fromMillis(createdAt), fromMillis(updatedAt)
	u.JoinedAt, u.SessionsValidAfter = fromMillis(joinedAt), fromMillis(validAfter)
	u.LastReadAt, u.EraseAt, u.Connection.ExpiresAt = fromMillis(readAt), fromMillis(eraseAt), fromMillis(connectionUntil)
	if requestedAt > 0 {
		r.UserID, r.At = u.ID, fromMillis(requestedAt)
		u.Request = r
	}
	if err := readAccess(&u, access); err != nil {
		return u, err
	}
	if u.Work, err = readWork(work); err != nil {
		return u, err
	}
	return u, c.read(&u)
}

// userPlaces has one placeholder for each of userColumns.
var userPlaces = "(" + strings.Repeat("?,", strings.Count(userColumns, ",")) + "?)"

// userRow returns the values of userColumns.
func userRow(u models.User) ([]any, error) {
	c, err := writeVoices(u)
	if err != nil {
		return nil, err
	}
	access, err := writeAccess(u)
	if err != nil {
		return nil, err
	}
	work, err := writeWork(u.Work)
	r := u.Request
	return []any{
		u.ID, u.FamilyID, u.Name, u.Email, u.Picture, u.Emoji, u.IsOwner, millis(u.CreatedAt), millis(u.UpdatedAt),
		millis(u.JoinedAt), u.Source, u.MoveEpoch, millis(u.SessionsValidAfter), u.Closing,
		c.voices, millis(u.LastReadAt), c.heard, c.rooms, u.Greeted, c.acts,
		r.FamilyID, millis(r.At), r.Check, r.Way, r.InviteID, r.By,
		u.JoinedWith, u.AddedBy, u.RemovedBy, u.InvitedTo, u.Connection.Number, millis(u.Connection.ExpiresAt), connectionKey(u.Connection),
		u.Recovery, u.Gone, millis(u.EraseAt), u.Notice, access,
		u.Link.Person, u.Link.Access, u.Link.Told, work,
	}, err
}

const selectUser = "SELECT " + userColumns + " FROM users WHERE user_id = ?"

// Person implements family.Store.
func (s familyStore) Person(ctx context.Context, id models.UserID) (models.User, error) {
	if err := s.db.sound(); err != nil {
		return models.User{}, err
	}
	u, err := s.db.people.read(string(id), s.db.writer.changes.person(id), func() (models.User, error) {
		u, err := scanUser(s.db.read.row(ctx, selectUser, id))
		return u, translate(err)
	})
	return clonedPerson(u), err
}

// familyColumns are read by familyRow. The first would shadow that of users.
const familyColumns = `owner_id, families.created_at, invite_key, ask_before_join, invite_id, invite_for, interim,
	emptied_by, emptied_at, emptied_count, time_zone`

// familyRow returns the destinations of familyColumns, and a function that completes f
// after the scan.
func familyRow(f *models.Family) (dest []any, complete func()) {
	var createdAt, emptiedAt int64
	dest = []any{
		&f.OwnerID, &createdAt, &f.InviteKey, &f.AskBeforeJoin, &f.InviteID, &f.InviteFor, &f.Interim,
		&f.Emptied.By, &emptiedAt, &f.Emptied.Count, &f.TimeZone,
	}
	return dest, func() { f.CreatedAt, f.Emptied.At = fromMillis(createdAt), fromMillis(emptiedAt) }
}

// selectFamily selects a family with its members, its former members and the people who
// have a request to join it.
var selectFamily = `SELECT ` + qualified("users", userColumns) + `, ` + familyColumns + ` FROM families JOIN users
	ON users.family_id = ?1 || '' OR (requested_family = ?1 || '' AND requested_at > 0)
	WHERE families.family_id = ?1 || '' ORDER BY joined_at, user_id`

// qualified prefixes each of a list of columns with a table's name.
func qualified(table, columns string) string {
	names := strings.Split(columns, ",")
	for i, name := range names {
		names[i] = table + "." + strings.TrimSpace(name)
	}
	return strings.Join(names, ", ")
}

// Roster implements family.People. It reads the members with the family.
func (s familyStore) Roster(ctx context.Context, id models.FamilyID) (models.Family, error) {
	if err := s.db.sound(); err != nil {
		return models.Family{}, err
	}
	f, err := s.db.families.read(string(id), s.db.writer.changes.family(id), func() (models.Family, error) { return s.family(ctx, id) })
	return clonedFamily(f), err
}

// family reads a family. Its single query reads one state of both tables.
func (s familyStore) family(ctx context.Context, id models.FamilyID) (models.Family, error) {
	f := models.Family{ID: id}
	dest, complete := familyRow(&f)
	err := s.db.read.each(ctx, selectFamily, []any{id}, func(row scanner) error {
		u, err := scanUser(withMore{row, dest})
		switch {
		case u.FamilyID == id && u.Gone:
			f.FormerIDs = append(f.FormerIDs, u.ID)
		case u.FamilyID == id:
			f.Members = append(f.Members, u)
			f.MemberIDs = append(f.MemberIDs, u.ID)
		}
		if u.Request.FamilyID == id {
			f.Requests = append(f.Requests, u.Request)
		}
		return err
	})
	if err == nil && len(f.Members) == 0 {
		err = models.NotFound(models.ReasonFamily)
	}
	if err != nil {
		return models.Family{}, translate(err)
	}
	complete()
	slices.Sort(f.FormerIDs)
	slices.SortFunc(f.Requests, models.Request.Compare)
	return f, nil
}

// withMore is a row whose last columns have their own destinations.
type withMore struct {
	row  scanner
	more []any
}

// Scan implements scanner.
func (w withMore) Scan(dest ...any) error { return w.row.Scan(append(dest, w.more...)...) }

// Create implements family.Store.
func (s familyStore) Create(ctx context.Context, u models.User) error {
	row, err := userRow(u)
	if err != nil {
		return err
	}
	return s.db.writer.write(ctx, func(t tx) error {
		n, err := t.exec("INSERT INTO users ("+userColumns+") VALUES "+userPlaces+" ON CONFLICT (user_id) DO NOTHING", row...)
		if err == nil && n == 0 {
			err = models.Conflict(models.ReasonMoved)
		}
		if err != nil {
			return err
		}
		return t.createFamily(u.FamilyID, u.ID, millis(u.CreatedAt))
	})
}

// Enlist implements family.Store. A family's members are found by their rows, so that only
// the row of the family can be missing.
func (s familyStore) Enlist(ctx context.Context, e family.Enlist) error {
	return s.db.writer.write(ctx, func(t tx) error {
		u := e.User
		err := t.must(`UPDATE users SET move_epoch = 1
			WHERE user_id = ? AND family_id = ? AND is_owner = ? AND move_epoch = 0 AND gone = 0`, u.ID, u.FamilyID, u.IsOwner)
		if err == nil {
			err = t.must(`INSERT INTO families (family_id, owner_id, created_at, invite_key)
				SELECT ?1, coalesce((SELECT user_id FROM users WHERE family_id = ?1 AND is_owner = 1), ?2), ?3, ''
				WHERE NOT EXISTS (SELECT 1 FROM families WHERE family_id = ?1)`, u.FamilyID, u.ID, millis(u.CreatedAt))
		}
		var owner models.UserID
		if err == nil {
			err = t.row("SELECT owner_id FROM families WHERE family_id = ?", u.FamilyID).Scan(&owner)
		}
		if err != nil {
			return err
		}
		return t.setOwner(u.FamilyID, owner, e.At)
	})
}

func (t tx) createFamily(id models.FamilyID, owner models.UserID, at int64) error {
	_, err := t.exec("INSERT INTO families (family_id, owner_id, created_at, invite_key) VALUES (?,?,?,'')", id, owner, at)
	return err
}

// Update implements family.Store.
func (s familyStore) Update(ctx context.Context, id models.UserID, p family.Patch) (models.User, error) {
	return writeFor(ctx, s.db.writer, func(t tx) (models.User, error) {
		u, err := scanUser(t.row(selectUser, id))
		if err != nil {
			return models.User{}, err
		}
		u = patched(u, p)
		c, err := writeVoices(u)
		if err != nil {
			return models.User{}, err
		}
		_, err = t.exec(`UPDATE users SET user_name = ?, email = ?, picture = ?, emoji = ?,
			voices = ?, last_read_at = ?, heard = ?, rooms = ?, greeted = ?, acts = ?, notice = ?, erase_at = ?, linked_to = ?, linked_by = ?, linked_told = ?, updated_at = ? WHERE user_id = ?`,
			u.Name, u.Email, u.Picture, u.Emoji,
			c.voices, millis(u.LastReadAt), c.heard, c.rooms, u.Greeted, c.acts, u.Notice, millis(u.EraseAt), u.Link.Person, u.Link.Access, u.Link.Told, millis(u.UpdatedAt), id)
		if err != nil {
			return models.User{}, err
		}
		return scanUser(t.row(selectUser, id))
	})
}

// SetAsking implements family.Store.
func (s familyStore) SetAsking(ctx context.Context, a family.Asking) error {
	return s.db.writer.write(ctx, func(t tx) error {
		return t.must("UPDATE families SET ask_before_join = ? WHERE family_id = ? AND owner_id = ?", a.On, a.Family, a.Owner)
	})
}

// SetZone implements family.Store.
func (s familyStore) SetZone(ctx context.Context, z family.Zone) error {
	return s.db.writer.write(ctx, func(t tx) error {
		return t.must(`UPDATE families SET time_zone = ?1 WHERE family_id = ?2 AND time_zone = ?3
			AND EXISTS (SELECT 1 FROM users WHERE user_id = ?4 AND family_id = ?2 AND gone = 0)`, z.To, z.Family, z.From, z.By)
	})
}
