package familytest

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// RunContention checks the contract under concurrent calls. Each case gets a fresh
// engine.
func RunContention(t *testing.T, mk Maker) {
	runInTurn(t, mk, map[string]func(*World){
		"fifty first contacts make one person":      firstContacts,
		"a hundred redeem one code":                 hundredRedeem,
		"the last place is taken once":              lastPlace,
		"two hand-overs, one owner":                 transfers,
		"an owner hands over while a member leaves": handOverAndLeave,
		"twenty voices named concurrently":          voicesAtOnce,
		"twenty voices act concurrently":            actsAtOnce,
		"browsers tell their zones concurrently":    zonesAtOnce,
	})
	runRequestsContention(t, mk)
	runEchosContention(t, mk)
}

// Rounds returns how often a race is repeated: n times, or a third of that with go test
// -short.
func Rounds(n int) int {
	if testing.Short() {
		return max(2, n/3)
	}
	return n
}

// Together calls do(0) to do(n-1) concurrently and waits for all calls.
func Together(n int, do func(i int)) {
	var wg sync.WaitGroup
	start := make(chan struct{})
	for i := range n {
		wg.Go(func() {
			<-start
			do(i)
		})
	}
	close(start)
	wg.Wait()
}

func firstContacts(w *World) {
	seen := make([]models.User, 50)
	Together(len(seen), func(i int) {
		u, err := w.Families.Ensure(w.Ctx(), models.Profile{ID: "u", Name: "Taro", Source: models.SourceOIDC})
		if err != nil {
			w.T.Error(err)
		}
		seen[i] = u
	})
	for _, u := range seen {
		if u.FamilyID != seen[0].FamilyID {
			w.T.Fatalf("got the families %s and %s, want one", u.FamilyID, seen[0].FamilyID)
		}
	}
	if f := w.FamilyOf(seen[0]); !f.Alone("u") {
		w.T.Errorf("got the family %+v, want it alone", f)
	}
}

func hundredRedeem(w *World) {
	owner := w.Person("Owner")
	code := w.Invite(owner)
	people := make([]models.User, 100)
	for i := range people {
		people[i] = w.Person("Guest")
	}
	var joined atomic.Int64
	Together(len(people), func(i int) {
		switch entry, err := w.Redeem(people[i], code); {
		case err == nil && !entry.Asked():
			joined.Add(1)
		case !models.IsReason(err, notValid):
			w.T.Errorf("got %v, want the one refusal", err)
		}
	})
	if joined.Load() != 1 || len(w.FamilyOf(owner).Members) != 2 {
		w.T.Errorf("got %d joins and a family of %d members, want 1 and 2", joined.Load(), len(w.FamilyOf(owner).Members))
	}
}

// lastPlace: of several people who join concurrently, each in another way, one gets the
// last place.
func lastPlace(w *World) {
	owner := w.Person("Owner")
	for range models.MaxMembers - 2 {
		w.Join(w.Person("Member"), owner)
	}
	var ways []func() error
	for range 3 {
		asker, echo := w.Person("Asker"), w.Echo("Echo")
		w.Ask(asker, owner)
		c, err := w.Families.ConnectionNumber(w.Ctx(), echo)
		w.OK(err)
		ways = append(ways,
			func() error { return must.Err(w.Families.Allow(w.Ctx(), owner, asker.ID)) },
			func() error { return must.Err(w.Families.Connect(w.Ctx(), owner, c.Number)) })
	}
	guest, code := w.Person("Guest"), w.Invite(owner)
	ways = append(ways, func() error { return must.Err(w.Redeem(guest, code)) })
	Together(len(ways), func(i int) {
		if err := ways[i](); err != nil && !models.IsReason(err, models.ReasonFamilyFull) {
			w.T.Errorf("got %v, want family_full", err)
		}
	})
	check.Equal(w.T, len(w.FamilyOf(owner).Members), models.MaxMembers, "members")
}

func transfers(w *World) {
	owner := w.Person("Owner")
	var heirs []models.User
	for range 8 {
		heirs = append(heirs, w.Join(w.Person("Heir"), owner))
	}
	var done atomic.Int64
	Together(len(heirs), func(i int) {
		err := w.Families.Transfer(w.Ctx(), owner, heirs[i].ID)
		if err == nil {
			done.Add(1)
		} else if !models.IsReason(err, models.ReasonOwnerOnly) {
			w.T.Errorf("got %v, want owner_only", err)
		}
	})
	if done.Load() != 1 {
		w.T.Errorf("got %d successful hand-overs, want 1", done.Load())
	}
	w.checkFamilies(append(heirs, owner))
}

func handOverAndLeave(w *World) {
	for range Rounds(10) {
		owner := w.Person("Owner")
		member := w.Join(w.Person("Member"), owner)
		Together(2, func(i int) {
			if i == 0 {
				_ = w.Families.Transfer(w.Ctx(), owner, member.ID)
			} else {
				_, _ = w.Families.Leave(w.Ctx(), member)
			}
		})
		w.checkFamilies([]models.User{owner, member})
	}
}

// voicesAtOnce: concurrent calls with the same reading of the account lose no name.
func voicesAtOnce(w *World) {
	echo := w.Echo("Echo")
	want := map[models.VoiceID]string{}
	for i := range 20 {
		want[voiceOf(i)] = fmt.Sprint("Person ", i)
	}
	Together(len(want), func(i int) {
		if _, err := w.Families.NameVoice(w.Ctx(), echo, voiceOf(i), want[voiceOf(i)]); err != nil {
			w.T.Error(err)
		}
		if _, err := w.Families.MarkVoiceAsked(w.Ctx(), echo, voiceOf(i)); err != nil { // with the account as read before
			w.T.Error(err)
		}
	})
	w.Same(w.Again(echo).Skill.Voices, want)
}

// checkFamilies checks that each person is in exactly the one family that lists them, and
// that each family has one owner, whose IsOwner is set.
func (w *World) checkFamilies(people []models.User) {
	w.T.Helper()
	for _, p := range people {
		u := w.Again(p)
		f := w.FamilyOf(u)
		owners := 0
		for _, m := range f.Members {
			if m.IsOwner {
				owners++
			}
			if m.FamilyID != f.ID {
				w.T.Errorf("got %s listed by another family than their own", m.ID)
			}
			if m.IsOwner != (m.ID == f.OwnerID) {
				w.T.Errorf("got %s and the family disagreeing about the owner", m.ID)
			}
		}
		if !f.Has(u.ID) || owners != 1 || len(f.Members) != len(f.MemberIDs) {
			w.T.Errorf("family of %s: got %d owners, %d members and %d member ids, want one owner and equal numbers", u.ID, owners, len(f.Members), len(f.MemberIDs))
		}
	}
}
