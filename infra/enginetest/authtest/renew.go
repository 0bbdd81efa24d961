package authtest

import (
	"sync/atomic"
	"time"

	"voicememo/infra/enginetest/familytest"
	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// renewal returns a renewal at the present time.
func (w world) renewal(from, to int64) models.Renewal {
	return models.Renewal{From: from, To: to, At: w.Now(), Until: w.Now().Add(400 * 24 * time.Hour)}
}

// app begins the access of an app.
func (w world) app(u models.User, id models.AccessID) models.Access {
	w.T.Helper()
	a := w.browser(id)
	a.Kind, a.Name, a.Host, a.Scope = models.AccessApp, "Lists", "lists.example", "read add"
	w.OK(w.access.Begin(w.Ctx(), u.ID, a, nil))
	return a
}

// renewed: a renewal changes the generation and the end, and later writes keep them.
func renewed(w world) {
	u := w.Person("Taro")
	other, a := w.begin(u, idOf(1)), w.app(u, idOf(2))
	for _, step := range []struct{ from, to int64 }{{0, 1}, {1, 2}, {2, 2}, {2, 7}} {
		w.Advance(25 * time.Hour)
		r := w.renewal(step.from, step.to)
		w.OK(w.access.Renew(w.Ctx(), u.ID, a.ID, r))
		a.Until, a.LastUsed = r.Until, models.Day(r.At)
		list, err := w.access.List(w.Ctx(), u.ID)
		w.OK(err)
		w.Same(list, []models.Access{other, a})
		w.Same(w.Again(u).Access, map[models.AccessID]models.Use{other.ID: {LastUsed: other.LastUsed}, a.ID: r.Use()})
	}
	want := w.Again(u).Access[a.ID]
	want.LastUsed = models.Day(w.Now().Add(72 * time.Hour))
	w.OK(w.access.Used(w.Ctx(), u.ID, a.ID, want.LastUsed))
	w.begin(u, idOf(3), other.ID)
	w.OK(w.access.End(w.Ctx(), u.ID, idOf(3)))
	w.OK(must.Err(w.Families.Rename(w.Ctx(), w.Again(u), "次郎")))
	w.Same(w.Again(u).Access, map[models.AccessID]models.Use{a.ID: want})
}

// renewedMeanwhile: of several renewals from one generation, one succeeds.
func renewedMeanwhile(w world) {
	for range contend {
		u := w.Person("Taro")
		a := w.app(u, idOf(1))
		var done atomic.Int64
		familytest.Together(4, func(int) {
			err := w.access.Renew(w.Ctx(), u.ID, a.ID, w.renewal(0, 1))
			if err == nil {
				done.Add(1)
			} else if !models.IsReason(err, models.ReasonChanged) {
				w.T.Errorf("got %v, want %s", err, models.ReasonChanged)
			}
		})
		check.Equal(w.T, done.Load(), 1, "renewals")
		for _, from := range []int64{0, 2} {
			w.refused(w.access.Renew(w.Ctx(), u.ID, a.ID, w.renewal(from, from+1)), changed)
		}
		w.Same(w.Again(u).Access[a.ID].Generation, int64(1))
	}
}

// renewedNothing: a renewal never begins an access.
func renewedNothing(w world) {
	u, other := w.Person("Taro"), w.Person("Hanako")
	w.refused(w.access.Renew(w.Ctx(), u.ID, idOf(1), w.renewal(0, 1)), noAccess)
	theirs := w.begin(other, idOf(1))
	a := w.app(u, idOf(2))
	w.OK(w.access.End(w.Ctx(), u.ID, a.ID))
	old := w.begin(u, oldID(1))
	w.OK(w.access.End(w.Ctx(), u.ID, oldID(1)))
	for _, id := range []models.AccessID{idOf(1), a.ID, oldID(1), oldID(2), ""} {
		w.refused(w.access.Renew(w.Ctx(), u.ID, id, w.renewal(0, 1)), noAccess)
	}
	w.hasEnded(u, map[models.AccessID]time.Time{oldID(1): old.LastUsed})
	w.has(other, theirs)
	w.begin(u, idOf(3))
	w.OK(w.access.EndAll(w.Ctx(), u.ID, w.Now()))
	w.refused(w.access.Renew(w.Ctx(), u.ID, idOf(3), w.renewal(0, 1)), noAccess)
	w.has(u)
}
