package sqlite

import (
	"context"
	"encoding/json"
	"time"

	"voicememo/memo"
	"voicememo/models"
)

// UpdateMany implements memo.Works.
func (s memoStore) UpdateMany(ctx context.Context, refs []models.MemoRef, c memo.Change) (int, error) {
	return s.many(ctx, refs, func(t tx, ref models.MemoRef) error {
		_, err := t.change(ref, c)
		return err
	})
}

// RemoveMany implements memo.Works.
func (s memoStore) RemoveMany(ctx context.Context, refs []models.MemoRef, c memo.Change, forget time.Time) (int, error) {
	return s.many(ctx, refs, func(t tx, ref models.MemoRef) error {
		m, err := t.memo(ref)
		if err != nil {
			return err
		}
		if !c.Holds(m) {
			return models.Stale(m)
		}
		t.run("DELETE FROM memos WHERE user_id = ? AND id = ?", ref.UserID, ref.ID)
		t.removed(ref, forget)
		return nil
	})
}

// many calls do for several memos in one transaction, and returns for how many it
// succeeded; the others are gone or not as the change requires. If the disk is full, half
// of them may still find room.
func (s memoStore) many(ctx context.Context, refs []models.MemoRef, do func(tx, models.MemoRef) error) (int, error) {
	n, err := freeFor(ctx, s.db.writer, func(t tx) (n int, err error) {
		for _, ref := range refs {
			switch err := do(t, ref); {
			case err == nil:
				n++
			case !models.IsCode(err, models.CodePreconditionFailed) && !models.IsCode(err, models.CodeNotFound):
				return 0, err
			}
		}
		return n, nil
	})
	if half := len(refs) / 2; half > 0 && s.db.writer.full(err) {
		if n, err = s.many(ctx, refs[:half], do); err != nil {
			return 0, err
		}
		more, err := s.many(ctx, refs[half:], do)
		if err != nil {
			failed := *models.AsError(err)
			failed.Done += n
			return 0, &failed
		}
		return n + more, nil
	}
	if err != nil {
		return 0, err
	}
	return n, nil
}

// storedWork is a models.Work as stored in its column.
type storedWork struct {
	Family models.FamilyID `json:"family"`
	Began  int64           `json:"began"`
	After  int64           `json:"after"` // the time of the position
	Author models.UserID   `json:"author,omitempty"`
	Memo   models.MemoID   `json:"memo,omitempty"`
	Done   int             `json:"done"`
	Left   int             `json:"left"`
}

// writeWork returns the value of the column for an account's work.
func writeWork(all map[models.WorkKind]models.Work) (string, error) {
	stored := map[models.WorkKind]storedWork{}
	for kind, w := range all {
		stored[kind] = storedWork{w.Family, millis(w.Began), millis(w.After.Timestamp), w.After.UserID, w.After.ID, w.Done, w.Left}
	}
	return object(stored)
}

// readWork reads what writeWork returned.
func readWork(column string) (all map[models.WorkKind]models.Work, err error) {
	var stored map[models.WorkKind]storedWork
	err = json.Unmarshal([]byte(column), &stored)
	for kind, w := range stored {
		after := models.Position{Timestamp: fromMillis(w.After), UserID: w.Author, ID: w.Memo}
		setEntry(&all, kind, models.Work{Family: w.Family, Began: fromMillis(w.Began), After: after, Done: w.Done, Left: w.Left})
	}
	return all, err
}

// BeginWork implements memo.Works.
func (s memoStore) BeginWork(ctx context.Context, person models.UserID, kind models.WorkKind, w models.Work) error {
	return s.changeWork(ctx, person, func(all map[models.WorkKind]models.Work) (map[models.WorkKind]models.Work, error) {
		setEntry(&all, kind, w)
		return all, nil
	})
}

// SaveWork implements memo.Works.
func (s memoStore) SaveWork(ctx context.Context, person models.UserID, kind models.WorkKind, w models.Work) error {
	err := s.changeWork(ctx, person, func(all map[models.WorkKind]models.Work) (map[models.WorkKind]models.Work, error) {
		if was, ok := all[kind]; !ok || !was.Began.Equal(w.Began) {
			return nil, models.Conflict(models.ReasonChanged)
		}
		if all[kind] = w; w.Left == 0 {
			delete(all, kind)
		}
		return all, nil
	})
	if models.IsCode(err, models.CodeNotFound) {
		err = models.Conflict(models.ReasonChanged)
	}
	return err
}

// changeWork changes what an account has of work. NotFound/ReasonPerson: there is no such
// account.
func (s memoStore) changeWork(ctx context.Context, person models.UserID, change func(map[models.WorkKind]models.Work) (map[models.WorkKind]models.Work, error)) error {
	return s.db.writer.free(ctx, func(t tx) error {
		var column string
		if err := t.row("SELECT work FROM users WHERE user_id = ?", person).Scan(&column); err != nil {
			return orNotFound(err, models.ReasonPerson)
		}
		all, err := readWork(column)
		if err == nil {
			all, err = change(all)
		}
		if err == nil {
			column, err = writeWork(all)
		}
		if err != nil {
			return err
		}
		t.run("UPDATE users SET work = ? WHERE user_id = ?", column, person)
		return nil
	})
}

// Working implements memo.Works.
func (s memoStore) Working(ctx context.Context, _ time.Time) ([]models.User, error) {
	return collect(ctx, s.db.read, "SELECT "+userColumns+" FROM users WHERE work <> '"+none+"'", nil, func(row scanner) (models.User, error) { return scanUser(row) })
}
