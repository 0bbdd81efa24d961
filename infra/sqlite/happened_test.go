package sqlite_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"voicememo/family"
	"voicememo/infra/bulk"
	"voicememo/infra/enginetest/familytest"
	"voicememo/infra/enginetest/jointest"
	"voicememo/infra/sqlite"
	"voicememo/infra/sqlite/sqlitetest"
	"voicememo/invite"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// ear is a module that listens and stores nothing else.
var ear = sqlite.Part{Name: "ear"}

// heard is a world over a database whose module takes the events.
type heard struct {
	*familytest.World
	db *sqlite.DB
}

func newHeard(t *testing.T) heard {
	db := sqlitetest.FreshDB(t, ear)
	return heard{familytest.NewWorld(t, stores(db)), db}
}

// stores returns the constructor of an engine that is already open.
func stores(db *sqlite.DB) familytest.Maker {
	return func(*testing.T) (memo.Store, family.Store, invite.Store) {
		return db.Memos(), db.Families(), db.Invites()
	}
}

func (h heard) listen(person models.UserID, on bool) {
	h.T.Helper()
	h.OK(h.db.Write(h.Ctx(), func(t sqlite.Tx) error {
		t.Listen("ear", person, on)
		return nil
	}))
}

// recorded returns all recorded events.
func (h heard) recorded() []models.Event {
	h.T.Helper()
	events, err := h.db.Happened(h.Ctx(), 10_000)
	h.OK(err)
	return events
}

// promise compares the recorded events with those that the services report.
type promise struct {
	heard
	rand   *rand.Rand
	gone   map[models.UserID]bool // the former members before the step
	listen map[models.UserID]bool
	want   []models.Event // not forgotten yet
	seen   map[string]models.Event
	kinds  map[models.EventKind]int
}

// TestJoining is the walk of package jointest. After each step exactly the promised events are recorded: those
// of which another member of the family, or the person concerned, listens. An event is
// returned with the same id until it is forgotten.
func TestJoining(t *testing.T) {
	t.Parallel()
	h := heard{db: sqlitetest.FreshDB(t, ear)}
	p := &promise{
		heard: h, rand: rand.New(rand.NewPCG(1, 2)), gone: map[models.UserID]bool{}, listen: map[models.UserID]bool{},
		seen: map[string]models.Event{}, kinds: map[models.EventKind]int{},
	}
	jointest.RunProperty(t, stores(h.db), func(w *familytest.World) func() {
		p.World = w
		w.Memos.Happened, w.Families.Happened, w.Invites.Happened = p.note, p.note, p.note
		return p.check
	})
	for _, kind := range []models.EventKind{
		models.EventAdded, models.EventTrashed, models.EventRestored, models.EventAsked, models.EventJoined, models.EventLeft, models.EventOwnerChanged,
	} {
		if p.kinds[kind] == 0 {
			t.Errorf("got a walk without %s, want each of these", kind)
		}
	}
}

// note takes an event of a service, after the commit.
func (p *promise) note(e models.Event) {
	switch e.Kind {
	case models.EventChanged, models.EventTrashEmptied, models.EventAccountClosed:
		return
	case models.EventJoined: // not of a memo's author who is a former member there
		if u, err := p.FamilyStore.Person(p.Ctx(), e.Person); err == nil && u.Membership.Gone {
			return
		}
	case models.EventLeft:
		if p.gone[e.Person] {
			return
		}
	}
	f, err := p.FamilyStore.Family(p.Ctx(), e.Family)
	if err != nil && !models.IsCode(err, models.CodeNotFound) {
		p.T.Fatal(err)
	}
	for _, id := range append(f.MemberIDs, e.Person) {
		if id != e.Actor && p.listen[id] {
			p.want = append(p.want, e)
			p.kinds[e.Kind]++
			return
		}
	}
}

// check compares, forgets some events, and lets another person listen or not.
func (p *promise) check() {
	got := p.recorded()
	var plain []models.Event
	for _, e := range got {
		if was, known := p.seen[e.ID]; e.ID == "" || known && was != e {
			p.T.Fatalf("got %+v with the id of %+v", e, was)
		}
		p.seen[e.ID] = e
		e.ID = ""
		plain = append(plain, e)
	}
	if diff := cmp.Diff(p.want, plain); diff != "" {
		p.T.Fatalf("got other events (-want +got):\n%s", diff)
	}
	n := p.rand.IntN(len(got) + 1)
	p.OK(p.db.Forget(p.Ctx(), got[:n]))
	p.want = append([]models.Event(nil), p.want[n:]...)
	var people []models.UserID
	clear(p.gone)
	p.OK(p.db.Read(p.Ctx(), "SELECT user_id, gone FROM users ORDER BY user_id", nil, func(row sqlite.Row) error {
		var id models.UserID
		var gone bool
		err := row.Scan(&id, &gone)
		people, p.gone[id] = append(people, id), gone
		return err
	}))
	for id := range p.listen {
		if !slices.Contains(people, id) { // listens no more
			delete(p.listen, id)
		}
	}
	if len(people) > 0 {
		id := people[p.rand.IntN(len(people))]
		p.listen[id] = p.rand.IntN(4) > 0
		p.heard.listen(id, p.listen[id])
	}
}

// TestKindsOfMemos: each change of a memo has its kind and actor, and nothing is recorded
// that no person did: moves, purges, copies and a corrected clock.
func TestKindsOfMemos(t *testing.T) {
	t.Parallel()
	h := newHeard(t)
	taro := h.Person("Taro")
	hanako := h.Join(h.Person("Hanako"), taro)
	h.listen(taro.ID, true)
	h.Freeze()
	m := h.Add(hanako, "milk")
	h.OK(must.Err(h.Memos.Edit(h.Ctx(), hanako, m.Ref(), "eggs", 0)))
	h.OK(must.Err(h.Memos.SwapBefore(h.Ctx(), hanako, m.Ref(), 0)))
	for _, done := range []bool{true, true, false} { // the second changes nothing
		h.OK(must.Err(h.Memos.Done(h.Ctx(), hanako, m.Ref(), done, 0)))
	}
	h.OK(must.Err(h.Memos.Trash(h.Ctx(), hanako, m.Ref())))
	h.OK(must.Err(h.Memos.Restore(h.Ctx(), hanako, m.Ref())))
	var want []models.Event
	for i, kind := range []models.EventKind{
		models.EventAdded, models.EventEdited, models.EventEdited, models.EventDone, models.EventReopened, models.EventTrashed, models.EventRestored,
	} {
		want = append(want, models.Event{
			ID: fmt.Sprint("s", i+1), Kind: kind, Family: taro.FamilyID, Actor: hanako.ID, Memo: m.Ref(), At: h.Now(),
		})
	}
	h.Same(h.recorded(), want)
	h.OK(h.db.Forget(h.Ctx(), want))

	_, err := h.Memos.Trash(h.Ctx(), taro, m.Ref()) // the listener's own
	h.OK(err)
	h.OK(h.db.Redate(h.Ctx(), sqlite.Redating{Newer: time.Hour, Times: sqlite.Times{Steady: h.Now().Add(time.Hour)}}))
	for _, kind := range bulk.Kinds() {
		h.OK(h.db.Bulk().Each(h.Ctx(), kind, func(batch []bulk.Record) error { return h.db.Bulk().Write(h.Ctx(), batch) }))
	}
	h.OK(h.db.Sweep(h.Ctx(), h.Now().AddDate(1, 0, 0)))
	h.Same(h.recorded(), []models.Event(nil))
}

// TestConcerned: an event is also recorded for the person whom it concerns, who may be in the
// family no more.
func TestConcerned(t *testing.T) {
	t.Parallel()
	h := newHeard(t)
	taro := h.Person("Taro")
	hanako := h.Join(h.Person("Hanako"), taro)
	h.listen(hanako.ID, true)
	h.OK(h.Families.Remove(h.Ctx(), taro, hanako.ID))
	asking := h.AskingOwner("Jiro")
	h.Admit(hanako, asking)
	var got []string
	for _, e := range h.recorded() {
		got = append(got, fmt.Sprint(e.Kind, " ", e.Actor, " ", e.Person))
	}
	h.Same(got, []string{
		fmt.Sprint("removed ", taro.ID, " ", hanako.ID), fmt.Sprint("joined ", asking.ID, " ", hanako.ID),
	})
}

// TestDamagedEvent: an event whose time is damaged does not hold up the others.
func TestDamagedEvent(t *testing.T) {
	t.Parallel()
	h := newHeard(t)
	taro := h.Person("Taro")
	hanako := h.Join(h.Person("Hanako"), taro)
	h.listen(taro.ID, true)
	h.Add(hanako, "milk")
	h.OK(h.db.Write(h.Ctx(), func(t sqlite.Tx) error {
		t.Exec("UPDATE happened SET at = 'x'")
		return nil
	}))
	h.Add(hanako, "eggs")
	if got := h.recorded(); len(got) != 2 || !got[0].At.IsZero() || got[1].At.IsZero() {
		t.Errorf("got %+v, want two events, the first without a time", got)
	}
}

// TestOldEvents: the sweep deletes events that no module takes for a week.
func TestOldEvents(t *testing.T) {
	t.Parallel()
	h := newHeard(t)
	taro := h.Person("Taro")
	hanako := h.Join(h.Person("Hanako"), taro)
	h.listen(taro.ID, true)
	h.Add(hanako, "milk")
	h.OK(h.db.Sweep(h.Ctx(), h.Now().AddDate(0, 0, 6)))
	if got := len(h.recorded()); got != 1 {
		t.Errorf("got %d events after six days, want 1", got)
	}
	h.OK(h.db.Sweep(h.Ctx(), h.Now().AddDate(0, 0, 8)))
	if got := len(h.recorded()); got != 0 {
		t.Errorf("got %d events after eight days, want none", got)
	}
}

// TestNoModule: without a module nothing is recorded, because nothing would take it.
func TestNoModule(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	db, err := sqlite.OpenWith(dir, sqlite.Options{Parts: []sqlite.Part{ear}})
	must.OK(t, err)
	h := heard{familytest.NewWorld(t, stores(db)), db}
	taro := h.Person("Taro")
	hanako := h.Join(h.Person("Hanako"), taro)
	h.listen(taro.ID, true)
	h.OK(db.Close())
	for _, parts := range [][]sqlite.Part{nil, {ear}} {
		if db, err = sqlite.OpenWith(dir, sqlite.Options{Parts: parts}); err != nil {
			t.Fatal(err)
		}
		h := heard{familytest.NewWorld(t, stores(db)), db}
		h.Add(hanako, fmt.Sprint("with ", len(parts)))
		if got := len(h.recorded()); got != len(parts) {
			t.Errorf("with %d modules: got %d events, want %d", len(parts), got, len(parts))
		}
		h.OK(db.Close())
	}
}

// TestKilled: an event that was committed is there after a kill, until it is forgotten, and
// its id is not used again.
func TestKilled(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	db, err := sqlite.OpenWith(dir, sqlite.Options{Parts: []sqlite.Part{ear}})
	must.OK(t, err)
	h := heard{familytest.NewWorld(t, stores(db)), db}
	taro := h.Person("Taro")
	hanako := h.Join(h.Person("Hanako"), taro)
	h.listen(taro.ID, true)
	h.Add(hanako, "milk")
	want := h.recorded()
	killed := filepath.Join(t.TempDir(), "killed")
	h.OK(os.CopyFS(killed, os.DirFS(dir))) // as the process has left it: the log is not written back
	h.OK(db.Close())
	for _, forgotten := range []bool{false, true} {
		if db, err = sqlite.OpenWith(killed, sqlite.Options{Parts: []sqlite.Part{ear}}); err != nil {
			t.Fatal(err)
		}
		h := heard{familytest.NewWorld(t, stores(db)), db}
		got := h.recorded()
		if forgotten {
			h.Same(len(got), 0)
			h.Add(hanako, "bread")
			if next := h.recorded(); len(next) != 1 || next[0].ID == want[0].ID {
				t.Errorf("got %+v, want one event with another id than %s", next, want[0].ID)
			}
		} else {
			h.Same(got, want)
			h.OK(db.Forget(h.Ctx(), got))
		}
		h.OK(db.Close())
	}
}

var errAfter = errors.New("after the change")

// TestGroups: of writes that share a commit, those that fail record nothing, and all others
// exactly one event.
func TestGroups(t *testing.T) {
	t.Parallel()
	h := newHeard(t)
	taro := h.Person("Taro")
	hanako := h.Join(h.Person("Hanako"), taro)
	h.listen(taro.ID, true)
	const each = 40
	var writes sync.WaitGroup
	for i := range each {
		writes.Go(func() {
			if _, _, err := h.Memos.Add(h.Ctx(), hanako, memo.Draft{Content: "milk", Key: memo.Key(fmt.Sprint("key ", i/2))}); err != nil {
				t.Error(err)
			}
		})
		writes.Go(func() {
			err := h.db.Write(h.Ctx(), func(tx sqlite.Tx) error {
				tx.Exec("INSERT INTO happened (kind, family_id, actor, person, author, memo_id, at) VALUES ('x', '', '', '', '', '', 0)")
				return errAfter
			})
			if err == nil {
				t.Error("got nil, want the error of the write")
			}
		})
	}
	writes.Wait()
	seen := map[models.MemoRef]int{}
	for _, e := range h.recorded() {
		if seen[e.Memo]++; e.Kind != models.EventAdded || seen[e.Memo] > 1 {
			t.Errorf("got %+v, want one event for each memo", e)
		}
	}
	if len(seen) != each/2 {
		t.Errorf("got events of %d memos, want %d", len(seen), each/2)
	}
}
