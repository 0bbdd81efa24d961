package authtest

import (
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"voicememo/infra/enginetest/familytest"
	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// RunContention checks the promises of auth.Store about concurrent calls, each on a fresh
// engine.
func RunContention(t *testing.T, mk Maker) {
	runCases(t, mk, map[string]func(world){
		"twenty begin together":     twentyBegin,
		"one begins many times":     oneBegins,
		"begin against end":         beginAgainstEnd,
		"ended concurrently":        endTwice,
		"used while it ends":        usedWhileEnding,
		"begin against end all":     beginAgainstEndAll,
		"begun by what ends":        begunByEnding,
		"begin against a closing":   beginAgainstClose,
		"begin against a rename":    beginAgainstRename,
		"old ids against their end": oldAgainstEnd,
	})
}

// contend is how often the cases with two concurrent calls are repeated.
const contend = 10

func (w world) fails(err error) {
	check.Equal(w.T, err, nil)
}

func twentyBegin(w world) {
	u := w.Person("Taro")
	want := make([]models.Access, models.MaxAccess)
	for i := range want {
		want[i] = w.browser(idOf(i))
	}
	familytest.Together(len(want), func(i int) {
		w.fails(w.access.Begin(w.Ctx(), u.ID, want[i], nil))
	})
	slices.SortFunc(want, func(a, b models.Access) int {
		if c := a.Since.Compare(b.Since); c != 0 {
			return c
		}
		return strings.Compare(string(a.ID), string(b.ID))
	})
	w.has(u, want...)
}

// oneBegins: concurrent requests of one browser whose session has no id begin one access.
func oneBegins(w world) {
	u := w.Person("Taro")
	a := w.browser(oldID(1))
	familytest.Together(8, func(int) {
		w.fails(w.access.Begin(w.Ctx(), u.ID, a, nil))
	})
	w.has(u, a)
}

func beginAgainstEnd(w world) {
	for range contend {
		u := w.Person("Taro")
		w.begin(u, idOf(1))
		next := w.browser(idOf(2))
		familytest.Together(2, func(i int) {
			if i == 0 {
				w.fails(w.access.Begin(w.Ctx(), u.ID, next, []models.AccessID{idOf(3)}))
			} else {
				w.fails(w.access.End(w.Ctx(), u.ID, idOf(1)))
			}
		})
		w.has(u, next)
	}
}

func endTwice(w world) {
	for range contend {
		u := w.Person("Taro")
		w.begin(u, idOf(1))
		var ended atomic.Int64
		familytest.Together(4, func(int) {
			err := w.access.End(w.Ctx(), u.ID, idOf(1))
			if err == nil {
				ended.Add(1)
			} else if !models.IsReason(err, models.ReasonAccess) {
				w.T.Errorf("got %v, want %s", err, models.ReasonAccess)
			}
		})
		check.Equal(w.T, ended.Load(), 1, "ends")
		w.has(u)
	}
}

// usedWhileEnding: using an ended access does not restore it.
func usedWhileEnding(w world) {
	for range contend {
		u := w.Person("Taro")
		w.begin(u, idOf(1))
		familytest.Together(2, func(i int) {
			if i == 0 {
				w.fails(w.access.Used(w.Ctx(), u.ID, idOf(1), w.Now().AddDate(0, 0, 3)))
			} else {
				w.fails(w.access.End(w.Ctx(), u.ID, idOf(1)))
			}
		})
		w.has(u)
	}
}

// beginAgainstEndAll: the access begins before EndAll and is ended by it, or begins after
// it; the list and the person agree.
func beginAgainstEndAll(w world) {
	for range contend {
		u := w.Person("Taro")
		w.begin(u, idOf(1))
		at, next := w.Now(), w.browser(idOf(2))
		familytest.Together(2, func(i int) {
			if i == 0 {
				w.fails(w.access.Begin(w.Ctx(), u.ID, next, nil))
			} else {
				w.fails(w.access.EndAll(w.Ctx(), u.ID, at))
			}
		})
		if after := w.Again(u); after.Grants(idOf(2)) {
			w.has(u, next)
		} else {
			w.has(u)
		}
		w.Same(w.Again(u).SessionsValidAfter, at)
	}
}

// begunByEnding: what an access begins is ended with it or is refused.
func begunByEnding(w world) {
	for range contend {
		u := w.Person("Taro")
		w.begin(u, idOf(1))
		next := w.browser(idOf(2))
		next.By = idOf(1)
		familytest.Together(2, func(i int) {
			if i > 0 {
				w.fails(w.access.EndAll(w.Ctx(), u.ID, w.Now()))
			} else if err := w.access.Begin(w.Ctx(), u.ID, next, nil); err != nil && !models.IsReason(err, models.ReasonAccess) {
				w.T.Errorf("got %v, want %s", err, models.ReasonAccess)
			}
		})
		w.has(u)
	}
}

// beginAgainstClose: a closing account has no access, whichever call is first.
func beginAgainstClose(w world) {
	for range contend {
		u := w.Person("Taro")
		familytest.Together(2, func(i int) {
			if i == 0 {
				err := w.access.Begin(w.Ctx(), u.ID, w.browser(idOf(1)), nil)
				if err != nil && !models.IsReason(err, models.ReasonPerson) {
					w.T.Errorf("got %v, want %s", err, models.ReasonPerson)
				}
			} else {
				w.fails(w.Families.Close(w.Ctx(), u))
			}
		})
		w.absent(u.ID)
	}
}

// beginAgainstRename: neither change undoes the other.
func beginAgainstRename(w world) {
	for range contend {
		u := w.Person("Taro")
		a := w.browser(idOf(1))
		familytest.Together(2, func(i int) {
			if i == 0 {
				w.fails(w.access.Begin(w.Ctx(), u.ID, a, nil))
			} else {
				w.fails(must.Err(w.Families.Rename(w.Ctx(), u, "次郎")))
			}
		})
		w.has(u, a)
		w.Same(w.Again(u).Name, "次郎")
	}
}

// oldAgainstEnd: an ended session does not begin again when its cookie is sent again.
func oldAgainstEnd(w world) {
	for range contend {
		u := w.Person("Taro")
		w.begin(u, oldID(1))
		familytest.Together(4, func(i int) {
			if i == 0 {
				w.fails(w.access.End(w.Ctx(), u.ID, oldID(1)))
				return
			}
			err := w.access.Begin(w.Ctx(), u.ID, w.browser(oldID(1)), nil)
			if err != nil && !models.IsReason(err, models.ReasonAccess) {
				w.T.Errorf("got %v, want %s", err, models.ReasonAccess)
			}
		})
		if w.Again(u).Grants(oldID(1)) {
			w.T.Error("an ended access is granted")
		}
	}
}
