package familytest

import (
	"testing"

	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// ofAskers is a call made while a person's request with the family asked is open.
var ofAskers = map[string]struct {
	who   func(c cast) models.User
	deed  func(c cast, asked models.User) error
	calls int // how many events there are of the asked family
}{
	"asked once more": {stranger, func(c cast, asked models.User) error {
		code := models.InviteCode{FamilyID: asked.FamilyID, InviteID: c.Again(c.stranger).Membership.Request.InviteID}
		_, err := c.Redeem(c.stranger, code)
		return err
	}, 0},
	"disabled": {func(c cast) models.User { return c.device }, func(c cast, _ models.User) error {
		return c.service.Disable(c.Ctx(), c.device.ID)
	}, 1},
	"joined elsewhere": {stranger, func(c cast, _ models.User) error { return must.Err(c.Redeem(c.stranger, c.code)) }, 1},
	"renamed":          {stranger, func(c cast, _ models.User) error { return must.Err(c.service.Rename(c.Ctx(), c.stranger, "Hanako")) }, 1},
	"another picture": {stranger, func(c cast, _ models.User) error {
		return must.Err(c.service.Ensure(c.Ctx(), models.Profile{ID: c.stranger.ID, Picture: "https://pictures.example/1", Source: models.SourceOIDC}))
	}, 1},
	"account closed":    {stranger, func(c cast, _ models.User) error { return c.service.Close(c.Ctx(), c.stranger) }, 1},
	"removed elsewhere": {asMember, func(c cast, _ models.User) error { return c.service.Remove(c.Ctx(), c.owner, c.member.ID) }, 1},
	"left elsewhere":    {asMember, func(c cast, _ models.User) error { return must.Err(c.service.Leave(c.Ctx(), c.member)) }, 1},
	"allowed":           {stranger, func(c cast, asked models.User) error { return must.Err(c.service.Allow(c.Ctx(), asked, c.stranger.ID)) }, 1},
	"refused":           {stranger, func(c cast, asked models.User) error { return c.service.Refuse(c.Ctx(), asked, c.stranger.ID) }, 1},
	"withdrawn":         {stranger, func(c cast, _ models.User) error { return c.service.Withdraw(c.Ctx(), c.stranger) }, 1},
	"lapsed": {stranger, func(c cast, _ models.User) error {
		c.Advance(models.RequestLifetime)
		_, err := c.service.Rename(c.Ctx(), c.stranger, "Hanako")
		return err
	}, 0},
	"the setting": {stranger, func(c cast, asked models.User) error { return c.service.SetAskBeforeJoin(c.Ctx(), asked, false) }, 1},
}

// runAsked checks that there is one event of the asked family for each change of a request
// that its owner sees, even if the person has joined another family.
func runAsked(t *testing.T, mk Maker) {
	for name, d := range ofAskers {
		t.Run("asked/"+name, func(t *testing.T) {
			t.Parallel()
			c := newCast(t, mk)
			asked := c.AskingOwner("Asked")
			c.Ask(d.who(c), asked)
			ear := c.Listen()
			must.OK(t, d.deed(c, asked))
			calls := 0
			for _, e := range ear.Events() {
				if e.Family == asked.FamilyID {
					calls++
				}
			}
			check.Equal(t, calls, d.calls, "events of the asked family")
		})
	}
}

func stranger(c cast) models.User { return c.stranger }

func asMember(c cast) models.User { return c.member }
