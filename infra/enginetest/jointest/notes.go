package jointest

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"voicememo/memo"
	"voicememo/models"
)

// maxNotes is the number of memos from which on a walk only deletes.
const maxNotes = 400

func (r *run) addNote() {
	if len(r.notes) >= maxNotes {
		r.by(r.anyone, r.trashAll)
		return
	}
	r.by(r.anyone, func(a *account) {
		key := r.name("memo")
		m, created, err := r.Memos.Add(r.Ctx(), r.Again(a.user()), memo.Draft{Content: key, Key: memo.Key(key)})
		r.want(err, ok)
		if !created || m.FamilyID != a.home.id || m.UserID != a.id {
			r.fail("added %+v, created %v", m, created)
		}
		r.notes[m.Ref()] = &note{ref: m.Ref(), author: a, content: key}
	})
}

// aNote returns a random actor and memo, mostly a memo that the actor sees in this state.
func (r *run) aNote(deleted bool) (*account, *note, bool) {
	a, some := r.anyone()
	if !some {
		return nil, nil, false
	}
	notes := r.listed(a.home, deleted, r.Now())
	if r.chance(15) {
		notes = slices.Collect(maps.Values(r.notes))
	}
	slices.SortFunc(notes, func(x, y *note) int { return cmp.Compare(x.content, y.content) })
	n, some := pick(r, notes)
	return a, n, some
}

// sees reports whether the memo belongs to the actor's family and is not purged.
func (r *run) sees(a *account, n *note) bool { return n.author.home == a.home && !n.purged(r.Now()) }

const noMemo = "not_found/memo"

func (r *run) editNote() {
	a, n, some := r.aNote(false)
	if !some {
		return
	}
	text := r.name("edited")
	_, err := r.Memos.Edit(r.Ctx(), r.Again(a.user()), n.ref, text, 0)
	switch {
	case !r.sees(a, n):
		r.want(err, noMemo)
	case n.deleted:
		r.want(err, "conflict/in_trash")
	default:
		r.want(err, ok)
		n.content = text
	}
	r.check(a.home)
}

func (n *note) trash(now time.Time) {
	n.deleted, n.deletedAt, n.purgeAt = true, now, now.AddDate(0, 0, models.TrashDays).Truncate(time.Second)
}

func (r *run) trashNote() {
	a, n, some := r.aNote(false)
	if !some {
		return
	}
	_, err := r.Memos.Trash(r.Ctx(), r.Again(a.user()), n.ref)
	switch {
	case !r.sees(a, n):
		r.want(err, noMemo)
	case n.deleted:
		r.want(err, "conflict/in_trash")
	default:
		r.want(err, ok)
		n.trash(r.Now())
	}
	r.check(a.home)
}

func (r *run) trashAll(a *account) {
	live := r.listed(a.home, false, r.Now())
	n, _, err := r.Memos.TrashAll(r.Ctx(), r.Again(a.user()))
	r.want(err, ok)
	if n != len(live) {
		r.fail("%d went into the trash, want %d", n, len(live))
	}
	for _, n := range live {
		n.trash(r.Now())
	}
}

func (r *run) restoreNote() {
	a, n, some := r.aNote(true)
	if !some {
		return
	}
	_, err := r.Memos.Restore(r.Ctx(), r.Again(a.user()), n.ref)
	if !r.sees(a, n) {
		r.want(err, noMemo)
	} else if r.want(err, ok) {
		n.deleted, n.deletedAt, n.purgeAt = false, time.Time{}, time.Time{}
	}
	r.check(a.home)
}

// mayRemove reports whether the actor may permanently remove a memo from the trash.
func (r *run) mayRemove(a *account, n *note) bool {
	const day = 24 * time.Hour
	now := r.Now()
	return a.home.owner == a || n.author == a || now.Sub(a.joinedAt) >= day && now.Sub(n.deletedAt) >= day
}

func (r *run) deleteNote() {
	a, n, some := r.aNote(r.chance(70))
	if !some {
		return
	}
	got, err := r.Memos.Delete(r.Ctx(), r.Again(a.user()), n.ref, 0)
	want := memo.Logical
	switch {
	case !r.sees(a, n):
		r.want(err, noMemo)
		want = ""
	case n.deleted && !r.mayRemove(a, n):
		r.want(err, "forbidden/not_yet")
		want = ""
	case n.deleted:
		r.want(err, ok)
		want = memo.Physical
		delete(r.notes, n.ref)
	default:
		r.want(err, ok)
		n.trash(r.Now())
	}
	if got != want {
		r.fail("the deletion was %q, want %q", got, want)
	}
	r.check(a.home)
}

func (r *run) emptyTrash() {
	r.by(r.anyone, func(a *account) {
		var want memo.Emptying
		for _, n := range r.listed(a.home, true, r.Now()) {
			if r.mayRemove(a, n) {
				want.Deleted++
				delete(r.notes, n.ref)
			} else {
				want.Kept++
			}
		}
		got, err := r.Memos.EmptyTrash(r.Ctx(), r.Again(a.user()))
		r.want(err, ok)
		if got != want {
			r.fail("emptied: %+v, want %+v", got, want)
		}
		if want.Deleted > 0 {
			f, err := r.FamilyStore.Family(r.Ctx(), a.home.id)
			r.OK(err)
			if e := (models.Emptied{By: a.id, At: r.Now(), Count: want.Deleted}); f.Emptied != e {
				r.fail("the family was told %+v, want %+v", f.Emptied, e)
			}
		}
	})
}
