package family_test

import (
	"context"
	"errors"
	"testing"

	"voicememo/family"
	"voicememo/family/familytest"
	"voicememo/infra/sqlite/sqlitetest"
	"voicememo/models"
)

// awayStore fails every write.
type awayStore struct{ family.Store }

var errAway = models.Unavailable(errors.New("away"))

func (awayStore) Update(context.Context, models.UserID, family.Patch) (models.User, error) {
	return models.User{}, errAway
}
func (awayStore) SetAsking(context.Context, family.Asking) error       { return errAway }
func (awayStore) Redeem(context.Context, family.Redeem) (int, error)   { return 0, errAway }
func (awayStore) Admit(context.Context, family.Admit) (int, error)     { return 0, errAway }
func (awayStore) Connect(context.Context, family.Connect) (int, error) { return 0, errAway }
func (awayStore) Recover(context.Context, family.Recover) (int, error) { return 0, errAway }
func (awayStore) File(context.Context, family.File) error              { return errAway }
func (awayStore) Drop(context.Context, family.Drop) error              { return errAway }
func (awayStore) Leave(context.Context, family.Leave) error            { return errAway }
func (awayStore) Close(context.Context, family.Close) error            { return errAway }
func (awayStore) Retire(context.Context, family.Retire) error          { return errAway }
func (awayStore) Transfer(context.Context, family.Transfer) error      { return errAway }

// cast holds the people of a test: member and device are in the owner's family, stranger
// and echo each in a family of one, and lost is an Echo whose skill was disabled.
type cast struct {
	*familytest.World
	service                               *family.Service
	owner, member, stranger, device, echo models.User
	code                                  models.InviteCode
	number, lost                          string
	lostID                                models.UserID
	people                                map[string]models.User // further people that a test creates
}

func newCast(t *testing.T) cast {
	w := familytest.NewWorld(t, sqlitetest.Fresh)
	owner := w.Person("Owner")
	c := cast{
		World: w, service: w.Families, member: w.Join(w.Person("Member"), owner), device: w.Join(w.Echo("Device"), owner),
		stranger: w.Person("Stranger"), echo: w.Echo("Echo"),
	}
	lost := w.Echo("Lost")
	number, err := w.Families.ConnectionNumber(w.Ctx(), c.echo)
	w.OK(err)
	c.lost, err = w.Families.RecoveryNumber(w.Ctx(), lost)
	w.OK(err)
	w.OK(w.Families.Disable(w.Ctx(), lost.ID))
	c.number, c.owner, c.code, c.lostID = number.Number, w.Again(owner), w.Invite(owner), lost.ID
	return c
}

// away returns the cast with a service whose store fails every write.
func (c cast) away() cast {
	c.service = family.NewService(awayStore{c.FamilyStore}, c.MemoStore)
	c.service.Now, c.Families = c.Now, c.service
	return c
}

// deed is one call, and the people with whose families Changed must be called if it
// succeeds: their families before the call, and the family of moved after it.
type deed struct {
	name  string
	do    func(c cast) error
	heard func(c cast) []models.UserID
	moves func(c cast) models.UserID
}

func owners(c cast) []models.UserID { return []models.UserID{c.owner.ID} }

func member(c cast) models.UserID { return c.member.ID }

var writes = []deed{
	{name: "join", do: func(c cast) error {
		_, err := c.Redeem(c.stranger, c.code)
		return err
	}, heard: func(c cast) []models.UserID { return []models.UserID{c.owner.ID, c.stranger.ID} }},
	{name: "ask", do: func(c cast) error {
		_, err := c.service.Redeem(c.Ctx(), c.stranger, c.code, models.WayDigits, false)
		return err
	}, heard: func(c cast) []models.UserID { return []models.UserID{c.owner.ID, c.stranger.ID} }},
	{name: "connect", do: func(c cast) error {
		_, err := c.service.Connect(c.Ctx(), c.member, c.number)
		return err
	}, heard: func(c cast) []models.UserID { return []models.UserID{c.owner.ID, c.echo.ID} }},
	{name: "recover", do: func(c cast) error {
		_, err := c.service.Recover(c.Ctx(), c.member, c.lost)
		return err
	}, heard: owners},
	{name: "disable", do: func(c cast) error { return c.service.Disable(c.Ctx(), c.device.ID) }, heard: owners},
	{name: "ask first", do: func(c cast) error { return c.service.SetAskBeforeJoin(c.Ctx(), c.owner, true) }, heard: owners},
	{name: "set the owner", do: func(c cast) error {
		return c.service.SetOwner(c.Ctx(), c.owner.FamilyID, c.member.ID)
	}, heard: owners},
	{name: "leave", do: func(c cast) error {
		_, err := c.service.Leave(c.Ctx(), c.member)
		return err
	}, heard: owners, moves: member},
	{name: "remove", do: func(c cast) error { return c.service.Remove(c.Ctx(), c.owner, c.member.ID) }, heard: owners, moves: member},
	{name: "hand over", do: func(c cast) error { return c.service.Transfer(c.Ctx(), c.owner, c.member.ID) }, heard: owners},
	{name: "close", do: func(c cast) error { return c.service.Close(c.Ctx(), c.member) }, heard: owners},
	{name: "rename", do: func(c cast) error {
		_, err := c.service.Rename(c.Ctx(), c.member, "Hanako")
		return err
	}, heard: owners},
	{name: "another picture", do: func(c cast) error {
		_, err := c.service.Ensure(c.Ctx(), models.Profile{ID: c.member.ID, Picture: "https://pictures.example/1", Source: models.SourceOIDC})
		return err
	}, heard: owners},
	{name: "name a device", do: func(c cast) error {
		_, err := c.service.NameRoom(c.Ctx(), c.device, "device", "Kitchen")
		return err
	}, heard: owners},
	{name: "name an Echo", do: func(c cast) error {
		_, err := c.service.NameEcho(c.Ctx(), c.member, c.device.ID, "", "Kitchen")
		return err
	}, heard: owners},
	{name: "remove the name of a voice", do: func(c cast) error {
		c.device.Voices = map[models.VoiceID]string{"voice": "Hanako"}
		return c.service.UnnameVoice(c.Ctx(), c.device, "voice")
	}, heard: owners},
	{name: "name a voice", do: func(c cast) error {
		_, err := c.service.NameVoice(c.Ctx(), c.member, "voice", "Hanako")
		return err
	}, heard: owners},
}

var refusals = []deed{
	{name: "join by a used code", do: func(c cast) error {
		_, err := c.Redeem(c.stranger, models.InviteCode{Code: "none", FamilyID: c.owner.FamilyID, Admits: true})
		return err
	}},
	{name: "join the member's own family", do: func(c cast) error {
		_, err := c.Redeem(c.member, c.code)
		return err
	}},
	{name: "connect by an unknown number", do: func(c cast) error {
		_, err := c.service.Connect(c.Ctx(), c.member, "00000000")
		return err
	}},
	{name: "recover by an unknown number", do: func(c cast) error {
		_, err := c.service.Recover(c.Ctx(), c.member, "0000000000")
		return err
	}},
	{name: "ask first as a member", do: func(c cast) error { return c.service.SetAskBeforeJoin(c.Ctx(), c.member, true) }},
	{name: "make an Echo the owner", do: func(c cast) error {
		return c.service.SetOwner(c.Ctx(), c.owner.FamilyID, c.device.ID)
	}},
	{name: "leave as the owner", do: func(c cast) error {
		_, err := c.service.Leave(c.Ctx(), c.owner)
		return err
	}},
	{name: "remove as a member", do: func(c cast) error { return c.service.Remove(c.Ctx(), c.member, c.owner.ID) }},
	{name: "remove a stranger", do: func(c cast) error { return c.service.Remove(c.Ctx(), c.owner, c.stranger.ID) }},
	{name: "hand over to a stranger", do: func(c cast) error { return c.service.Transfer(c.Ctx(), c.owner, c.stranger.ID) }},
	{name: "close as the owner", do: func(c cast) error { return c.service.Close(c.Ctx(), c.owner) }},
	{name: "rename with a hidden character", do: func(c cast) error {
		_, err := c.service.Rename(c.Ctx(), c.member, "Ta\u200bro")
		return err
	}},
	{name: "name an unknown device", do: func(c cast) error {
		_, err := c.service.NameRoom(c.Ctx(), c.device, "", "Kitchen")
		return err
	}},
	{name: "name a member as an Echo", do: func(c cast) error {
		_, err := c.service.NameEcho(c.Ctx(), c.owner, c.member.ID, "", "Kitchen")
		return err
	}},
	{name: "rename to nothing", do: func(c cast) error {
		_, err := c.service.Rename(c.Ctx(), c.member, " ")
		return err
	}},
}

var silent = []deed{
	{name: "nothing new at sign-in", do: func(c cast) error {
		_, err := c.service.Ensure(c.Ctx(), models.Profile{ID: c.member.ID, Source: models.SourceOIDC})
		return err
	}},
	{name: "ask a voice", do: func(c cast) error {
		_, err := c.service.MarkVoiceAsked(c.Ctx(), c.member, "voice")
		return err
	}},
	{name: "listen", do: func(c cast) error { return c.service.MarkListened(c.Ctx(), c.member, "voice", c.service.Now()) }},
	{name: "act", do: func(c cast) error { return c.service.RecordAct(c.Ctx(), c.member, "voice", models.Act{}) }},
	{name: "remove no name of a voice", do: func(c cast) error { return c.service.UnnameVoice(c.Ctx(), c.member, "voice") }},
	{name: "disable an unknown account", do: func(c cast) error { return c.service.Disable(c.Ctx(), "nobody") }},
	{name: "no setting changes", do: func(c cast) error { return c.service.SetAskBeforeJoin(c.Ctx(), c.owner, false) }},
	{name: "the owner again", do: func(c cast) error { return c.service.SetOwner(c.Ctx(), c.owner.FamilyID, c.owner.ID) }},
	{name: "a number", do: func(c cast) error {
		_, err := c.service.ConnectionNumber(c.Ctx(), c.echo)
		return err
	}},
	{name: "a recovery number", do: func(c cast) error {
		_, err := c.service.RecoveryNumber(c.Ctx(), c.echo)
		return err
	}},
	{name: "erase nothing", do: func(c cast) error { return c.service.EraseDue(c.Ctx()) }},
	{name: "the same invitation again", do: func(c cast) error {
		_, err := c.service.Redeem(c.Ctx(), c.member, models.InviteCode{FamilyID: c.owner.FamilyID, InviteID: c.member.JoinedWith}, models.WayLink, true)
		return err
	}},
}

// TestChanged: Changed is called once with every family that a call changes, and not
// otherwise.
func TestChanged(t *testing.T) {
	for name, group := range map[string]struct {
		deeds       []deed
		fails, away bool
	}{
		"writes": {deeds: writes}, "refused": {deeds: refusals, fails: true}, "silent": {deeds: silent},
		"away": {deeds: writes, fails: true, away: true},
	} {
		for _, d := range group.deeds {
			t.Run(name+"/"+d.name, func(t *testing.T) {
				c := newCast(t)
				if group.away {
					c = c.away()
				}
				ear := c.Listen()
				want := map[models.FamilyID]int{}
				if d.heard != nil && !group.fails {
					for _, who := range d.heard(c) {
						want[c.FamilyOf(models.User{ID: who}).ID]++
					}
				}
				if err := d.do(c); (err != nil) != group.fails {
					t.Fatalf("%s: got %v, want an error: %v", d.name, err, group.fails)
				}
				if d.moves != nil && !group.fails {
					want[c.Again(models.User{ID: d.moves(c)}).FamilyID]++
				}
				got := map[models.FamilyID]int{}
				for _, f := range ear.Heard() {
					got[f]++
				}
				c.Same(got, want)
			})
		}
	}
}
