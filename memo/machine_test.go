package memo_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"voicememo/infra/enginetest/familytest"
	"voicememo/memo"
	"voicememo/models"
)

// day is the unit of the times after which a memo moves on.
const day = 24 * time.Hour

// machine compares one memo of the service with a model that knows only the documented
// rules.
type machine struct {
	*familytest.World
	user    models.User
	other   models.User // another member
	ref     models.MemoRef
	content string
	before  string // "": none
	writers [2]int // of content and before: 1 or 2; 0: it is the text that was added, or there is none
	kept    bool   // before is kept from newcomers
	version int64
	done    time.Time // zero: not done
	deleted time.Time // when it was put into the trash; zero: it was not
	removed bool
}

// trashed returns when the memo went into the trash; the zero time if it is not there.
func (x *machine) trashed() time.Time {
	switch late := x.done.Add(models.DoneDays * day); {
	case !x.deleted.IsZero():
		return x.deleted
	case !x.done.IsZero() && !late.After(x.Now()):
		return late
	}
	return time.Time{}
}

// gone reports whether the memo was removed or purged.
func (x *machine) gone() bool {
	at := x.trashed()
	return x.removed || !at.IsZero() && !at.Add(models.TrashDays*day).Truncate(time.Second).After(x.Now())
}

// refusal returns the error that every change of a memo in the list returns now for a
// version, and nil if the change is possible.
func (x *machine) refusal(version int64) error {
	switch {
	case x.gone():
		return models.NotFound(models.ReasonMemo)
	case !x.trashed().IsZero():
		return models.Conflict(models.ReasonInTrash)
	case version != 0 && version != x.version:
		return models.Stale(models.Memo{})
	}
	return nil
}

// same fails the test unless two errors have the same code and reason.
func (x *machine) same(t *rapid.T, call string, got, want error) {
	switch {
	case got == nil && want == nil:
	case got == nil || want == nil, models.AsError(got).Code != models.AsError(want).Code, models.AsError(got).Reason != models.AsError(want).Reason:
		t.Fatalf("%s: got %v, want %v", call, got, want)
	}
}

// anyVersion draws no version, the present one or another one.
func (x *machine) anyVersion(t *rapid.T) int64 {
	return rapid.SampledFrom([]int64{0, x.version, x.version + 1, max(1, x.version-1)}).Draw(t, "version")
}

func (x *machine) mark(t *rapid.T) {
	want, version := rapid.Bool().Draw(t, "done"), x.anyVersion(t)
	_, err := x.Memos.Done(x.Ctx(), x.user, x.ref, want, version)
	refusal := x.refusal(version)
	x.same(t, "Done", err, refusal)
	if refusal != nil || want == !x.done.IsZero() {
		return
	}
	x.version++
	x.done = time.Time{}
	if want {
		x.done = x.Now()
	}
}

func (x *machine) edit(t *rapid.T) {
	version, content := x.anyVersion(t), rapid.StringMatching(`[a-c]{1,2}`).Draw(t, "content")
	by, actor := x.anyMember(t)
	x.Advance(time.Millisecond) // a text of the author at the time of the memo is the one that was added
	_, err := x.Memos.Edit(x.Ctx(), actor, x.ref, content, version)
	refusal := x.refusal(version)
	x.same(t, "Edit", err, refusal)
	if refusal == nil {
		x.version++
		x.write(content, by)
	}
}

// anyMember draws one of the two members.
func (x *machine) anyMember(t *rapid.T) (number int, u models.User) {
	if rapid.Bool().Draw(t, "by the author") {
		return 1, x.user
	}
	return 2, x.other
}

// guest reports whether a member has just joined and is not the author.
func (x *machine) guest(by int) bool {
	return by == 2 && x.Now().Before(x.other.Membership.JoinedAt.Add(models.NewcomerFor))
}

// write is the rule of the text before an edit.
func (x *machine) write(content string, by int) {
	switch {
	case content == x.content:
		return
	case content == x.before:
		x.exchange(by)
		return
	case x.before == "", x.writers[0] != by && !(x.guest(by) && x.kept):
		x.before, x.writers[1] = x.content, x.writers[0]
	}
	x.content, x.writers[0], x.kept = content, by, x.guest(by)
}

// exchange is the rule of the text before that is brought back.
func (x *machine) exchange(by int) {
	x.kept = x.guest(by) && !x.kept && x.writers[0] != by
	x.content, x.before = x.before, x.content
	x.writers[0], x.writers[1] = x.writers[1], x.writers[0]
}

func (x *machine) swap(t *rapid.T) {
	version := x.anyVersion(t)
	by, actor := x.anyMember(t)
	_, err := x.Memos.SwapBefore(x.Ctx(), actor, x.ref, version)
	refusal := x.refusal(version)
	if refusal == nil && x.before == "" {
		refusal = models.Conflict(models.ReasonNoBefore)
	}
	x.same(t, "SwapBefore", err, refusal)
	if refusal == nil {
		x.version++
		x.exchange(by)
	}
}

func (x *machine) trash(t *rapid.T) {
	_, err := x.Memos.Trash(x.Ctx(), x.user, x.ref)
	refusal := x.refusal(0)
	x.same(t, "Trash", err, refusal)
	if refusal == nil {
		x.version++
		x.deleted = x.Now()
	}
}

func (x *machine) delete(t *rapid.T) {
	version := x.anyVersion(t)
	outcome, err := x.Memos.Delete(x.Ctx(), x.user, x.ref, version)
	want, refusal := memo.Logical, error(nil)
	switch {
	case x.gone():
		want, refusal = "", models.NotFound(models.ReasonMemo)
	case version != 0 && version != x.version:
		want, refusal = "", models.Stale(models.Memo{})
	case !x.deleted.IsZero():
		want, x.removed = memo.Physical, true
	default: // in the list, or in the trash by time
		x.version++
		x.deleted = x.Now()
	}
	x.same(t, "Delete", err, refusal)
	if outcome != want {
		t.Fatalf("Delete: got %q, want %q", outcome, want)
	}
}

func (x *machine) restore(t *rapid.T) {
	_, err := x.Memos.Restore(x.Ctx(), x.user, x.ref)
	if x.gone() {
		x.same(t, "Restore", err, models.NotFound(models.ReasonMemo))
		return
	}
	x.same(t, "Restore", err, nil)
	if !x.trashed().IsZero() {
		x.version++
		x.done, x.deleted = time.Time{}, time.Time{}
	}
}

func (x *machine) empty(t *rapid.T) {
	want := memo.Emptying{}
	if !x.gone() && !x.trashed().IsZero() {
		want.Deleted, x.removed = 1, true
	}
	got, err := x.Memos.EmptyTrash(x.Ctx(), x.user)
	if err != nil || got != want {
		t.Fatalf("EmptyTrash: got %+v, %v, want %+v", got, err, want)
	}
}

func (x *machine) wait(t *rapid.T) {
	x.Advance(rapid.SampledFrom([]time.Duration{
		time.Millisecond, time.Second, day, models.DoneDays*day - time.Millisecond, models.DoneDays * day, models.TrashDays * day,
	}).Draw(t, "wait"))
}

// check compares the memo and one of the lists that it may be in with the model.
func (x *machine) check(t *rapid.T) {
	got, err := x.Memos.Get(x.Ctx(), x.user, []models.MemoRef{x.ref})
	if err != nil || (len(got) == 0) != x.gone() {
		t.Fatalf("Get: got %+v, %v, want it gone: %v", got, err, x.gone())
	}
	at := x.trashed()
	for _, m := range got {
		if m.Content != x.content || m.Before.Content != x.before || m.Before.Kept != x.kept || m.Version != x.version || !m.DoneAt.Equal(x.done) || m.Deleted == at.IsZero() || !m.DeletedAt.Equal(at) {
			t.Fatalf("Get: got %+v, want %q after %q (kept: %v), version %d, done at %v, in the trash since %v", m, x.content, x.before, x.kept, x.version, x.done, at)
		}
	}
	yes, no := true, false
	deleted, done := rapid.Bool().Draw(t, "deleted"), rapid.SampledFrom([]*bool{nil, &yes, &no}).Draw(t, "done")
	list, err := x.Memos.List(x.Ctx(), x.user, memo.Query{Deleted: deleted, Done: done})
	listed := !x.gone() && deleted == !at.IsZero() && (done == nil || *done == !x.done.IsZero())
	if err != nil || len(list.Memos) == 1 != listed || list.Next != "" {
		t.Fatalf("List, deleted %v: got %+v, %v, want it listed: %v", deleted, list, err, listed)
	}
}

// TestMachine: in any sequence of changes and times a memo is where the rules put it.
func TestMachine(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Freeze()
	rapid.Check(t, func(t *rapid.T) {
		u := w.Person("Taro")
		other := w.Join(w.Person("Hanako"), u)
		m := w.Add(u, "milk")
		x := &machine{World: w, user: w.Again(u), other: other, ref: m.Ref(), content: "milk", version: 1}
		t.Repeat(map[string]func(*rapid.T){
			"": x.check, "mark": x.mark, "edit": x.edit, "swap": x.swap, "trash": x.trash, "delete": x.delete,
			"restore": x.restore, "empty": x.empty, "wait": x.wait,
		})
	})
}
