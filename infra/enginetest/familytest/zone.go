package familytest

import (
	"voicememo/family"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// Time zones of the cases below.
const berlin, newYork, tokyo = "Europe/Berlin", "America/New_York", "Asia/Tokyo"

// livesIn sets where a person's family lives and checks the answer and what is stored.
func (w *World) livesIn(u models.User, zone string, ifNone bool, want string) {
	w.T.Helper()
	got, err := w.Families.SetTimeZone(w.Ctx(), u, zone, ifNone)
	w.OK(err)
	w.Same(got, want)
	w.Same(w.FamilyOf(u).TimeZone, want)
}

// timeZones: the first browser sets where the family lives, and a later one does not replace
// it. Every member changes it, even one who has just joined.
func timeZones(w *World) {
	owner, member, stranger := w.Person("Taro"), w.Person("Hanako"), w.Person("Jiro")
	w.Same(w.FamilyOf(owner).TimeZone, "")
	member = w.Join(member, owner)
	w.livesIn(member, berlin, true, berlin)
	w.livesIn(owner, newYork, true, berlin)
	w.livesIn(member, berlin, false, berlin) // nothing changes
	set := func(u models.User, zone string) func() error {
		return func() error { return must.Err(w.Families.SetTimeZone(w.Ctx(), u, zone, false)) }
	}
	store := func(z family.Zone) func() error {
		z.To, z.At = tokyo, w.Now()
		return func() error { return w.FamilyStore.SetZone(w.Ctx(), z) }
	}
	calls := map[string]refusal{
		"by a stranger":    {store(family.Zone{Family: owner.FamilyID, By: stranger.ID, From: berlin}), conflict, moved},
		"changed since":    {store(family.Zone{Family: owner.FamilyID, By: owner.ID, From: newYork}), conflict, moved},
		"there was none":   {store(family.Zone{Family: owner.FamilyID, By: owner.ID}), conflict, moved},
		"no such family":   {store(family.Zone{Family: "nowhere", By: owner.ID}), conflict, moved},
		"none, a stranger": {store(family.Zone{Family: stranger.FamilyID, By: owner.ID}), conflict, moved},
	}
	for _, zone := range []string{"", "Local", "Berlin", "Europe/Nowhere", "../etc/passwd", "/etc/localtime", "localtime", "Factory", "right/UTC", "posix/Asia/Tokyo", "UTC+1", "a\x00b"} {
		calls["to "+zone] = refusal{set(owner, zone), models.CodeInvalid, models.ReasonTimeZone}
	}
	w.refusals([]models.User{owner, member, stranger}, calls)
	w.livesIn(owner, newYork, false, newYork)
	w.livesIn(member, tokyo, false, tokyo)
	w.OK(must.Err(w.Families.Leave(w.Ctx(), member)))
	w.Same(w.FamilyOf(member).TimeZone, "")
	w.Same(w.FamilyOf(owner).TimeZone, tokyo)
}

// zonesAtOnce: of browsers that tell their zones concurrently, one sets it, and all hear which.
func zonesAtOnce(w *World) {
	owner := w.Person("Taro")
	zones := []string{berlin, newYork, tokyo, "Europe/London", "Asia/Kolkata", "America/Bogota"}
	told := make([]string, len(zones))
	Together(len(zones), func(i int) {
		var err error
		if told[i], err = w.Families.SetTimeZone(w.Ctx(), owner, zones[i], true); err != nil {
			w.T.Error(err)
		}
	})
	for _, zone := range told {
		w.Same(zone, w.FamilyOf(owner).TimeZone)
	}
}
