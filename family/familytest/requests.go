package familytest

import (
	"testing"
	"time"

	"voicememo/family"
	"voicememo/models"
)

// runRequests checks the promises about families that ask first.
func runRequests(t *testing.T, mk Maker) {
	for name, test := range map[string]func(*World){
		"the setting is the owner's":          setAsking,
		"a code files a request":              fileRequest,
		"filing again replaces":               fileAgain,
		"filing elsewhere replaces":           fileElsewhere,
		"filing is refused":                   fileRefused,
		"the owner allows":                    allowRequest,
		"allowing is refused":                 allowRefused,
		"allowing decided on an old reading":  allowOutdated,
		"the owner refuses":                   refuseRequest,
		"withdrawing":                         withdrawRequest,
		"a request lapses":                    requestLapses,
		"a request ends with any move":        requestEndsWithMove,
		"a request outlives the setting":      settingOff,
		"an owner of others cannot be let in": askerOwnsOthers,
		"twenty may wait, lapsed ones do not": manyRequests,
	} {
		t.Run(name, func(t *testing.T) { test(NewWorld(t, mk)) })
	}
}

// AskingOwner makes a person whose family asks first.
func (w *World) AskingOwner(name string) models.User {
	w.T.Helper()
	owner := w.Person(name)
	w.OK(w.Families.SetAskBeforeJoin(w.Ctx(), owner, true))
	return owner
}

// Ask files a request of u with the owner's family.
func (w *World) Ask(u, owner models.User) models.Request {
	w.T.Helper()
	f, moving, err := w.Families.Join(w.Ctx(), u, w.Invite(owner))
	w.OK(err)
	r, ok := f.RequestOf(u.ID)
	if !ok || moving != 0 || f.ID != w.Again(owner).FamilyID {
		w.T.Fatalf("asked: %+v, %v, %d memos", r, ok, moving)
	}
	return r
}

// waiting gives who waits to be let into the owner's family.
func (w *World) waiting(owner models.User) []models.UserID {
	w.T.Helper()
	askers, err := w.Families.Askers(w.Ctx(), w.FamilyOf(owner))
	w.OK(err)
	ids := []models.UserID{}
	for _, a := range askers {
		ids = append(ids, a.User.ID)
	}
	return ids
}

// waits checks where u waits; "" is nowhere.
func (w *World) waits(u models.User, want models.FamilyID) {
	w.T.Helper()
	f, r, err := w.Families.Waiting(w.Ctx(), u)
	if want == "" {
		w.Refused(err, models.CodeNotFound, models.ReasonFamily)
		return
	}
	w.OK(err)
	if f.ID != want || r.FamilyID != want || r.UserID != u.ID || r.At.IsZero() {
		w.T.Errorf("waits for %s: %+v", f.ID, r)
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
	asking := &family.Asking{Family: owner.FamilyID}
	_, err := w.FamilyStore.Update(w.Ctx(), owner.ID, family.Patch{Asking: asking, At: w.Now()})
	w.Refused(err, models.CodeConflict, models.ReasonMoved)
	_, err = w.FamilyStore.Update(w.Ctx(), member.ID, family.Patch{Asking: &family.Asking{Family: "nowhere"}, At: w.Now()})
	w.Refused(err, models.CodeConflict, models.ReasonMoved)
	if !w.FamilyOf(owner).AskBeforeJoin {
		w.T.Error("a refused change was made")
	}
}

func fileRequest(w *World) {
	owner, asker := w.AskingOwner("Taro"), w.Person("Hanako")
	w.Add(asker, "asker's")
	code := w.Invite(owner)
	before := w.FamilyOf(asker)
	f, moving, err := w.Families.Join(w.Ctx(), asker, code)
	w.OK(err)
	r, asked := f.RequestOf(asker.ID)
	if !asked || moving != 0 || len(f.Members) != 1 || f.ID != owner.FamilyID {
		w.T.Errorf("asked: %+v, %d memos, request %+v", f, moving, r)
	}
	w.Same(w.FamilyOf(owner).Requests, []models.Request{r})
	now := w.Again(asker)
	w.Same(now.Request, r)
	before.Members[0] = now
	w.Same(w.FamilyOf(asker), before)
	w.Same(w.Contents(owner, false), []string{})
	w.Same(w.Contents(asker, false), []string{"asker's"})
	w.Same(w.waiting(owner), []models.UserID{asker.ID})
	w.waits(asker, owner.FamilyID)
	w.waits(owner, "")
	used, err := w.InviteStore.Get(w.Ctx(), code.Code)
	w.OK(err)
	if !used.Used || used.UsedBy != asker.ID || !used.UsedAt.Equal(r.At) {
		w.T.Errorf("the code is %+v", used)
	}
	_, _, err = w.Families.Join(w.Ctx(), w.Person("Ichiro"), code)
	w.Refused(err, models.CodeNotFound, models.ReasonInviteNotValid)
}

func fileAgain(w *World) {
	owner, asker := w.AskingOwner("Taro"), w.Person("Hanako")
	first := w.Ask(asker, owner)
	w.Advance(time.Hour)
	again := w.Ask(asker, owner)
	if !again.At.After(first.At) {
		w.T.Errorf("asked at %v, then at %v", first.At, again.At)
	}
	w.Same(w.FamilyOf(owner).Requests, []models.Request{again})
	w.Same(w.waiting(owner), []models.UserID{asker.ID})
}

func fileElsewhere(w *World) {
	first, second, asker := w.AskingOwner("Taro"), w.AskingOwner("Jiro"), w.Person("Hanako")
	w.Ask(asker, first)
	w.Ask(asker, second)
	w.Same(w.waiting(first), []models.UserID{})
	w.Same(w.waiting(second), []models.UserID{asker.ID})
	w.waits(asker, second.FamilyID)
	_, err := w.Families.Allow(w.Ctx(), first, asker.ID)
	w.Refused(err, models.CodeNotFound, models.ReasonPerson)
	w.Refused(w.Families.Refuse(w.Ctx(), first, asker.ID), models.CodeNotFound, models.ReasonPerson)
	w.waits(asker, second.FamilyID)
}

// filing is a File as the service would make it.
func (w *World) filing(u models.User, c models.InviteCode) family.Join {
	j := w.joining(u, c)
	j.Mode, j.MaxRequests = family.File, models.MaxRequests
	return j
}

func fileRefused(w *World) {
	owner, member, asker := w.Person("Taro"), w.Person("Hanako"), w.Person("Ichiro")
	member = w.Join(member, owner)
	plain := w.joining(asker, w.Invite(owner))
	_, err := w.FamilyStore.Join(w.Ctx(), w.filing(asker, plain.Code)) // it does not ask first
	w.Refused(err, models.CodeConflict, models.ReasonMoved)
	w.OK(w.Families.SetAskBeforeJoin(w.Ctx(), owner, true))
	_, err = w.FamilyStore.Join(w.Ctx(), plain) // it does by now
	w.Refused(err, models.CodeConflict, models.ReasonMoved)

	ghost, late, old := w.filing(asker, plain.Code), w.filing(asker, plain.Code), w.filing(asker, plain.Code)
	ghost.Code.CreatedBy = "somebody who left"
	late.At = late.Code.ExpiresAt
	old.User.MoveEpoch += 7
	crowded, stale := w.filing(asker, plain.Code), w.filing(asker, plain.Code)
	crowded.MaxRequests = 0
	stale.Stale = []models.Request{{UserID: member.ID, FamilyID: owner.FamilyID, At: w.Now()}}
	for name, c := range map[string]struct {
		join   family.Join
		code   models.Code
		reason models.Reason
	}{
		"expired":        {late, models.CodeNotFound, models.ReasonInviteNotValid},
		"maker gone":     {ghost, models.CodeNotFound, models.ReasonInviteNotValid},
		"already member": {w.filing(member, plain.Code), models.CodeConflict, models.ReasonAlreadyMember},
		"full":           {full(w.filing(asker, plain.Code)), models.CodeConflict, models.ReasonFamilyFull},
		"outdated":       {old, models.CodeConflict, models.ReasonMoved},
		"crowded":        {crowded, models.CodeConflict, models.ReasonManyRequests},
		"not stale":      {stale, models.CodeConflict, models.ReasonMoved},
	} {
		_, err := w.FamilyStore.Join(w.Ctx(), c.join)
		if !models.IsCode(err, c.code) || !models.IsReason(err, c.reason) {
			w.T.Errorf("%s: got %v, want %s/%s", name, err, c.code, c.reason)
		}
		if f := w.FamilyOf(owner); len(f.Requests) > 0 || !w.Again(asker).Request.At.IsZero() {
			w.T.Errorf("%s: a request was filed: %+v", name, f.Requests)
		}
		if now, err := w.InviteStore.Get(w.Ctx(), plain.Code.Code); err != nil || now.Used {
			w.T.Errorf("%s: the code is %+v, %v", name, now, err)
		}
	}
	w.OK(failure(w.FamilyStore.Join(w.Ctx(), w.filing(asker, plain.Code))))
}

func allowRequest(w *World) {
	owner, asker := w.AskingOwner("Taro"), w.Person("Hanako")
	w.Add(owner, "owner's")
	w.Add(asker, "asker's")
	w.Ask(asker, owner)
	moving, err := w.Families.Allow(w.Ctx(), owner, asker.ID)
	w.OK(err)
	now, f := w.Again(asker), w.FamilyOf(owner)
	if moving != 1 || now.FamilyID != f.ID || now.IsOwner || now.MoveEpoch != asker.MoveEpoch+1 || now.Request != (models.Request{}) {
		w.T.Errorf("allowed: %d memos, person %+v", moving, now)
	}
	if len(f.Members) != 2 || len(f.Requests) != 0 || !f.AskBeforeJoin {
		w.T.Errorf("the family is %+v", f)
	}
	w.Same(w.Contents(asker, false), []string{"asker's", "owner's"})
	_, err = w.FamilyStore.Family(w.Ctx(), asker.FamilyID)
	w.Refused(err, models.CodeNotFound, models.ReasonFamily)
	_, err = w.Families.Allow(w.Ctx(), owner, asker.ID)
	w.Refused(err, models.CodeNotFound, models.ReasonPerson)
	w.waits(asker, "")
}

func allowRefused(w *World) {
	owner, member, asker := w.AskingOwner("Taro"), w.Person("Hanako"), w.Person("Ichiro")
	w.Ask(member, owner)
	w.OK(failure(w.Families.Allow(w.Ctx(), owner, member.ID)))
	w.Ask(asker, owner)
	for name, by := range map[string]models.User{"a member": member, "the asker": asker} {
		_, err := w.Families.Allow(w.Ctx(), by, asker.ID)
		if name == "a member" {
			w.Refused(err, models.CodeForbidden, models.ReasonOwnerOnly)
			w.Refused(w.Families.Refuse(w.Ctx(), by, asker.ID), models.CodeForbidden, models.ReasonOwnerOnly)
		} else {
			w.Refused(err, models.CodeNotFound, models.ReasonPerson)
		}
	}
	for _, id := range []models.UserID{"nobody", owner.ID, member.ID} {
		_, err := w.Families.Allow(w.Ctx(), owner, id)
		w.Refused(err, models.CodeNotFound, models.ReasonPerson)
	}
	for range models.MaxMembers - 2 {
		guest := w.Person("Guest")
		w.Ask(guest, owner)
		w.OK(failure(w.Families.Allow(w.Ctx(), owner, guest.ID)))
	}
	_, err := w.Families.Allow(w.Ctx(), owner, asker.ID)
	w.Refused(err, models.CodeConflict, models.ReasonFamilyFull)
	w.Same(w.waiting(owner), []models.UserID{asker.ID})
}

// allowing is an Allow as the service would make it.
func (w *World) allowing(u, owner models.User) family.Join {
	w.T.Helper()
	u = w.Again(u)
	return family.Join{
		Mode: family.Allow, User: u, From: w.FamilyOf(u), To: owner.FamilyID, MaxMembers: models.MaxMembers,
		Request: u.Request, By: owner.ID, At: w.Now(),
	}
}

func allowOutdated(w *World) {
	owner, heir, asker, third := w.AskingOwner("Taro"), w.Person("Jiro"), w.Person("Hanako"), w.Person("Ichiro")
	w.Ask(heir, owner)
	w.OK(failure(w.Families.Allow(w.Ctx(), owner, heir.ID)))
	refused := func(j family.Join) {
		w.T.Helper()
		_, err := w.FamilyStore.Join(w.Ctx(), j)
		w.Refused(err, models.CodeConflict, models.ReasonMoved)
		if f := w.FamilyOf(owner); f.Has(asker.ID) {
			w.T.Fatal("the asker is a member")
		}
	}
	w.Ask(asker, owner)
	old := w.allowing(asker, owner)
	w.Advance(time.Second)
	w.Ask(asker, owner) // another request by now
	refused(old)
	old = w.allowing(asker, owner)
	w.Join(third, asker) // the asker owns a family of two
	refused(old)
	w.OK(w.Families.Remove(w.Ctx(), asker, third.ID))
	old = w.allowing(asker, owner)
	w.OK(w.Families.Transfer(w.Ctx(), owner, heir.ID))
	refused(old)
	old = w.allowing(asker, heir)
	old.To = owner.FamilyID
	w.OK(w.Families.Withdraw(w.Ctx(), asker))
	refused(old)
	dropping := old
	dropping.Mode = family.Drop
	refused(dropping)
}

func refuseRequest(w *World) {
	owner, asker := w.AskingOwner("Taro"), w.Person("Hanako")
	home := w.FamilyOf(asker)
	w.Ask(asker, owner)
	w.OK(w.Families.Refuse(w.Ctx(), owner, asker.ID))
	w.Same(w.FamilyOf(asker).MemberIDs, home.MemberIDs)
	w.Same(len(w.FamilyOf(owner).Requests), 0)
	w.Same(w.Again(asker).Request, models.Request{})
	w.waits(asker, "")
	w.Refused(w.Families.Refuse(w.Ctx(), owner, asker.ID), models.CodeNotFound, models.ReasonPerson)
	w.Ask(asker, owner) // somebody refused may ask again
	w.OK(failure(w.Families.Allow(w.Ctx(), owner, asker.ID)))
}

func withdrawRequest(w *World) {
	owner, asker := w.AskingOwner("Taro"), w.Person("Hanako")
	w.Refused(w.Families.Withdraw(w.Ctx(), asker), models.CodeNotFound, models.ReasonFamily)
	w.Ask(asker, owner)
	w.OK(w.Families.Withdraw(w.Ctx(), asker)) // by the reading from before
	w.Same(len(w.FamilyOf(owner).Requests), 0)
	w.Same(w.Again(asker).Request, models.Request{})
	_, err := w.Families.Allow(w.Ctx(), owner, asker.ID)
	w.Refused(err, models.CodeNotFound, models.ReasonPerson)
	w.Refused(w.Families.Withdraw(w.Ctx(), asker), models.CodeNotFound, models.ReasonFamily)
}

func requestLapses(w *World) {
	owner, asker, later := w.AskingOwner("Taro"), w.Person("Hanako"), w.Person("Ichiro")
	w.Ask(asker, owner)
	w.Advance(models.RequestLifetime - time.Minute)
	w.waits(asker, owner.FamilyID)
	w.Advance(time.Minute)
	w.waits(asker, "")
	w.Same(w.waiting(owner), []models.UserID{})
	_, err := w.Families.Allow(w.Ctx(), owner, asker.ID)
	w.Refused(err, models.CodeNotFound, models.ReasonPerson)
	w.Refused(w.Families.Withdraw(w.Ctx(), asker), models.CodeNotFound, models.ReasonFamily)
	r := w.Ask(later, owner)
	w.Same(w.FamilyOf(owner).Requests, []models.Request{r}) // the lapsed one is forgotten
	w.Same(len(w.waiting(owner)), 1)
	r = w.Ask(asker, owner)
	w.Same(w.Again(asker).Request, r)
	w.Same(w.waiting(owner), []models.UserID{later.ID, asker.ID})
}

func requestEndsWithMove(w *World) {
	owner, other := w.AskingOwner("Taro"), w.Person("Jiro")
	for name, move := range map[string]func(models.User){
		"joining elsewhere": func(u models.User) { w.Join(u, other) },
		"leaving": func(u models.User) {
			_, err := w.Families.Leave(w.Ctx(), u)
			w.OK(err)
		},
		"being removed": func(u models.User) { w.OK(w.Families.Remove(w.Ctx(), other, u.ID)) },
		"closing":       func(u models.User) { w.OK(w.Families.Close(w.Ctx(), u)) },
	} {
		asker := w.Person("Hanako")
		if name != "joining elsewhere" && name != "closing" {
			asker = w.Join(asker, other)
		}
		w.Ask(asker, owner)
		move(w.Again(asker))
		if ids := w.waiting(owner); len(ids) > 0 {
			w.T.Errorf("%s: %v wait", name, ids)
		}
		_, err := w.Families.Allow(w.Ctx(), owner, asker.ID)
		w.Refused(err, models.CodeNotFound, models.ReasonPerson)
		if name != "closing" {
			w.waits(asker, "")
		}
	}
	asker := w.Person("Ichiro")
	w.Ask(asker, owner)
	w.OK(w.Families.Close(w.Ctx(), owner)) // and the family with it
	w.waits(asker, "")
}

func settingOff(w *World) {
	owner, waiting, direct := w.AskingOwner("Taro"), w.Person("Hanako"), w.Person("Ichiro")
	w.Ask(waiting, owner)
	w.OK(w.Families.SetAskBeforeJoin(w.Ctx(), owner, false))
	w.Join(direct, owner)
	w.Same(w.waiting(owner), []models.UserID{waiting.ID})
	if f := w.FamilyOf(owner); !f.Has(direct.ID) || f.Has(waiting.ID) {
		w.T.Errorf("the members are %v", f.MemberIDs)
	}
	w.OK(failure(w.Families.Allow(w.Ctx(), owner, waiting.ID)))
	asker := w.Person("Shiro")
	w.OK(w.Families.SetAskBeforeJoin(w.Ctx(), owner, true))
	w.Ask(asker, owner)
	w.OK(w.Families.SetAskBeforeJoin(w.Ctx(), owner, false))
	w.Join(asker, owner) // by a code, past the open request
	w.Same(w.waiting(owner), []models.UserID{})
	w.waits(asker, "")
}

func askerOwnsOthers(w *World) {
	owner, asker, child := w.AskingOwner("Taro"), w.Person("Hanako"), w.Person("Ichiro")
	w.Ask(asker, owner)
	w.Join(child, asker)
	_, err := w.Families.Allow(w.Ctx(), owner, asker.ID)
	w.Refused(err, models.CodeConflict, models.ReasonHandOverFirst)
	w.Same(w.waiting(owner), []models.UserID{asker.ID})
	_, _, err = w.Families.Join(w.Ctx(), asker, w.Invite(owner))
	w.Refused(err, models.CodeConflict, models.ReasonHandOverFirst)
}

func manyRequests(w *World) {
	owner, other := w.AskingOwner("Taro"), w.AskingOwner("Jiro")
	var askers []models.User
	for range models.MaxRequests {
		asker := w.Person("Asker")
		w.Advance(time.Millisecond)
		w.Ask(asker, owner)
		askers = append(askers, asker)
	}
	late := w.Person("Late")
	code := w.Invite(owner)
	_, _, err := w.Families.Join(w.Ctx(), late, code)
	w.Refused(err, models.CodeConflict, models.ReasonManyRequests)
	w.Ask(askers[3], owner) // again, in its own place
	w.Ask(askers[0], other) // overtaken: makes room
	_, _, err = w.Families.Join(w.Ctx(), late, code)
	w.OK(err)
	ids := w.waiting(owner)
	if len(ids) != models.MaxRequests || ids[0] != askers[1].ID || ids[len(ids)-1] != late.ID {
		w.T.Errorf("%d wait: %v", len(ids), ids)
	}
}

func failure(_ int, err error) error { return err }
