package conversation

import (
	"context"

	"voicememo/models"
	"voicememo/skill/alexa"
	"voicememo/skill/understanding"
	"voicememo/skill/words"
)

// connecting is the topic of bringing an Echo into a person's family.
func connecting() topic {
	return topic{
		intents: map[string]answer{understanding.ConnectIntent: connect, understanding.LinkIntent: linkAccount},
		questions: map[string]question{
			understanding.AskMove: {yes: moveEcho, no: askFor(understanding.AskMenu), personal: true},
		},
		repeats: map[string]answer{lastConnection: connect},
		offers:  []offer{offerMove},
	}
}

// connect says the Echo's connection number, which a member of another family types on
// the page. While the number is valid, connect returns the same one.
func connect(ctx context.Context, t *Turn) (alexa.Reply, error) {
	actor, err := t.Actor(ctx)
	if err != nil {
		return alexa.Reply{}, err
	}
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
	return withCode(t, connectionCard(t, t.Done(connectionWords(t, c)), c), connectionScreen(t, c)), nil
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
	return t.Done(t.Say(words.ConnectElsewhere, words.Args{"who": t.Who(f.Owner().Name)})), nil
}

// connectionWords says the number twice, slowly enough to write it down.
func connectionWords(t *Turn, c models.Connection) string {
	number := t.Slowly(c.Number)
	return t.Join(
		t.Say(words.Connection, nil), number, t.Say(words.InviteAgain, nil), number,
		validFor(t, c.ExpiresAt), t.Say(words.ConnectionUse, nil),
	)
}

// connectionCard shows the number in the title, the largest text a card has.
func connectionCard(t *Turn, r alexa.Reply, c models.Connection) alexa.Reply {
	number := words.Written(c.Number)
	return r.WithCard(
		t.Say(words.ConnectionTitle, words.Args{"number": number}),
		expiring(t, number, c.ExpiresAt)+"\n"+t.Say(words.ConnectionUse, nil),
	)
}

func connectionScreen(t *Turn, c models.Connection) alexa.Code {
	return alexa.Code{
		Title: t.Say(words.ScreenConnection, nil), Digits: words.Written(c.Number), Spelled: t.Spelled(c.Number),
		Until: validFor(t, c.ExpiresAt), How: t.Say(words.ConnectionUse, nil),
	}
}
