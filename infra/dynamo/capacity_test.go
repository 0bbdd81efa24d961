package dynamo

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"text/tabwriter"
	"time"

	"voicememo/infra/enginetest/familytest"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/tools/testkit/localengine"
	"voicememo/tools/testkit/meter"
	"voicememo/tools/testkit/must"
)

// bill is the table of measured and promised capacity.
type bill struct {
	t     *testing.T
	meter *meter.Meter
	table strings.Builder
	out   *tabwriter.Writer

	first map[string]units // what each access cost when it was measured first
}

// units are RCU and WCU.
type units struct{ read, write float64 }

func newBill(t *testing.T, m *meter.Meter) *bill {
	b := &bill{t: t, meter: m, first: map[string]units{}}
	b.out = tabwriter.NewWriter(&b.table, 0, 0, 2, ' ', 0)
	fmt.Fprintln(b.out, "access\tRCU\tpromised\tWCU\tpromised")
	t.Cleanup(func() {
		b.out.Flush()
		t.Log("\n" + b.table.String())
	})
	return b
}

// line measures one operation, divided by the number of things that it does. An access
// that was measured before, in another family, must cost the same.
func (b *bill) line(access string, rcu, wcu float64, things int, do func() error) {
	b.t.Helper()
	b.meter.Reset()
	if err := do(); err != nil {
		b.t.Fatalf("%s: %v", access, err)
	}
	cost := b.meter.Cost()
	reads, writes := cost.Read/float64(things), cost.Write/float64(things)
	promised := fmt.Sprintf("%.2f", rcu)
	if rcu == open {
		promised = "as many"
	}
	fmt.Fprintf(b.out, "%s\t%.2f\t%s\t%.2f\t%.2f\n", access, reads, promised, writes, wcu)
	now := units{reads, writes}
	if before, ok := b.first[access]; ok && before != now {
		b.t.Errorf("%s: got %+v, want %+v as in the other family", access, now, before)
	}
	b.first[access] = now
	if rcu != open && reads > rcu || writes > wcu {
		b.t.Errorf("%s: got %.2f RCU and %.2f WCU, want at most %.2f and %.2f", access, reads, writes, rcu, wcu)
	}
	if reads+writes == 0 {
		b.t.Errorf("%s: got no capacity", access)
	}
}

// open stands for no promise: the reads of some operations depend on how much there is to
// read.
const open = -1

// The variables with the number of memos of TestCapacity's large family and of all other
// families together, in place of the defaults.
const (
	capacityVar = "MEMOTEST_CAPACITY_MEMOS"
	largeFamily = 300

	othersVar   = "MEMOTEST_CAPACITY_OTHERS"
	otherMemos  = 250
	otherFamily = 250 // memos of each
)

// meteredWorld is world with a client whose requests are measured.
func meteredWorld(t *testing.T) (*meter.Meter, *familytest.World, *DB) {
	m := &meter.Meter{}
	w, db := world(t, func(Client) Client { return m.Client(localengine.ForTest(t)) })
	return m, w, db
}

// numberOf returns the value of a variable; fallback: it is not set.
func numberOf(variable string, fallback int) int {
	if n, err := strconv.Atoi(os.Getenv(variable)); err == nil && n > 0 {
		return n
	}
	return fallback
}

// TestCapacity compares the measured capacity of each operation with the promised one.
// Lists, items and changes cost the same in a family of 100 memos and in a large one,
// beside the memos of other families.
func TestCapacity(t *testing.T) {
	m, w, db := meteredWorld(t)
	b := newBill(t, m)
	small, large := billed(w, 1), billed(w, 2)
	fill(t, db, small, 100, w.Now())
	fill(t, db, large, numberOf(capacityVar, largeFamily), w.Now())
	for n := range numberOf(othersVar, otherMemos) / otherFamily {
		fill(t, db, billed(w, 1000+n), otherFamily, w.Now())
	}
	for _, u := range []models.User{small, large} {
		b.lists(w, u)
		b.items(w, u)
		b.changes(w, u)
	}
	b.line("memos counted, of a hundred", 7, 0, 1, func() error { return must.Err(w.MemoStore.Count(w.Ctx(), small.ID)) })
	b.invitations(w, small)
	b.spoken(w)
	b.memberships(w, db)
	b.wholeMove(w, db)
	b.requests(w)
	b.passing(w)
	b.echos(w)
	b.accesses(w)
	b.counts(w, db)
	b.connections(w, Open(m.Client(localengine.ForTest(t)), db.environment).Connections())
}

// billed returns a new person with a typical item.
func billed(w *familytest.World, n int) models.User {
	u, err := w.Families.Ensure(w.Ctx(), models.Profile{
		ID: models.UserID(fmt.Sprintf("%021d", n)), Name: "山田太郎", Email: "taro@example.com",
		Picture: "https://example.com/" + strings.Repeat("x", 80), Source: models.SourceOIDC,
	})
	w.OK(err)
	return u
}

// lists measures two pages.
func (b *bill) lists(w *familytest.World, u models.User) {
	w.Add(u, "just now")
	f := w.FamilyOf(u)
	l := memo.Listing{Family: f, Viewer: w.Again(u), Limit: 50, Now: w.Now()}
	page, err := w.MemoStore.List(w.Ctx(), l)
	w.OK(err)
	if len(page.Memos) != 50 || page.Next == nil {
		b.t.Fatalf("got a page of %d memos", len(page.Memos))
	}
	b.line("page of 50 newest, and the person's own latest", 3, 0, 1, func() error {
		return must.Err(w.MemoStore.List(w.Ctx(), l))
	})
	b.line("the same, only those not done", 3, 0, 1, func() error {
		open := l
		open.Done = new(bool)
		return must.Err(w.MemoStore.List(w.Ctx(), open))
	})
	l.After = page.Next
	b.line("next page", 2, 0, 1, func() error {
		return must.Err(w.MemoStore.List(w.Ctx(), l))
	})
}

func (b *bill) items(w *familytest.World, u models.User) {
	b.line("person", 1, 0, 1, func() error { return must.Err(w.FamilyStore.Person(w.Ctx(), u.ID)) })
	b.line("family of one, with its member", 1.5, 0, 1, func() error {
		return must.Err(w.FamilyStore.Family(w.Ctx(), u.FamilyID))
	})
	b.line("first contact", 0, 4, 1, func() error {
		id := "new " + u.ID
		return w.FamilyStore.Create(w.Ctx(), models.User{ID: id, FamilyID: models.FamilyID(id), Name: "花子", Source: models.SourceOIDC})
	})
}

func (b *bill) changes(w *familytest.World, u models.User) {
	m := models.Memo{
		UserID: u.ID, ID: "1720789912345a1b2c3d4e5f6", FamilyID: u.FamilyID, Content: "牛乳とパンを買って帰る",
		Timestamp: w.Now(), CreatedByName: u.Name, Version: 1,
	}
	b.line("add memo", 0, 5, 1, func() error { return third(w.MemoStore.Add(w.Ctx(), m, 0)) })
	for i, step := range []struct {
		name   string
		change memo.Change
	}{
		{"edit", memo.Change{From: memo.Live, Content: "卵を買って帰る"}},
		{"text before brought back", memo.Change{From: memo.Live, Swap: true}},
		{"done", memo.Change{From: memo.Open, To: memo.Done, PurgeAt: w.Now().AddDate(0, 0, 13)}},
		{"edit of a done memo", memo.Change{From: memo.Live, Content: "卵と牛乳を買って帰る"}},
		{"not done", memo.Change{From: memo.Done, To: memo.Open}},
		{"delete", memo.Change{From: memo.Live, To: memo.Trashed, PurgeAt: w.Now().AddDate(0, 0, 10)}},
		{"restore", memo.Change{From: memo.Trashed, To: memo.Open}},
		{"done again", memo.Change{From: memo.Open, To: memo.Done, PurgeAt: w.Now().AddDate(0, 0, 13)}},
		{"delete while done", memo.Change{From: memo.Live, To: memo.Trashed, PurgeAt: w.Now().AddDate(0, 0, 10)}},
	} {
		step.change.By, step.change.At = u.ID, m.Timestamp.Add(time.Duration(i)*time.Millisecond)
		reads := 0.0
		if step.change.Rewrites() {
			reads = 1
		}
		b.line(step.name, reads, 2, 1, func() error { return must.Err(w.MemoStore.Update(w.Ctx(), m.Ref(), step.change)) })
	}
	b.line("trash emptied, noted", 0, 1, 1, func() error {
		return w.MemoStore.NoteEmptied(w.Ctx(), u.FamilyID, models.Emptied{By: u.ID, At: w.Now(), Count: 1})
	})
	b.line("delete permanently", 0, 2, 1, func() error { return w.MemoStore.Remove(w.Ctx(), m.Ref(), 10, w.Now()) })
}

// spokenTo makes an Echo with ids of Alexa's length that has been used: some voices have
// names, four memos were added, the list was heard by one voice.
func spokenTo(w *familytest.World, n, voices int) models.User {
	echo, err := w.Families.Ensure(w.Ctx(), models.Profile{
		ID: models.UserID(alexaID("account", n)), Name: "Echo", Source: models.SourceAlexa,
	})
	w.OK(err)
	for v := range voices {
		echo, err = w.Families.NameVoice(w.Ctx(), echo, models.VoiceID(alexaID("person", v)), "花子")
		w.OK(err)
	}
	w.OK(w.Families.MarkListened(w.Ctx(), echo, models.Speaker{Voice: models.VoiceID(alexaID("person", 0))}, w.Now()))
	for range latestKept {
		w.Add(echo, "牛乳とパンを買って帰る")
	}
	return w.Again(echo)
}

// spoken measures operations of the skill alone, for Echos with one voice and with four.
func (b *bill) spoken(w *familytest.World) {
	echo, many := spokenTo(w, 1, 1), spokenTo(w, 2, 4)
	w.Add(echo, "卵を買って帰る")
	var refs []models.MemoRef
	for _, m := range w.All(echo, false) {
		refs = append(refs, m.Ref())
	}
	b.line("five memos by their keys", 5, 0, 1, func() error {
		memos, err := w.MemoStore.Get(w.Ctx(), refs)
		if err == nil && len(memos) != 5 {
			b.t.Errorf("got %d", len(memos))
		}
		return err
	})
	voice := models.VoiceID(alexaID("person", 0))
	for _, c := range []struct {
		who          string
		u            models.User
		units, acted float64 // before and after the first act is noted
	}{{"an Echo of one voice", echo, 1, 2}, {"an Echo of four voices", many, 2, 2}} {
		heard := func() error { return w.Families.MarkListened(w.Ctx(), c.u, models.Speaker{Voice: voice}, w.Now()) }
		b.line("list heard, "+c.who, 0, c.units, 1, heard)
		b.line("voice named, "+c.who, 0, c.units, 1, func() error {
			return must.Err(w.Families.NameVoice(w.Ctx(), c.u, voice, "はなこ"))
		})
		b.line("add memo, "+c.who, 0, 3+2*c.units, 1, func() error {
			m := models.Memo{
				UserID: c.u.ID, ID: "1720789912345a1b2c3d4e5f7", FamilyID: c.u.FamilyID, Content: "牛乳とパンを買って帰る",
				Timestamp: w.Now(), CreatedByName: "花子", SpokenBy: voice.Mark(c.u.ID), Version: 1,
			}
			return third(w.MemoStore.Add(w.Ctx(), m, 0))
		})
		b.line("one memo noted as done, "+c.who, 0, c.acted, 1, func() error {
			return w.Families.RecordAct(w.Ctx(), c.u, voice, models.Act{Kind: models.ActDone, Refs: refs[:1]})
		})
		b.line("list heard after that, "+c.who, 0, c.acted, 1, heard)
	}
}

// move measures one full batch; the fence is shared by its memos.
func (b *bill) move(access string, w *familytest.World, u models.User) {
	f := w.FamilyOf(u)
	b.line(access, open, 4+2.0/movedMemos, movedMemos, func() error { return must.Err(w.MemoStore.Settle(w.Ctx(), f, movedMemos)) })
	for _, m := range everything(w, w.FamilyOf(u), u, 100) {
		if m.FamilyID != f.ID {
			b.t.Fatal("Settle: got memos left after the batch")
		}
	}
}

// manyMoved is how many memos are moved when a whole move is measured.
const manyMoved = 500

// wholeMove measures a whole move, from the join to the end of the mark: its reads must
// not grow with the number of memos that have moved already.
func (b *bill) wholeMove(w *familytest.World, db *DB) {
	owner, joiner := billed(w, 5), billed(w, 6)
	fill(b.t, db, joiner, manyMoved, w.Now())
	joiner = w.Join(joiner, owner)
	b.line(fmt.Sprintf("move of %d memos in all, for each", manyMoved), 0.8, 4.1, manyMoved, func() error {
		settled(w, w.MemoStore, joiner, movedMemos)
		return nil
	})
}
