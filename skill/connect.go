package skill

import (
	"context"
	"strings"

	alexa "github.com/arienmalec/alexa-go"

	"voicememo/models"
	"voicememo/skill/words"
)

// lastConnection in state.Last makes "repeat" say the connection number.
const lastConnection = "connection"

// connect says the Echo's connection number, which a member of another family types on
// the page. While the number is valid, connect returns the same one.
func connect(ctx context.Context, t *turn) (Reply, error) {
	actor, err := t.actor(ctx)
	if err != nil {
		return Reply{}, err
	}
	if t.linked.echo.ID != "" {
		return t.connectLinked(ctx)
	}
	c, err := t.Families.ConnectionNumber(ctx, actor)
	if models.IsReason(err, models.ReasonNotAlone) {
		return t.notAlone(ctx, actor, err)
	}
	if err != nil {
		return Reply{}, err
	}
	_ = t.place(ctx, actor) // without it, the card says how long the number works
	t.state.Last = lastConnection
	return t.withCode(t.connectionCard(t.done(t.connection(c)), c), t.shownConnection(c)), nil
}

// notAlone says that the Echo is in a family with others, and how to leave it.
func (t *turn) notAlone(ctx context.Context, actor models.User, cause error) (Reply, error) {
	t.note("reason", string(models.ReasonNotAlone))
	f, err := t.Families.FamilyOf(ctx, actor)
	switch {
	case err != nil:
		return Reply{}, err
	case f.Alone(actor.ID): // the others have just left
		return Reply{}, cause
	case f.OwnerID == actor.ID:
		return t.done(t.join(t.say(words.ConnectOthers, nil), t.say(words.LeaveOwner, nil))), nil
	}
	return t.done(t.say(words.ConnectElsewhere, words.Args{"who": t.who(f.Owner().Name)})), nil
}

// connection says the number twice, slowly enough to write it down.
func (t *turn) connection(c models.Connection) string {
	number := t.slowly(c.Number)
	return t.join(
		t.say(words.Connection, nil), number, t.say(words.InviteAgain, nil), number,
		t.validFor(c.ExpiresAt), t.say(words.ConnectionUse, nil),
	)
}

// connectionCard shows the number in the title, the largest text a card has.
func (t *turn) connectionCard(r Reply, c models.Connection) Reply {
	number := written(c.Number)
	r.Core.Body.Card = &alexa.Payload{
		Type: "Simple", Title: t.say(words.ConnectionTitle, words.Args{"number": number}),
		Content: t.expiring(number, c.ExpiresAt) + "\n" + t.say(words.ConnectionUse, nil),
	}
	return r
}

func (t *turn) shownConnection(c models.Connection) shownCode {
	return shownCode{
		Title: t.say(words.ScreenConnection, nil), Digits: written(c.Number), Spelled: t.spelled(c.Number),
		Until: t.validFor(c.ExpiresAt), How: t.say(words.ConnectionUse, nil),
	}
}

// groups splits a number of eight or ten digits into the groups in which it is written
// and said: 4-4 or 3-3-4.
func groups(number string) []string {
	switch len(number) {
	case 8:
		return []string{number[:4], number[4:]}
	case 10:
		return []string{number[:3], number[3:6], number[6:]}
	}
	return []string{number}
}

// written formats a number in groups.
func written(number string) string { return strings.Join(groups(number), " ") }

// spelled spells a number digit by digit, with pauses between groups.
func (l locale) spelled(number string) string {
	var said []string
	for _, group := range groups(number) {
		said = append(said, l.digits(group))
	}
	return strings.Join(said, l.Text(words.GroupGap, nil))
}

// slowly spells a code or connection number with pauses long enough to write it down.
func (l locale) slowly(number string) string {
	var said string
	for ; len(number) >= 4; number = number[4:] {
		said += l.Text(words.SlowDigits, words.Args{
			"a": number[:1], "b": number[1:2], "c": number[2:3], "d": number[3:4],
		})
	}
	return said
}
