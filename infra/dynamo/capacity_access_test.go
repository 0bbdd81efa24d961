package dynamo

import (
	"fmt"
	"time"

	"voicememo/family/websockets"
	"voicememo/infra/enginetest/familytest"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// accesses measures operations on accesses, for a person with few and for one with the
// maximum number; and that ordinary requests of the first person cost no more than
// without accesses.
func (b *bill) accesses(w *familytest.World) {
	few, many := billed(w, 20), billed(w, 21)
	a, later := accessOf(w), w.Now().Add(3*day)
	b.line("sign-in, the first one", 2, 4, 1, func() error { return a.Begin(w.Ctx(), few.ID, granted(w, accessID(0)), nil) })
	for n := range 4 {
		b.line(fmt.Sprintf("sign-in beside %d", n+1), 2, 4, 1, func() error {
			return a.Begin(w.Ctx(), few.ID, granted(w, accessID(n+1)), nil)
		})
	}
	begin(w, few, models.OldAccess("0123456789ab"))
	for n := range models.MaxAccess {
		begin(w, many, accessID(n))
	}
	b.ordinary(w, few)
	for _, c := range []struct {
		who             string
		u               models.User
		one, both, read float64
	}{{"few", few, 1, 4, 2}, {"twenty", many, 2, 12, 2}} {
		begins, ends := accessID(100), accessID(1)
		b.line("access used today, of "+c.who, 0, c.one, 1, func() error { return a.Used(w.Ctx(), c.u.ID, accessID(0), later) })
		b.line("accesses listed, of "+c.who, c.read, 0, 1, func() error { return must.Err(a.List(w.Ctx(), c.u.ID)) })
		b.line("sign-in that ends another, of "+c.who, c.read, c.both, 1, func() error {
			return a.Begin(w.Ctx(), c.u.ID, granted(w, begins), []models.AccessID{ends})
		})
		b.line("signed out, of "+c.who, 0, c.both, 1, func() error { return a.End(w.Ctx(), c.u.ID, begins) })
		b.line("signed out everywhere, of "+c.who, 0, c.both, 1, func() error { return a.EndAll(w.Ctx(), c.u.ID, later) })
	}
}

// ordinary measures the operations of every request for a person with accesses, which
// cost as much as for one without.
func (b *bill) ordinary(w *familytest.World, u models.User) {
	b.line("person with six accesses", 1, 0, 1, func() error { return must.Err(w.FamilyStore.Person(w.Ctx(), u.ID)) })
	f := w.FamilyOf(u)
	b.line("family of a person with six accesses", 1.5, 0, 1, func() error { return must.Err(w.FamilyStore.Family(w.Ctx(), f.ID)) })
	m := models.Memo{
		UserID: u.ID, ID: "1720789912345a1b2c3d4e5f8", FamilyID: f.ID, Content: "牛乳とパンを買って帰る",
		Timestamp: w.Now(), CreatedByName: u.Name, Version: 1,
	}
	b.line("add memo, of a person with six accesses", 0, 5, 1, func() error { return third(w.MemoStore.Add(w.Ctx(), m, 0)) })
	b.line("renamed, with six accesses", 1, 1, 1, func() error { return must.Err(w.Families.Rename(w.Ctx(), u, "次郎")) })
	b.line("emoji chosen, with six accesses", 1, 1, 1, func() error { return must.Err(w.Families.ChooseEmoji(w.Ctx(), u, "🐻")) })
	b.line("memos seen, with six accesses", 0, 1, 1, func() error { return w.Families.MarkListened(w.Ctx(), u, models.Speaker{}, w.Now()) })
}

// counts measures the cost of counting memos: for each memo a 64th of a note, and for the
// schedule the reads.
func (b *bill) counts(w *familytest.World, db *DB) {
	owner, member := billed(w, 22), billed(w, 23)
	member = w.Join(member, owner)
	fill(b.t, db, member, 1000, w.Now())
	m := models.Memo{
		UserID: owner.ID, ID: "1720789912345a1b2c3d4e5f9", FamilyID: owner.FamilyID, Content: "牛乳とパンを買って帰る",
		Timestamp: w.Now(), CreatedByName: owner.Name, Version: 1,
	}
	sampling(w)
	b.line("add memo, its family noted", 0, 6, 1, func() error { return third(w.MemoStore.Add(w.Ctx(), m, 0)) })
	metered := w.MemoStore.(memoStore).DB
	metered.Sample = nil
	run := func(most int) func() error { return func() error { return metered.CountMemos(w.Ctx(), most) } }
	b.line("a family of 1000 found full, two members told", 100, 5, 1, run(1000))
	b.line("found full again", 100, 1, 1, run(1000))
	b.line("found to have room, two members told", 100, 3, 1, run(2000))
	b.line("nothing to count", 52.5, 0, 1, run(2000))
	full(w, false, owner, member)
}

// connections measures a WebSocket from its beginning to its end, in a family with 20.
func (b *bill) connections(w *familytest.World, store websockets.Store) {
	const room = "0b9e5f0c-8f1e-4d3a-9f0e-0123456789ab"
	c := websockets.Connection{ID: "L0SM9cOFvHcCIhw=", User: "104857600000000000001", At: w.Now(), Expires: w.Now().Add(time.Minute)}
	for n := range 19 {
		other := c
		other.ID, other.Room = websockets.ConnectionID(fmt.Sprint(n)), room
		w.OK(store.Add(w.Ctx(), other))
	}
	b.line("connection opened", 0, 1, 1, func() error { return store.Add(w.Ctx(), c) })
	b.line("connection enters a room", 0, 2, 1, func() error { return store.Enter(w.Ctx(), c.ID, room, w.Now().Add(time.Hour)) })
	b.line("connection read", 1, 0, 1, func() error { return must.Err(store.Get(w.Ctx(), c.ID)) })
	b.line("connections of a family with 20", 0.5, 0, 1, func() error { return must.Err(store.InRoom(w.Ctx(), room, 200)) })
	b.line("connection ended", 0, 2, 1, func() error { return store.Remove(w.Ctx(), c.ID) })
}
