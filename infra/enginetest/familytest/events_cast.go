package familytest

import (
	"context"
	"errors"
	"testing"

	"voicememo/family"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// awayStore fails every write.
type awayStore struct{ family.Store }

var errAway = models.Unavailable(errors.New("away"))

// Update implements family.Store.
func (awayStore) Update(context.Context, models.UserID, family.Patch) (models.User, error) {
	return models.User{}, errAway
}

// SetAsking implements family.Store.
func (awayStore) SetAsking(context.Context, family.Asking) error { return errAway }

// SetZone implements family.Store.
func (awayStore) SetZone(context.Context, family.Zone) error { return errAway }

// Redeem implements family.Store.
func (awayStore) Redeem(context.Context, family.Redeem) (int, error) { return 0, errAway }

// Admit implements family.Store.
func (awayStore) Admit(context.Context, family.Admit) (int, error) { return 0, errAway }

// Connect implements family.Store.
func (awayStore) Connect(context.Context, family.Connect) (int, error) { return 0, errAway }

// Recover implements family.Store.
func (awayStore) Recover(context.Context, family.Recover) (int, error) { return 0, errAway }

// File implements family.Store.
func (awayStore) File(context.Context, family.File) error { return errAway }

// Drop implements family.Store.
func (awayStore) Drop(context.Context, family.Drop) error { return errAway }

// Leave implements family.Store.
func (awayStore) Leave(context.Context, family.Leave) error { return errAway }

// Close implements family.Store.
func (awayStore) Close(context.Context, family.Close) error { return errAway }

// Retire implements family.Store.
func (awayStore) Retire(context.Context, family.Retire) error { return errAway }

// Transfer implements family.Store.
func (awayStore) Transfer(context.Context, family.Transfer) error { return errAway }

// cast holds the people of a test: member and device are in the owner's family, stranger
// and echo each in a family of one, and lost is an Echo whose skill was disabled.
type cast struct {
	*World
	service                               *family.Service
	owner, member, stranger, device, echo models.User
	code                                  models.InviteCode
	number, lost                          string
	lostID                                models.UserID
	people                                map[string]models.User // further people that a call creates
}

func newCast(t *testing.T, mk Maker) cast {
	w := NewWorld(t, mk)
	owner := w.Person("Owner")
	c := cast{
		World: w, service: w.Families, member: w.Join(w.Person("Member"), owner), device: w.Join(w.Echo("Device"), owner),
		stranger: w.Person("Stranger"), echo: w.Echo("Echo"), people: map[string]models.User{},
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
	away := awayStore{c.FamilyStore}
	c.service = family.NewService(family.Store{People: away, Membership: away, Requests: away, Echos: away}, c.MemoStore)
	c.service.Now, c.Families = c.Now, c.service
	return c
}

// refusedCalls lists calls that change nothing, because they are refused.
var refusedCalls = []deed{
	{"join by a used code", func(c cast) error {
		return must.Err(c.Redeem(c.stranger, models.InviteCode{Code: "none", FamilyID: c.owner.FamilyID, Admits: true}))
	}},
	{"join the member's own family", func(c cast) error { return must.Err(c.Redeem(c.member, c.code)) }},
	{"connect by an unknown number", func(c cast) error { return must.Err(c.service.Connect(c.Ctx(), c.member, "00000000")) }},
	{"recover by an unknown number", func(c cast) error { return must.Err(c.service.Recover(c.Ctx(), c.member, "0000000000")) }},
	{"live nowhere", func(c cast) error { return must.Err(c.service.SetTimeZone(c.Ctx(), c.owner, "Nowhere", false)) }},
	{"ask first as a member", func(c cast) error { return c.service.SetAskBeforeJoin(c.Ctx(), c.member, true) }},
	{"make an Echo the owner", func(c cast) error {
		return c.service.SetOwner(c.Ctx(), c.owner.FamilyID, c.device.ID)
	}},
	{"leave as the owner", func(c cast) error { return must.Err(c.service.Leave(c.Ctx(), c.owner)) }},
	{"remove as a member", func(c cast) error { return c.service.Remove(c.Ctx(), c.member, c.owner.ID) }},
	{"remove a stranger", func(c cast) error { return c.service.Remove(c.Ctx(), c.owner, c.stranger.ID) }},
	{"hand over to a stranger", func(c cast) error { return c.service.Transfer(c.Ctx(), c.owner, c.stranger.ID) }},
	{"close as the owner", func(c cast) error { return c.service.Close(c.Ctx(), c.owner) }},
	{"rename to hidden characters", func(c cast) error { return must.Err(c.service.Rename(c.Ctx(), c.member, "\u200b\u3164")) }},
	{"name an unknown device", func(c cast) error { return must.Err(c.service.NameRoom(c.Ctx(), c.device, "", "Kitchen")) }},
	{"name a member as an Echo", func(c cast) error { return must.Err(c.service.NameEcho(c.Ctx(), c.owner, c.member.ID, "", "Kitchen")) }},
	{"rename to nothing", func(c cast) error { return must.Err(c.service.Rename(c.Ctx(), c.member, " ")) }},
}

// silentCalls lists calls that succeed without a change that others see.
var silentCalls = []deed{
	{"nothing new at sign-in", func(c cast) error {
		return must.Err(c.service.Ensure(c.Ctx(), models.Profile{ID: c.member.ID, Source: models.SourceOIDC}))
	}},
	{"ask a voice", func(c cast) error { return must.Err(c.service.MarkVoiceAsked(c.Ctx(), c.member, "voice")) }},
	{"listen", func(c cast) error { return c.service.MarkListened(c.Ctx(), c.member, by("voice"), c.service.Now()) }},
	{"act", func(c cast) error { return c.service.RecordAct(c.Ctx(), c.member, "voice", models.Act{}) }},
	{"remove no name of a voice", func(c cast) error { return c.service.UnnameVoice(c.Ctx(), c.member, "voice") }},
	{"disable an unknown account", func(c cast) error { return c.service.Disable(c.Ctx(), "unknown") }},
	{"no setting changes", func(c cast) error { return c.service.SetAskBeforeJoin(c.Ctx(), c.owner, false) }},
	{"the owner again", func(c cast) error { return c.service.SetOwner(c.Ctx(), c.owner.FamilyID, c.owner.ID) }},
	{"a number", func(c cast) error { return must.Err(c.service.ConnectionNumber(c.Ctx(), c.echo)) }},
	{"a recovery number", func(c cast) error { return must.Err(c.service.RecoveryNumber(c.Ctx(), c.echo)) }},
	{"erase nothing", func(c cast) error { return c.service.EraseDue(c.Ctx()) }},
	{"the same invitation again", func(c cast) error {
		return must.Err(c.service.Redeem(c.Ctx(), c.member, models.InviteCode{FamilyID: c.owner.FamilyID, InviteID: c.member.Membership.JoinedWith}, models.WayLink, true))
	}},
}
