package memo_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"voicememo/memo"
	"voicememo/models"
)

// TestClockSetBack: if the clock was set back, TrashAll still deletes every memo, and the
// newest memo is the one spoken last.
func TestClockSetBack(t *testing.T) {
	for _, jump := range []time.Duration{-time.Hour, -11 * 24 * time.Hour, 11 * 24 * time.Hour} {
		t.Run(fmt.Sprint(jump), func(t *testing.T) {
			w := newWorld(t)
			u := w.Person("Taro")
			for i := range 5 {
				w.Add(u, fmt.Sprint(i))
			}
			w.Advance(jump)
			w.Add(u, "last")
			w.Same(w.Contents(u, false), []string{"last", "4", "3", "2", "1", "0"})
			n, _, err := w.Memos.TrashAll(w.Ctx(), u)
			w.OK(err)
			w.Same(n, 6)
			w.Same(w.Contents(u, false), []string{})
			w.Advance(-time.Hour)
			emptied, err := w.Memos.EmptyTrash(w.Ctx(), u)
			w.OK(err)
			w.Same(emptied, memo.Emptying{Deleted: 6})
		})
	}
}

// TestTrashAllTakesWhatWasThere: a memo added during TrashAll stays.
func TestTrashAllTakesWhatWasThere(t *testing.T) {
	w := newWorld(t)
	u := w.Person("Taro")
	const many = 2*memo.MaxLimit + 5
	for range many {
		w.Add(u, "old")
	}
	var once sync.Once
	service := memo.NewService(onUpdate{w.MemoStore, func() { once.Do(func() { w.Add(u, "new") }) }}, w.Families)
	service.Now = func() time.Time { return w.Now().Add(-time.Hour) }
	n, _, err := service.TrashAll(w.Ctx(), u)
	w.OK(err)
	if got := w.Contents(u, false); n != many || !slices.Equal(got, []string{"new"}) {
		t.Errorf("got %d deleted and %v left, want %d and the new one", n, got, many)
	}
}

// onUpdate does something before each update of several memos.
type onUpdate struct {
	memo.Store
	do func()
}

func (s onUpdate) UpdateMany(ctx context.Context, refs []models.MemoRef, c memo.Change) (int, error) {
	s.do()
	return s.Store.UpdateMany(ctx, refs, c)
}
