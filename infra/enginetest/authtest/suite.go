package authtest

import (
	"slices"
	"strings"
	"testing"
	"time"

	"voicememo/models"
)

// Run checks every promise of auth.Store, each on a fresh engine.
func Run(t *testing.T, mk Maker) {
	runCases(t, mk, map[string]func(world){
		"begin and list":                beginAndList,
		"listed by since and id":        listOrder,
		"begun twice":                   beginTwice,
		"begin ends others":             beginEnds,
		"the twenty-first":              twentyFirst,
		"end":                           end,
		"one person's ids":              ownIDs,
		"an old id stays as ended":      oldEnds,
		"begin ends old ids":            beginEndsOld,
		"a revoked old id":              oldRevoked,
		"begun by an ended access":      begunByEnded,
		"end all":                       endAll,
		"end all never goes back":       endAllEarlier,
		"used":                          used,
		"used without an access":        usedOthers,
		"renewed":                       renewed,
		"renewed by another":            renewedMeanwhile,
		"a renewal of no access":        renewedNothing,
		"an unknown person":             unknown,
		"a closing account":             closing,
		"nothing is left":               erased,
		"other writes keep accesses":    keptByOthers,
		"an Echo that retires":          keptByEcho,
		"accesses keep everything else": keepOthers,
	})
}

func beginAndList(w world) {
	u, other := w.Person("Taro"), w.Person("Hanako")
	w.has(u)
	first := w.begin(u, idOf(1))
	w.Advance(time.Minute)
	second := models.Access{
		ID: idOf(2), Kind: "program", Name: "", Scope: "memos",
		Since: w.Now(), Until: w.Now().Add(time.Millisecond), LastUsed: models.Day(w.Now().Add(-72 * time.Hour)),
	}
	w.OK(w.access.Begin(w.Ctx(), u.ID, second, nil))
	w.has(u, first, second)
	w.has(other)
}

func listOrder(w world) {
	u := w.Person("Taro")
	w.Freeze()
	var want []models.Access
	for _, n := range []int{3, 1, 2} {
		want = append(want, w.begin(u, idOf(n)))
	}
	w.Advance(-time.Second)
	earlier := w.begin(u, idOf(4))
	slices.SortFunc(want, func(a, b models.Access) int { return strings.Compare(string(a.ID), string(b.ID)) })
	w.has(u, slices.Concat([]models.Access{earlier}, want)...)
}

// beginTwice: an existing access stays unchanged.
func beginTwice(w world) {
	u := w.Person("Taro")
	for _, id := range []models.AccessID{idOf(1), oldID(1)} {
		w.begin(u, id)
	}
	w.Advance(72 * time.Hour)
	before, err := w.access.List(w.Ctx(), u.ID)
	w.OK(err)
	for _, id := range []models.AccessID{idOf(1), oldID(1)} {
		again := w.browser(id)
		again.Name, again.Scope = "Another", "memos"
		w.OK(w.access.Begin(w.Ctx(), u.ID, again, nil))
	}
	w.has(u, before...)
}

func beginEnds(w world) {
	u := w.Person("Taro")
	w.begin(u, idOf(1))
	stays := w.begin(u, idOf(2))
	w.begin(u, idOf(3))
	w.Advance(time.Second)
	next := w.begin(u, idOf(4), idOf(1), "0000000000000bad", idOf(3))
	w.has(u, stays, next)
	w.has(w.Person("Hanako"))
	alone := w.Person("Jiro")
	w.has(alone, w.begin(alone, idOf(1), idOf(9), oldID(9))) // the first one, in place of none
}

func twentyFirst(w world) {
	u := w.Person("Taro")
	var all []models.Access
	for n := range models.MaxAccess {
		all = append(all, w.begin(u, idOf(n)))
		w.Advance(25 * time.Hour)
	}
	w.has(u, all...)
	w.OK(w.access.Used(w.Ctx(), u.ID, idOf(0), w.Now()))
	all[0].LastUsed = models.Day(w.Now())
	ends := w.Again(u).UnusedAccess(nil, "", nil)
	w.Same(ends, []models.AccessID{idOf(1)})
	next := w.begin(u, idOf(models.MaxAccess), ends...)
	w.has(u, slices.Concat(all[:1], all[2:], []models.Access{next})...)
}

func end(w world) {
	u := w.Person("Taro")
	w.refused(w.access.End(w.Ctx(), u.ID, idOf(1)), noAccess)
	w.begin(u, idOf(1))
	stays := w.begin(u, idOf(2))
	w.OK(w.access.End(w.Ctx(), u.ID, idOf(1)))
	w.has(u, stays)
	w.refused(w.access.End(w.Ctx(), u.ID, idOf(1)), noAccess)
	w.refused(w.access.End(w.Ctx(), u.ID, oldID(1)), noAccess)
	w.refused(w.access.End(w.Ctx(), u.ID, ""), noAccess)
	w.has(u, stays)
	w.OK(w.access.End(w.Ctx(), u.ID, idOf(2)))
	w.has(u)
	w.has(u, w.begin(u, idOf(3)))
}

// ownIDs: the accesses of a person do not affect those of others with the same ids.
func ownIDs(w world) {
	u, other := w.Person("Taro"), w.Person("Hanako")
	w.begin(u, idOf(1))
	theirs := w.begin(other, idOf(2))
	w.refused(w.access.End(w.Ctx(), u.ID, idOf(2)), noAccess)
	w.OK(w.access.Used(w.Ctx(), u.ID, idOf(2), w.Now().Add(72*time.Hour)))
	w.begin(u, idOf(3), idOf(2))
	w.has(other, theirs)
	w.begin(u, idOf(2))
	w.OK(w.access.EndAll(w.Ctx(), u.ID, w.Now()))
	w.has(u)
	w.has(other, theirs)
	if !w.Again(other).SessionsValidAfter.IsZero() {
		w.T.Error("another person was signed out")
	}
}

// oldEnds: the end of a session whose cookie had no id is stored, because copies of the
// cookie have no id either.
func oldEnds(w world) {
	u := w.Person("Taro")
	old, kept := w.begin(u, oldID(1)), w.begin(u, oldID(2))
	w.has(u, old, kept)
	w.OK(w.access.End(w.Ctx(), u.ID, oldID(1)))
	ended := map[models.AccessID]time.Time{oldID(1): old.LastUsed}
	w.hasEnded(u, ended, kept)
	if u := w.Again(u); u.Grants(oldID(1)) || !u.Grants(oldID(2)) {
		w.T.Errorf("got access %v, want only %s", u.Access, oldID(2))
	}
	w.refused(w.access.Begin(w.Ctx(), u.ID, w.browser(oldID(1)), nil), noAccess)
	w.refused(w.access.Begin(w.Ctx(), u.ID, w.browser(oldID(1)), []models.AccessID{oldID(2)}), noAccess)
	w.refused(w.access.End(w.Ctx(), u.ID, oldID(1)), noAccess)
	w.OK(w.access.Used(w.Ctx(), u.ID, oldID(1), w.Now().Add(72*time.Hour)))
	w.hasEnded(u, ended, kept)
}

// oldRevoked: the first use of a session from before sessions had ids is refused after the
// person has signed out everywhere, even if the caller read the person before that.
func oldRevoked(w world) {
	u := w.Person("Taro")
	before := w.browser(oldID(1))
	w.Advance(time.Second)
	w.OK(w.access.EndAll(w.Ctx(), u.ID, w.Now()))
	w.refused(w.access.Begin(w.Ctx(), u.ID, before, nil), noAccess)
	older := w.browser(oldID(2))
	older.Since = u.CreatedAt.Add(-time.Second)
	w.refused(w.access.Begin(w.Ctx(), u.ID, older, nil), noAccess)
	w.has(u)
	w.Advance(time.Second)
	w.has(u, w.begin(u, oldID(3)))
}

// beginEndsOld: an old id that Begin ends stays as ended, and an unknown old id is not
// added.
func beginEndsOld(w world) {
	u := w.Person("Taro")
	old := w.begin(u, oldID(1))
	w.Advance(time.Second)
	next := w.begin(u, idOf(1), oldID(1), oldID(2))
	ended := map[models.AccessID]time.Time{oldID(1): old.LastUsed}
	w.hasEnded(u, ended, next)
	w.Advance(time.Second)
	w.hasEnded(u, ended, next, w.begin(u, idOf(2), oldID(1)))
	w.refused(w.access.Begin(w.Ctx(), u.ID, w.browser(oldID(1)), nil), noAccess)
}

// begunByEnded: an access that has ended begins no other one, even if the caller read the
// person before its end.
func begunByEnded(w world) {
	u := w.Person("Taro")
	next := func(n int, by models.AccessID) models.Access {
		a := w.browser(idOf(n))
		a.By = by
		return a
	}
	w.refused(w.access.Begin(w.Ctx(), u.ID, next(3, idOf(1)), nil), noAccess) // the first one
	w.has(u)
	old, kept := w.begin(u, oldID(1)), w.begin(u, idOf(2))
	w.OK(w.access.Begin(w.Ctx(), u.ID, next(3, idOf(2)), []models.AccessID{idOf(3)}))
	w.OK(w.access.End(w.Ctx(), u.ID, idOf(3)))
	w.OK(w.access.End(w.Ctx(), u.ID, oldID(1)))
	for _, by := range []models.AccessID{idOf(1), idOf(3), oldID(1), oldID(2)} {
		w.refused(w.access.Begin(w.Ctx(), u.ID, next(4, by), []models.AccessID{idOf(2)}), noAccess)
	}
	w.hasEnded(u, map[models.AccessID]time.Time{oldID(1): old.LastUsed}, kept)
	w.OK(w.access.EndAll(w.Ctx(), u.ID, w.Now()))
	w.refused(w.access.Begin(w.Ctx(), u.ID, next(4, idOf(2)), nil), noAccess)
	w.has(u)
}

func endAll(w world) {
	u := w.Person("Taro")
	w.begin(u, idOf(1))
	w.begin(u, oldID(1))
	w.begin(u, oldID(2))
	w.OK(w.access.End(w.Ctx(), u.ID, oldID(1)))
	at := w.Now()
	w.OK(w.access.EndAll(w.Ctx(), u.ID, at))
	w.has(u)
	w.Same(w.Again(u).SessionsValidAfter, at)
	w.refused(w.access.End(w.Ctx(), u.ID, idOf(1)), noAccess)
	w.has(u, w.begin(u, idOf(2))) // none of the others is left
	none := w.Person("Hanako")
	w.OK(w.access.EndAll(w.Ctx(), none.ID, at))
	w.has(none)
	w.Same(w.Again(none).SessionsValidAfter, at)
}

func endAllEarlier(w world) {
	u, at := w.Person("Taro"), w.Now()
	for _, later := range []time.Duration{0, -time.Millisecond, -time.Hour, 0} {
		w.begin(u, idOf(1))
		w.OK(w.access.EndAll(w.Ctx(), u.ID, at.Add(later)))
		w.has(u)
		w.Same(w.Again(u).SessionsValidAfter, at)
	}
	w.OK(w.access.EndAll(w.Ctx(), u.ID, at.Add(time.Millisecond)))
	w.Same(w.Again(u).SessionsValidAfter, at.Add(time.Millisecond))
}

// used: days of last use are days in UTC and never go back.
func used(w world) {
	u := w.Person("Taro")
	for _, id := range []models.AccessID{idOf(1), oldID(1)} {
		a := w.browser(id)
		a.LastUsed = time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)
		w.OK(w.access.Begin(w.Ctx(), u.ID, a, nil))
		tokyo := time.FixedZone("", 9*60*60)
		for _, c := range []struct {
			at   time.Time
			want int // day of November
		}{
			{a.LastUsed, 22},
			{time.Date(2026, 11, 21, 23, 59, 59, 0, time.UTC), 22},
			{time.Date(2026, 11, 22, 23, 59, 59, 0, time.UTC), 22},
			{time.Date(2026, 11, 23, 8, 59, 0, 0, tokyo), 22},
			{time.Date(2026, 11, 23, 9, 0, 0, 0, tokyo), 23},
			{time.Date(2025, 12, 31, 0, 0, 0, 0, time.UTC), 23},
			{time.Date(2026, 11, 25, 0, 0, 0, 0, time.UTC), 25},
		} {
			w.OK(w.access.Used(w.Ctx(), u.ID, id, c.at))
			want := models.Use{LastUsed: time.Date(2026, 11, c.want, 0, 0, 0, 0, time.UTC)}
			w.Same(w.Again(u).Access[id], want)
		}
	}
	list, err := w.access.List(w.Ctx(), u.ID)
	w.OK(err)
	for _, a := range list {
		w.Same(a.LastUsed, time.Date(2026, 11, 25, 0, 0, 0, 0, time.UTC))
	}
}

func usedOthers(w world) {
	u := w.Person("Taro")
	later := w.Now().Add(72 * time.Hour)
	w.OK(w.access.Used(w.Ctx(), u.ID, idOf(1), later)) // before there is any
	w.has(u)
	a := w.begin(u, idOf(2))
	w.begin(u, idOf(3))
	w.OK(w.access.End(w.Ctx(), u.ID, idOf(3)))
	for _, id := range []models.AccessID{idOf(1), idOf(3), oldID(1), ""} {
		w.OK(w.access.Used(w.Ctx(), u.ID, id, later))
	}
	w.has(u, a)
}

// absent checks that an account has no access and cannot get one.
func (w world) absent(id models.UserID) {
	w.T.Helper()
	list, err := w.access.List(w.Ctx(), id)
	if err != nil || len(list) > 0 {
		w.T.Errorf("got %v, %v, want none", list, err)
	}
	w.refused(w.access.Begin(w.Ctx(), id, w.browser(idOf(1)), nil), noPerson)
	w.refused(w.access.Begin(w.Ctx(), id, w.browser(oldID(1)), []models.AccessID{idOf(1)}), noPerson)
	w.refused(w.access.Used(w.Ctx(), id, idOf(1), w.Now().Add(72*time.Hour)), noPerson)
	w.refused(w.access.Renew(w.Ctx(), id, idOf(1), w.renewal(0, 1)), noPerson)
	w.refused(w.access.End(w.Ctx(), id, idOf(1)), noPerson)
	w.refused(w.access.EndAll(w.Ctx(), id, w.Now().Add(time.Hour)), noPerson)
}

func unknown(w world) {
	for _, id := range []models.UserID{"nobody", ""} {
		w.absent(id)
		_, err := w.FamilyStore.Person(w.Ctx(), id)
		w.refused(err, noPerson)
	}
}
