package memotest

import (
	"fmt"
	"time"

	"voicememo/infra/enginetest/familytest"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// listed is how long a done memo stays in the list.
const listed = models.DoneDays * 24 * time.Hour

// binned is how long a memo stays in the trash.
const binned = models.TrashDays * 24 * time.Hour

// done marks a memo as done.
func done(w *familytest.World, u models.User, m models.Memo) models.Memo {
	w.T.Helper()
	m, err := w.Memos.Done(w.Ctx(), u, m.Ref(), true, 0)
	w.OK(err)
	return m
}

// expired adds a memo that is in the trash because it was done for models.DoneDays. It
// advances the clock.
func expired(w *familytest.World, u models.User, content string) models.Memo {
	w.T.Helper()
	m := done(w, u, w.Add(u, content))
	w.Advance(listed)
	return m
}

// stored returns a memo as its store has it.
func stored(w *familytest.World, m models.Memo) models.Memo {
	w.T.Helper()
	got, err := w.MemoStore.Get(w.Ctx(), refsOf(m))
	w.OK(err)
	if len(got) != 1 {
		w.T.Fatalf("Get: got %d memos, want 1", len(got))
	}
	return got[0]
}

// updateDone: the store applies every change of a state and no other field changes.
func updateDone(w *familytest.World) {
	u := w.Person("Taro")
	want := w.Add(u, "milk")
	at := w.Now()
	step := func(c memo.Change, change func()) {
		w.T.Helper()
		at = at.Add(time.Minute)
		c.By, c.At = models.UserID(fmt.Sprint("by ", want.Version)), at
		want.UpdatedBy, want.UpdatedAt, want.Version = c.By, c.At, want.Version+1
		change()
		got, err := w.MemoStore.Update(w.Ctx(), want.Ref(), c)
		w.OK(err)
		w.Same(got, want)
		w.Same(stored(w, want), want)
	}
	purgeAt := at.AddDate(0, 0, 13).Truncate(time.Second)
	marked := func() { want.DoneAt, want.DoneBy, want.PurgeAt = at, want.UpdatedBy, purgeAt }
	reopened := func() { want.DoneAt, want.DoneBy, want.PurgeAt = time.Time{}, "", time.Time{} }
	trashed := func() { want.Deleted, want.DeletedAt, want.PurgeAt = true, at, purgeAt.Add(time.Hour) }
	step(memo.Change{From: memo.Open, To: memo.Done, PurgeAt: purgeAt}, marked)
	step(memo.Change{From: memo.Live, Content: "oat milk"}, func() {
		want.Before = models.Earlier{Content: "milk", At: want.Timestamp, By: u.ID}
		want.Content, want.EditedAt, want.EditedBy = "oat milk", at, want.UpdatedBy
	})
	step(memo.Change{From: memo.Done, To: memo.Open, Version: 3}, reopened)
	step(memo.Change{From: memo.Live, To: memo.Done, PurgeAt: purgeAt}, marked)
	step(memo.Change{From: memo.Live, To: memo.Trashed, PurgeAt: purgeAt.Add(time.Hour)}, trashed)
	step(memo.Change{From: memo.Trashed, To: memo.Open}, func() {
		reopened()
		want.Deleted, want.DeletedAt = false, time.Time{}
	})
	step(memo.Change{From: memo.Open, To: memo.Done, PurgeAt: purgeAt}, marked)
	at = want.DoneAt.Add(listed)
	step(memo.Change{From: memo.Trashed, To: memo.Trashed, Version: want.Version, PurgeAt: purgeAt.Add(time.Hour)}, trashed)
	w.OK(w.MemoStore.Remove(w.Ctx(), want.Ref(), want.Version, forgotten(w)))
}

// updateStates: a change applies to a memo if and only if the memo is in one of the states
// that it names, until the purge.
func updateStates(w *familytest.World) {
	u := w.Person("Taro")
	at := w.Now().Add(time.Hour)
	mark := memo.Change{From: memo.Open, To: memo.Done, At: at, PurgeAt: at.Add(listed + binned).Truncate(time.Second)}
	bin := memo.Change{From: memo.Live, To: memo.Trashed, At: at, PurgeAt: at.Add(listed + binned).Truncate(time.Second)}
	for name, c := range map[string]struct {
		before []memo.Change
		after  time.Duration
		is     memo.State // 0: purged
	}{
		"open":                            {nil, 0, memo.Open},
		"open for a year":                 {nil, 365 * 24 * time.Hour, memo.Open},
		"done":                            {[]memo.Change{mark}, 0, memo.Done},
		"done for nearly three days":      {[]memo.Change{mark}, listed - time.Millisecond, memo.Done},
		"done for three days":             {[]memo.Change{mark}, listed, memo.Trashed},
		"done for nearly thirteen days":   {[]memo.Change{mark}, listed + binned - time.Second, memo.Trashed},
		"done for thirteen days":          {[]memo.Change{mark}, listed + binned, 0},
		"trashed":                         {[]memo.Change{bin}, 0, memo.Trashed},
		"trashed while done":              {[]memo.Change{mark, bin}, 0, memo.Trashed},
		"trashed while done, purged":      {[]memo.Change{mark, bin}, listed + binned, 0},
		"done, reopened":                  {[]memo.Change{mark, {From: memo.Done, To: memo.Open, At: at}}, listed + binned, memo.Open},
		"trashed while done and restored": {[]memo.Change{mark, bin, {From: memo.Trashed, To: memo.Open, At: at}}, listed + binned, memo.Open},
	} {
		for from := memo.Open; from <= memo.Live|memo.Trashed; from++ {
			m := w.Add(u, name)
			for _, change := range c.before {
				var err error
				m, err = w.MemoStore.Update(w.Ctx(), m.Ref(), change)
				w.OK(err)
			}
			_, err := w.MemoStore.Update(w.Ctx(), m.Ref(), memo.Change{From: from, Content: "new", At: at.Add(c.after)})
			if from&c.is != 0 {
				check.Equal(w.T, err, nil, "%s, From %b", name, from)
				continue
			}
			if !models.IsCode(err, models.CodePreconditionFailed) {
				w.T.Errorf("%s, From %b: got %v, want precondition_failed", name, from, err)
				continue
			}
			w.Same(models.AsError(err).Current, &m)
			w.Same(stored(w, m), m)
		}
	}
}

// doneAndReopened: Done marks and reopens a memo for every reader, and does nothing if the
// memo already is so.
func doneAndReopened(w *familytest.World) {
	w.Freeze()
	u := w.Person("Taro")
	other := w.Join(w.Person("Hanako"), u)
	m := w.Add(u, "milk")
	w.Add(u, "bread")
	w.Advance(1500 * time.Millisecond)
	check := func(got models.Memo, err error) {
		w.T.Helper()
		w.OK(err)
		w.Same(got, m)
		all, err := w.Memos.Get(w.Ctx(), u, refsOf(m))
		w.OK(err)
		w.Same(all, []models.Memo{m})
		w.Same(w.All(u, false)[1], m)
		w.Same(w.Contents(u, true), []string{})
	}
	for range 2 {
		m.DoneAt, m.DoneBy, m.UpdatedAt, m.UpdatedBy, m.Version = w.Now(), other.ID, w.Now(), other.ID, m.Version+1
		m.PurgeAt = w.Now().AddDate(0, 0, 13).Truncate(time.Second)
		check(w.Memos.Done(w.Ctx(), other, m.Ref(), true, m.Version-1))
		w.Advance(time.Hour)
		check(w.Memos.Done(w.Ctx(), u, m.Ref(), true, 0))
		check(w.Memos.Done(w.Ctx(), u, m.Ref(), true, m.Version))
		m.DoneAt, m.DoneBy, m.PurgeAt, m.UpdatedAt, m.UpdatedBy, m.Version = time.Time{}, "", time.Time{}, w.Now(), u.ID, m.Version+1
		check(w.Memos.Done(w.Ctx(), u, m.Ref(), false, 0))
		w.Advance(time.Hour)
		check(w.Memos.Done(w.Ctx(), u, m.Ref(), false, 0))
	}
}

// doneConditions: Done refuses another version, a memo in the trash, and a memo that the
// family does not have.
func doneConditions(w *familytest.World) {
	u, stranger := w.Person("Taro"), w.Person("Goro")
	m := w.Add(u, "milk")
	for _, marked := range []bool{false, true} {
		if marked {
			m = done(w, u, m)
		}
		for _, want := range []bool{false, true} {
			_, err := w.Memos.Done(w.Ctx(), u, m.Ref(), want, 7)
			w.Refused(err, models.CodePreconditionFailed, models.ReasonChanged)
			w.Same(models.AsError(err).Current, &m)
			for _, ref := range []models.MemoRef{unknown(u), w.Add(stranger, "secret").Ref()} {
				_, err = w.Memos.Done(w.Ctx(), u, ref, want, 0)
				w.Refused(err, models.CodeNotFound, models.ReasonMemo)
			}
		}
	}
	gone, late := trashed(w, u, w.Add(u, "trashed")), expired(w, u, "expired")
	for _, want := range []bool{false, true} {
		for _, m := range []models.Memo{gone, late} {
			for _, version := range []int64{0, m.Version, 7} {
				_, err := w.Memos.Done(w.Ctx(), u, m.Ref(), want, version)
				w.Refused(err, models.CodeConflict, models.ReasonInTrash)
			}
			w.Same(stored(w, m), m)
		}
	}
	w.Advance(binned)
	for _, m := range []models.Memo{gone, late} {
		_, err := w.Memos.Done(w.Ctx(), u, m.Ref(), true, 0)
		w.Refused(err, models.CodeNotFound, models.ReasonMemo)
	}
}

// doneExpires: a done memo leaves the list for the trash after exactly models.DoneDays and
// is purged models.TrashDays later.
func doneExpires(w *familytest.World) {
	w.Freeze()
	u := w.Person("Taro")
	w.Add(u, "open")
	m := done(w, u, w.Add(u, "done"))
	w.Add(u, "newest")
	w.Advance(listed - 2*time.Millisecond) // Add took one
	w.Same(w.Contents(u, false), []string{"newest", "done", "open"})
	w.Same(w.Contents(u, true), []string{})
	w.Advance(time.Millisecond)
	w.Same(w.Contents(u, false), []string{"newest", "open"})
	shown := m
	shown.Deleted, shown.DeletedAt = true, m.DoneAt.Add(listed)
	w.Same(w.All(u, true), []models.Memo{shown})
	got, err := w.Memos.Get(w.Ctx(), u, refsOf(m))
	w.OK(err)
	w.Same(got, []models.Memo{shown})
	w.Same(stored(w, m), m)
	_, err = w.Memos.Edit(w.Ctx(), u, m.Ref(), "edited", 0)
	w.Refused(err, models.CodeConflict, models.ReasonInTrash)
	_, err = w.Memos.Trash(w.Ctx(), u, m.Ref())
	w.Refused(err, models.CodeConflict, models.ReasonInTrash)
	put, already, err := w.Memos.TrashEach(w.Ctx(), u, refsOf(m))
	w.OK(err)
	w.Same(len(put)+len(already), 1)
	w.Same(stored(w, m), m)
	w.Advance(m.PurgeAt.Sub(w.Now()) - time.Millisecond)
	w.Same(w.All(u, true), []models.Memo{shown})
	w.Advance(time.Millisecond)
	w.Same(w.All(u, true), []models.Memo(nil))
	got, err = w.Memos.Get(w.Ctx(), u, refsOf(m))
	w.OK(err)
	w.Same(len(got), 0)
	_, err = w.Memos.Restore(w.Ctx(), u, m.Ref())
	w.Refused(err, models.CodeNotFound, models.ReasonMemo)
	_, err = w.Memos.Delete(w.Ctx(), u, m.Ref(), 0)
	w.Refused(err, models.CodeNotFound, models.ReasonMemo)
}

// doneRestored: a memo restored from the trash is not done, however it got there, and no
// day of its old mark counts.
func doneRestored(w *familytest.World) {
	u := w.Person("Taro")
	late := expired(w, u, "expired")
	gone := trashed(w, u, done(w, u, w.Add(u, "trashed while done")))
	if !gone.Done() || gone.DoneBy != u.ID || gone.PurgeAt.After(w.Now().Add(binned)) {
		w.T.Errorf("Trash: got %+v, want it done and purged %d days after now", gone, models.TrashDays)
	}
	kept := done(w, u, w.Add(u, "done"))
	got, err := w.Memos.Restore(w.Ctx(), u, late.Ref())
	w.OK(err)
	restored, already, err := w.Memos.RestoreEach(w.Ctx(), u, refsOf(kept, gone, late))
	w.OK(err)
	w.Same(refsOf(restored...), refsOf(gone))
	w.Same(already, []models.Memo{kept, got})
	for _, m := range []models.Memo{got, restored[0]} {
		if m.Deleted || m.Done() || m.DoneBy != "" || !m.DeletedAt.IsZero() || !m.PurgeAt.IsZero() {
			w.T.Errorf("got %+v, want a live memo that is not done", m)
		}
	}
	same, err := w.Memos.Restore(w.Ctx(), u, kept.Ref())
	w.OK(err)
	w.Same(same, kept)
	w.Advance(listed + binned + time.Second)
	w.Same(w.Contents(u, false), []string{"trashed while done", "expired"})
}

// deleteExpired: the first Delete of a memo that is in the trash by time keeps it there as
// a deleted one; the second removes it.
func deleteExpired(w *familytest.World) {
	w.Freeze()
	u := w.Person("Taro")
	m := expired(w, u, "done")
	refused := func(version int64) {
		w.T.Helper()
		is := stored(w, m)
		_, err := w.Memos.Delete(w.Ctx(), u, m.Ref(), version)
		w.Refused(err, models.CodePreconditionFailed, models.ReasonChanged)
		shown := is.At(w.Now())
		w.Same(models.AsError(err).Current, &shown)
		w.Same(stored(w, m), is)
	}
	refused(m.Version + 1)
	w.Refused(w.MemoStore.Remove(w.Ctx(), m.Ref(), m.Version, forgotten(w)), models.CodeNotFound, models.ReasonMemo)
	w.Advance(time.Hour)
	outcome, err := w.Memos.Delete(w.Ctx(), u, m.Ref(), m.Version)
	w.OK(err)
	w.Same(outcome, memo.Logical)
	want := m
	want.Deleted, want.DeletedAt, want.UpdatedAt, want.UpdatedBy, want.Version = true, w.Now(), w.Now(), u.ID, m.Version+1
	want.PurgeAt = w.Now().Add(binned).Truncate(time.Second)
	w.Same(w.All(u, true), []models.Memo{want})
	w.Same(stored(w, m), want)
	refused(m.Version) // the repeat of a request whose response was lost
	outcome, err = w.Memos.Delete(w.Ctx(), u, m.Ref(), want.Version)
	w.OK(err)
	w.Same(outcome, memo.Physical)
	w.Same(w.Contents(u, true), []string{})
}

// emptyExpired: EmptyTrash removes memos that are in the trash by time, and no done memo
// that is still in the list.
func emptyExpired(w *familytest.World) {
	u := w.Person("Taro")
	expired(w, u, "expired")
	trashed(w, u, w.Add(u, "trashed"))
	trashed(w, u, done(w, u, w.Add(u, "both")))
	done(w, u, w.Add(u, "done"))
	w.Add(u, "open")
	w.Same(w.Contents(u, true), []string{"both", "trashed", "expired"})
	got, err := w.Memos.EmptyTrash(w.Ctx(), u)
	w.OK(err)
	w.Same(got, memo.Emptying{Deleted: 3})
	w.Same(w.Contents(u, true), []string{})
	w.Same(w.Contents(u, false), []string{"open", "done"})
	n, _, err := w.Memos.TrashAll(w.Ctx(), u)
	w.OK(err)
	w.Same(n, 2)
	w.Same(w.Contents(u, true), []string{"open", "done"})
}

// doneEach: DoneEach changes the memos of the list that are not as wanted, and returns
// those that already are.
func doneEach(w *familytest.World) {
	u := w.Person("Taro")
	other, stranger := w.Join(w.Person("Hanako"), u), w.Person("Goro")
	late := expired(w, u, "expired")
	a, b, c := w.Add(u, "a"), w.Add(other, "b"), done(w, other, w.Add(u, "c"))
	gone, secret := trashed(w, u, w.Add(u, "trashed")), w.Add(stranger, "secret")
	asked := append(refsOf(c, b, late, secret, gone, a, b), unknown(u))
	for _, want := range []bool{true, false} {
		changed, already, err := w.Memos.DoneEach(w.Ctx(), u, asked, want)
		w.OK(err)
		if want {
			w.Same(refsOf(changed...), refsOf(b, a))
			w.Same(already, []models.Memo{c})
		} else {
			w.Same(refsOf(changed...), refsOf(c, b, a))
			w.Same(len(already), 0)
		}
		for _, m := range changed {
			if m.Done() != want || want && m.DoneBy != u.ID || m.UpdatedBy != u.ID || m.PurgeAt.IsZero() == want {
				w.T.Errorf("DoneEach(%v): got %+v, want it so, by %s", want, m, u.ID)
			}
			w.Same(stored(w, m), m)
		}
		again, already, err := w.Memos.DoneEach(w.Ctx(), u, asked, want)
		w.OK(err)
		w.Same(len(again), 0)
		w.Same(refsOf(already...), refsOf(c, b, a))
	}
	for _, m := range []models.Memo{late, gone, secret} {
		w.Same(stored(w, m), m)
	}
	changed, already, err := w.Memos.DoneEach(w.Ctx(), u, nil, true)
	w.OK(err)
	w.Same(len(changed)+len(already), 0)
}

// doneEachInterrupted: if the engine fails in the middle, the error says how many memos are
// as wanted, and a repeat does the rest.
func doneEachInterrupted(w *familytest.World) {
	u := w.Person("Taro")
	refs := fill(w, u, 30, 1)
	service := memo.NewService(&weak{Store: w.MemoStore}, w.Families)
	service.Now = w.Now
	changed, already, err := service.DoneEach(w.Ctx(), u, refs, true)
	interrupted(w, err, 10)
	w.Same(len(changed)+len(already), 0)
	changed, already, err = w.Memos.DoneEach(w.Ctx(), u, refs, true)
	w.OK(err)
	w.Same(len(changed), 20)
	w.Same(len(already), 10)
}

// doneMoves: a memo that moves with its author stays done, and its days go on.
func doneMoves(w *familytest.World) {
	owner, joiner := w.Person("Taro"), w.Person("Hanako")
	late := expired(w, joiner, "expired")
	m := done(w, joiner, w.Add(joiner, "done"))
	joiner = w.Join(joiner, owner)
	check := func(u models.User) {
		w.T.Helper()
		for range 2 { // before and after the memos have followed
			all := w.All(u, false)
			if len(all) != 1 || !all[0].DoneAt.Equal(m.DoneAt) || all[0].DoneBy != m.DoneBy || !all[0].PurgeAt.Equal(m.PurgeAt) {
				w.T.Errorf("got %+v, want one memo that is done", all)
			}
			bin := w.All(u, true)
			if len(bin) != 1 || bin[0].ID != late.ID || !bin[0].DeletedAt.Equal(late.DoneAt.Add(listed)) {
				w.T.Errorf("got %+v in the trash, want the expired memo", bin)
			}
			w.OK(w.Memos.Settle(w.Ctx(), w.Again(u)))
		}
	}
	check(owner)
	w.Advance(time.Hour)
	w.OK(must.Err(w.Memos.Done(w.Ctx(), owner, m.Ref(), false, 0)))
	m, err := w.Memos.Done(w.Ctx(), owner, m.Ref(), true, 0)
	w.OK(err)
	w.OK(must.Err(w.Families.Leave(w.Ctx(), joiner)))
	check(w.Again(joiner))
	w.Same(w.Contents(owner, false), []string{})
	w.Same(w.Contents(owner, true), []string{})
}

// doneCounted: done memos count until they are deleted.
func doneCounted(w *familytest.World) {
	u := w.Person("Taro")
	w.Add(u, "open")
	m := done(w, u, w.Add(u, "done"))
	for _, want := range []int{2, 1} {
		n, err := w.Memos.CountOf(w.Ctx(), u.ID)
		w.OK(err)
		w.Same(n, want)
		_, _, err = w.Memos.TrashEach(w.Ctx(), u, refsOf(m))
		w.OK(err)
	}
}
