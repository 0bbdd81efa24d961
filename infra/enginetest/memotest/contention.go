package memotest

import (
	"sync"
	"sync/atomic"
	"testing"

	"voicememo/infra/enginetest/familytest"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/tools/testkit/check"
)

// RunContention checks the contract under concurrent calls. Each case gets a fresh
// engine.
func RunContention(t *testing.T, mk familytest.Maker) {
	for name, test := range map[string]func(*familytest.World){
		"one key from fifty requests":               oneKey,
		"every edit of a version wins once":         editors,
		"many adds, none lost":                      manyAdds,
		"deleted once by concurrent requests":       deleteOnce,
		"adds race with joins":                      addsRaceJoins,
		"several deleted and restored concurrently": eachAtOnce,
		"the trash emptied concurrently":            emptyTogether,
		"done and reopened concurrently":            doneTogether,
		"restored while it is removed":              restoreOrRemove,
		"adds race with a disabled skill":           addsRaceDisable,
		"newcomers edit and swap":                   keptTogether,
		"edits of any version":                      editorsOfAny,
		"swaps with the text before":                swapsTogether,
	} {
		t.Run(name, func(t *testing.T) { test(familytest.NewWorld(t, mk)) })
	}
}

func oneKey(w *familytest.World) {
	u := w.Person("Taro")
	var made atomic.Int64
	familytest.Together(50, func(int) {
		_, created, err := w.Memos.Add(w.Ctx(), u, memo.Draft{Content: "once", Key: "the same key"})
		if err != nil {
			w.T.Error(err)
		}
		if created {
			made.Add(1)
		}
	})
	if made.Load() != 1 || len(w.All(u, false)) != 1 {
		w.T.Errorf("got %d created and %d listed, want 1 and 1", made.Load(), len(w.All(u, false)))
	}
}

func editors(w *familytest.World) {
	u := w.Person("Taro")
	m := w.Add(u, "start")
	var won atomic.Int64
	const editors, rounds = 8, 10
	familytest.Together(editors, func(int) {
		for version := int64(1); version <= rounds; version++ {
			_, err := w.Memos.Edit(w.Ctx(), u, m.Ref(), "edit", version)
			switch {
			case err == nil:
				won.Add(1)
			case !models.IsCode(err, models.CodePreconditionFailed):
				w.T.Error(err)
			}
		}
	})
	if now := w.All(u, false)[0]; now.Version != won.Load()+1 {
		w.T.Errorf("got version %d after %d edits, want one more than the edits", now.Version, won.Load())
	}
}

func manyAdds(w *familytest.World) {
	u := w.Person("Taro")
	people := []models.User{u}
	for range 3 {
		people = append(people, w.Join(w.Person("Member"), u))
	}
	var mu sync.Mutex
	want := map[models.MemoRef]bool{}
	familytest.Together(8, func(i int) {
		for range 25 {
			m, created, err := w.Memos.Add(w.Ctx(), people[i%len(people)], memo.Draft{Content: "memo", Key: memo.NewKey()})
			if err != nil || !created {
				w.T.Errorf("Add: got created %v, %v, want true", created, err)
			}
			mu.Lock()
			want[m.Ref()] = true
			mu.Unlock()
		}
	})
	got := map[models.MemoRef]bool{}
	for _, m := range w.All(u, false) {
		got[m.Ref()] = true
	}
	check.Equal(w.T, len(want), 200, "different memos")
	w.Same(got, want)
}

func deleteOnce(w *familytest.World) {
	u := w.Person("Taro")
	m := w.Add(u, "unloved")
	var won atomic.Int64
	familytest.Together(20, func(int) {
		_, err := w.Memos.Trash(w.Ctx(), u, m.Ref())
		switch {
		case err == nil:
			won.Add(1)
		case !models.IsReason(err, models.ReasonInTrash):
			w.T.Error(err)
		}
	})
	check.Equal(w.T, won.Load(), 1, "successful deletions")
}

// eachAtOnce: concurrent calls with the same memos all get the same result.
func eachAtOnce(w *familytest.World) {
	u := w.Person("Taro")
	refs := fill(w, u, 20, 1)
	familytest.Together(6, func(int) {
		put, already, err := w.Memos.TrashEach(w.Ctx(), u, refs)
		if n := len(put) + len(already); err != nil || n != len(refs) {
			w.T.Errorf("TrashEach: got %d, %v, want %d", n, err, len(refs))
		}
	})
	w.Same(w.Contents(u, false), []string{})
	familytest.Together(6, func(int) {
		restored, already, err := w.Memos.RestoreEach(w.Ctx(), u, refs)
		if err != nil || len(restored)+len(already) != len(refs) {
			w.T.Errorf("RestoreEach: got %d restored and %d already in the list, %v, want %d in all", len(restored), len(already), err, len(refs))
		}
	})
	w.Same(w.Contents(u, true), []string{})
	for _, m := range w.All(u, false) {
		if m.Version != 3 {
			w.T.Errorf("got version %d, want 3: deleted once and restored once", m.Version)
		}
	}
}

// addsRaceJoins: memos added while their author joins a family are neither lost nor left
// in the previous family.
func addsRaceJoins(w *familytest.World) {
	for range familytest.Rounds(10) {
		owner, joiner := w.Person("Owner"), w.Person("Joiner")
		code := w.Invite(owner)
		familytest.Together(5, func(i int) {
			if i == 0 {
				if _, err := w.Redeem(joiner, code); err != nil {
					w.T.Error(err)
				}
				return
			}
			for range 3 {
				if _, _, err := w.Memos.Add(w.Ctx(), joiner, memo.Draft{Content: "race", Key: memo.NewKey()}); err != nil {
					w.T.Error(err)
				}
			}
		})
		check.Equal(w.T, len(w.All(owner, false)), 12, "memos after the join")
		w.OK(w.Memos.Settle(w.Ctx(), w.Again(joiner)))
		check.Equal(w.T, len(w.All(owner, false)), 12, "memos after Settle")
	}
}

// doneTogether: each of the concurrent calls either changes the memo or finds it so, and
// no change is lost.
func doneTogether(w *familytest.World) {
	u := w.Person("Taro")
	m := w.Add(u, "milk")
	var changes atomic.Int64
	familytest.Together(100, func(i int) {
		changed, already, err := w.Memos.DoneEach(w.Ctx(), u, refsOf(m), i%2 == 0)
		if err != nil || len(changed)+len(already) != 1 {
			w.T.Errorf("DoneEach: got %d changed and %d already so, %v, want 1 in all", len(changed), len(already), err)
		}
		changes.Add(int64(len(changed)))
	})
	got := w.All(u, false)[0]
	if got.Version != 1+changes.Load() || got.Done() != (changes.Load()%2 == 1) || got.PurgeAt.IsZero() == got.Done() {
		w.T.Errorf("got %+v after %d changes, want each in turn", got, changes.Load())
	}
	for range familytest.Rounds(10) {
		var won atomic.Int64
		familytest.Together(10, func(int) {
			_, err := w.Memos.Done(w.Ctx(), u, m.Ref(), !got.Done(), got.Version)
			switch {
			case err == nil:
				won.Add(1)
			case !models.IsCode(err, models.CodePreconditionFailed):
				w.T.Error(err)
			}
		})
		now := w.All(u, false)[0]
		if won.Load() != 1 || now.Version != got.Version+1 {
			w.T.Errorf("got version %d after %d of ten calls with version %d succeeded, want one", now.Version, won.Load(), got.Version)
		}
		got = now
	}
}

// emptyTogether: each memo is counted by exactly one of the concurrent calls, also those
// that are in the trash because they were done.
func emptyTogether(w *familytest.World) {
	u := w.Person("Taro")
	refs := fill(w, u, 40, 1)
	_, _, err := w.Memos.DoneEach(w.Ctx(), u, refs[:20], true)
	w.OK(err)
	w.Advance(listed)
	_, _, err = w.Memos.TrashAll(w.Ctx(), u)
	w.OK(err)
	var sum atomic.Int64
	familytest.Together(3, func(int) {
		done, err := w.Memos.EmptyTrash(w.Ctx(), u)
		if err != nil || done.Kept != 0 {
			w.T.Errorf("EmptyTrash: got %+v, %v, want none kept", done, err)
		}
		sum.Add(int64(done.Deleted))
	})
	w.Same(sum.Load(), int64(40))
	w.Same(len(w.All(u, true)), 0)
}

// restoreOrRemove: Remove never removes a memo that was restored after the decision.
func restoreOrRemove(w *familytest.World) {
	u := w.Person("Taro")
	for range familytest.Rounds(20) {
		m := trashed(w, u, w.Add(u, "wanted"))
		var restored, removed atomic.Bool
		familytest.Together(2, func(i int) {
			if i == 0 {
				err := w.MemoStore.Remove(w.Ctx(), m.Ref(), m.Version, forgotten(w))
				removed.Store(err == nil)
			} else {
				_, err := w.Memos.Restore(w.Ctx(), u, m.Ref())
				restored.Store(err == nil)
			}
		})
		got, err := w.Memos.Get(w.Ctx(), u, refsOf(m))
		w.OK(err)
		if restored.Load() == removed.Load() || (len(got) == 1) != restored.Load() {
			w.T.Errorf("got restored %v, removed %v and %d memos, want either restored or removed", restored.Load(), removed.Load(), len(got))
		}
	}
}

// addsRaceDisable: a memo added while its Echo is disabled is either listed or refused.
func addsRaceDisable(w *familytest.World) {
	for range familytest.Rounds(10) {
		owner := w.Person("Owner")
		echo := w.Connect(w.Echo("Echo"), owner)
		var added atomic.Int64
		familytest.Together(4, func(i int) {
			if i == 0 {
				if err := w.Families.Disable(w.Ctx(), echo.ID); err != nil {
					w.T.Error(err)
				}
				return
			}
			_, _, err := w.Memos.Add(w.Ctx(), echo, memo.Draft{Content: "race", Key: memo.NewKey()})
			if err == nil {
				added.Add(1)
			}
		})
		w.Same(int64(len(w.All(owner, false))), added.Load())
	}
}
