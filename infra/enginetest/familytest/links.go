package familytest

import (
	"testing"
	"time"

	"voicememo/family"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// runLinks checks what linking an Echo to a person means for the Echo's family.
func runLinks(t *testing.T, mk Maker) {
	runCases(t, mk, map[string]func(*World){
		"linking an Echo that is alone":                 linkAlone,
		"linking an Echo of the person's family":        linkInside,
		"linking an Echo of another family":             linkElsewhere,
		"linking an Echo that owns a family":            linkOwner,
		"linking an Echo that owns the person's family": linkHandsOver,
		"linking into a family that asks":               linkAsks,
		"linking into a full family":                    linkFull,
		"a linked Echo follows the person":              linkFollows,
		"linking an Echo that was removed":              linkRemoved,
		"linking an Echo whose skill was disabled":      linkDisabled,
		"linking shares the names of voices":            linkVoices,
		"linking with an outdated reading of the Echo":  linkOutdated,
		"a link ends": linkEnds,
		"a link ends whose person is in another family": linkEndsElsewhere,
	})
}

// linkOf is the link of an access of a person.
func linkOf(person models.User) models.Link {
	return models.Link{Person: person.ID, Access: "0123456789abcdef", Told: true}
}

// links links an Echo to a person and checks the outcome.
func (w *World) links(person, echo models.User, move bool, want family.Linked, brought int) {
	w.T.Helper()
	stored := linkOf(person)
	stored.Told = want != family.LinkElsewhere
	got, n, err := w.Families.Link(w.Ctx(), person, echo, linkOf(person), move)
	w.OK(err)
	w.Same(got, want)
	w.Same(n, brought)
	w.Same(w.Again(echo).Echo.Link, stored)
}

func linkAlone(w *World) {
	owner, member, echo := w.Person("Taro"), w.Person("Hanako"), w.Echo("Echo")
	member = w.Join(member, owner)
	w.Add(echo, "spoken")
	w.OK(must.Err(w.Families.ConnectionNumber(w.Ctx(), echo)))
	before := w.Again(echo)
	w.Advance(time.Second)
	w.links(member, echo, false, family.LinkJoined, 1)
	now := w.Again(echo)
	want := w.memberAfter(before, now, owner.FamilyID)
	want.Membership.AddedBy, want.Echo.Link = member.ID, linkOf(member)
	w.Same(now, want)
	w.Same(members(w.FamilyOf(owner)), []models.UserID{owner.ID, member.ID, echo.ID})
	w.Same(w.Contents(owner, false), []string{"spoken"})
	w.links(member, now, false, family.LinkStays, 0)
	w.Same(w.Again(echo), now)
}

func linkInside(w *World) {
	owner, echo := w.Person("Taro"), w.Echo("Echo")
	echo = w.Join(echo, owner)
	w.links(owner, echo, false, family.LinkStays, 0)
	w.Same(w.Again(echo).Membership.AddedBy, models.UserID(""))
}

func linkElsewhere(w *World) {
	owner, other, echo := w.Person("Taro"), w.Person("Hanako"), w.Echo("Echo")
	echo = w.Join(echo, other)
	w.Add(echo, "spoken")
	w.links(owner, echo, false, family.LinkElsewhere, 0)
	w.OK(w.Families.MarkLinkTold(w.Ctx(), w.Again(echo)))
	w.Same(w.Again(echo).Echo.Link, linkOf(owner))
	w.Same(w.Again(echo).FamilyID, other.FamilyID)
	w.links(owner, echo, true, family.LinkJoined, 1)
	w.Same(w.Again(echo).FamilyID, owner.FamilyID)
	w.Same(w.Contents(owner, false), []string{"spoken"})
	w.Same(w.Contents(other, false), []string{})
}

func linkOwner(w *World) {
	owner, guest, echo := w.Person("Taro"), w.Person("Hanako"), w.Echo("Echo")
	w.Join(guest, echo)
	for _, move := range []bool{false, true} {
		w.links(owner, echo, move, family.LinkOwns, 0)
	}
	w.Same(w.FamilyOf(guest).OwnerID, echo.ID)
}

func linkHandsOver(w *World) {
	guest, echo := w.Person("Hanako"), w.Echo("Echo")
	guest = w.Join(guest, echo)
	w.links(guest, echo, false, family.LinkOwner, 0)
	w.Same(w.FamilyOf(echo).OwnerID, guest.ID)
	w.links(guest, echo, false, family.LinkStays, 0)
}

func linkAsks(w *World) {
	owner, member, echo, other := w.AskingOwner("Taro"), w.Person("Hanako"), w.Echo("Echo"), w.Echo("Other")
	member = w.Admit(member, owner)
	w.links(member, echo, true, family.LinkStays, 0)
	w.Same(w.FamilyOf(echo).Alone(echo.ID), true)
	w.links(owner, other, false, family.LinkJoined, 0)
}

func linkFull(w *World) {
	owner, echo := w.Person("Taro"), w.Echo("Echo")
	for range models.MaxMembers - 1 {
		w.Join(w.Person("Member"), owner)
	}
	w.links(owner, echo, false, family.LinkStays, 0)
	w.Same(w.FamilyOf(echo).Alone(echo.ID), true)
}

func linkFollows(w *World) {
	owner, member, echo := w.Person("Taro"), w.Person("Hanako"), w.Echo("Echo")
	member = w.Join(member, owner)
	w.links(member, echo, false, family.LinkJoined, 0)
	w.OK(must.Err(w.Families.Leave(w.Ctx(), member)))
	w.links(member, w.Again(echo), false, family.LinkJoined, 0)
	w.Same(members(w.FamilyOf(owner)), []models.UserID{owner.ID})
	w.Same(w.Again(echo).FamilyID, w.Again(member).FamilyID)
}

func linkRemoved(w *World) {
	owner, echo := w.Person("Taro"), w.Echo("Echo")
	w.links(owner, echo, false, family.LinkJoined, 0)
	w.OK(w.Families.Remove(w.Ctx(), owner, echo.ID))
	w.links(owner, echo, false, family.LinkStays, 0)
	w.Same(w.FamilyOf(echo).Alone(echo.ID), true)
	w.links(owner, echo, true, family.LinkJoined, 0)
	w.OK(w.Families.Remove(w.Ctx(), owner, echo.ID))
	another := linkOf(owner)
	another.Access = "fedcba9876543210"
	got, _, err := w.Families.Link(w.Ctx(), owner, echo, another, false)
	w.OK(err)
	w.Same(got, family.LinkJoined)
}

func linkDisabled(w *World) {
	owner, other, former, alone := w.Person("Taro"), w.Person("Hanako"), w.Echo("Echo"), w.Echo("Other")
	former = w.Join(former, other)
	w.Add(former, "spoken")
	for _, echo := range []models.User{former, alone} {
		w.OK(w.Families.Disable(w.Ctx(), echo.ID))
		before := w.Again(echo)
		for _, move := range []bool{false, true} {
			got, brought, err := w.Families.Link(w.Ctx(), owner, echo, linkOf(owner), move)
			w.OK(err)
			w.Same(got, family.LinkStays)
			w.Same(brought, 0)
			w.Same(w.Again(echo), before)
		}
	}
	w.Same(w.Contents(other, false), []string{"spoken"})
}

func linkVoices(w *World) {
	owner, echo := w.Person("Taro"), w.Echo("Echo")
	w.named(echo, "太郎", "花子")
	owner, err := w.Families.NameVoice(w.Ctx(), owner, voiceOf(0), "パパ")
	w.OK(err)
	w.links(owner, w.Again(echo), false, family.LinkJoined, 0)
	w.Same(w.Again(owner).Skill.Voices, map[models.VoiceID]string{voiceOf(0): "パパ", voiceOf(1): "花子"})
}

func linkOutdated(w *World) {
	owner, echo := w.Person("Taro"), w.Echo("Echo")
	connect := func(change func(*family.Connect)) func() error {
		m := family.Connect{Move: w.moveOf(echo, w.FamilyOf(owner)), By: owner.ID, Link: linkOf(owner)}
		change(&m)
		return func() error { return must.Err(w.FamilyStore.Connect(w.Ctx(), m)) }
	}
	same := connect(func(*family.Connect) {})
	w.refusals([]models.User{owner, echo}, map[string]refusal{
		"by a stranger": {connect(func(m *family.Connect) { m.By = w.Person("Goro").ID }), conflict, moved},
		"another epoch": {connect(func(m *family.Connect) { m.User.Membership.MoveEpoch-- }), conflict, moved},
		"full":          {connect(func(m *family.Connect) { m.MaxMembers = 1 }), conflict, models.ReasonFamilyFull},
	})
	guest := w.Person("Guest")
	w.Join(guest, echo)
	w.refusals([]models.User{owner, echo}, map[string]refusal{"it owns a family by then": {same, conflict, moved}})
	w.OK(must.Err(w.Families.Leave(w.Ctx(), guest)))
	w.OK(same())
}

// linkEnds: an Echo whose link has ended is still the member that it was.
func linkEnds(w *World) {
	owner, member, echo := w.Person("Taro"), w.Person("Hanako"), w.Echo("Echo")
	member = w.Join(member, owner)
	w.links(member, echo, false, family.LinkJoined, 0)
	linked := w.Again(echo)
	now, left, err := w.Families.EndLink(w.Ctx(), linked, false)
	w.OK(err)
	w.Same(left, false)
	w.Same(now, linked)
	for range 2 {
		now, left, err = w.Families.EndLink(w.Ctx(), w.Again(echo), true)
		w.OK(err)
		w.Same(left, false)
		w.Same(now.Echo.Link, models.Link{Told: true})
		w.Same(w.Again(echo), now)
		w.Same(now.FamilyID, owner.FamilyID)
	}
	w.links(member, now, false, family.LinkStays, 0)
}

// linkEndsElsewhere: an Echo does not stay in a family into which its link brought it, once
// its person is not there any more. It stays where it is a member for another reason.
func linkEndsElsewhere(w *World) {
	for name, c := range map[string]struct {
		away  func(owner, member models.User) error
		other bool // another member has brought the Echo
		told  bool
	}{
		"removed":                {away: func(o, m models.User) error { return w.Families.Remove(w.Ctx(), o, m.ID) }, told: true},
		"removed, without token": {away: func(o, m models.User) error { return w.Families.Remove(w.Ctx(), o, m.ID) }},
		"left":                   {away: func(_, m models.User) error { return must.Err(w.Families.Leave(w.Ctx(), m)) }, told: true},
		"closed the account":     {away: func(_, m models.User) error { return w.Families.Close(w.Ctx(), m) }, told: true},
		"brought by the owner":   {away: func(o, m models.User) error { return w.Families.Remove(w.Ctx(), o, m.ID) }, told: true, other: true},
	} {
		owner, member, echo := w.Person("Taro"), w.Person("Hanako"), w.Echo("Echo")
		member = w.Join(member, owner)
		if c.other {
			echo = w.Connect(echo, owner)
			w.links(member, echo, false, family.LinkStays, 0)
		} else {
			w.links(member, echo, false, family.LinkJoined, 0)
		}
		w.Add(w.Again(echo), "spoken")
		w.OK(c.away(owner, w.Again(member)))
		now, left, err := w.Families.EndLink(w.Ctx(), w.Again(echo), c.told)
		w.OK(err)
		if f := w.FamilyOf(now); left == c.other || f.Has(owner.ID) != c.other || (now.Echo.Link == models.Link{Told: true}) != c.told {
			w.T.Errorf("%s: got left %v, members %v and link %+v, want it in the family %v", name, left, f.MemberIDs, now.Echo.Link, c.other)
		}
		w.Same(w.Contents(now, false), []string{"spoken"})
	}
}
