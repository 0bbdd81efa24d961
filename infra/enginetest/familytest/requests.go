package familytest

import (
	"slices"
	"testing"
	"time"

	"voicememo/family"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// runRequests checks the contract for requests to join.
func runRequests(t *testing.T, mk Maker) {
	runCases(t, mk, map[string]func(*World){
		"the setting is the owner's":               setAsking,
		"a code files a request":                   fileRequest,
		"an asking code files a request":           fileByAskingCode,
		"the same code again is the same request":  fileAgain,
		"a second request is refused":              fileElsewhere,
		"several ask with one code":                severalAsk,
		"filing is refused":                        fileRefused,
		"the owner allows":                         allowRequest,
		"allowing keeps other requests":            allowKeeps,
		"allowing is refused":                      allowRefused,
		"allowing with an outdated reading":        allowOutdated,
		"the owner refuses":                        refuseRequest,
		"withdrawing":                              withdrawRequest,
		"dropping is refused":                      dropRefused,
		"a request lapses":                         requestLapses,
		"a request ends with any move":             requestEndsWithMove,
		"a request outlives the setting":           settingOff,
		"an owner with members cannot be admitted": askerOwnsOthers,
		"at most five open requests":               manyRequests,
		"check numbers differ":                     checkNumbers,
	})
}

// waiting lists the people who have an open request with the owner's family.
func (w *World) waiting(owner models.User) []models.UserID {
	w.T.Helper()
	askers, err := w.Families.Askers(w.Ctx(), w.FamilyOf(owner))
	w.OK(err)
	ids := []models.UserID{}
	for _, a := range askers {
		ids = append(ids, a.User.ID)
		w.Same(a.User.Membership.Request, a.Request)
	}
	return ids
}

// waits checks with which family u has an open request; "": with none.
func (w *World) waits(u models.User, want models.FamilyID) {
	w.T.Helper()
	f, r, err := w.Families.Waiting(w.Ctx(), u)
	if want == "" {
		w.Refused(err, notFound, models.ReasonFamily)
		return
	}
	w.OK(err)
	if f.ID != want || r.FamilyID != want || r.UserID != u.ID || r.At.IsZero() {
		w.T.Errorf("Waiting: got %s, %+v, want %s", f.ID, r, want)
	}
}

func setAsking(w *World) {
	owner, member := w.Person("Taro"), w.Person("Hanako")
	member = w.Join(member, owner)
	w.Refused(w.Families.SetAskBeforeJoin(w.Ctx(), member, true), models.CodeForbidden, models.ReasonOwnerOnly)
	for _, on := range []bool{false, true, true, false, true} {
		w.OK(w.Families.SetAskBeforeJoin(w.Ctx(), owner, on))
		if f := w.FamilyOf(member); f.AskBeforeJoin != on {
			w.T.Errorf("asks first %v, want %v", f.AskBeforeJoin, on)
		}
	}
	w.OK(w.Families.Transfer(w.Ctx(), owner, member.ID))
	set := func(f models.FamilyID, by models.UserID) func() error {
		return func() error {
			return w.FamilyStore.SetAsking(w.Ctx(), family.Asking{Family: f, Owner: by, At: w.Now()})
		}
	}
	w.refusals([]models.User{owner, member}, map[string]refusal{
		"by the owner of before": {set(owner.FamilyID, owner.ID), conflict, moved},
		"no such family":         {set("nowhere", member.ID), conflict, moved},
	})
}

func fileRequest(w *World) {
	owner, asker := w.AskingOwner("Taro"), w.Person("Hanako")
	w.Add(asker, "asker's")
	code := w.Invite(owner)
	before, home := w.Again(asker), w.FamilyOf(asker)
	entry, err := w.Redeem(asker, code)
	w.OK(err)
	r := entry.Request
	w.Same(r, models.Request{
		UserID: asker.ID, FamilyID: owner.FamilyID, At: r.At, Check: r.Check, Way: models.WayDigits, InviteID: code.InviteID,
	})
	if len(r.Check) != 2 || r.At.After(w.Now()) || entry.Brought != 0 || entry.Family.ID != owner.FamilyID || entry.UserID != asker.ID {
		w.T.Errorf("Redeem: got %+v, want a request with a check number", entry)
	}
	f, now := w.FamilyOf(owner), w.Again(asker)
	w.Same(f.Requests, []models.Request{r})
	w.Same(members(f), []models.UserID{owner.ID})
	w.Same(f.InviteID, code.InviteID) // a request does not use it
	before.Membership.Request, before.UpdatedAt = r, now.UpdatedAt
	w.Same(now, before)
	home.Members[0] = now
	w.Same(w.FamilyOf(asker), home)
	w.Same(w.Contents(owner, false), []string{})
	w.Same(w.Contents(asker, false), []string{"asker's"})
	w.Same(w.waiting(owner), []models.UserID{asker.ID})
	w.waits(asker, owner.FamilyID)
	w.waits(owner, "")
}

func fileByAskingCode(w *World) {
	owner, asker := w.Person("Taro"), w.Person("Hanako") // the family does not ask first
	r := w.Ask(asker, owner)
	w.Same(w.FamilyOf(owner).Requests, []models.Request{r})
	w.OK(must.Err(w.Families.Allow(w.Ctx(), owner, asker.ID)))
	w.Same(members(w.FamilyOf(owner)), []models.UserID{owner.ID, asker.ID})
}

// fileAgain: a repeat returns the same request, even if the invitation has expired or the
// family no longer asks.
func fileAgain(w *World) {
	owner, asker := w.AskingOwner("Taro"), w.Person("Hanako")
	code := w.Invite(owner)
	first, err := w.Redeem(asker, code)
	w.OK(err)
	after := w.state(owner, asker)
	again := func(name string) {
		w.T.Helper()
		entry, err := w.Redeem(asker, code)
		if err != nil {
			w.T.Fatalf("%s: got %v, want nil", name, err)
		}
		w.Same(entry.Request, first.Request)
	}
	again("immediately")
	w.Same(w.state(owner, asker), after)
	w.Advance(time.Hour)
	again("expired")
	w.Same(w.state(owner, asker), after)
	w.Invite(owner)
	again("there is another one")
	w.OK(w.Families.SetAskBeforeJoin(w.Ctx(), owner, false))
	again("it does not ask any more")
	w.Same(w.FamilyOf(owner).Requests, []models.Request{first.Request})
}

func fileElsewhere(w *World) {
	first, second, asker := w.AskingOwner("Taro"), w.AskingOwner("Jiro"), w.Person("Hanako")
	r := w.Ask(asker, first)
	elsewhere, later := w.Invite(second), w.Invite(first)
	replacing := w.filingAs(asker, later, asker) // decided before the request
	replacing.Stale = []models.Request{r}
	w.refusals([]models.User{first, second, asker}, map[string]refusal{
		"another family":          {func() error { return must.Err(w.Redeem(asker, elsewhere)) }, conflict, models.ReasonAlreadyAsked},
		"another invitation":      {func() error { return must.Err(w.Redeem(asker, later)) }, conflict, models.ReasonAlreadyAsked},
		"outdated, and replacing": {func() error { return w.FamilyStore.File(w.Ctx(), replacing) }, conflict, moved},
		"outdated, at the store":  {func() error { return w.FamilyStore.File(w.Ctx(), w.filingAs(asker, elsewhere, asker)) }, conflict, moved},
	})
	w.Same(w.waiting(second), []models.UserID{})
	w.Same(w.FamilyOf(first).Requests, []models.Request{r})
	w.OK(w.Families.Withdraw(w.Ctx(), asker))
	w.OK(must.Err(w.Redeem(asker, elsewhere)))
	w.Same(w.waiting(second), []models.UserID{asker.ID})
}

// severalAsk: several people can ask with one invitation until one of them is admitted.
func severalAsk(w *World) {
	owner := w.AskingOwner("Taro")
	code := w.Invite(owner)
	var ids []models.UserID
	for range 3 {
		u := w.Person("Asker")
		w.Advance(time.Millisecond)
		entry, err := w.Redeem(u, code)
		w.OK(err)
		w.Same(entry.Asked(), true)
		ids = append(ids, u.ID)
	}
	w.Same(w.waiting(owner), ids)
	w.OK(must.Err(w.Families.Allow(w.Ctx(), owner, ids[1])))
	w.Same(w.waiting(owner), []models.UserID{ids[0], ids[2]})
	w.Same(w.FamilyOf(owner).InviteID, models.InviteID(""))
	w.Refused(must.Err(w.Redeem(w.Person("Late"), code)), notFound, notValid)
	w.Advance(time.Millisecond)
	w.OK(must.Err(w.Families.Allow(w.Ctx(), owner, ids[0])))
	w.Advance(time.Millisecond)
	w.OK(must.Err(w.Families.Allow(w.Ctx(), owner, ids[2])))
	w.Same(members(w.FamilyOf(owner)), []models.UserID{owner.ID, ids[1], ids[0], ids[2]})
}

// filing returns the File that the service would make.
func (w *World) filing(u models.User, c models.InviteCode) family.File {
	w.T.Helper()
	return w.filingAs(w.Again(u), c, u)
}

// filingAs returns the File that the service would make for u as read.
func (w *World) filingAs(read models.User, c models.InviteCode, u models.User) family.File {
	w.T.Helper()
	to, err := w.FamilyStore.Family(w.Ctx(), c.FamilyID)
	w.OK(err)
	r := models.Request{
		UserID: u.ID, FamilyID: c.FamilyID, At: w.Now(), Check: "47", Way: models.WayDigits, InviteID: c.InviteID,
	}
	return family.File{
		User: read, To: to, Request: r, Maker: c.CreatedBy, MaxMembers: models.MaxMembers, MaxRequests: models.MaxRequests,
	}
}

func fileRefused(w *World) {
	owner, member, asker, echo := w.Person("Taro"), w.Person("Hanako"), w.Person("Ichiro"), w.Echo("Echo")
	member = w.Join(member, owner)
	w.Ask(w.Person("Shiro"), owner)
	first := w.FamilyOf(owner).Requests[0]
	code := w.Invite(owner)
	file := func(u models.User, change func(f *family.File)) func() error {
		f := w.filing(u, code)
		f.Request.Check = "other"
		change(&f)
		return func() error { return w.FamilyStore.File(w.Ctx(), f) }
	}
	same := func(*family.File) {}
	byNumber := func(f *family.File) { f.Request.Way, f.Request.InviteID, f.Maker = models.WayNumber, "", "" }
	w.refusals([]models.User{owner, member, asker, echo}, map[string]refusal{
		"another invitation": {file(asker, func(f *family.File) { f.Request.InviteID = "another" }), notFound, notValid},
		"maker gone":         {file(asker, func(f *family.File) { f.Maker = "a person who left" }), notFound, notValid},
		"already member":     {file(member, same), conflict, models.ReasonAlreadyMember},
		"full":               {file(asker, func(f *family.File) { f.MaxMembers = 2 }), conflict, models.ReasonFamilyFull},
		"crowded":            {file(asker, func(f *family.File) { f.MaxRequests = 1 }), conflict, models.ReasonManyRequests},
		"the same check":     {file(asker, func(f *family.File) { f.Request.Check = first.Check }), conflict, moved},
		"another epoch":      {file(asker, func(f *family.File) { f.User.Membership.MoveEpoch += 7 }), conflict, moved},
		"another home":       {file(asker, func(f *family.File) { f.User.FamilyID = "nowhere" }), conflict, moved},
		"another request": {file(asker, func(f *family.File) {
			f.User.Membership.Request = models.Request{UserID: asker.ID, FamilyID: "f", At: w.Now(), Check: "11"}
		}), conflict, moved},
		"not stale": {file(asker, func(f *family.File) {
			f.Stale = []models.Request{{UserID: member.ID, FamilyID: owner.FamilyID, At: w.Now(), Check: "11"}}
		}), conflict, moved},
		"a number by a stranger": {file(echo, func(f *family.File) { byNumber(f); f.Request.By = asker.ID }), conflict, moved},
	})
	w.OK(file(echo, func(f *family.File) { byNumber(f); f.Request.By = member.ID })())
	w.OK(file(asker, func(f *family.File) {
		f.Stale, f.MaxRequests, f.Request.Check = []models.Request{first}, 2, first.Check
	})())
	w.Same(w.waiting(owner), []models.UserID{echo.ID, asker.ID})
}

func allowRequest(w *World) {
	owner, asker := w.AskingOwner("Taro"), w.Person("Hanako")
	w.Add(owner, "owner's")
	w.Add(asker, "asker's")
	r := w.Ask(asker, owner)
	before := w.Again(asker)
	w.Advance(time.Second)
	brought, err := w.Families.Allow(w.Ctx(), owner, asker.ID)
	w.OK(err)
	w.Same(brought, 1)
	now, f := w.Again(asker), w.FamilyOf(owner)
	want := w.memberAfter(before, now, owner.FamilyID)
	want.Membership.JoinedWith = r.InviteID
	w.Same(now, want)
	if len(f.Members) != 2 || len(f.Requests) != 0 || !f.AskBeforeJoin || f.InviteID != "" {
		w.T.Errorf("got the family %+v, want two members and no request or invitation", f)
	}
	w.Same(w.Contents(asker, false), []string{"asker's", "owner's"})
	w.Refused(must.Err(w.FamilyStore.Family(w.Ctx(), asker.FamilyID)), notFound, models.ReasonFamily)
	w.Refused(must.Err(w.Families.Allow(w.Ctx(), owner, asker.ID)), notFound, models.ReasonPerson)
	w.waits(asker, "")
}

// allowKeeps: Allow keeps the other requests and an invitation other than the request's.
func allowKeeps(w *World) {
	owner, asker, other := w.AskingOwner("Taro"), w.Person("Hanako"), w.Person("Jiro")
	w.Ask(asker, owner)
	w.Advance(time.Millisecond)
	r := w.Ask(other, owner) // with a later invitation
	w.OK(must.Err(w.Families.Allow(w.Ctx(), owner, asker.ID)))
	f := w.FamilyOf(owner)
	w.Same(f.Requests, []models.Request{r})
	w.Same(f.InviteID, r.InviteID)
	w.Same(w.waiting(owner), []models.UserID{other.ID})
}

func allowRefused(w *World) {
	owner, member, asker := w.AskingOwner("Taro"), w.Person("Hanako"), w.Person("Ichiro")
	w.Admit(member, owner)
	w.Ask(asker, owner)
	allow := func(by models.User, id models.UserID) func() error {
		return func() error { return must.Err(w.Families.Allow(w.Ctx(), by, id)) }
	}
	w.refusals([]models.User{owner, member, asker}, map[string]refusal{
		"by a member":     {allow(member, asker.ID), models.CodeForbidden, models.ReasonOwnerOnly},
		"by the asker":    {allow(asker, asker.ID), notFound, models.ReasonPerson},
		"unknown person":  {allow(owner, "nobody"), notFound, models.ReasonPerson},
		"the owner":       {allow(owner, owner.ID), notFound, models.ReasonPerson},
		"a member":        {allow(owner, member.ID), notFound, models.ReasonPerson},
		"refused by them": {func() error { return w.Families.Refuse(w.Ctx(), member, asker.ID) }, models.CodeForbidden, models.ReasonOwnerOnly},
	})
	for range models.MaxMembers - 2 {
		w.Admit(w.Person("Guest"), owner)
	}
	w.refusals([]models.User{owner, asker}, map[string]refusal{
		"full": {allow(owner, asker.ID), conflict, models.ReasonFamilyFull},
	})
	w.Same(w.waiting(owner), []models.UserID{asker.ID})
}

// admitting returns the Admit that the service would make.
func (w *World) admitting(u, owner models.User) family.Admit {
	w.T.Helper()
	return family.Admit{Move: w.moveOf(u, w.FamilyOf(owner)), Request: w.Again(u).Membership.Request, By: owner.ID}
}

func allowOutdated(w *World) {
	owner, heir, asker, third := w.AskingOwner("Taro"), w.Person("Jiro"), w.Person("Hanako"), w.Person("Ichiro")
	w.Admit(heir, owner)
	refused := func(name string, a family.Admit) {
		w.T.Helper()
		w.refusals([]models.User{owner, heir, asker}, map[string]refusal{
			name: {func() error { return must.Err(w.FamilyStore.Admit(w.Ctx(), a)) }, conflict, moved},
		})
	}
	w.Ask(asker, owner)
	old := w.admitting(asker, owner)
	w.OK(w.Families.Withdraw(w.Ctx(), asker))
	refused("withdrawn", old)
	w.Advance(time.Second)
	w.Ask(asker, owner)
	refused("another request by now", old)
	old = w.admitting(asker, owner)
	old.By = heir.ID
	refused("by a member", old)
	old = w.admitting(asker, owner)
	w.Join(third, asker)
	refused("the asker has members by now", old)
	w.OK(w.Families.Remove(w.Ctx(), asker, third.ID))
	old = w.admitting(asker, owner)
	w.OK(w.Families.Transfer(w.Ctx(), owner, heir.ID))
	refused("another owner by now", old)
	old.By = heir.ID
	refused("another owner than read", old)
	w.OK(must.Err(w.FamilyStore.Admit(w.Ctx(), w.admitting(asker, heir))))
}

func refuseRequest(w *World) {
	owner, asker := w.AskingOwner("Taro"), w.Person("Hanako")
	home := w.FamilyOf(asker)
	r := w.Ask(asker, owner)
	w.OK(w.Families.Refuse(w.Ctx(), owner, asker.ID))
	w.Same(members(w.FamilyOf(asker)), members(home))
	w.Same(len(w.FamilyOf(owner).Requests), 0)
	w.Same(w.FamilyOf(owner).InviteID, r.InviteID)
	w.Same(w.Again(asker).Membership.Request, models.Request{})
	w.waits(asker, "")
	w.Refused(w.Families.Refuse(w.Ctx(), owner, asker.ID), notFound, models.ReasonPerson)
	w.Admit(asker, owner) // a person who was refused may ask again
}

func withdrawRequest(w *World) {
	owner, asker := w.AskingOwner("Taro"), w.Person("Hanako")
	w.Refused(w.Families.Withdraw(w.Ctx(), asker), notFound, models.ReasonFamily)
	w.Ask(asker, owner)
	w.OK(w.Families.Withdraw(w.Ctx(), asker)) // with the account as read before
	w.Same(len(w.FamilyOf(owner).Requests), 0)
	w.Same(w.Again(asker).Membership.Request, models.Request{})
	w.Refused(must.Err(w.Families.Allow(w.Ctx(), owner, asker.ID)), notFound, models.ReasonPerson)
	w.Refused(w.Families.Withdraw(w.Ctx(), asker), notFound, models.ReasonFamily)
}

func dropRefused(w *World) {
	owner, member, asker, stranger := w.AskingOwner("Taro"), w.Person("Jiro"), w.Person("Hanako"), w.AskingOwner("Goro")
	w.Admit(member, owner)
	r := w.Ask(asker, owner)
	drop := func(r models.Request, by models.UserID) func() error {
		return func() error { return w.FamilyStore.Drop(w.Ctx(), family.Drop{Request: r, By: by, At: w.Now()}) }
	}
	earlier, checked := r, r
	earlier.At = r.At.Add(-time.Hour)
	checked.Check = "xx"
	w.refusals([]models.User{owner, member, asker, stranger}, map[string]refusal{
		"by a member":       {drop(r, member.ID), conflict, moved},
		"by another owner":  {drop(r, stranger.ID), conflict, moved},
		"an earlier one":    {drop(earlier, owner.ID), conflict, moved},
		"another check":     {drop(checked, owner.ID), conflict, moved},
		"of another person": {drop(models.Request{UserID: member.ID, FamilyID: r.FamilyID, At: r.At, Check: r.Check}, owner.ID), conflict, moved},
	})
	w.OK(drop(r, asker.ID)())
	w.Refused(drop(r, owner.ID)(), conflict, moved)
}

func requestLapses(w *World) {
	owner, asker, later := w.AskingOwner("Taro"), w.Person("Hanako"), w.Person("Ichiro")
	w.Ask(asker, owner)
	w.Advance(models.RequestLifetime - time.Minute)
	w.waits(asker, owner.FamilyID)
	w.Advance(time.Minute)
	w.waits(asker, "")
	w.Same(w.waiting(owner), []models.UserID{})
	w.Refused(must.Err(w.Families.Allow(w.Ctx(), owner, asker.ID)), notFound, models.ReasonPerson)
	w.Refused(w.Families.Refuse(w.Ctx(), owner, asker.ID), notFound, models.ReasonPerson)
	w.Refused(w.Families.Withdraw(w.Ctx(), asker), notFound, models.ReasonFamily)
	r := w.Ask(later, owner)
	w.Same(w.FamilyOf(owner).Requests, []models.Request{r}) // the expired one is removed
	r = w.Ask(asker, owner)
	w.Same(w.Again(asker).Membership.Request, r)
	w.Same(w.waiting(owner), []models.UserID{later.ID, asker.ID})
}

func requestEndsWithMove(w *World) {
	owner, other := w.AskingOwner("Taro"), w.Person("Jiro")
	for name, c := range map[string]struct {
		alone bool // the asker is alone in a family
		move  func(models.User)
	}{
		"joining elsewhere": {true, func(u models.User) { w.Join(u, other) }},
		"connecting":        {true, func(u models.User) { w.Connect(u, other) }},
		"leaving":           {false, func(u models.User) { w.OK(must.Err(w.Families.Leave(w.Ctx(), u))) }},
		"being removed":     {false, func(u models.User) { w.OK(w.Families.Remove(w.Ctx(), other, u.ID)) }},
		"retiring":          {false, func(u models.User) { w.OK(w.Families.Disable(w.Ctx(), u.ID)) }},
		"suspending":        {true, func(u models.User) { w.OK(w.Families.Disable(w.Ctx(), u.ID)) }},
		"closing":           {true, func(u models.User) { w.OK(w.Families.Close(w.Ctx(), u)) }},
	} {
		asker := w.Echo("Hanako")
		if !c.alone {
			asker = w.Join(asker, other)
		}
		w.Ask(asker, owner)
		c.move(w.Again(asker))
		if ids := w.waiting(owner); len(ids) > 0 {
			w.T.Errorf("%s: got the askers %v, want none", name, ids)
		}
		w.Refused(must.Err(w.Families.Allow(w.Ctx(), owner, asker.ID)), notFound, models.ReasonPerson)
		if name != "closing" {
			w.waits(asker, "")
		}
	}
	asker := w.Person("Ichiro")
	w.Ask(asker, owner)
	w.OK(w.Families.Close(w.Ctx(), owner)) // and the family with it
	w.waits(asker, "")
	next := w.AskingOwner("Next")
	w.Ask(asker, next) // a request with a family that is gone does not count
	w.Same(w.waiting(next), []models.UserID{asker.ID})
}

func settingOff(w *World) {
	owner, waiting, direct := w.AskingOwner("Taro"), w.Person("Hanako"), w.Person("Ichiro")
	w.Ask(waiting, owner)
	w.OK(w.Families.SetAskBeforeJoin(w.Ctx(), owner, false))
	w.Join(direct, owner)
	w.Same(w.waiting(owner), []models.UserID{waiting.ID})
	w.Same(members(w.FamilyOf(owner)), []models.UserID{owner.ID, direct.ID})
	w.OK(must.Err(w.Families.Allow(w.Ctx(), owner, waiting.ID)))
	asker := w.Person("Shiro")
	w.OK(w.Families.SetAskBeforeJoin(w.Ctx(), owner, true))
	w.Ask(asker, owner)
	w.OK(w.Families.SetAskBeforeJoin(w.Ctx(), owner, false))
	w.Join(asker, owner) // with another invitation, despite the open request
	w.Same(w.waiting(owner), []models.UserID{})
	w.waits(asker, "")
}

func askerOwnsOthers(w *World) {
	owner, asker, child := w.AskingOwner("Taro"), w.Person("Hanako"), w.Person("Ichiro")
	w.Ask(asker, owner)
	w.Join(child, asker)
	code := w.Invite(owner)
	w.refusals([]models.User{owner, asker, child}, map[string]refusal{
		"allowed":     {func() error { return must.Err(w.Families.Allow(w.Ctx(), owner, asker.ID)) }, conflict, models.ReasonHandOverFirst},
		"redeeming":   {func() error { return must.Err(w.Redeem(asker, code)) }, conflict, models.ReasonHandOverFirst},
		"in the way":  {func() error { return w.Families.MayJoin(w.Ctx(), asker) }, conflict, models.ReasonHandOverFirst},
		"the same of": {func() error { return w.Families.Close(w.Ctx(), asker) }, models.CodeForbidden, models.ReasonHandOverFirst},
	})
	w.Same(w.waiting(owner), []models.UserID{asker.ID})
	w.OK(w.Families.MayJoin(w.Ctx(), child))
}

func manyRequests(w *World) {
	owner, other := w.AskingOwner("Taro"), w.Person("Jiro")
	var askers []models.User
	for range models.MaxRequests {
		asker := w.Person("Asker")
		w.Advance(time.Millisecond)
		w.Ask(asker, owner)
		askers = append(askers, asker)
	}
	late, code := w.Person("Late"), w.Invite(owner)
	w.refusals([]models.User{owner, late}, map[string]refusal{
		"the sixth": {func() error { return must.Err(w.Redeem(late, code)) }, conflict, models.ReasonManyRequests},
	})
	w.Join(askers[0], other) // its request no longer counts, which makes room
	w.OK(must.Err(w.Redeem(late, code)))
	ids := w.waiting(owner)
	if len(ids) != models.MaxRequests || ids[0] != askers[1].ID || ids[len(ids)-1] != late.ID {
		w.T.Errorf("got %d askers, %v, want the late one in place of the first", len(ids), ids)
	}
	w.Advance(models.RequestLifetime)
	w.Ask(w.Person("Next day"), owner)
	w.Same(len(w.waiting(owner)), 1)
}

// checkNumbers: a family's open requests have different check numbers of two digits, even
// if the random source repeats itself.
func checkNumbers(w *World) {
	w.Families.Rand = &stuck{}
	owner := w.AskingOwner("Owner")
	var checks []string
	for range models.MaxRequests {
		w.Advance(time.Millisecond)
		r := w.Ask(w.Person("Asker"), owner)
		if len(r.Check) != 2 || r.Check < "00" || r.Check > "99" || slices.Contains(checks, r.Check) {
			w.T.Errorf("got the check number %q after %v, want another one", r.Check, checks)
		}
		checks = append(checks, r.Check)
	}
}

// stuck is a random source that repeats each value eight times.
type stuck struct{ n int }

// Read implements io.Reader.
func (s *stuck) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = byte(s.n / 8 % 90)
		s.n++
	}
	return len(b), nil
}
