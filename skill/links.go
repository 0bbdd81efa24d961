package skill

import (
	"context"
	"errors"

	alexa "github.com/arienmalec/alexa-go"

	"voicememo/family"
	"voicememo/models"
	"voicememo/models/parallel"
	"voicememo/skill/words"
)

// Links knows the people who have linked Echos in the Alexa app. *auth.Echos implements it.
type Links interface {
	// Linked returns the person who has granted an access token, and its access.
	// Unauthenticated: the token is not valid, or the access has ended.
	Linked(ctx context.Context, token string) (models.User, models.AccessID, error)
	// Unlink ends the access of a link. It does nothing if the access has ended already.
	Unlink(ctx context.Context, l models.Link) error
}

// linked is who has linked the Echo that is spoken to.
type linked struct {
	echo, person models.User // zero: the turn acts as the Echo, or the account was not read yet
	access       models.AccessID
	said         string // what linking meant for the Echo's family, or that it has ended; "": nothing to say
	ended        bool   // the reply says that the link has ended
}

// linker returns the person who has linked the Echo. The first time, it makes the Echo a
// member of the person's family.
func (t *turn) linker(ctx context.Context) (models.User, error) {
	if t.Links == nil {
		return models.User{}, &models.Error{Code: models.CodeUnauthenticated, Err: errors.New("access token: no Echo can be linked")}
	}
	l := &t.linked
	err := parallel.Do(ctx,
		func(ctx context.Context) (err error) {
			l.echo, err = t.Families.Ensure(ctx, t.profile(t.req.user()))
			return err
		},
		func(ctx context.Context) (err error) {
			l.person, l.access, err = t.Links.Linked(ctx, t.req.token())
			return err
		},
	)
	if err != nil {
		t.linked = linked{}
		return models.User{}, err
	}
	t.met = true // a linked Echo announces nothing of its own
	return t.together(ctx)
}

// unlinked returns the account of an Echo that acts as itself. If Alexa sends a token all the
// same, which it does for up to an hour after a link has ended, the reply says once that the
// link has ended, with the card for linking.
func (t *turn) unlinked(ctx context.Context, echo models.User) (models.User, error) {
	ended := t.req.token() != ""
	if !ended && echo.Link.Person == "" {
		return echo, nil
	}
	said := ended && echo.Link == models.Link{Told: true}
	echo, left, err := t.Families.EndLink(ctx, echo, ended)
	if err != nil || !ended || said {
		return echo, err
	}
	text := t.say(words.LinkEnded, nil)
	if left {
		text = t.join(text, t.say(words.LinkLeft, nil))
	}
	t.linked.ended = true
	t.sayBefore(t.join(text, t.say(words.LinkAgain, nil)))
	return echo, nil
}

// together brings the Echo and its person together, both of whom were read, and returns the
// person.
func (t *turn) together(ctx context.Context) (models.User, error) {
	l := &t.linked
	if t.settled() {
		return l.person, nil
	}
	outcome, brought, err := t.settle(ctx, false)
	if err != nil {
		return models.User{}, err
	}
	if t.req.speaks() && !l.echo.Link.Told {
		t.sayBefore(t.linking(outcome, brought))
	}
	l.person, err = t.Families.Person(ctx, l.person.ID) // it has the voices of the Echo now
	return l.person, err
}

// linkedLate makes the Echo a member of the family of the person who has linked it, as
// linker does, after the event of linking. Such an event may come late or twice and is no
// sign that the Echo is in use: a token that has ended changes nothing, and an Echo whose
// skill was disabled stays as it is.
func (t *turn) linkedLate(ctx context.Context) (err error) {
	l := &t.linked
	l.person, l.access, err = t.Links.Linked(ctx, t.req.token())
	if models.IsCode(err, models.CodeUnauthenticated) {
		return nil
	}
	if err != nil {
		return err
	}
	l.echo, err = t.Families.Person(ctx, t.req.user())
	switch {
	case models.IsCode(err, models.CodeNotFound): // it is new
		l.echo, err = t.Families.Ensure(ctx, t.profile(t.req.user()))
	case err == nil && (l.echo.Gone || !l.echo.EraseAt.IsZero()):
		t.note("link", "disabled")
		return nil
	}
	if err != nil {
		return err
	}
	_, err = t.together(ctx)
	return err
}

// settled reports whether the Echo's family needs no change and nothing is to be said about
// it: the link is known, and the Echo has not been left behind by its person.
func (t *turn) settled() bool {
	l, known := t.linked, t.linked.echo.Link
	same := known.Person == l.person.ID && known.Access == l.access && (known.Told || !t.req.speaks())
	return same && (l.echo.FamilyID == l.person.FamilyID || l.echo.AddedBy != l.person.ID)
}

// settle links the Echo to its person.
func (t *turn) settle(ctx context.Context, move bool) (outcome family.Linked, brought int, err error) {
	l := &t.linked
	known := l.echo.Link
	if known.Person != l.person.ID || known.Access != l.access {
		l.echo.Link = models.Link{} // another link has been told
	}
	link := models.Link{Person: l.person.ID, Access: l.access, Told: t.req.speaks() || l.echo.Link.Told}
	return t.Families.Link(ctx, l.person, l.echo, link, move)
}

// linking says what linking meant for the Echo's family; "": a launch asks about it.
func (t *turn) linking(outcome family.Linked, brought int) string {
	now := t.say(words.LinkNow, words.Args{"who": t.who(t.linked.person.Name)})
	switch outcome {
	case family.LinkElsewhere:
		return ""
	case family.LinkJoined:
		return t.join(now, t.say(words.LinkJoined, nil), t.alongWith(brought))
	case family.LinkOwns:
		return t.join(now, t.say(words.LinkOwns, nil))
	case family.LinkOwner:
		return t.join(now, t.say(words.LinkOwner, nil))
	}
	return now
}

// sayBefore puts a text before the reply, and leaves room for it.
func (t *turn) sayBefore(text string) {
	t.linked.said = text
	t.leaveRoom(text)
}

// elsewhereLinked reports whether to ask if the Echo moves to its person's family. It
// records that first, so that the question is asked once even without an answer.
func (t *turn) elsewhereLinked(ctx context.Context, actor models.User) bool {
	echo := t.linked.echo
	if echo.ID == "" || echo.FamilyID == actor.FamilyID || echo.Link.Told || t.linked.said != "" {
		return false
	}
	echo.Link = models.Link{Person: actor.ID, Access: t.linked.access}
	return t.Families.MarkLinkTold(ctx, echo) == nil
}

// askToMove asks whether the Echo moves to its person's family.
func (t *turn) askToMove(greeting string) Reply {
	who := words.Args{"who": t.who(t.linked.person.Name)}
	return t.ask(t.join(greeting, t.say(words.LinkNow, who), t.say(words.LinkElsewhere, nil)), askMove)
}

// moveEcho moves the Echo to its person's family after a yes.
func moveEcho(ctx context.Context, t *turn) (Reply, error) {
	actor, err := t.actor(ctx)
	if err != nil {
		return Reply{}, err
	}
	if t.linked.echo.ID == "" { // it is no longer linked
		return t.ask(t.say(words.AllRight, nil), askMenu), nil
	}
	outcome, brought, err := t.settle(ctx, true)
	if err != nil {
		return Reply{}, err
	}
	t.linked.said, t.linked.person = "", actor
	said := t.linking(outcome, brought)
	if outcome == family.LinkJoined { // the question has said the rest
		said = t.join(t.say(words.LinkJoined, nil), t.alongWith(brought))
	}
	return t.ask(said, askMenu), nil
}

// linkCard is the card with which a person links the Echo in the Alexa app.
func linkCard() *alexa.Payload { return &alexa.Payload{Type: "LinkAccount"} }

// linkAccount shows the card with which a person links the Echo in the Alexa app. If it is
// linked already or cannot be linked, linkAccount is "connect to a family".
func linkAccount(ctx context.Context, t *turn) (Reply, error) {
	if t.Links == nil {
		return connect(ctx, t)
	}
	if t.req.token() != "" {
		if _, err := t.actor(ctx); err != nil {
			return Reply{}, err
		}
		if t.linked.echo.ID != "" {
			return t.connectLinked(ctx)
		}
	}
	r := t.done(t.say(words.LinkHow, nil))
	r.Core.Body.Card = linkCard()
	return r, nil
}

// connectLinked answers "connect to a family" on an Echo that is linked. It also brings back
// an Echo that was removed.
func (t *turn) connectLinked(ctx context.Context) (Reply, error) {
	outcome, brought, err := t.settle(ctx, false)
	if err == nil && outcome == family.LinkStays && t.linked.echo.FamilyID != t.linked.person.FamilyID {
		outcome, brought, err = t.settle(ctx, true)
	}
	if err != nil {
		return Reply{}, err
	}
	if outcome == family.LinkElsewhere {
		echo := t.linked.echo
		echo.Link = models.Link{Person: t.linked.person.ID, Access: t.linked.access}
		return t.askToMove(""), t.Families.MarkLinkTold(ctx, echo)
	}
	t.linked.said = ""
	return t.done(t.linking(outcome, brought)), nil
}

// follow moves the Echo after its person, who has changed families, if it is alone or the
// person brought it into the former family. If it fails, the next turn does it for the latter.
func (t *turn) follow(ctx context.Context) {
	if t.linked.echo.ID == "" {
		return
	}
	if f, err := t.Families.FamilyOf(ctx, t.linked.echo); err == nil {
		_, _, _ = t.settle(ctx, f.Alone(t.linked.echo.ID))
	}
}

// unlink ends the access of an Echo whose skill was disabled.
func (t *turn) unlink(ctx context.Context) error {
	if t.Links == nil {
		return nil
	}
	echo, err := t.Families.Person(ctx, t.req.user())
	if models.IsCode(err, models.CodeNotFound) || err == nil && echo.Link.Person == "" {
		return nil
	}
	if err != nil {
		return err
	}
	return t.Links.Unlink(ctx, echo.Link)
}

// self reports whether a voice is that of the person who has linked the Echo: it has no name
// or that person's.
func self(actor models.User, voice models.VoiceID) bool {
	name := actor.Voices[voice]
	return voice == "" || name == "" || name == actor.Name
}

// listener returns the voice for which it is recorded what was heard. Of a person who has
// linked the Echo, it is "", so that the page and the Echo know the same.
func (t *turn) listener(actor models.User) models.VoiceID {
	voice := t.askedVoice(actor)
	if actor.Source != models.SourceAlexa && self(actor, voice) {
		return ""
	}
	return voice
}

// ownOfPerson is ownMemo for a memo of the person who has linked the Echo.
func (t *turn) ownOfPerson(actor models.User, m models.Memo) bool {
	author, _ := actor.Marked(m.SpokenBy)
	if me := t.listener(actor); me != "" {
		return author == me
	}
	return self(actor, author)
}
