package conversation

import (
	"context"
	"strconv"

	"voicememo/invite"
	"voicememo/models"
	"voicememo/skill/alexa"
	"voicememo/skill/understanding"
	"voicememo/skill/words"
)

// joining is the topic of joining a family with a code, and of getting back the memos of an
// earlier account with a number.
func joining() topic {
	return topic{
		intents: map[string]answer{understanding.JoinIntent: join, understanding.RecoverIntent: recoverMemos},
		questions: map[string]question{
			understanding.AskCode:     {elicits: understanding.JoinIntent, yes: askFor(understanding.AskCode), no: askFor(understanding.AskElse)},
			understanding.AskJoin:     {elicits: understanding.SpeakIntent, yes: asSpeaker(redeem), no: askFor(understanding.AskCode)},
			understanding.AskRecovery: {elicits: understanding.RecoverIntent, yes: askFor(understanding.AskRecovery), no: askFor(understanding.AskElse)},
			understanding.AskBack:     {elicits: understanding.SpeakIntent, yes: asSpeaker(bringBack), no: askFor(understanding.AskRecovery)},
		},
		undos: map[models.ActKind]undo{models.ActJoined: {back: unjoin}},
	}
}

// join reads an invite code back and asks whether it is right, so that a misheard code
// does not count as an attempt.
func join(_ context.Context, t *Turn) (alexa.Reply, error) {
	switch {
	case t.Heard.Text == "":
		return t.Ask("", understanding.AskCode), nil
	case t.Heard.Digits == "":
		return t.Ask(t.Say(words.CodeFormat, nil), understanding.AskCode), nil
	}
	t.state.Code = t.Heard.Digits
	return t.Ask("", understanding.AskJoin), nil
}

// redeem joins the family of the confirmed code, or files a request with its owner.
func redeem(ctx context.Context, t *Turn, actor models.User) (alexa.Reply, error) {
	if t.state.Code == "" {
		return t.Ask("", understanding.AskCode), nil
	}
	entry, err := t.Invites.RedeemCode(ctx, actor, t.state.Code, invite.Alexa)
	if err != nil {
		return alexa.Reply{}, err
	}
	if entry.Asked() {
		return filedReply(t, entry), nil
	}
	forgetList(t)
	joined := models.Act{Kind: models.ActJoined, Family: entry.Family.ID}
	if err := t.Record(ctx, actor, joined); err != nil {
		t.Note("act", string(models.AsError(err).Code)) // the session can still undo it
	}
	t.Remember(actor, fromAccount(joined))
	return t.Done(t.Join(joinedWords(t, entry.Family.Owner()), alongWith(t, words.JoinedMemos, entry.Brought), t.Say(words.JoinedMistake, nil))), nil
}

// filedReply says that the family's owner was asked, and the check number by which both know
// that they mean the same request. It ends the session: there is nothing to do but
// wait.
func filedReply(t *Turn, e models.Entry) alexa.Reply {
	key, owner := words.Filed, e.Family.Owner()
	if device(owner) {
		key = words.FiledEcho
	}
	said := t.Say(key, words.Args{"who": t.Who(owner.Name), "check": t.Digits(e.Request.Check)})
	return t.End(t.Join(said, t.Say(words.FiledNext, nil)))
}

// unjoin leaves the family that was joined. If the account is not in it any more, there
// is nothing to undo.
func unjoin(ctx context.Context, t *Turn, actor models.User, a act) (string, error) {
	if fingerprint(string(actor.FamilyID)) != a.Family {
		return t.Say(words.Left, nil), nil
	}
	if _, err := t.Families.Leave(ctx, actor); err != nil && !models.IsReason(err, models.ReasonAlone) {
		return "", err
	}
	forgetList(t)
	return t.Say(words.Left, nil), nil
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
func bringBack(ctx context.Context, t *Turn, actor models.User) (alexa.Reply, error) {
	if t.state.Number == "" {
		return t.Ask("", understanding.AskRecovery), nil
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
