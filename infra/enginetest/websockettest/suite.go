// Package websockettest has the suite that every websockets.Store must pass.
package websockettest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"voicememo/family/websockets"
	"voicememo/models"
	"voicememo/tools/testkit/check"
)

// Suite runs the suite. open returns an empty store.
func Suite(t *testing.T, open func(t *testing.T) websockets.Store) {
	for name, run := range map[string]func(*world){
		"add and get":                  addAndGet,
		"add replaces":                 addReplaces,
		"enter":                        enter,
		"enter again":                  enterAgain,
		"enter after the end":          enterGone,
		"get after the end":            getGone,
		"remove":                       remove,
		"remove from a room":           removeFrom,
		"remove from another room":     removeFromAnother,
		"in a room":                    inRoom,
		"in a room, at most":           inRoomAtMost,
		"without a room, in none":      withoutRoom,
		"moved to another room":        moved,
		"ids with every kind of sign":  oddIDs,
		"an expired one may be there":  expired,
		"an end does not touch others": others,
	} {
		t.Run(name, func(t *testing.T) { run(&world{T: t, store: open(t)}) })
	}
}

// world is one test's store.
type world struct {
	*testing.T
	store websockets.Store
}

// at is when the connections of the suite were opened.
var at = time.Date(2026, 3, 4, 5, 6, 7, 89*int(time.Millisecond), time.UTC)

// connection returns a connection without a room.
func connection(n int) websockets.Connection {
	return websockets.Connection{
		ID: websockets.ConnectionID(fmt.Sprintf("L0SM9cOFvHcCIhw=%d", n)), User: models.UserID(fmt.Sprintf("user %d", n%2)),
		At: at, Expires: at.Add(time.Minute).Truncate(time.Second),
	}
}

func (w *world) ok(err error) {
	w.Helper()
	if err != nil {
		w.Fatalf("got %v, want no error", err)
	}
}

func (w *world) notFound(err error) {
	w.Helper()
	if !models.IsCode(err, models.CodeNotFound) {
		w.Errorf("got %v, want %s", err, models.CodeNotFound)
	}
}

// add stores the n-th connection, in room unless that is "".
func (w *world) add(n int, room models.FamilyID) websockets.Connection {
	w.Helper()
	c := connection(n)
	w.ok(w.store.Add(w.Context(), c))
	if room != "" {
		c.Room, c.Expires = room, c.Expires.Add(3*time.Hour)
		w.ok(w.store.Enter(w.Context(), c.ID, c.Room, c.Expires))
	}
	return c
}

// is compares a stored connection.
func (w *world) is(want websockets.Connection) {
	w.Helper()
	got, err := w.store.Get(w.Context(), want.ID)
	w.ok(err)
	check.Equal(w, got, want)
}

// lists compares the connections of a room, once the store no longer lags.
func (w *world) lists(room models.FamilyID, want ...websockets.Connection) {
	w.Helper()
	var got []websockets.Connection
	for range 50 {
		var err error
		got, err = w.store.InRoom(w.Context(), room, 200)
		w.ok(err)
		slices.SortFunc(got, func(a, b websockets.Connection) int { return strings.Compare(string(a.ID), string(b.ID)) })
		if slices.Equal(got, want) {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	w.Errorf("got %+v in %s, want %+v", got, room, want)
}

func addAndGet(w *world) { w.is(w.add(1, "")) }

func addReplaces(w *world) {
	c := w.add(1, "room")
	again := connection(1)
	again.User = "another"
	w.ok(w.store.Add(w.Context(), again))
	w.is(again)
	w.lists(c.Room)
}

func enter(w *world) { w.is(w.add(1, "room")) }

func enterAgain(w *world) {
	c := w.add(1, "room")
	w.ok(w.store.Enter(w.Context(), c.ID, c.Room, c.Expires))
	w.is(c)
	w.lists("room", c)
}

func enterGone(w *world) {
	w.notFound(w.store.Enter(w.Context(), "gone", "room", at))
	_, err := w.store.Get(w.Context(), "gone")
	w.notFound(err)
	w.lists("room")
}

func getGone(w *world) {
	got, err := w.store.Get(w.Context(), "gone")
	w.notFound(err)
	check.Equal(w, got, (websockets.Connection{}), "with the error")
}

func remove(w *world) {
	c := w.add(1, "room")
	for range 2 {
		w.ok(w.store.Remove(w.Context(), c.ID))
		_, err := w.store.Get(w.Context(), c.ID)
		w.notFound(err)
	}
	w.lists("room")
}

func removeFrom(w *world) {
	c := w.add(1, "room")
	for range 2 {
		w.ok(w.store.RemoveFrom(w.Context(), c.ID, "room"))
		_, err := w.store.Get(w.Context(), c.ID)
		w.notFound(err)
	}
}

func removeFromAnother(w *world) {
	in, before := w.add(1, "room"), w.add(2, "")
	for _, c := range []websockets.Connection{in, before} {
		w.ok(w.store.RemoveFrom(w.Context(), c.ID, "another room"))
		w.is(c)
	}
}

func inRoom(w *world) {
	a, b, c := w.add(1, "room"), w.add(2, "room"), w.add(3, "another room")
	w.lists("room", a, b)
	w.lists("another room", c)
	w.lists("no room")
}

func inRoomAtMost(w *world) {
	for n := range 5 {
		w.add(n, "room")
	}
	got, err := w.store.InRoom(w.Context(), "room", 3)
	w.ok(err)
	if len(got) > 3 {
		w.Errorf("got %d connections, want at most 3", len(got))
	}
}

func withoutRoom(w *world) {
	w.add(1, "")
	c := w.add(2, "room")
	w.lists("room", c)
}

func moved(w *world) {
	c := w.add(1, "room")
	c.Room = "another room"
	w.ok(w.store.Enter(w.Context(), c.ID, c.Room, c.Expires))
	w.is(c)
	w.lists("room")
	w.lists("another room", c)
}

func oddIDs(w *world) {
	for _, id := range []websockets.ConnectionID{"a#b", "=", "日本", "#connectionId", ":room"} {
		c := connection(1)
		c.ID, c.Room = id, models.FamilyID(id)
		w.ok(w.store.Add(w.Context(), c))
		w.is(c)
		w.lists(c.Room, c)
	}
}

// expired: a store never returns an error for a connection because its time is over.
func expired(w *world) {
	c := connection(1)
	c.Expires = at.AddDate(-10, 0, 0).Truncate(time.Second)
	w.ok(w.store.Add(w.Context(), c))
	if _, err := w.store.Get(w.Context(), c.ID); err != nil {
		w.notFound(err)
	}
	w.ok(w.store.Remove(w.Context(), c.ID))
}

func others(w *world) {
	a, b := w.add(1, "room"), w.add(2, "room")
	w.ok(w.store.Remove(w.Context(), a.ID))
	w.ok(w.store.RemoveFrom(w.Context(), a.ID, "room"))
	w.is(b)
	w.lists("room", b)
}
