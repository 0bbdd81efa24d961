package skill

import (
	"context"
	"strconv"
	"time"

	alexa "github.com/arienmalec/alexa-go"

	"voicememo/invite"
	"voicememo/models"
	"voicememo/skill/messages"
)

// lastInvite marks an invite code as what "repeat" says again.
const lastInvite = "invite"

// createInvite tells the invite code of the account's family: the live one if
// there is one, so that asking again is how to hear it again.
func createInvite(ctx context.Context, t *turn) (Reply, error) {
	actor, err := t.actor(ctx)
	if err != nil {
		return Reply{}, err
	}
	inv, err := t.Invites.Issue(ctx, actor)
	switch {
	case models.IsReason(err, models.ReasonOwnerOnly):
		return t.ownerOnly(ctx, actor)
	case err != nil:
		return Reply{}, err
	case inv.Code == "":
		return t.done(t.linkOnly(inv)), nil
	}
	t.state.Last = lastInvite
	return t.withCode(t.inviteCard(t.done(t.invitation(inv)), inv), t.shownInvite(inv)), nil
}

// linkOnly says when digits are possible again, and that the link works now.
func (t *turn) linkOnly(inv invite.Invitation) string {
	return t.join(t.say(messages.InviteLink, messages.Args{"wait": t.wait(inv.CodeAgainAt.Sub(t.began))}), t.asksFirst(inv, messages.InviteAsksLink))
}

// asksFirst says with a key what becomes of an invitation that does not admit; "": it
// does.
func (t *turn) asksFirst(inv invite.Invitation, key messages.Key) string {
	if !inv.AsksFirst {
		return ""
	}
	return t.say(key, nil)
}

// ownerOnly says who can invite.
func (t *turn) ownerOnly(ctx context.Context, actor models.User) (Reply, error) {
	t.note("reason", string(models.ReasonOwnerOnly))
	family, err := t.Families.FamilyOf(ctx, actor)
	if err != nil {
		return Reply{}, err
	}
	return t.done(t.say(messages.InviteOwner, messages.Args{"who": t.who(family.Owner().Name)})), nil
}

// invitation says the digits twice, slowly enough to write them down.
func (t *turn) invitation(inv invite.Invitation) string {
	digits := t.slowly(inv.Code)
	return t.join(
		t.say(messages.Invite, nil), digits, t.say(messages.InviteAgain, nil), digits,
		t.validFor(inv.ExpiresAt), t.say(messages.InviteUse, nil), t.asksFirst(inv, messages.InviteAsks),
	)
}

// shownInvite shows how the code is used, with every step.
func (t *turn) shownInvite(inv invite.Invitation) shownCode {
	return shownCode{
		Title: t.say(messages.ScreenCode, nil), Digits: inv.Code, Spelled: t.digits(inv.Code), Until: t.validFor(inv.ExpiresAt),
		How: t.join(t.say(messages.ScreenCodeHow, messages.Args{"digits": inv.Code}), t.asksFirst(inv, messages.InviteAsks)),
	}
}

// validFor says how many whole minutes a code is still good for. A new one ends
// on a whole second, so that it has a little less than its five minutes.
func (t *turn) validFor(until time.Time) string {
	minutes := int((until.Sub(t.began) + time.Second) / time.Minute)
	switch {
	case minutes < 1:
		return t.say(messages.ValidLess, nil)
	case minutes == 1:
		return t.say(messages.ValidOne, nil)
	}
	return t.say(messages.ValidCount, messages.Args{"minutes": strconv.Itoa(minutes)})
}

// inviteCard shows the code in the title, the largest text a card has.
func (t *turn) inviteCard(r Reply, inv invite.Invitation) Reply {
	until := inv.ExpiresAt.In(t.zone).Format(t.say(messages.Clock, nil))
	r.Core.Body.Card = &alexa.Payload{
		Type:    "Simple",
		Title:   t.say(messages.InviteTitle, messages.Args{"code": inv.Code}),
		Content: t.say(messages.InviteUntil, messages.Args{"code": inv.Code, "time": until}),
	}
	return r
}
