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

const (
	// lastInvite marks an invite code as what "repeat" says again.
	lastInvite = "invite"
	// reasonIssues words invite.Issue's wait; its own reason is about codes that
	// were tried.
	reasonIssues models.Reason = "issues"
)

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
	case models.IsReason(err, models.ReasonWait):
		return Reply{}, models.TooMany(reasonIssues, models.AsError(err).RetryAfter)
	case err != nil:
		return Reply{}, err
	case inv.Code == "":
		return t.done(t.say(messages.InviteLink, nil)), nil
	}
	t.state.Last = lastInvite
	return t.withCode(t.inviteCard(t.done(t.invitation(inv)), inv), inv.Code, inv.ExpiresAt), nil
}

// ownerOnly says who can invite.
func (t *turn) ownerOnly(ctx context.Context, actor models.User) (Reply, error) {
	t.note("reason", string(models.ReasonOwnerOnly))
	family, err := t.Families.FamilyOf(ctx, actor)
	if err != nil {
		return Reply{}, err
	}
	owner, _ := family.Member(family.OwnerID)
	return t.done(t.say(messages.InviteOwner, messages.Args{"who": t.who(owner.Name)})), nil
}

// invitation says the digits twice, slowly enough to write them down.
func (t *turn) invitation(inv invite.Invitation) string {
	code := []rune(inv.Code)
	digits := t.say(messages.SlowDigits, messages.Args{
		"a": string(code[0]), "b": string(code[1]), "c": string(code[2]), "d": string(code[3]),
	})
	return t.join(t.say(messages.Invite, nil), digits, t.say(messages.InviteAgain, nil), digits, t.validFor(inv.ExpiresAt), t.say(messages.InviteUse, nil))
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
