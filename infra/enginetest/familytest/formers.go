package familytest

import (
	"slices"
	"testing"
	"time"

	"voicememo/family"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// runFormers checks the contract for Echos whose skill is disabled, and for their
// families.
func runFormers(t *testing.T, mk Maker) {
	runCases(t, mk, map[string]func(*World){
		"disabled in a family":                         disableInFamily,
		"brought former members leave with the person": broughtGoBack,
		"a former member's memos":                      formerMemos,
		"a former member has no rights":                formerRights,
		"former members count for no limit":            formersCount,
		"a person succeeds an Echo":                    ownerRetires,
		"an Echo succeeds an Echo":                     interim,
		"interim ends with a hand-over":                interimTransfer,
		"an interim owner succeeds another":            interimAgain,
		"retiring is refused":                          retireRefused,
		"a former member comes back":                   formerReturns,
		"disabled alone":                               suspend,
		"suspending is refused":                        suspendRefused,
		"a suspended account comes back":               suspendedReturns,
		"a suspended account is erased":                suspendedErased,
		"formers go along with the last":               formersGoAlong,
		"formers are erased with the last":             formersErased,
		"an unknown account":                           disableUnknown,
	})
}

func sorted(ids []models.UserID) []models.UserID { return slices.Sorted(slices.Values(ids)) }

// equipped sets everything on an Echo's account that only the device knows.
func (w *World) equipped(echo models.User) models.User {
	w.T.Helper()
	w.named(echo, "太郎", "花子")
	w.roomed(echo, "台所")
	w.OK(w.Families.MarkListened(w.Ctx(), echo, by(voiceOf(0)), w.Now()))
	w.OK(w.Families.MarkGreeted(w.Ctx(), echo))
	w.record(echo, "", models.Act{Kind: models.ActTrashed, Refs: refsOf(echo, 3)})
	w.OK(must.Err(w.FamilyStore.Update(w.Ctx(), echo.ID, family.Patch{Link: &models.Link{Person: "who", Access: "x", Told: true}, At: w.Now()})))
	return w.Again(echo)
}

func disableInFamily(w *World) {
	owner, member := w.Person("Taro"), w.Person("Hanako")
	member = w.Join(member, owner)
	echo := w.equipped(w.Connect(w.Echo("Echo"), member))
	w.Add(echo, "spoken")
	before := w.Again(echo)
	for range 2 { // the event may come again
		w.OK(w.Families.Disable(w.Ctx(), echo.ID))
		now := w.Again(echo)
		want := before
		want.Membership.Gone, want.UpdatedAt, want.Author.Latest, want.Echo.Notice = true, now.UpdatedAt, now.Author.Latest, ""
		want.Skill, want.Echo.Connection, want.Echo.Link = models.SkillMemory{}, models.Connection{}, models.Link{}
		want.Membership.AddedBy = "" // its memos are the family's now, not those of the member who added it
		w.Same(now, want)
	}
	f := w.FamilyOf(owner)
	w.Same(members(f), []models.UserID{owner.ID, member.ID})
	w.Same(f.FormerIDs, []models.UserID{echo.ID})
	if f.OwnerID != owner.ID || f.Interim || f.Has(echo.ID) || !f.Lists(echo.ID) {
		w.T.Errorf("got the family %+v, want the Echo as a former member", f)
	}
	w.Same(w.Contents(owner, false), []string{"spoken"})
}

// formerMemos: a former member's memos stay listed, and every member may change them.
func formerMemos(w *World) {
	owner, member := w.Person("Taro"), w.Person("Hanako")
	member = w.Join(member, owner)
	echo := w.Connect(w.Echo("Echo"), owner)
	edited, binned, gone := w.Add(echo, "spoken"), w.Add(echo, "in the trash"), w.Add(echo, "to go")
	w.OK(must.Err(w.Memos.Trash(w.Ctx(), owner, binned.Ref())))
	w.OK(w.Families.Disable(w.Ctx(), echo.ID))
	w.OK(w.Memos.Settle(w.Ctx(), w.Again(owner)))
	w.OK(must.Err(w.Memos.Edit(w.Ctx(), member, edited.Ref(), "typed", 0)))
	w.OK(must.Err(w.Memos.Restore(w.Ctx(), member, binned.Ref())))
	for range 2 {
		w.OK(must.Err(w.Memos.Delete(w.Ctx(), owner, gone.Ref(), 0)))
	}
	w.Same(w.Contents(member, false), []string{"in the trash", "typed"})
	got, err := w.Memos.Get(w.Ctx(), member, []models.MemoRef{edited.Ref(), gone.Ref()})
	w.OK(err)
	w.Same(len(got), 1)
	list, err := w.Memos.List(w.Ctx(), w.Again(member), memo.Query{By: []string{string(echo.ID)}})
	w.OK(err)
	w.Same(len(list.Memos), 2)
	n, _, err := w.Memos.TrashAll(w.Ctx(), member)
	w.OK(err)
	w.Same(n, 2)
	home, err := w.Families.Leave(w.Ctx(), member)
	w.OK(err)
	w.Same(len(w.All(member, true)), 0) // the memos stay with the family
	w.Same(len(w.All(owner, true)), 2)
	if f, err := w.FamilyStore.Family(w.Ctx(), home); err != nil || len(f.FormerIDs) > 0 {
		w.T.Errorf("got the family %+v, %v, want no former members", f, err)
	}
}

func formerRights(w *World) {
	owner, member, asker, echo := w.Person("Taro"), w.Person("Hanako"), w.Person("Shiro"), w.Echo("Other")
	member = w.Join(member, owner)
	former := w.Connect(w.Echo("Echo"), owner)
	w.Ask(asker, owner)
	w.OK(must.Err(w.Families.ConnectionNumber(w.Ctx(), echo)))
	request, byFormer := w.Again(asker).Membership.Request, w.Invite(owner)
	byFormer.CreatedBy = former.ID
	redeeming := w.redeeming(echo, byFormer)
	w.OK(w.Families.Disable(w.Ctx(), former.ID))
	former = w.Again(former)
	f := w.FamilyOf(owner)
	filed := w.filing(echo, byFormer)
	filed.Request.InviteID, filed.Request.Way, filed.Request.By = "", models.WayNumber, former.ID
	w.refusals([]models.User{owner, member, asker, echo, former}, map[string]refusal{
		"its invitation admits": {func() error { return must.Err(w.FamilyStore.Redeem(w.Ctx(), redeeming)) }, notFound, notValid},
		"its invitation asks":   {func() error { return w.FamilyStore.File(w.Ctx(), w.filing(echo, byFormer)) }, notFound, notValid},
		"files by number":       {func() error { return w.FamilyStore.File(w.Ctx(), filed) }, conflict, moved},
		"admits": {func() error {
			return must.Err(w.FamilyStore.Admit(w.Ctx(), family.Admit{Move: w.moveOf(asker, f), Request: request, By: former.ID}))
		}, conflict, moved},
		"refuses": {func() error {
			return w.FamilyStore.Drop(w.Ctx(), family.Drop{Request: request, By: former.ID, At: w.Now()})
		}, conflict, moved},
		"connects": {func() error {
			return must.Err(w.FamilyStore.Connect(w.Ctx(), family.Connect{Move: w.moveOf(echo, f), By: former.ID}))
		}, conflict, moved},
		"removes": {func() error {
			l := family.Leave{User: w.Again(member), From: f, To: "new", By: former.ID, At: w.Now()}
			return w.FamilyStore.Leave(w.Ctx(), l)
		}, conflict, moved},
		"sets": {func() error {
			return w.FamilyStore.SetAsking(w.Ctx(), family.Asking{Family: f.ID, Owner: former.ID, On: true, At: w.Now()})
		}, conflict, moved},
		"sets the zone": {func() error {
			return w.FamilyStore.SetZone(w.Ctx(), family.Zone{Family: f.ID, By: former.ID, To: berlin, At: w.Now()})
		}, conflict, moved},
		"retires again": {func() error {
			return w.FamilyStore.Retire(w.Ctx(), family.Retire{User: former, From: f, At: w.Now()})
		}, conflict, moved},
		"adds": {func() error {
			m := models.Memo{UserID: former.ID, ID: "1", FamilyID: f.ID, Content: "late", Timestamp: w.Now(), Version: 1}
			_, _, err := w.MemoStore.Add(w.Ctx(), m, 0)
			return err
		}, conflict, moved},
		"is removed": {func() error { return w.Families.Remove(w.Ctx(), owner, former.ID) }, notFound, models.ReasonPerson},
	})
	w.Same(len(w.All(owner, false)), 0)
}

func formersCount(w *World) {
	owner := w.Person("Taro")
	for range 3 {
		echo := w.Connect(w.Echo("Echo"), owner)
		w.OK(w.Families.Disable(w.Ctx(), echo.ID))
	}
	for range models.MaxMembers - 1 {
		w.Join(w.Person("Member"), owner)
	}
	w.Refused(must.Err(w.Redeem(w.Person("Late"), w.Invite(owner))), conflict, models.ReasonFamilyFull)
	f := w.FamilyOf(owner)
	if len(f.Members) != models.MaxMembers || len(f.FormerIDs) != 3 {
		w.T.Errorf("got %d members and %d former ones, want %d and 3", len(f.Members), len(f.FormerIDs), models.MaxMembers)
	}
}

// ownerRetires: the person who has been a member longest becomes the owner, even if Echos
// have been members longer.
func ownerRetires(w *World) {
	owner := w.Echo("Owner")
	before := w.Connect(w.Echo("Before"), owner)
	var people []models.User
	for range 3 {
		w.Advance(time.Second)
		people = append(people, w.Join(w.Person("Person"), owner))
	}
	w.Add(owner, "spoken")
	w.OK(w.Families.Disable(w.Ctx(), owner.ID))
	f := w.FamilyOf(before)
	w.Same(f.OwnerID, people[0].ID)
	if f.Interim || w.Again(owner).IsOwner || !w.Again(people[0]).IsOwner || w.Again(people[0]).Echo.Notice != "" {
		w.T.Errorf("got the family %+v, want the person as its owner, not interim", f)
	}
	w.checkFamilies(append(people, before))
	w.Same(w.Contents(before, false), []string{"spoken"})
}

// interim: if no member is a person, the Echo that has been a member longest becomes the
// owner, until a person joins in any way.
func interim(w *World) {
	ways := map[string]func(u, owner models.User) models.User{"redeem": w.Join, "admit": w.Admit}
	for name, way := range ways {
		owner := w.Echo("Owner")
		w.Advance(time.Second)
		heir := w.Connect(w.Echo("Heir"), owner)
		w.Advance(time.Second)
		other := w.Connect(w.Echo("Other"), heir)
		w.OK(w.Families.Disable(w.Ctx(), owner.ID))
		f := w.FamilyOf(heir)
		if f.OwnerID != heir.ID || !f.Interim || w.Again(heir).Echo.Notice != models.NoticeOwner || w.Again(other).Echo.Notice == models.NoticeOwner {
			w.T.Fatalf("%s: got the family %+v, want the Echo as its interim owner", name, f)
		}
		third := w.Connect(w.Echo("Third"), other) // an Echo changes nothing
		if f = w.FamilyOf(heir); f.OwnerID != heir.ID || !f.Interim {
			w.T.Fatalf("%s: got the family %+v, want the same interim owner", name, f)
		}
		person := w.Person("Taro")
		outdated := w.redeeming(person, w.Invite(heir))
		outdated.To.Interim = false
		w.refusals([]models.User{heir, person}, map[string]refusal{
			"as if it were none": {func() error { return must.Err(w.FamilyStore.Redeem(w.Ctx(), outdated)) }, conflict, moved},
		})
		person = way(person, heir)
		f = w.FamilyOf(heir)
		if f.OwnerID != person.ID || f.Interim || !person.IsOwner || w.Again(heir).IsOwner {
			w.T.Errorf("%s: got the family %+v, want the person as its owner", name, f)
		}
		later := way(w.Person("Hanako"), person)
		w.Same(w.FamilyOf(later).OwnerID, person.ID)
		w.checkFamilies([]models.User{heir, other, third, person, later})
	}
}

func interimTransfer(w *World) {
	owner := w.Echo("Owner")
	heir := w.Connect(w.Echo("Heir"), owner)
	w.OK(w.Families.Disable(w.Ctx(), owner.ID))
	person := w.Join(w.Person("Taro"), heir)
	w.Same(w.FamilyOf(person).Interim, false)
	other := w.Join(w.Person("Hanako"), person)
	w.OK(w.Families.Transfer(w.Ctx(), person, other.ID))
	w.Same(w.FamilyOf(person).OwnerID, other.ID)

	// An operator can find an interim owner in a family with a person only because of a
	// race, which the store resolves.
	first := w.Echo("First")
	second := w.Connect(w.Echo("Second"), first)
	w.OK(w.Families.Disable(w.Ctx(), first.ID))
	third := w.Connect(w.Echo("Third"), second)
	w.OK(w.FamilyStore.Transfer(w.Ctx(), family.Transfer{Family: second.FamilyID, From: second.ID, To: third.ID, At: w.Now()}))
	f := w.FamilyOf(second)
	if f.Interim || f.OwnerID != third.ID {
		w.T.Errorf("got the family %+v, want the person as its owner, not interim", f)
	}
	late := w.Join(w.Person("Jiro"), third)
	w.Same(w.FamilyOf(late).OwnerID, third.ID)
}

func interimAgain(w *World) {
	owner := w.Echo("Owner")
	heir := w.Connect(w.Echo("Heir"), owner)
	w.Advance(time.Second)
	last := w.Connect(w.Echo("Last"), owner)
	w.OK(w.Families.Disable(w.Ctx(), owner.ID))
	w.OK(w.Families.Disable(w.Ctx(), heir.ID))
	f := w.FamilyOf(last)
	if f.OwnerID != last.ID || !f.Interim || !f.Alone(last.ID) || len(f.FormerIDs) != 2 {
		w.T.Errorf("got the family %+v, want the last Echo as its interim owner", f)
	}
	person := w.Join(w.Person("Taro"), last)
	w.Same(w.FamilyOf(last).OwnerID, person.ID)
}

func retireRefused(w *World) {
	owner, member := w.Person("Taro"), w.Person("Hanako")
	member = w.Join(member, owner)
	echo, stranger := w.Connect(w.Echo("Echo"), owner), w.Person("Goro")
	f := w.FamilyOf(owner)
	retire := func(u, heir models.User, f models.Family) func() error {
		r := family.Retire{User: w.Again(u), From: f, At: w.Now()}
		if heir.ID != "" {
			r.Heir = w.Again(heir)
		}
		return func() error { return w.FamilyStore.Retire(w.Ctx(), r) }
	}
	outdated := family.Retire{User: echo, From: f, At: w.Now()}
	outdated.User.Membership.MoveEpoch++
	another := f
	another.OwnerID = member.ID
	w.refusals([]models.User{owner, member, echo, stranger}, map[string]refusal{
		"the owner without an heir": {retire(owner, models.User{}, f), conflict, moved},
		"a stranger inherits":       {retire(owner, stranger, f), conflict, moved},
		"a member with an heir":     {retire(echo, member, f), conflict, moved},
		"a stranger":                {retire(stranger, models.User{}, f), conflict, moved},
		"another epoch":             {func() error { return w.FamilyStore.Retire(w.Ctx(), outdated) }, conflict, moved},
		"another owner":             {retire(echo, models.User{}, another), conflict, moved},
	})
	w.OK(retire(echo, models.User{}, f)())
}

// formerReturns: a former member whose device is in use again gets a family of one with
// its memos.
func formerReturns(w *World) {
	owner := w.Person("Taro")
	echo := w.Connect(w.Echo("Echo"), owner)
	w.Add(echo, "spoken")
	w.Add(owner, "typed")
	w.OK(w.Families.Disable(w.Ctx(), echo.ID))
	profile := models.Profile{ID: echo.ID, Name: "Echo", Source: models.SourceAlexa}
	w.Advance(time.Second)
	for range 2 {
		back, err := w.Families.Ensure(w.Ctx(), profile)
		w.OK(err)
		w.Same(back, w.Again(echo))
		if back.Membership.Gone || !back.IsOwner || back.FamilyID == owner.FamilyID {
			w.T.Errorf("got %+v, want the owner of a new family", back)
		}
	}
	w.Same(w.Contents(echo, false), []string{"spoken"})
	w.Same(w.Contents(owner, false), []string{"typed"})
	f := w.FamilyOf(owner)
	if len(f.FormerIDs) > 0 || !f.Alone(owner.ID) || !w.FamilyOf(echo).Alone(echo.ID) {
		w.T.Errorf("got the family %+v, want it alone and without former members", f)
	}
	w.Connect(w.Again(echo), owner)
	w.Same(w.Contents(owner, false), []string{"typed", "spoken"})
}

func suspend(w *World) {
	echo, asker := w.equipped(w.Echo("Echo")), w.Person("Taro")
	w.Add(echo, "spoken")
	code := w.Invite(echo)
	w.OK(must.Err(w.Families.ConnectionNumber(w.Ctx(), echo)))
	before := w.Again(echo)
	for range 2 { // the event may come again
		w.OK(w.Families.Disable(w.Ctx(), echo.ID))
		now := w.Again(echo)
		want := before
		want.EraseAt, want.UpdatedAt = now.EraseAt, now.UpdatedAt
		want.Skill, want.Echo.Connection, want.Echo.Link = models.SkillMemory{}, models.Connection{}, models.Link{}
		want.Membership.AddedBy = "" // its memos are the family's now, not those of the member who added it
		w.Same(now, want)
		if d := now.EraseAt.Sub(w.Now()); d > models.KeepFor || d < models.KeepFor-time.Minute {
			w.T.Errorf("got erasure in %s, want %s", d, models.KeepFor)
		}
	}
	if f := w.FamilyOf(echo); f.InviteID != "" || !f.Alone(echo.ID) || f.OwnerID != echo.ID {
		w.T.Errorf("got the family %+v, want it alone and without an invitation", f)
	}
	w.Refused(must.Err(w.Redeem(asker, code)), notFound, notValid)
	w.Refused(must.Err(w.Families.ByConnection(w.Ctx(), asker, before.Echo.Connection.Number)), notFound, notValid)
	w.Same(w.Contents(echo, false), []string{"spoken"})
}

func suspendRefused(w *World) {
	echo, guest := w.Echo("Echo"), w.Person("Taro")
	alone := w.Again(echo)
	guest = w.Join(guest, echo)
	outdated := w.Again(w.Echo("Other"))
	outdated.Membership.MoveEpoch++
	store := func(u models.User) func() error {
		return func() error {
			return w.FamilyStore.Suspend(w.Ctx(), family.Suspend{User: u, EraseAt: w.Now().Add(time.Hour), At: w.Now()})
		}
	}
	w.refusals([]models.User{echo, guest, outdated}, map[string]refusal{
		"it has company by then": {store(alone), conflict, moved},
		"another epoch":          {store(outdated), conflict, moved},
	})
}

func suspendedReturns(w *World) {
	echo, _ := w.suspended("spoken")
	w.Advance(models.KeepFor - time.Hour)
	back, err := w.Families.Ensure(w.Ctx(), models.Profile{ID: echo.ID, Name: "Echo", Source: models.SourceAlexa})
	w.OK(err)
	want := echo
	want.EraseAt, want.UpdatedAt = time.Time{}, back.UpdatedAt
	w.Same(back, want)
	w.Advance(models.KeepFor)
	w.OK(w.Families.EraseDue(w.Ctx()))
	w.Same(w.Contents(echo, false), []string{"spoken"})
}

func suspendedErased(w *World) {
	kept := w.Echo("Kept")
	w.Add(kept, "kept")
	echo, number := w.suspended("spoken")
	w.Advance(models.KeepFor - time.Minute)
	w.OK(w.Families.EraseDue(w.Ctx()))
	w.Same(w.Contents(echo, false), []string{"spoken"})
	later, _ := w.suspended("later")
	w.Advance(2 * time.Minute)
	due, err := w.FamilyStore.Due(w.Ctx(), w.Now())
	w.OK(err)
	if !slices.Contains(due, echo.ID) || slices.Contains(due, kept.ID) {
		w.T.Errorf("Due: got %v, want only the Echo that is due", due)
	}
	w.OK(w.Families.EraseDue(w.Ctx()))
	w.Refused(must.Err(w.FamilyStore.Person(w.Ctx(), echo.ID)), notFound, models.ReasonPerson)
	w.Refused(must.Err(w.FamilyStore.Family(w.Ctx(), echo.FamilyID)), notFound, models.ReasonFamily)
	w.Refused(must.Err(w.FamilyStore.Holder(w.Ctx(), family.NumberKey(number))), notFound, notValid)
	w.Refused(must.Err(w.Families.ByRecovery(w.Ctx(), kept, number)), notFound, notValid)
	w.Same(w.Contents(kept, false), []string{"kept"})
	w.Same(w.Contents(later, false), []string{"later"})
}

// formersGoAlong: the former members go with the last member, however that member leaves.
func formersGoAlong(w *World) {
	ways := map[string]func(u, owner models.User) models.User{"redeem": w.Join, "admit": w.Admit, "connect": w.Connect}
	for name, way := range ways {
		last, owner := w.Echo("Last"), w.Person("Taro")
		former := w.Connect(w.Echo("Former"), last)
		w.Add(former, "former's")
		w.Add(last, "last's")
		w.OK(w.Families.Disable(w.Ctx(), former.ID))
		way(last, owner)
		f := w.FamilyOf(owner)
		w.T.Log(name)
		w.Same(members(f), []models.UserID{owner.ID, last.ID})
		w.Same(f.FormerIDs, []models.UserID{former.ID})
		w.Same(w.Again(former).FamilyID, owner.FamilyID)
		w.Same(w.Contents(owner, false), []string{"last's", "former's"})
		w.OK(w.Memos.Settle(w.Ctx(), w.Again(owner)))
		w.Same(w.Contents(owner, false), []string{"last's", "former's"})
		w.Refused(must.Err(w.FamilyStore.Family(w.Ctx(), last.FamilyID)), notFound, models.ReasonFamily)
	}
}

func formersErased(w *World) {
	last := w.Person("Taro")
	former := w.Connect(w.Echo("Former"), last)
	w.Add(former, "former's")
	w.OK(w.Families.Disable(w.Ctx(), former.ID))
	w.OK(w.Families.Close(w.Ctx(), last))
	for _, id := range []models.UserID{last.ID, former.ID} {
		w.Refused(must.Err(w.FamilyStore.Person(w.Ctx(), id)), notFound, models.ReasonPerson)
	}
	back, err := w.Families.Ensure(w.Ctx(), models.Profile{ID: former.ID, Name: "Former", Source: models.SourceAlexa})
	w.OK(err)
	w.Same(w.Contents(back, false), []string{})
}

func disableUnknown(w *World) {
	w.OK(w.Families.Disable(w.Ctx(), "nobody"))
	w.Refused(must.Err(w.FamilyStore.Person(w.Ctx(), "nobody")), notFound, models.ReasonPerson)
}

// broughtGoBack: if a person leaves, is removed or joins another family, the former
// members whom the person brought or recovered go along. The family's others stay.
func broughtGoBack(w *World) {
	for name, leave := range map[string]func(owner, guest models.User){
		"leaving":           func(_, guest models.User) { w.OK(must.Err(w.Families.Leave(w.Ctx(), guest))) },
		"removed":           func(owner, guest models.User) { w.OK(w.Families.Remove(w.Ctx(), owner, guest.ID)) },
		"joining elsewhere": func(_, guest models.User) { w.Join(guest, w.Person("Third")) },
	} {
		owner, guest := w.Person("Taro"), w.Person("Hanako")
		w.disabledMember(owner, "the family's")
		w.disabledMember(guest, "brought")
		guest = w.Join(guest, owner)
		lost := w.Echo("Lost")
		number, err := w.Families.RecoveryNumber(w.Ctx(), lost)
		w.OK(err)
		w.Add(lost, "recovered")
		w.OK(w.Families.Disable(w.Ctx(), lost.ID))
		w.OK(must.Err(w.Families.Recover(w.Ctx(), guest, number)))
		w.Same(sortedTexts(w.Contents(owner, false)), []string{"brought", "recovered", "the family's"})
		leave(owner, guest)
		w.Same(sortedTexts(w.Contents(guest, false)), []string{"brought", "recovered"})
		w.Same(w.Contents(owner, false), []string{"the family's"})
		if f := w.FamilyOf(guest); len(f.FormerIDs) != 2 {
			w.T.Errorf("%s: got the former members %v, want two", name, f.FormerIDs)
		}
	}
}

// disabledMember creates a former member of a person's family: an Echo with one memo.
func (w *World) disabledMember(owner models.User, content string) {
	w.T.Helper()
	echo := w.Connect(w.Echo("Echo"), owner)
	w.Add(echo, content)
	w.OK(w.Families.Disable(w.Ctx(), echo.ID))
}

func sortedTexts(texts []string) []string { return slices.Sorted(slices.Values(texts)) }
