package conversation

import (
	"context"
	"strconv"

	"voicememo/models"
	"voicememo/skill/alexa"
	"voicememo/skill/understanding"
	"voicememo/skill/words"
)

// recovering is the topic of getting back the memos of an earlier account.
func recovering() topic {
	return topic{
		intents: map[string]answer{understanding.RecoverIntent: recoverMemos},
		questions: map[string]question{
			understanding.AskRecovery: asksFor(understanding.AskRecovery, understanding.RecoverIntent),
			understanding.AskBack:     {yes: bringBack, no: askFor(understanding.AskRecovery)},
		},
	}
}

// recoverMemos reads a recovery number back and asks whether it is right, so that a
// misheard number does not count as an attempt.
func recoverMemos(_ context.Context, t *Turn) (alexa.Reply, error) {
	switch {
	case t.Heard.Text == "":
		return t.Ask("", understanding.AskRecovery), nil
	case t.Heard.Digits == "":
		return t.Ask(t.Say(words.RecoveryFormat, nil), understanding.AskRecovery), nil
	}
	t.state.Number = t.Heard.Digits
	return t.Ask("", understanding.AskBack), nil
}

// bringBack moves the memos of the confirmed number to the account's family.
func bringBack(ctx context.Context, t *Turn) (alexa.Reply, error) {
	if t.state.Number == "" {
		return t.Ask("", understanding.AskRecovery), nil
	}
	actor, err := t.Actor(ctx)
	if err != nil {
		return alexa.Reply{}, err
	}
	entry, err := t.Invites.AddEcho(ctx, actor, t.state.Number)
	switch {
	case models.IsReason(err, models.ReasonInviteNotValid):
		return alexa.Reply{}, models.NotFound(reasonRecovery)
	case err != nil:
		return alexa.Reply{}, err
	}
	forgetList(t)
	return t.Done(broughtBack(t, entry.Brought)), nil
}

func broughtBack(t *Turn, memos int) string {
	switch memos {
	case 0:
		return t.Say(words.RecoveredNone, nil)
	case 1:
		return t.Say(words.RecoveredOne, nil)
	}
	return t.Say(words.RecoveredCount, words.Args{"count": strconv.Itoa(memos)})
}
