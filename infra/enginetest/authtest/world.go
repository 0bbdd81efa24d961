// Package authtest tests that an engine's auth.Store keeps its contract. Run is the
// conformance suite; RunContention tests concurrent calls.
package authtest

import (
	"fmt"
	"testing"
	"time"

	"voicememo/auth"
	"voicememo/family"
	"voicememo/infra/enginetest/familytest"
	"voicememo/invite"
	"voicememo/memo"
	"voicememo/models"
)

// Maker returns the stores of a fresh, empty engine: the accesses, and the three that a
// familytest.Maker returns. It cleans up with t.Cleanup.
type Maker func(t *testing.T) (auth.Store, memo.Store, family.Store, invite.Store)

// world is a familytest.World with accesses.
type world struct {
	*familytest.World
	access auth.Store
}

func newWorld(t *testing.T, mk Maker) world {
	t.Helper()
	var w world
	w.World = familytest.NewWorld(t, func(t *testing.T) (memos memo.Store, families family.Store, invites invite.Store) {
		w.access, memos, families, invites = mk(t)
		return memos, families, invites
	})
	return w
}

// runCases runs each case on a fresh engine.
func runCases(t *testing.T, mk Maker, cases map[string]func(world)) {
	for name, test := range cases {
		t.Run(name, func(t *testing.T) { test(newWorld(t, mk)) })
	}
}

// refusal is the code and reason of the error that a call must return.
type refusal struct {
	code   models.Code
	reason models.Reason
}

var (
	noPerson = refusal{models.CodeNotFound, models.ReasonPerson}
	noAccess = refusal{models.CodeNotFound, models.ReasonAccess}
	changed  = refusal{models.CodeConflict, models.ReasonChanged}
)

func (w world) refused(err error, want refusal) {
	w.T.Helper()
	w.Refused(err, want.code, want.reason)
}

// idOf returns an id in the form that auth.Accesses generates.
func idOf(n int) models.AccessID { return models.AccessID(fmt.Sprintf("%016x", n)) }

// oldID returns the id of a session from before sessions had ids.
func oldID(n int) models.AccessID { return models.OldAccess(fmt.Sprintf("%012x", n)) }

// browser returns a browser's access that begins now.
func (w world) browser(id models.AccessID) models.Access {
	return models.Access{
		ID: id, Kind: models.AccessSession, Name: "Firefox, Android", Scope: models.ScopeFull,
		Since: w.Now(), Until: w.Now().Add(90 * 24 * time.Hour), LastUsed: models.Day(w.Now()),
	}
}

// begin begins a browser's access and ends the given others.
func (w world) begin(u models.User, id models.AccessID, ends ...models.AccessID) models.Access {
	w.T.Helper()
	a := w.browser(id)
	w.OK(w.access.Begin(w.Ctx(), u.ID, a, ends))
	return a
}

// has checks that a person has exactly these accesses, in the list and on the person.
func (w world) has(u models.User, want ...models.Access) {
	w.T.Helper()
	w.hasEnded(u, nil, want...)
}

// hasEnded is has for a person who also has ended accesses: their days of last use by id.
func (w world) hasEnded(u models.User, ended map[models.AccessID]time.Time, want ...models.Access) {
	w.T.Helper()
	list, err := w.access.List(w.Ctx(), u.ID)
	w.OK(err)
	if len(list)+len(want) > 0 {
		w.Same(list, want)
	}
	var uses map[models.AccessID]models.Use
	if len(want)+len(ended) > 0 {
		uses = map[models.AccessID]models.Use{}
	}
	for _, a := range want {
		uses[a.ID] = models.Use{LastUsed: a.LastUsed}
	}
	for id, day := range ended {
		uses[id] = models.Use{LastUsed: day, Ended: true}
	}
	w.Same(w.Again(u).Access, uses)
}
