package conversation

import (
	"context"

	"voicememo/invite"
	"voicememo/models"
	"voicememo/skill/alexa"
	"voicememo/skill/understanding"
	"voicememo/skill/words"
)

// inviting is the topic of invite codes.
func inviting() topic {
	return topic{
		intents: map[string]answer{understanding.InviteIntent: asSpeaker(createInvite)},
		repeats: map[string]answer{lastInvite: asSpeaker(createInvite)},
	}
}

// createInvite says the invite code of the account's family. While a code is valid,
// createInvite returns the same one.
func createInvite(ctx context.Context, t *Turn, actor models.User) (alexa.Reply, error) {
	inv, err := t.Invites.Issue(ctx, actor)
	switch {
	case models.IsReason(err, models.ReasonOwnerOnly):
		return ownerOnly(ctx, t, actor)
	case err != nil:
		return alexa.Reply{}, err
	case inv.Code == "":
		return t.Done(linkOnly(t, inv)), nil
	}
	_ = placeFamily(ctx, t, actor) // without it, the card says how long the code works
	t.state.Last = lastInvite
	until, asks := validFor(t, inv.ExpiresAt), asksFirst(t, inv, words.InviteAsks)
	reply := t.Done(t.Join(twice(t, words.Invite, inv.Code), until, t.Say(words.InviteUse, nil), asks)).WithCard(
		t.Say(words.InviteTitle, words.Args{"code": inv.Code}), expiring(t, inv.Code, inv.ExpiresAt),
	)
	return withCode(t, reply, alexa.Code{
		Title: t.Say(words.ScreenCode, nil), Digits: inv.Code, Spelled: t.Digits(inv.Code), Until: until,
		How: t.Join(t.Say(words.ScreenCodeHow, words.Args{"digits": inv.Code}), asks),
	}), nil
}

// linkOnly says how long to wait for a code, and that the link works now.
func linkOnly(t *Turn, inv invite.Invitation) string {
	return t.Join(t.Say(words.InviteLink, words.Args{"wait": t.Wait(inv.CodeAgainAt.Sub(t.began))}), asksFirst(t, inv, words.InviteAsksLink))
}

// asksFirst returns the sentence under key if the invitation asks the owner first,
// otherwise "".
func asksFirst(t *Turn, inv invite.Invitation, key words.Key) string {
	if !inv.AsksFirst {
		return ""
	}
	return t.Say(key, nil)
}

// ownerOnly says that only the owner can invite, and names the owner.
func ownerOnly(ctx context.Context, t *Turn, actor models.User) (alexa.Reply, error) {
	t.Note("reason", string(models.ReasonOwnerOnly))
	family, err := t.Families.FamilyOf(ctx, actor)
	if err != nil {
		return alexa.Reply{}, err
	}
	return t.Done(t.Say(words.InviteOwner, words.Args{"who": otherName(t, family.Owner())})), nil
}
