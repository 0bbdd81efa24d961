package familytest

import (
	"testing"
	"time"

	"voicememo/family"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// runMembership checks the contract for joining, leaving and owning.
func runMembership(t *testing.T, mk Maker) {
	runCases(t, mk, map[string]func(*World){
		"join":                                  join,
		"join from a family of several":         joinFromSeveral,
		"an invitation admits one":              joinOnce,
		"the same person repeats an invitation": joinAgain,
		"join is refused":                       joinRefused,
		"join with an outdated reading":         joinOutdated,
		"a reserved invitation":                 joinReserved,
		"joining clears the previous stay":      stayEnds,
		"leave takes the person's memos along":  leave,
		"leave is refused":                      leaveRefused,
		"remove by the owner":                   remove,
		"transfer":                              transfer,
		"transfer is refused":                   transferRefused,
		"an operator sets the owner":            setOwner,
		"closing hides, erasing removes":        closing,
		"EraseDue finishes a closing":           closingInterrupted,
		"memos follow through three families":   wander,
	})
}

func join(w *World) {
	owner, joiner := w.Person("Taro"), w.Person("Hanako")
	w.Add(owner, "owner's")
	kept, trashed := w.Add(joiner, "joiner's"), w.Add(joiner, "joiner's trash")
	w.OK(must.Err(w.Memos.Trash(w.Ctx(), joiner, trashed.Ref())))
	code := w.Invite(owner)
	w.Advance(time.Second)
	entry, err := w.Redeem(joiner, code)
	w.OK(err)
	w.Same(entry.UserID, joiner.ID)
	w.Same(entry.Brought, 1)
	w.Same(w.Contents(owner, false), []string{"joiner's", "owner's"})
	w.Same(w.Contents(owner, true), []string{"joiner's trash"})
	if got := w.All(owner, false)[0].Ref(); got != kept.Ref() {
		w.T.Errorf("got the key %v after the join, want %v", got, kept.Ref())
	}
	now := w.Again(joiner)
	want := w.memberAfter(joiner, now, owner.FamilyID)
	want.Membership.JoinedWith = code.InviteID
	w.Same(now, want)
	f := w.FamilyOf(owner)
	w.Same(settled(entry.Family), settled(f))
	w.Same(members(f), []models.UserID{owner.ID, joiner.ID})
	if f.OwnerID != owner.ID || f.InviteID != "" || f.InviteKey != "" || len(f.FormerIDs) > 0 || f.Interim {
		w.T.Errorf("got the family %+v, want the same owner and no invitation", f)
	}
	w.Refused(must.Err(w.FamilyStore.Family(w.Ctx(), joiner.FamilyID)), notFound, models.ReasonFamily)
}

// memberAfter returns a person as they must be after joining a family as a member. It
// takes only the times and Latest from now.
func (w *World) memberAfter(before, now models.User, f models.FamilyID) models.User {
	w.T.Helper()
	want := before
	want.FamilyID, want.IsOwner, want.Membership.MoveEpoch, want.Membership.JoinedWith, want.Membership.AddedBy = f, false, before.Membership.MoveEpoch+1, "", ""
	want.Membership.Request, want.Echo.Connection, want.Skill.Acts = models.Request{}, models.Connection{}, nil
	want.Membership.InvitedTo, want.EraseAt, want.Membership.Gone, want.Echo.Notice = "", time.Time{}, false, ""
	want.UpdatedAt, want.Membership.JoinedAt, want.Author.Latest = now.UpdatedAt, now.Membership.JoinedAt, now.Author.Latest
	if !now.Membership.JoinedAt.After(before.Membership.JoinedAt) || now.Membership.JoinedAt.After(w.Now()) {
		w.T.Errorf("got JoinedAt %v, want it after %v", now.Membership.JoinedAt, before.Membership.JoinedAt)
	}
	return want
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
		w.T.Errorf("got the family left behind %+v, want it alone", f)
	}
}

func joinOnce(w *World) {
	owner, other := w.Person("Taro"), w.Person("Hanako")
	code := w.Invite(owner)
	w.OK(must.Err(w.Redeem(w.Person("Ichiro"), code)))
	w.refusals([]models.User{owner, other}, map[string]refusal{
		"joining": {func() error { return must.Err(w.Redeem(other, code)) }, notFound, notValid},
		"asking": {func() error {
			return must.Err(w.Families.Redeem(w.Ctx(), other, code, models.WayDigits, false))
		}, notFound, notValid},
		"at the store": {func() error { return must.Err(w.FamilyStore.Redeem(w.Ctx(), w.redeeming(other, code))) }, notFound, notValid},
	})
}

// joinAgain: a repeat whose first answer was lost returns the same entry without memos,
// even if the person was read before the join.
func joinAgain(w *World) {
	owner, joiner := w.Person("Taro"), w.Person("Hanako")
	w.Add(joiner, "joiner's")
	code := w.Invite(owner)
	w.OK(must.Err(w.Redeem(joiner, code)))
	after := w.state(owner, joiner)
	for _, u := range []models.User{joiner, w.Again(joiner)} {
		entry, err := w.Redeem(u, code)
		w.OK(err)
		entry.Family = settled(entry.Family)
		w.Same(entry, models.Entry{UserID: joiner.ID, Family: settled(after.Families[0])})
	}
	w.Same(w.state(owner, joiner), after)
	next := w.Invite(owner) // a repeat does not use it
	w.OK(must.Err(w.Redeem(joiner, code)))
	w.OK(must.Err(w.Redeem(w.Person("Ichiro"), next)))
	w.OK(must.Err(w.Families.Leave(w.Ctx(), joiner)))
	w.Refused(must.Err(w.Redeem(joiner, code)), notFound, notValid)
}

// moveOf returns the Move that the service would make.
func (w *World) moveOf(u models.User, to models.Family) family.Move {
	w.T.Helper()
	u = w.Again(u)
	return family.Move{User: u, From: w.FamilyOf(u), To: to, MaxMembers: models.MaxMembers, At: w.Now()}
}

// redeeming returns the Redeem that the service would make.
func (w *World) redeeming(u models.User, c models.InviteCode) family.Redeem {
	w.T.Helper()
	to, err := w.FamilyStore.Family(w.Ctx(), c.FamilyID)
	w.OK(err)
	return family.Redeem{Move: w.moveOf(u, to), Code: c}
}

func joinRefused(w *World) {
	owner, member, joiner, stranger := w.Person("Taro"), w.Person("Hanako"), w.Person("Ichiro"), w.Person("Goro")
	member = w.Join(member, owner)
	live, strangers := w.Invite(owner), w.Invite(stranger)
	redeem := func(change func(r *family.Redeem)) func() error {
		r := w.redeeming(joiner, live)
		change(&r)
		return func() error { return must.Err(w.FamilyStore.Redeem(w.Ctx(), r)) }
	}
	late := live
	late.ExpiresAt = w.Now()
	w.refusals([]models.User{owner, member, joiner, stranger}, map[string]refusal{
		"expired":          {func() error { return must.Err(w.Redeem(joiner, late)) }, notFound, notValid},
		"another id":       {redeem(func(r *family.Redeem) { r.Code.InviteID = "another" }), notFound, notValid},
		"no id":            {redeem(func(r *family.Redeem) { r.Code.InviteID = "" }), notFound, notValid},
		"another's family": {redeem(func(r *family.Redeem) { r.To = w.FamilyOf(stranger) }), notFound, notValid},
		"no family":        {redeem(func(r *family.Redeem) { r.To.ID = "nowhere" }), notFound, notValid},
		"maker gone":       {redeem(func(r *family.Redeem) { r.Code.CreatedBy = stranger.ID }), notFound, notValid},
		"already member": {func() error {
			return must.Err(w.FamilyStore.Redeem(w.Ctx(), w.redeeming(member, live)))
		}, conflict, models.ReasonAlreadyMember},
		"a member, by the service": {func() error { return must.Err(w.Redeem(member, live)) }, conflict, models.ReasonAlreadyMember},
		"an owner of others":       {func() error { return must.Err(w.Redeem(owner, strangers)) }, conflict, models.ReasonHandOverFirst},
		"full":                     {redeem(func(r *family.Redeem) { r.MaxMembers = 2 }), conflict, models.ReasonFamilyFull},
		"another owner":            {redeem(func(r *family.Redeem) { r.To.OwnerID = member.ID }), conflict, moved},
		"another epoch":            {redeem(func(r *family.Redeem) { r.User.Membership.MoveEpoch += 7 }), conflict, moved},
		"another home":             {redeem(func(r *family.Redeem) { r.User.FamilyID, r.From = stranger.FamilyID, w.FamilyOf(stranger) }), conflict, moved},
		"interim, it is not":       {redeem(func(r *family.Redeem) { r.To.Interim = true }), conflict, moved},
	})
	w.OK(must.Err(w.Redeem(joiner, live)))
}

func joinOutdated(w *World) {
	owner, joiner, third := w.Person("Taro"), w.Person("Hanako"), w.Person("Ichiro")
	code := w.Invite(owner)
	old := w.redeeming(joiner, code)
	w.Join(third, joiner) // joiner now owns a family of two
	outdated := w.redeeming(third, code)
	home, err := w.Families.Leave(w.Ctx(), third)
	w.OK(err)
	w.Join(w.Person("Shiro"), joiner)
	asking := w.redeeming(third, code)
	w.OK(w.Families.SetAskBeforeJoin(w.Ctx(), owner, true))
	w.refusals([]models.User{owner, joiner, third}, map[string]refusal{
		"the joiner has members":  {func() error { return must.Err(w.FamilyStore.Redeem(w.Ctx(), old)) }, conflict, moved},
		"so the service refuses":  {func() error { return must.Err(w.Redeem(joiner, code)) }, conflict, models.ReasonHandOverFirst},
		"the third left":          {func() error { return must.Err(w.FamilyStore.Redeem(w.Ctx(), outdated)) }, conflict, moved},
		"the family asks by then": {func() error { return must.Err(w.FamilyStore.Redeem(w.Ctx(), asking)) }, conflict, moved},
	})
	w.OK(w.Families.SetAskBeforeJoin(w.Ctx(), owner, false))
	w.OK(must.Err(w.Redeem(third, code))) // no refused call has used it
	w.Refused(must.Err(w.FamilyStore.Family(w.Ctx(), home)), notFound, models.ReasonFamily)
}

// joinReserved: only the account that signed up with an invitation can use it.
func joinReserved(w *World) {
	owner, first, other := w.Person("Taro"), w.Person("Hanako"), w.Person("Ichiro")
	code := w.Invite(owner)
	open := w.redeeming(other, code)
	w.OK(w.InviteStore.Bind(w.Ctx(), owner.FamilyID, code.InviteID, first.ID))
	w.refusals([]models.User{owner, first, other}, map[string]refusal{
		"joining": {func() error { return must.Err(w.Redeem(other, code)) }, notFound, notValid},
		"asking": {func() error {
			return must.Err(w.Families.Redeem(w.Ctx(), other, code, models.WayDigits, false))
		}, notFound, notValid},
		"at the store": {func() error { return must.Err(w.FamilyStore.Redeem(w.Ctx(), open)) }, notFound, notValid},
		"filing": {func() error {
			return w.FamilyStore.File(w.Ctx(), w.filing(other, code))
		}, notFound, notValid},
	})
	w.OK(must.Err(w.Redeem(first, code)))
}

// stayEnds: joining another family clears what belongs to the previous family.
func stayEnds(w *World) {
	ways := map[string]func(u, owner models.User) models.User{"redeem": w.Join, "admit": w.Admit, "connect": w.Connect}
	for name, way := range ways {
		owner, asked, echo := w.Person("Taro"), w.AskingOwner("Jiro"), w.Echo("Echo")
		w.Advance(time.Second)
		w.record(echo, "", models.Act{Kind: models.ActTrashed, Refs: refsOf(echo, 2)})
		if name == "redeem" { // a request would make an Admit impossible
			w.Ask(echo, asked)
		}
		if name != "connect" {
			w.OK(must.Err(w.Families.ConnectionNumber(w.Ctx(), echo)))
		}
		w.OK(must.Err(w.FamilyStore.Update(w.Ctx(), echo.ID, family.Patch{EraseAt: at(w.Now().Add(time.Hour)), At: w.Now()})))
		before := w.Again(echo)
		now := way(before, owner)
		want := w.memberAfter(before, now, owner.FamilyID)
		want.Membership.JoinedWith, want.Membership.AddedBy, want.Echo.Notice = now.Membership.JoinedWith, now.Membership.AddedBy, now.Echo.Notice
		w.T.Log(name)
		w.Same(now, want)
		w.Same(now.Membership.JoinedWith != "", name != "connect")
		w.Same(now.Membership.AddedBy, map[string]models.UserID{"connect": owner.ID}[name])
		w.Same(now.Echo.Notice == models.NoticeJoined, name != "redeem")
		w.Same(w.waiting(asked), []models.UserID{})
	}
}

func at(t time.Time) *time.Time {
	t = t.Truncate(time.Second)
	return &t
}

func leave(w *World) {
	owner, member := w.Person("Taro"), w.Person("Hanako")
	member = w.Join(member, owner)
	w.Add(owner, "owner's")
	w.Add(member, "member's")
	w.Advance(time.Second)
	home, err := w.Families.Leave(w.Ctx(), member)
	w.OK(err)
	now := w.Again(member)
	want := w.memberAfter(member, now, home)
	want.IsOwner = true
	w.Same(now, want)
	w.Same(w.Contents(member, false), []string{"member's"})
	w.Same(w.Contents(owner, false), []string{"owner's"})
	if f := w.FamilyOf(member); f.OwnerID != member.ID || !f.Alone(member.ID) || f.InviteID != "" || f.AskBeforeJoin {
		w.T.Errorf("got the new family %+v, want it alone, with default settings", f)
	}
	if f := w.FamilyOf(owner); f.OwnerID != owner.ID || !f.Alone(owner.ID) || len(f.FormerIDs) > 0 {
		w.T.Errorf("got the family left %+v, want it alone", f)
	}
}

func leaveRefused(w *World) {
	owner, member := w.Person("Taro"), w.Person("Hanako")
	w.Refused(must.Err(w.Families.Leave(w.Ctx(), owner)), conflict, models.ReasonAlone)
	member = w.Join(member, owner)
	f := w.FamilyOf(owner)
	leave := func(u models.User, by models.UserID) func() error {
		return func() error {
			return w.FamilyStore.Leave(w.Ctx(), family.Leave{User: u, From: f, To: "new", By: by, At: w.Now()})
		}
	}
	elsewhere := member
	elsewhere.Membership.MoveEpoch += 3
	w.refusals([]models.User{owner, member}, map[string]refusal{
		"as the owner":                 {func() error { return must.Err(w.Families.Leave(w.Ctx(), owner)) }, models.CodeForbidden, models.ReasonHandOverFirst},
		"as the owner, the store":      {leave(w.Again(owner), owner.ID), conflict, moved},
		"another epoch":                {leave(elsewhere, member.ID), conflict, moved},
		"removed by an unknown person": {leave(member, "nobody"), conflict, moved},
	})
	w.OK(leave(member, member.ID)())
	l := family.Leave{User: member, From: f, To: "newer", By: member.ID, At: w.Now()}
	w.Refused(w.FamilyStore.Leave(w.Ctx(), l), conflict, moved)
	w.Refused(must.Err(w.FamilyStore.Family(w.Ctx(), "newer")), notFound, models.ReasonFamily)
}

func remove(w *World) {
	owner, member, echo := w.Person("Taro"), w.Person("Hanako"), w.Echo("Echo")
	member, echo = w.Join(member, owner), w.Join(echo, owner)
	w.Add(echo, "spoken")
	forbidden := models.CodeForbidden
	w.refusals([]models.User{owner, member, echo}, map[string]refusal{
		"by a member":    {func() error { return w.Families.Remove(w.Ctx(), member, echo.ID) }, forbidden, models.ReasonOwnerOnly},
		"unknown person": {func() error { return w.Families.Remove(w.Ctx(), owner, "nobody") }, notFound, models.ReasonPerson},
		"oneself":        {func() error { return w.Families.Remove(w.Ctx(), owner, owner.ID) }, models.CodeInvalid, models.ReasonHandOverFirst},
		"a stranger":     {func() error { return w.Families.Remove(w.Ctx(), owner, w.Person("Goro").ID) }, notFound, models.ReasonPerson},
		"by a member, the store": {func() error {
			l := family.Leave{User: member, From: w.FamilyOf(owner), To: "new", By: echo.ID, At: w.Now()}
			return w.FamilyStore.Leave(w.Ctx(), l)
		}, conflict, moved},
	})
	w.OK(w.Families.Remove(w.Ctx(), owner, echo.ID))
	w.Same(w.Contents(owner, false), []string{})
	w.Same(w.Contents(echo, false), []string{"spoken"})
}

func transfer(w *World) {
	owner, member := w.Person("Taro"), w.Person("Hanako")
	member = w.Join(member, owner)
	w.OK(w.Families.Transfer(w.Ctx(), owner, member.ID))
	if f := w.FamilyOf(owner); f.OwnerID != member.ID {
		w.T.Errorf("Transfer: got the owner %s, want %s", f.OwnerID, member.ID)
	}
	now := w.Again(member)
	if w.Again(owner).IsOwner || !now.IsOwner || now.Echo.Notice != "" || now.Membership.MoveEpoch != member.Membership.MoveEpoch || now.Membership.JoinedWith != member.Membership.JoinedWith {
		w.T.Errorf("Transfer: got the new owner %+v, want only IsOwner changed", now)
	}
	w.OK(must.Err(w.Families.Leave(w.Ctx(), owner)))
}

func transferRefused(w *World) {
	owner, member, echo, former := w.Person("Taro"), w.Person("Hanako"), w.Echo("Echo"), w.Echo("Former")
	member, echo, former = w.Join(member, owner), w.Join(echo, owner), w.Join(former, owner)
	w.OK(w.Families.Disable(w.Ctx(), former.ID))
	stranger := w.Person("Goro")
	hand := func(by models.User, to models.UserID) func() error {
		return func() error { return w.Families.Transfer(w.Ctx(), by, to) }
	}
	store := func(f models.FamilyID, from, to models.UserID) func() error {
		return func() error {
			return w.FamilyStore.Transfer(w.Ctx(), family.Transfer{Family: f, From: from, To: to, Notice: models.NoticeOwner, At: w.Now()})
		}
	}
	w.refusals([]models.User{owner, member, echo, former, stranger}, map[string]refusal{
		"by a member":           {hand(member, owner.ID), models.CodeForbidden, models.ReasonOwnerOnly},
		"to a stranger":         {hand(owner, stranger.ID), notFound, models.ReasonPerson},
		"to a former member":    {hand(owner, former.ID), notFound, models.ReasonPerson},
		"to an Echo":            {hand(owner, echo.ID), conflict, models.ReasonOwnerIsEcho},
		"to oneself":            {hand(owner, owner.ID), models.CodeInvalid, models.ReasonFormat},
		"store: not the owner":  {store(owner.FamilyID, member.ID, owner.ID), conflict, moved},
		"store: to a stranger":  {store(owner.FamilyID, owner.ID, stranger.ID), conflict, moved},
		"store: to a former":    {store(owner.FamilyID, owner.ID, former.ID), conflict, moved},
		"store: no such family": {store("nowhere", owner.ID, member.ID), conflict, moved},
	})
}

func setOwner(w *World) {
	owner, member, echo := w.Person("Taro"), w.Person("Hanako"), w.Echo("Echo")
	member, echo = w.Join(member, owner), w.Join(echo, owner)
	set := func(f models.FamilyID, to models.UserID) func() error {
		return func() error { return w.Families.SetOwner(w.Ctx(), f, to) }
	}
	w.refusals([]models.User{owner, member, echo}, map[string]refusal{
		"no such family": {set("nowhere", member.ID), notFound, models.ReasonFamily},
		"a stranger":     {set(owner.FamilyID, w.Person("Goro").ID), notFound, models.ReasonPerson},
		"an Echo":        {set(owner.FamilyID, echo.ID), conflict, models.ReasonOwnerIsEcho},
	})
	for range 2 { // the second time it is the owner already
		w.OK(w.Families.SetOwner(w.Ctx(), owner.FamilyID, member.ID))
		f, now := w.FamilyOf(owner), w.Again(member)
		if f.OwnerID != member.ID || !now.IsOwner || w.Again(owner).IsOwner || now.Echo.Notice != models.NoticeOwner {
			w.T.Errorf("SetOwner: got the family %+v, want the member as its owner, with NoticeOwner", f)
		}
	}
	w.OK(w.Families.MarkTold(w.Ctx(), member))
	w.Same(w.Again(member).Echo.Notice, models.Notice(""))
}

func closing(w *World) {
	owner, member := w.Person("Taro"), w.Person("Hanako")
	member = w.Join(member, owner)
	w.Add(owner, "owner's")
	for range 5 {
		w.Add(member, "member's")
	}
	outdated := w.Again(member)
	outdated.Membership.MoveEpoch--
	shut := func(u models.User) func() error {
		return func() error {
			return w.FamilyStore.Close(w.Ctx(), family.Close{User: u, From: w.FamilyOf(owner), At: w.Now()})
		}
	}
	w.refusals([]models.User{owner, member}, map[string]refusal{
		"an owner of others":            {func() error { return w.Families.Close(w.Ctx(), owner) }, models.CodeForbidden, models.ReasonHandOverFirst},
		"an owner of others, the store": {shut(w.Again(owner)), conflict, moved},
		"outdated":                      {shut(outdated), conflict, moved},
	})
	w.OK(shut(w.Again(member))())
	if u := w.Again(member); !u.Closing || u.IsOwner || u.FamilyID != "" {
		w.T.Errorf("got the account %+v, want it closing", u)
	}
	w.Refused(must.Err(w.Families.Person(w.Ctx(), member.ID)), notFound, models.ReasonPerson)
	w.Same(members(w.FamilyOf(owner)), []models.UserID{owner.ID})
	w.Same(w.Contents(owner, false), []string{"owner's"})
	done, err := w.MemoStore.Erase(w.Ctx(), member.ID, 2)
	w.OK(err)
	if done {
		w.T.Error("Erase of five memos with limit 2: got done true, want false")
	}
	again, err := w.Families.Ensure(w.Ctx(), models.Profile{ID: member.ID, Name: "Hanako", Source: models.SourceOIDC})
	w.OK(err)
	w.Same(w.Contents(again, false), []string{})
	w.OK(w.Families.Close(w.Ctx(), again))
	w.Refused(must.Err(w.FamilyStore.Person(w.Ctx(), member.ID)), notFound, models.ReasonPerson)
	w.Refused(must.Err(w.FamilyStore.Family(w.Ctx(), again.FamilyID)), notFound, models.ReasonFamily)
}

// closingInterrupted: EraseDue finishes an interrupted Close.
func closingInterrupted(w *World) {
	u, other := w.Person("Taro"), w.Person("Hanako")
	for range 5 {
		w.Add(u, "secret")
	}
	w.Add(other, "kept")
	w.OK(w.FamilyStore.Close(w.Ctx(), family.Close{User: w.Again(u), From: w.FamilyOf(u), At: w.Now()}))
	due, err := w.FamilyStore.Due(w.Ctx(), w.Now())
	w.OK(err)
	w.Same(due, []models.UserID{u.ID})
	w.OK(w.Families.EraseDue(w.Ctx()))
	w.Refused(must.Err(w.FamilyStore.Person(w.Ctx(), u.ID)), notFound, models.ReasonPerson)
	for name, id := range map[string]models.UserID{"an open account": other.ID, "none": "nobody"} {
		if done, err := w.MemoStore.Erase(w.Ctx(), id, 9); err != nil || !done {
			w.T.Errorf("Erase of %s: got %v, %v, want true", name, done, err)
		}
	}
	w.Same(w.Contents(other, false), []string{"kept"})
	due, err = w.FamilyStore.Due(w.Ctx(), w.Now())
	w.OK(err)
	w.Same(len(due), 0)
}

func wander(w *World) {
	a, b, u := w.Person("Taro"), w.Person("Hanako"), w.Person("Ichiro")
	for _, content := range []string{"one", "two", "three"} {
		w.Add(u, content)
	}
	u = w.Join(u, a)
	w.Add(u, "four")
	u = w.Join(u, b)
	w.OK(must.Err(w.Families.Leave(w.Ctx(), u)))
	w.Same(w.Contents(u, false), []string{"four", "three", "two", "one"})
	w.Same(w.Contents(a, false), []string{})
	w.Same(w.Contents(b, false), []string{})
	w.OK(w.Memos.Settle(w.Ctx(), w.Again(u)))
	w.Same(w.Contents(u, false), []string{"four", "three", "two", "one"})
}
