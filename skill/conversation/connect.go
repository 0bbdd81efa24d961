package conversation

import (
	"context"

	"voicememo/family"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/skill/alexa"
	"voicememo/skill/understanding"
	"voicememo/skill/words"
)

// connecting is the topic of bringing an Echo into a person's family.
func connecting() topic {
	return topic{
		intents: map[string]answer{understanding.ConnectIntent: asSpeaker(connect), understanding.LinkIntent: linkAccount},
		questions: map[string]question{
			understanding.AskMove: {elicits: understanding.SpeakIntent, yes: asSpeaker(moveEcho), no: askFor(understanding.AskMenu), personal: true},
		},
		repeats: map[string]answer{lastConnection: asSpeaker(connect)},
		offers:  []offer{offerMove},
	}
}

// connect says the Echo's connection number, which a member of another family types on
// the page. While the number is valid, connect returns the same one.
func connect(ctx context.Context, t *Turn, actor models.User) (alexa.Reply, error) {
	if t.linked.echo.ID != "" {
		return connectLinked(ctx, t)
	}
	c, err := t.Families.ConnectionNumber(ctx, actor)
	if models.IsReason(err, models.ReasonNotAlone) {
		return notAlone(ctx, t, actor, err)
	}
	if err != nil {
		return alexa.Reply{}, err
	}
	_ = placeFamily(ctx, t, actor) // without it, the card says how long the number works
	t.state.Last = lastConnection
	number, until, use := words.Written(c.Number), validFor(t, c.ExpiresAt), t.Say(words.ConnectionUse, nil)
	reply := t.Done(t.Join(twice(t, words.Connection, c.Number), until, use)).WithCard(
		t.Say(words.ConnectionTitle, words.Args{"number": number}), expiring(t, number, c.ExpiresAt)+"\n"+use,
	)
	return withCode(t, reply, alexa.Code{
		Title: t.Say(words.ScreenConnection, nil), Digits: number, Spelled: t.Spelled(c.Number), Until: until, How: use,
	}), nil
}

// notAlone says that the Echo is in a family with others, and how to leave it.
func notAlone(ctx context.Context, t *Turn, actor models.User, cause error) (alexa.Reply, error) {
	t.Note("reason", string(models.ReasonNotAlone))
	f, err := t.Families.FamilyOf(ctx, actor)
	switch {
	case err != nil:
		return alexa.Reply{}, err
	case f.Alone(actor.ID): // the others have just left
		return alexa.Reply{}, cause
	case f.OwnerID == actor.ID:
		return t.Done(t.Join(t.Say(words.ConnectOthers, nil), t.Say(words.LeaveOwner, nil))), nil
	}
	return t.Done(t.Say(words.ConnectElsewhere, words.Args{"who": otherName(t, f.Owner())})), nil
}

// linkAccount shows the card with which a person links the Echo in the Alexa app. If it is
// linked already or cannot be linked, linkAccount is "connect to a family".
func linkAccount(ctx context.Context, t *Turn) (alexa.Reply, error) {
	if t.Links == nil {
		return asSpeaker(connect)(ctx, t)
	}
	if t.req.Token() != "" {
		if _, err := t.Actor(ctx); err != nil {
			return alexa.Reply{}, err
		}
		if t.linked.echo.ID != "" {
			return connectLinked(ctx, t)
		}
	}
	return t.Done(t.Say(words.LinkHow, nil)).WithLinkCard(), nil
}

// connectLinked answers "connect to a family" on an Echo that is linked. It also brings back
// an Echo that was removed.
func connectLinked(ctx context.Context, t *Turn) (alexa.Reply, error) {
	outcome, brought, err := settleLink(ctx, t, false)
	if err == nil && outcome == family.LinkStays && t.linked.echo.FamilyID != t.linked.person.FamilyID {
		outcome, brought, err = settleLink(ctx, t, true)
	}
	if err != nil {
		return alexa.Reply{}, err
	}
	if outcome == family.LinkElsewhere {
		echo := t.linked.echo
		echo.Echo.Link = models.Link{Person: t.linked.person.ID, Access: t.linked.access}
		if err := t.Families.MarkLinkTold(ctx, echo); err != nil {
			return alexa.Reply{}, err
		}
		return askToMove(t, ""), nil
	}
	t.linked.said = ""
	return t.Done(linkingWords(t, outcome, brought)), nil
}

// offerMove asks whether the Echo moves to its person's family. It records that first, so
// that the question is asked once even without an answer.
func offerMove(ctx context.Context, t *Turn, actor models.User, _ memo.List, greeting string) (alexa.Reply, bool, error) {
	echo := t.linked.echo
	if echo.ID == "" || echo.FamilyID == actor.FamilyID || echo.Echo.Link.Told || t.linked.said != "" {
		return alexa.Reply{}, false, nil
	}
	echo.Echo.Link = models.Link{Person: actor.ID, Access: t.linked.access}
	told := t.Families.MarkLinkTold(ctx, echo) == nil // otherwise it is asked another time
	if !told {
		return alexa.Reply{}, false, nil
	}
	return askToMove(t, greeting), true, nil
}

// askToMove asks whether the Echo moves to its person's family.
func askToMove(t *Turn, greeting string) alexa.Reply {
	who := words.Args{"who": t.Who(t.linked.person.Name)}
	return t.Ask(t.Join(greeting, t.Say(words.LinkNow, who), t.Say(words.LinkElsewhere, nil)), understanding.AskMove)
}

// moveEcho moves the Echo to its person's family after a yes.
func moveEcho(ctx context.Context, t *Turn, actor models.User) (alexa.Reply, error) {
	if t.linked.echo.ID == "" { // it is no longer linked
		return t.Ask(t.Say(words.AllRight, nil), understanding.AskMenu), nil
	}
	outcome, brought, err := settleLink(ctx, t, true)
	if err != nil {
		return alexa.Reply{}, err
	}
	t.linked.said, t.linked.person = "", actor
	said := linkingWords(t, outcome, brought)
	if outcome == family.LinkJoined { // the question has said the rest
		said = t.Join(t.Say(words.LinkJoined, nil), alongWith(t, words.JoinedMemos, brought))
	}
	return t.Ask(said, understanding.AskMenu), nil
}
