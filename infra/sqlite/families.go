package sqlite

import (
	"context"
	"slices"

	"voicememo/family"
	"voicememo/models"
)

// families implements family.Store.
type families struct{ db *DB }

const userColumns = `user_id, family_id, user_name, email, picture, is_owner, created_at, updated_at,
	joined_at, source, move_epoch, sessions_valid_after, closing, voices, last_read_at, last_deletion,
	requested_family, requested_at`

func scanUser(row scanner) (u models.User, err error) {
	var createdAt, updatedAt, joinedAt, validAfter, readAt, requestedAt int64
	var voices, deletion string
	err = row.Scan(&u.ID, &u.FamilyID, &u.Name, &u.Email, &u.Picture, &u.IsOwner, &createdAt, &updatedAt,
		&joinedAt, &u.Source, &u.MoveEpoch, &validAfter, &u.Closing, &voices, &readAt, &deletion,
		&u.Request.FamilyID, &requestedAt)
	if err != nil {
		return u, found(err, models.ReasonPerson)
	}
	u.CreatedAt, u.UpdatedAt = fromMillis(createdAt), fromMillis(updatedAt)
	u.JoinedAt, u.SessionsValidAfter = fromMillis(joinedAt), fromMillis(validAfter)
	u.LastReadAt = fromMillis(readAt)
	if requestedAt > 0 {
		u.Request.UserID, u.Request.At = u.ID, fromMillis(requestedAt)
	}
	return u, readPersonal(&u, voices, deletion)
}

const userPlaces = "(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)"

// userRow gives the values of userColumns.
func userRow(u models.User) ([]any, error) {
	voices, deletion, err := writePersonal(u)
	return []any{
		u.ID, u.FamilyID, u.Name, u.Email, u.Picture, u.IsOwner, millis(u.CreatedAt), millis(u.UpdatedAt),
		millis(u.JoinedAt), u.Source, u.MoveEpoch, millis(u.SessionsValidAfter), u.Closing,
		voices, millis(u.LastReadAt), deletion, u.Request.FamilyID, millis(u.Request.At),
	}, err
}

const selectUser = "SELECT " + userColumns + " FROM users WHERE user_id = ?"

// Person implements family.Store.
func (s families) Person(ctx context.Context, id models.UserID) (models.User, error) {
	u, err := scanUser(s.db.read.row(ctx, selectUser, id))
	return u, translate(err)
}

// selectFamily gives the members of a family and those who ask to come into it.
const selectFamily = `SELECT ` + userColumns + `, owner_id, family_created_at, invite_key, ask_before_join FROM users JOIN
	(SELECT owner_id, created_at AS family_created_at, invite_key, ask_before_join FROM families WHERE family_id = ?1)
	WHERE family_id = ?1 OR (requested_family = ?1 AND requested_at > 0) ORDER BY joined_at, user_id`

// Family implements family.Store. The one query sees one state of both tables.
func (s families) Family(ctx context.Context, id models.FamilyID, _ ...models.User) (models.Family, error) {
	f := models.Family{ID: id}
	var createdAt int64
	err := s.db.read.each(ctx, selectFamily, []any{id}, func(row scanner) error {
		u, err := scanUser(withMore{row, []any{&f.OwnerID, &createdAt, &f.InviteKey, &f.AskBeforeJoin}})
		if u.FamilyID == id {
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
	f.CreatedAt = fromMillis(createdAt)
	slices.SortFunc(f.Requests, models.Request.Compare)
	return f, translate(err)
}

// withMore is a row whose last columns go elsewhere.
type withMore struct {
	row  scanner
	more []any
}

// Scan implements scanner.
func (w withMore) Scan(dest ...any) error { return w.row.Scan(append(dest, w.more...)...) }

// Create implements family.Store.
func (s families) Create(ctx context.Context, u models.User) error {
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

func (t tx) createFamily(id models.FamilyID, owner models.UserID, at int64) error {
	_, err := t.exec("INSERT INTO families (family_id, owner_id, created_at, invite_key) VALUES (?,?,?,'')", id, owner, at)
	return err
}

// Update implements family.Store.
func (s families) Update(ctx context.Context, id models.UserID, p family.Patch) (models.User, error) {
	return writeFor(ctx, s.db.writer, func(t tx) (models.User, error) {
		if p.Asking != nil {
			if err := t.setAsking(id, *p.Asking); err != nil {
				return models.User{}, err
			}
		}
		u, err := scanUser(t.row(selectUser, id))
		if err != nil {
			return models.User{}, err
		}
		u = patched(u, p)
		voices, deletion, err := writePersonal(u)
		if err != nil {
			return models.User{}, err
		}
		_, err = t.exec(`UPDATE users SET user_name = ?, email = ?, picture = ?, sessions_valid_after = ?,
			voices = ?, last_read_at = ?, last_deletion = ?, updated_at = ? WHERE user_id = ?`,
			u.Name, u.Email, u.Picture, millis(u.SessionsValidAfter),
			voices, millis(u.LastReadAt), deletion, millis(u.UpdatedAt), id)
		if err != nil {
			return models.User{}, err
		}
		return scanUser(t.row(selectUser, id))
	})
}
