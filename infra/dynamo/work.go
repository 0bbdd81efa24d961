package dynamo

import (
	"context"
	"maps"
	"slices"
	"time"

	"voicememo/internal/parallel"
	"voicememo/memo"
	"voicememo/models"
)

// manyWorkers is how many memos are changed concurrently.
const manyWorkers = 16

// workDays is how many days after it began work is found by its note.
const workDays = 7

// UpdateMany implements memo.Works.
func (s memoStore) UpdateMany(ctx context.Context, refs []models.MemoRef, c memo.Change) (int, error) {
	return many(refs, func(ref models.MemoRef) error {
		_, err := s.Update(ctx, ref, c)
		return err
	})
}

// RemoveMany implements memo.Works.
func (s memoStore) RemoveMany(ctx context.Context, refs []models.MemoRef, c memo.Change, forget time.Time) (int, error) {
	return many(refs, func(ref models.MemoRef) error {
		e := newEdit(s.tables.Memos, memoKey(ref))
		e.holds(c, false)
		return s.replaceRemoved(ctx, e, ref, forget)
	})
}

// many calls do for several memos and returns for how many it succeeded; others may be gone
// or not as the change requires.
func many(refs []models.MemoRef, do func(models.MemoRef) error) (int, error) {
	errs := make([]error, len(refs))
	parallel.Each(len(refs), manyWorkers, func(i int) { errs[i] = do(refs[i]) })
	done, first := 0, error(nil)
	for _, err := range errs {
		switch {
		case err == nil:
			done++
		case first == nil && !models.IsCode(err, models.CodePreconditionFailed) && !models.IsCode(err, models.CodeNotFound):
			first = err
		}
	}
	if first == nil {
		return done, nil
	}
	failed := *models.AsError(first)
	failed.Done = done
	return 0, &failed
}

// BeginWork implements memo.Works. The note is written first: without the work it is only
// not needed.
func (s memoStore) BeginWork(ctx context.Context, person models.UserID, kind models.WorkKind, w models.Work) error {
	if !isPerson(person) {
		return noPerson()
	}
	if err := s.note(ctx, w.Began, workingSet, person); err != nil {
		return err
	}
	mapped := s.editPerson(person)
	mapped.when(userExists)
	mapped.set(work, asMap(item{}))
	mapped.keep(work)
	if err := s.apply(ctx, mapped, noPerson()); err != nil {
		return err
	}
	e := s.editPerson(person)
	e.when("attribute_exists(" + path(work) + ")")
	e.set(e.at(work, string(kind)), mapOf(workAttributes, w))
	return s.apply(ctx, e, noPerson())
}

// SaveWork implements memo.Works.
func (s memoStore) SaveWork(ctx context.Context, person models.UserID, kind models.WorkKind, w models.Work) error {
	e := s.editPerson(person)
	e.equals(e.at(work, string(kind))+".#began", instant(w.Began))
	if w.Left > 0 {
		e.set(e.at(work, string(kind)), mapOf(workAttributes, w))
	} else {
		e.remove(e.at(work, string(kind)))
	}
	return s.applyOnce(ctx, e, models.Conflict(models.ReasonChanged))
}

// Working implements memo.Works.
func (s memoStore) Working(ctx context.Context, now time.Time) ([]models.User, error) {
	notes, err := s.notes(ctx, now.Add(day), workDays+1, workingSet) // another machine's clock may be ahead
	if err != nil {
		return nil, err
	}
	noted, err := s.notedPeople(ctx, notes)
	if err != nil {
		return nil, err
	}
	var people []models.User
	for _, id := range slices.Sorted(maps.Keys(noted)) {
		if len(noted[id].Author.Work) > 0 {
			people = append(people, noted[id])
		}
	}
	return people, nil
}
