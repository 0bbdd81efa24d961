package memo_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"voicememo/infra/enginetest/memotest"
	"voicememo/memo"
	"voicememo/models"
)

var errAway = models.Unavailable(errors.New("away"))

// TestChangedAgain: a repeat reports a change, because the first change notification may be
// lost.
func TestChangedAgain(t *testing.T) {
	w := newWorld(t)
	u := w.Person("Taro")
	ear := w.Listen()
	for range 2 {
		_, _, err := w.Memos.Add(w.Ctx(), u, memo.Draft{Content: "milk", Key: "one"})
		w.OK(err)
	}
	w.Same(kinds(ear.Events()), []models.EventKind{models.EventAdded, models.EventChanged})
}

// kinds returns the kinds of events.
func kinds(events []models.Event) (all []models.EventKind) {
	for _, e := range events {
		all = append(all, e.Kind)
	}
	return all
}

// lastFails is a store in which one update fails.
type lastFails struct {
	memo.Store
	ref models.MemoRef
}

func (s lastFails) UpdateMany(ctx context.Context, refs []models.MemoRef, c memo.Change) (int, error) {
	return memotest.OneByOne(refs, func(ref models.MemoRef) error {
		if ref == s.ref {
			return errAway
		}
		_, err := s.Update(ctx, ref, c)
		return err
	})
}

// TestChangedInPart: the part that was done before a failure is reported.
func TestChangedInPart(t *testing.T) {
	w := newWorld(t)
	u := w.Person("Taro")
	done := w.Add(u, "milk")
	failing := w.Add(u, "bread")
	service := memo.NewService(lastFails{w.MemoStore, failing.Ref()}, w.Families)
	ear := w.Listen()
	service.Now, service.Happened = w.Now, ear.Note
	n, _, err := service.TrashAll(w.Ctx(), u)
	if n != 0 || !models.IsCode(err, models.CodeUnavailable) || models.AsError(err).Done != 1 {
		t.Fatalf("TrashAll: got %d, %v, want 0 and unavailable after 1", n, err)
	}
	events := ear.Events()
	if len(events) != 1 || events[0].Kind != models.EventChanged || !slices.Equal(w.Contents(u, true), []string{done.Content}) {
		t.Errorf("got %+v, want that the list has changed", events)
	}
}
