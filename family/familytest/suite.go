package familytest

import (
	"testing"
	"time"

	"voicememo/family"
	"voicememo/models"
)

// Run checks every promise of family.Store, each on a fresh engine.
func Run(t *testing.T, mk Maker) {
	for name, test := range map[string]func(*World){
		"create and read":                   createAndRead,
		"create twice is refused":           createTwice,
		"missing is an error":               missing,
		"update changes only what is given": update,
		"join":                              join,
		"join from a family of several":     joinFromSeveral,
		"join is refused":                   joinRefused,
		"join decided on an old reading":    joinOutdated,
		"leave takes one's own memos along": leave,
		"leave is refused":                  leaveRefused,
		"remove by the owner":               remove,
		"transfer":                          transfer,
		"transfer is refused":               transferRefused,
		"closing hides, erasing removes":    closing,
		"memos follow through three homes":  wander,
		"voices get names":                  voices,
		"voices are refused":                voicesRefused,
		"what was heard last":               lastRead,
		"what was deleted last":             lastDeletion,
		"last deletion ends with the list":  lastDeletionEnds,
		"one patch of everything":           wholePatch,
		"unlink":                            unlink,
	} {
		t.Run(name, func(t *testing.T) { test(NewWorld(t, mk)) })
	}
	runRequests(t, mk)
}

func createAndRead(w *World) {
	want := models.User{
		ID: "u1", FamilyID: "f1", Name: "太郎", Email: "taro@example.com", Picture: "https://example.com/p.png",
		IsOwner: true, CreatedAt: w.Now(), UpdatedAt: w.Now(), JoinedAt: w.Now(), Source: models.SourceGoogle, MoveEpoch: 1,
	}
	w.OK(w.FamilyStore.Create(w.Ctx(), want))
	got, err := w.FamilyStore.Person(w.Ctx(), "u1")
	w.OK(err)
	w.Same(got, want)
	f, err := w.FamilyStore.Family(w.Ctx(), "f1")
	w.OK(err)
	if f.OwnerID != "u1" || !f.Alone("u1") || f.ID != "f1" || !f.CreatedAt.Equal(want.CreatedAt) {
		w.T.Errorf("the family of one is %+v", f)
	}
	w.Same(f.Members, []models.User{want})
}

func createTwice(w *World) {
	u := w.Person("Taro")
	other := u
	other.FamilyID, other.Name = "another", "Jiro"
	w.Refused(w.FamilyStore.Create(w.Ctx(), other), models.CodeConflict, models.ReasonMoved)
	w.Same(w.Again(u), u)
	_, err := w.FamilyStore.Family(w.Ctx(), "another")
	w.Refused(err, models.CodeNotFound, models.ReasonFamily)
}

func missing(w *World) {
	_, err := w.FamilyStore.Person(w.Ctx(), "nobody")
	w.Refused(err, models.CodeNotFound, models.ReasonPerson)
	_, err = w.FamilyStore.Family(w.Ctx(), "nowhere")
	w.Refused(err, models.CodeNotFound, models.ReasonFamily)
	name := "Ghost"
	_, err = w.FamilyStore.Update(w.Ctx(), "nobody", family.Patch{Name: &name, At: w.Now()})
	w.Refused(err, models.CodeNotFound, models.ReasonPerson)
	_, err = w.FamilyStore.Person(w.Ctx(), "nobody")
	w.Refused(err, models.CodeNotFound, models.ReasonPerson)
}

func update(w *World) {
	u := w.Person("Taro")
	name, at := "次郎", w.Now().Add(time.Second)
	got, err := w.FamilyStore.Update(w.Ctx(), u.ID, family.Patch{Name: &name, At: at})
	w.OK(err)
	want := u
	want.Name, want.UpdatedAt = name, at
	w.Same(got, want)
	_, err = w.FamilyStore.Update(w.Ctx(), u.ID, family.Patch{SessionsValidAfter: &at, At: at})
	w.OK(err)
	want.SessionsValidAfter = at
	w.Same(w.Again(u), want)
}

func join(w *World) {
	owner, joiner := w.Person("Taro"), w.Person("Hanako")
	w.Add(owner, "owner's")
	kept, trashed := w.Add(joiner, "joiner's"), w.Add(joiner, "joiner's trash")
	_, err := w.Memos.Trash(w.Ctx(), joiner, trashed.Ref())
	w.OK(err)
	code := w.Invite(owner)
	_, moving, err := w.Families.Join(w.Ctx(), joiner, code)
	w.OK(err)
	if moving != 1 {
		w.T.Errorf("%d memos came along, want 1", moving)
	}
	w.Same(w.Contents(owner, false), []string{"joiner's", "owner's"})
	w.Same(w.Contents(owner, true), []string{"joiner's trash"})
	if got := w.All(owner, false)[0].Ref(); got != kept.Ref() {
		w.T.Errorf("the memo's key changed to %v", got)
	}
	now := w.Again(joiner)
	f := w.FamilyOf(owner)
	if now.FamilyID != f.ID || now.IsOwner || now.MoveEpoch != joiner.MoveEpoch+1 || f.OwnerID != owner.ID || len(f.Members) != 2 {
		w.T.Errorf("joined: person %+v, family %+v", now, f)
	}
	_, err = w.FamilyStore.Family(w.Ctx(), joiner.FamilyID)
	w.Refused(err, models.CodeNotFound, models.ReasonFamily)
	used, err := w.InviteStore.Get(w.Ctx(), code.Code)
	w.OK(err)
	if !used.Used || used.UsedBy != joiner.ID || used.UsedAt.IsZero() {
		w.T.Errorf("the code is %+v", used)
	}
}

func joinFromSeveral(w *World) {
	first, second, traveller := w.Person("Taro"), w.Person("Hanako"), w.Person("Ichiro")
	traveller = w.Join(traveller, first)
	w.Add(first, "stays")
	w.Add(traveller, "goes")
	w.Join(traveller, second)
	w.Same(w.Contents(first, false), []string{"stays"})
	w.Same(w.Contents(second, false), []string{"goes"})
	if f := w.FamilyOf(first); !f.Alone(first.ID) || f.OwnerID != first.ID {
		w.T.Errorf("the family left behind is %+v", f)
	}
}

func joinRefused(w *World) {
	owner, member, joiner := w.Person("Taro"), w.Person("Hanako"), w.Person("Ichiro")
	member = w.Join(member, owner)
	used := w.Invite(owner)
	w.OK(second(w.Families.Join(w.Ctx(), w.Person("Shiro"), used)))
	stranger := w.Person("Goro")
	live := w.Invite(owner)
	ghost := live
	ghost.CreatedBy = "somebody who left"
	expired := live
	elsewhere := live
	elsewhere.FamilyID = stranger.FamilyID
	for name, c := range map[string]struct {
		join   family.Join
		code   models.Code
		reason models.Reason
	}{
		"used":           {w.joining(joiner, used), models.CodeNotFound, models.ReasonInviteNotValid},
		"expired":        {w.joiningAt(joiner, expired, expired.ExpiresAt), models.CodeNotFound, models.ReasonInviteNotValid},
		"another's":      {w.joining(joiner, elsewhere), models.CodeNotFound, models.ReasonInviteNotValid},
		"maker gone":     {w.joining(joiner, ghost), models.CodeNotFound, models.ReasonInviteNotValid},
		"already member": {w.joining(member, live), models.CodeConflict, models.ReasonAlreadyMember},
		"full":           {full(w.joining(joiner, live)), models.CodeConflict, models.ReasonFamilyFull},
	} {
		before := w.FamilyOf(owner).MemberIDs
		_, err := w.FamilyStore.Join(w.Ctx(), c.join)
		if !models.IsCode(err, c.code) || !models.IsReason(err, c.reason) {
			w.T.Errorf("%s: got %v, want %s/%s", name, err, c.code, c.reason)
		}
		w.Same(w.FamilyOf(owner).MemberIDs, before)
		w.Same(w.Again(joiner), joiner)
		if now, err := w.InviteStore.Get(w.Ctx(), live.Code); err != nil || now.Used {
			w.T.Errorf("%s: the live code is %+v, %v", name, now, err)
		}
	}
	w.OK(second(w.Families.Join(w.Ctx(), joiner, live)))
}

func (w *World) joining(u models.User, c models.InviteCode) family.Join {
	return w.joiningAt(u, c, w.Now())
}

func (w *World) joiningAt(u models.User, c models.InviteCode, at time.Time) family.Join {
	u = w.Again(u)
	return family.Join{User: u, From: w.FamilyOf(u), To: c.FamilyID, Code: c, MaxMembers: models.MaxMembers, At: at}
}

func full(j family.Join) family.Join {
	j.MaxMembers = 2
	return j
}

func joinOutdated(w *World) {
	owner, joiner, third := w.Person("Taro"), w.Person("Hanako"), w.Person("Ichiro")
	code := w.Invite(owner)
	old := w.joining(joiner, code)
	w.Join(third, joiner) // joiner now owns a family of two
	_, err := w.FamilyStore.Join(w.Ctx(), old)
	w.Refused(err, models.CodeConflict, models.ReasonMoved)
	_, _, err = w.Families.Join(w.Ctx(), joiner, code)
	w.Refused(err, models.CodeConflict, models.ReasonHandOverFirst)

	stale := w.joining(third, code)
	_, err = w.Families.Leave(w.Ctx(), third)
	w.OK(err)
	_, err = w.FamilyStore.Join(w.Ctx(), stale)
	w.Refused(err, models.CodeConflict, models.ReasonMoved)
	if now, err := w.InviteStore.Get(w.Ctx(), code.Code); err != nil || now.Used {
		w.T.Errorf("a refused join used the code up: %+v, %v", now, err)
	}
}

func leave(w *World) {
	owner, member := w.Person("Taro"), w.Person("Hanako")
	member = w.Join(member, owner)
	w.Add(owner, "owner's")
	w.Add(member, "member's")
	home, err := w.Families.Leave(w.Ctx(), member)
	w.OK(err)
	now := w.Again(member)
	if now.FamilyID != home || !now.IsOwner || now.MoveEpoch != member.MoveEpoch+1 {
		w.T.Errorf("left: %+v", now)
	}
	w.Same(w.Contents(member, false), []string{"member's"})
	w.Same(w.Contents(owner, false), []string{"owner's"})
	if f := w.FamilyOf(member); f.OwnerID != member.ID || !f.Alone(member.ID) {
		w.T.Errorf("the new family is %+v", f)
	}
}

func leaveRefused(w *World) {
	owner, member := w.Person("Taro"), w.Person("Hanako")
	w.Refused(second2(w.Families.Leave(w.Ctx(), owner)), models.CodeConflict, models.ReasonAlone)
	member = w.Join(member, owner)
	w.Refused(second2(w.Families.Leave(w.Ctx(), owner)), models.CodeForbidden, models.ReasonHandOverFirst)
	f := w.FamilyOf(owner)
	err := w.FamilyStore.Leave(w.Ctx(), family.Leave{User: w.Again(owner), From: f, To: "new", By: owner.ID, At: w.Now()})
	w.Refused(err, models.CodeConflict, models.ReasonMoved)
	err = w.FamilyStore.Leave(w.Ctx(), family.Leave{User: member, From: f, To: "new", By: member.ID, At: w.Now()})
	w.OK(err)
	err = w.FamilyStore.Leave(w.Ctx(), family.Leave{User: member, From: f, To: "newer", By: member.ID, At: w.Now()})
	w.Refused(err, models.CodeConflict, models.ReasonMoved)
	_, err = w.FamilyStore.Family(w.Ctx(), "newer")
	w.Refused(err, models.CodeNotFound, models.ReasonFamily)
}

func remove(w *World) {
	owner, member, echo := w.Person("Taro"), w.Person("Hanako"), w.Echo("Echo")
	member, echo = w.Join(member, owner), w.Join(echo, owner)
	w.Add(echo, "spoken")
	w.Refused(w.Families.Remove(w.Ctx(), member, echo.ID), models.CodeForbidden, models.ReasonOwnerOnly)
	w.Refused(w.Families.Remove(w.Ctx(), owner, "nobody"), models.CodeNotFound, models.ReasonPerson)
	w.OK(w.Families.Remove(w.Ctx(), owner, echo.ID))
	w.Same(w.Contents(owner, false), []string{})
	w.Same(w.Contents(echo, false), []string{"spoken"})
	old := family.Leave{User: member, From: w.FamilyOf(owner), To: "new", By: echo.ID, At: w.Now()}
	w.Refused(w.FamilyStore.Leave(w.Ctx(), old), models.CodeConflict, models.ReasonMoved)
}

func transfer(w *World) {
	owner, member := w.Person("Taro"), w.Person("Hanako")
	member = w.Join(member, owner)
	w.OK(w.Families.Transfer(w.Ctx(), owner, member.ID))
	if f := w.FamilyOf(owner); f.OwnerID != member.ID {
		w.T.Errorf("the owner is %s", f.OwnerID)
	}
	if w.Again(owner).IsOwner || !w.Again(member).IsOwner {
		w.T.Error("the people do not agree with the family on its owner")
	}
	_, err := w.Families.Leave(w.Ctx(), owner)
	w.OK(err)
}

func transferRefused(w *World) {
	owner, member, echo := w.Person("Taro"), w.Person("Hanako"), w.Echo("Echo")
	member, echo = w.Join(member, owner), w.Join(echo, owner)
	stranger := w.Person("Goro")
	w.Refused(w.Families.Transfer(w.Ctx(), member, owner.ID), models.CodeForbidden, models.ReasonOwnerOnly)
	w.Refused(w.Families.Transfer(w.Ctx(), owner, stranger.ID), models.CodeNotFound, models.ReasonPerson)
	w.Refused(w.Families.Transfer(w.Ctx(), owner, echo.ID), models.CodeConflict, models.ReasonOwnerIsEcho)
	for _, bad := range []family.Transfer{
		{Family: owner.FamilyID, From: member.ID, To: owner.ID, At: w.Now()},
		{Family: owner.FamilyID, From: owner.ID, To: stranger.ID, At: w.Now()},
		{Family: "nowhere", From: owner.ID, To: member.ID, At: w.Now()},
	} {
		w.Refused(w.FamilyStore.Transfer(w.Ctx(), bad), models.CodeConflict, models.ReasonMoved)
	}
	if f := w.FamilyOf(owner); f.OwnerID != owner.ID || !w.Again(owner).IsOwner || w.Again(member).IsOwner || w.Again(stranger).ID == "" {
		w.T.Errorf("a refused transfer changed something: %+v", f)
	}
}

func closing(w *World) {
	owner, member := w.Person("Taro"), w.Person("Hanako")
	member = w.Join(member, owner)
	w.Add(owner, "owner's")
	for range 5 {
		w.Add(member, "member's")
	}
	w.Refused(w.Families.Close(w.Ctx(), owner), models.CodeForbidden, models.ReasonHandOverFirst)
	l := family.Leave{User: w.Again(member), From: w.FamilyOf(member), By: member.ID, At: w.Now()}
	w.OK(w.FamilyStore.Leave(w.Ctx(), l))
	if u := w.Again(member); !u.Closing {
		w.T.Errorf("the account is %+v", u)
	}
	w.Same(w.Contents(owner, false), []string{"owner's"})
	done, err := w.MemoStore.Erase(w.Ctx(), member.ID, 2)
	w.OK(err)
	if done {
		w.T.Error("five memos were erased in a batch of two")
	}
	again, err := w.Families.Ensure(w.Ctx(), models.Profile{ID: member.ID, Name: "Hanako", Source: models.SourceGoogle})
	w.OK(err)
	w.Same(w.Contents(again, false), []string{})
	if done, err := w.MemoStore.Erase(w.Ctx(), owner.ID, 9); err != nil || !done {
		w.T.Errorf("erasing an open account: %v, %v", done, err)
	}
	w.Same(w.Contents(owner, false), []string{"owner's"})
	w.OK(w.Families.Close(w.Ctx(), again))
	_, err = w.FamilyStore.Person(w.Ctx(), member.ID)
	w.Refused(err, models.CodeNotFound, models.ReasonPerson)
}

func wander(w *World) {
	a, b, u := w.Person("Taro"), w.Person("Hanako"), w.Person("Ichiro")
	for _, content := range []string{"one", "two", "three"} {
		w.Add(u, content)
	}
	u = w.Join(u, a)
	w.Add(u, "four")
	u = w.Join(u, b)
	_, err := w.Families.Leave(w.Ctx(), u)
	w.OK(err)
	w.Same(w.Contents(u, false), []string{"four", "three", "two", "one"})
	w.Same(w.Contents(a, false), []string{})
	w.Same(w.Contents(b, false), []string{})
	w.OK(w.Memos.Settle(w.Ctx(), w.Again(u)))
	w.Same(w.Contents(u, false), []string{"four", "three", "two", "one"})
}

func second(_ models.Family, _ int, err error) error { return err }

func second2(_ models.FamilyID, err error) error { return err }
