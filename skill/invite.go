package skill

import (
	"context"
	"strconv"
	"time"

	alexa "github.com/arienmalec/alexa-go"

	"voicememo/invite"
	"voicememo/models"
	"voicememo/skill/words"
)

// lastInvite in state.Last makes "repeat" say the invite code.
const lastInvite = "invite"

// createInvite says the invite code of the account's family. While a code is valid,
// createInvite returns the same one.
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
	_ = t.place(ctx, actor) // without it, the card says how long the code works
	t.state.Last = lastInvite
	return t.withCode(t.inviteCard(t.done(t.invitation(inv)), inv), t.shownInvite(inv)), nil
}

// linkOnly says how long to wait for a code, and that the link works now.
func (t *turn) linkOnly(inv invite.Invitation) string {
	return t.join(t.say(words.InviteLink, words.Args{"wait": t.wait(inv.CodeAgainAt.Sub(t.began))}), t.asksFirst(inv, words.InviteAsksLink))
}

// asksFirst returns the sentence under key if the invitation asks the owner first,
// otherwise "".
func (t *turn) asksFirst(inv invite.Invitation, key words.Key) string {
	if !inv.AsksFirst {
		return ""
	}
	return t.say(key, nil)
}

// ownerOnly says that only the owner can invite, and names the owner.
func (t *turn) ownerOnly(ctx context.Context, actor models.User) (Reply, error) {
	t.note("reason", string(models.ReasonOwnerOnly))
	family, err := t.Families.FamilyOf(ctx, actor)
	if err != nil {
		return Reply{}, err
	}
	return t.done(t.say(words.InviteOwner, words.Args{"who": t.who(family.Owner().Name)})), nil
}

// invitation says the digits twice, slowly enough to write them down.
func (t *turn) invitation(inv invite.Invitation) string {
	digits := t.slowly(inv.Code)
	return t.join(
		t.say(words.Invite, nil), digits, t.say(words.InviteAgain, nil), digits,
		t.validFor(inv.ExpiresAt), t.say(words.InviteUse, nil), t.asksFirst(inv, words.InviteAsks),
	)
}

// shownInvite returns the code with every step of using it.
func (t *turn) shownInvite(inv invite.Invitation) shownCode {
	return shownCode{
		Title: t.say(words.ScreenCode, nil), Digits: inv.Code, Spelled: t.digits(inv.Code), Until: t.validFor(inv.ExpiresAt),
		How: t.join(t.say(words.ScreenCodeHow, words.Args{"digits": inv.Code}), t.asksFirst(inv, words.InviteAsks)),
	}
}

// validFor says for how many whole minutes a code is still valid. A new code expires on
// a whole second, slightly less than five minutes from now, so validFor adds a second.
func (t *turn) validFor(until time.Time) string {
	minutes := int((until.Sub(t.began) + time.Second) / time.Minute)
	switch {
	case minutes < 1:
		return t.say(words.ValidLess, nil)
	case minutes == 1:
		return t.say(words.ValidOne, nil)
	}
	return t.say(words.ValidCount, words.Args{"minutes": strconv.Itoa(minutes)})
}

// inviteCard shows the code in the title, the largest text a card has.
func (t *turn) inviteCard(r Reply, inv invite.Invitation) Reply {
	r.Core.Body.Card = &alexa.Payload{
		Type:    "Simple",
		Title:   t.say(words.InviteTitle, words.Args{"code": inv.Code}),
		Content: t.expiring(inv.Code, inv.ExpiresAt),
	}
	return r
}
