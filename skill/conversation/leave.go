package conversation

import (
	"context"

	"voicememo/models"
	"voicememo/skill/alexa"
	"voicememo/skill/understanding"
	"voicememo/skill/words"
)

// leaving is the topic of leaving the family.
func leaving() topic {
	return topic{
		intents: map[string]answer{understanding.LeaveIntent: inFamily(leave)},
		questions: map[string]question{
			understanding.AskLeave: {elicits: understanding.SpeakIntent, yes: asSpeaker(depart), no: askFor(understanding.AskElse), personal: true},
		},
	}
}

// leave explains the effect of leaving and asks for confirmation. An account that
// cannot leave is told why instead.
func leave(_ context.Context, t *Turn, actor models.User, family models.Family) (alexa.Reply, error) {
	switch {
	case family.Alone(actor.ID):
		return t.Done(t.Say(words.LeaveAlone, nil)), nil
	case family.OwnerID == actor.ID:
		return t.Done(t.Say(words.LeaveOwner, nil)), nil
	}
	owner, _ := family.Member(family.OwnerID)
	t.state.Family = fingerprint(string(family.ID))
	return t.Ask(t.Say(words.Leaving, words.Args{"who": otherName(t, owner)}), understanding.AskLeave), nil
}

// depart leaves the family that was confirmed. If the account is in another one now and
// alone, it has already left, by the same request or because the owner removed it. If another
// device of the account has since joined another family, depart asks again about that one.
func depart(ctx context.Context, t *Turn, actor models.User) (alexa.Reply, error) {
	if fingerprint(string(actor.FamilyID)) != t.state.Family {
		family, err := t.Families.FamilyOf(ctx, actor)
		switch {
		case err != nil:
			return alexa.Reply{}, err
		case family.Alone(actor.ID):
			return afterLeaving(t), nil
		}
		return leave(ctx, t, actor, family)
	}
	if _, err := t.Families.Leave(ctx, actor); err != nil && !models.IsReason(err, models.ReasonAlone) {
		return alexa.Reply{}, err
	}
	followPerson(ctx, t)
	return afterLeaving(t), nil
}

func afterLeaving(t *Turn) alexa.Reply {
	forgetList(t)
	return t.Done(t.Say(words.Left, nil))
}
