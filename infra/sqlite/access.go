package sqlite

import (
	"context"
	"encoding/json"
	"time"

	"voicememo/models"
)

// Access returns the database as a store of accesses.
func (db *DB) Access() Accesses { return Accesses{db} }

// Accesses implements auth.Store. This package does not import auth, because an engine
// does not depend on the sign-in.
type Accesses struct{ db *DB }

const accessColumns = "user_id, id, kind, name, host, scope, since, until"

// storedUse is a models.Use as stored in the column users.access.
type storedUse struct {
	Used       string `json:"used"` // a day
	Ended      bool   `json:"ended,omitempty"`
	Generation int64  `json:"generation,omitempty"`
	Renewed    int64  `json:"renewed,omitempty"` // milliseconds since 1970
}

// writeAccess returns the value of the column users.access.
func writeAccess(u *models.User) (string, error) {
	stored := make(map[models.AccessID]storedUse, len(u.Access))
	for id, use := range u.Access {
		stored[id] = storedUse{use.LastUsed.Format(time.DateOnly), use.Ended, use.Generation, millis(use.Renewed)}
	}
	return object(stored)
}

// readAccess reads what writeAccess wrote.
func readAccess(u *models.User, column string) error {
	var stored map[models.AccessID]storedUse
	if err := json.Unmarshal([]byte(column), &stored); err != nil {
		return err
	}
	u.Access = make(map[models.AccessID]models.Use, len(stored))
	for id, use := range stored {
		day, err := time.Parse(time.DateOnly, use.Used)
		if err != nil {
			return err
		}
		u.Access[id] = models.Use{LastUsed: day, Ended: use.Ended, Generation: use.Generation, Renewed: fromMillis(use.Renewed)}
	}
	return nil
}

// grantor reads a person whose accesses are to change. NotFound if their account is closing.
func (t tx) grantor(id models.UserID) models.User {
	u, err := scanUser(t.row(selectUser, id))
	t.fail(err)
	t.check(!u.Closing, models.NotFound(models.ReasonPerson))
	if u.Access == nil {
		u.Access = map[models.AccessID]models.Use{}
	}
	return u
}

// setAccess writes a person's accesses.
func (t tx) setAccess(u models.User) error {
	column, err := writeAccess(&u)
	t.run("UPDATE users SET access = ?, sessions_valid_after = ? WHERE user_id = ?", column, millis(u.SessionsValidAfter), u.ID)
	return err
}

// Begin implements auth.Store.
func (s Accesses) Begin(ctx context.Context, person models.UserID, a models.Access, ends []models.AccessID) error {
	return s.db.writer.write(ctx, func(t tx) error {
		u := t.grantor(person)
		use, there := u.Access[a.ID]
		switch {
		case use.Ended || !there && u.Revoked(a) || a.By != "" && !u.Grants(a.By):
			return models.NotFound(models.ReasonAccess)
		case there:
			return nil
		}
		for _, id := range ends {
			t.endAccess(u, id)
		}
		u.Access[a.ID] = models.Use{LastUsed: models.Day(a.LastUsed)}
		t.describe(u.ID, a)
		return t.setAccess(u)
	})
}

// describe stores the details of an access.
func (t tx) describe(person models.UserID, a models.Access) {
	t.run("INSERT INTO accesses ("+accessColumns+") VALUES (?,?,?,?,?,?,?,?)",
		person, a.ID, a.Kind, a.Name, a.Host, a.Scope, millis(a.Since), millis(a.Until))
}

// endAccess ends an access in u and deletes its row; setAccess then writes u.
func (t tx) endAccess(u models.User, id models.AccessID) {
	use, there := u.Access[id]
	switch {
	case !there || use.Ended:
		return
	case id.Old():
		u.Access[id] = models.Use{LastUsed: use.LastUsed, Ended: true}
	default:
		delete(u.Access, id)
	}
	t.run("DELETE FROM accesses WHERE user_id = ? AND id = ?", u.ID, id)
}

// Used implements auth.Store.
func (s Accesses) Used(ctx context.Context, person models.UserID, id models.AccessID, day time.Time) error {
	return s.db.writer.write(ctx, func(t tx) error {
		u := t.grantor(person)
		if day = models.Day(day); !u.Grants(id) || !u.Access[id].LastUsed.Before(day) {
			return nil
		}
		use := u.Access[id]
		use.LastUsed = day
		u.Access[id] = use
		return t.setAccess(u)
	})
}

// Renew implements auth.Store.
func (s Accesses) Renew(ctx context.Context, person models.UserID, id models.AccessID, r models.Renewal) error {
	return s.db.writer.write(ctx, func(t tx) error {
		u := t.grantor(person)
		t.check(u.Grants(id), models.NotFound(models.ReasonAccess))
		t.check(u.Access[id].Generation == r.From, models.Conflict(models.ReasonChanged))
		u.Access[id] = r.Use()
		t.run("UPDATE accesses SET until = ? WHERE user_id = ? AND id = ?", millis(r.Until), u.ID, id)
		return t.setAccess(u)
	})
}

// End implements auth.Store.
func (s Accesses) End(ctx context.Context, person models.UserID, id models.AccessID) error {
	return s.db.writer.free(ctx, func(t tx) error {
		u := t.grantor(person)
		t.check(u.Grants(id), models.NotFound(models.ReasonAccess))
		t.endAccess(u, id)
		return t.setAccess(u)
	})
}

// EndAll implements auth.Store.
func (s Accesses) EndAll(ctx context.Context, person models.UserID, at time.Time) error {
	return s.db.writer.free(ctx, func(t tx) error {
		u := t.grantor(person)
		clear(u.Access)
		if at.After(u.SessionsValidAfter) {
			u.SessionsValidAfter = at
		}
		t.run("DELETE FROM accesses WHERE user_id = ?", u.ID)
		return t.setAccess(u)
	})
}

// List implements auth.Store. Its single query reads one state of both tables.
func (s Accesses) List(ctx context.Context, person models.UserID) ([]models.Access, error) {
	return collect(ctx, s.db.read, `SELECT id, kind, name, host, scope, since, until, access -> id ->> 'used'
		FROM accesses JOIN users USING (user_id) WHERE user_id = ? AND closing = 0 ORDER BY since, id`, []any{person},
		func(row scanner) (a models.Access, err error) {
			var used string
			if err := row.Scan(&a.ID, &a.Kind, &a.Name, &a.Host, &a.Scope, (*stamp)(&a.Since), (*stamp)(&a.Until), &used); err != nil {
				return models.Access{}, err
			}
			a.LastUsed, err = time.Parse(time.DateOnly, used)
			return a, err
		})
}
