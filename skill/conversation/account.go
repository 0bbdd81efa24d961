package conversation

import (
	"context"
	"errors"

	"voicememo/family"
	"voicememo/internal/parallel"
	"voicememo/models"
	"voicememo/skill/alexa"
	"voicememo/skill/words"
)

// Actor returns the account that speaks: the person who has linked the Echo, otherwise the
// Echo's, which it creates at first contact. A token that is not valid, or that the skill
// cannot check, stands for no one: what is said is the Echo's, and a touch, which loses no
// words, is refused.
func (t *Turn) Actor(ctx context.Context) (models.User, error) {
	if t.req.Token() != "" {
		u, err := linkedPerson(ctx, t)
		if !models.IsCode(err, models.CodeUnauthenticated) || !t.req.Speaks() {
			return u, err
		}
	}
	u, err := t.Families.Ensure(ctx, profile(t))
	if err == nil {
		u, err = unlinkedEcho(ctx, t, u)
	}
	if err == nil {
		meet(ctx, t, u)
	}
	return u, err
}

// asSpeaker returns an answer that reads the speaker's account first.
func asSpeaker(f func(ctx context.Context, t *Turn, actor models.User) (alexa.Reply, error)) answer {
	return func(ctx context.Context, t *Turn) (alexa.Reply, error) {
		actor, err := t.Actor(ctx)
		if err != nil {
			return alexa.Reply{}, err
		}
		return f(ctx, t, actor)
	}
}

// inFamily returns an answer that also reads the speaker's family.
func inFamily(f func(ctx context.Context, t *Turn, actor models.User, family models.Family) (alexa.Reply, error)) answer {
	return asSpeaker(func(ctx context.Context, t *Turn, actor models.User) (alexa.Reply, error) {
		family, err := t.Families.FamilyOf(ctx, actor)
		if err != nil {
			return alexa.Reply{}, err
		}
		return f(ctx, t, actor, family)
	})
}

// profile returns the profile of the turn's Echo at first contact.
func profile(t *Turn) models.Profile {
	return models.Profile{ID: t.req.User(), Name: t.Say(words.DeviceName, nil), Source: models.SourceAlexa}
}

// linkedPerson returns the person who has linked the Echo. The first time, it makes the Echo a
// member of the person's family.
func linkedPerson(ctx context.Context, t *Turn) (models.User, error) {
	if t.Links == nil {
		return models.User{}, &models.Error{Code: models.CodeUnauthenticated, Err: errors.New("access token: no Echo can be linked")}
	}
	l := &t.linked
	err := parallel.Do(ctx,
		func(ctx context.Context) (err error) {
			l.echo, err = t.Families.Ensure(ctx, profile(t))
			return err
		},
		func(ctx context.Context) (err error) {
			l.person, l.access, err = t.Links.Linked(ctx, t.req.Token())
			return err
		},
	)
	if err != nil {
		t.linked = linked{}
		return models.User{}, err
	}
	t.met = true // a linked Echo announces nothing of its own
	return bringTogether(ctx, t)
}

// unlinkedEcho returns the account of an Echo that acts as itself. If Alexa sends a token all the
// same, which it does for up to an hour after a link has ended, the reply says once that the
// link has ended, with the card for linking.
func unlinkedEcho(ctx context.Context, t *Turn, echo models.User) (models.User, error) {
	ended := t.req.Token() != ""
	if !ended && echo.Echo.Link.Person == "" {
		return echo, nil
	}
	said := ended && echo.Echo.Link == models.Link{Told: true}
	echo, left, err := t.Families.EndLink(ctx, echo, ended)
	if err != nil || !ended || said {
		return echo, err
	}
	text := t.Say(words.LinkEnded, nil)
	if left {
		text = t.Join(text, t.Say(words.LinkLeft, nil))
	}
	t.linked.ended = true
	sayBefore(t, t.Join(text, t.Say(words.LinkAgain, nil)))
	return echo, nil
}

// bringTogether brings the Echo and its person together, both of whom were read, and returns the
// person.
func bringTogether(ctx context.Context, t *Turn) (models.User, error) {
	l := &t.linked
	if linkSettled(t) {
		return l.person, nil
	}
	outcome, brought, err := settleLink(ctx, t, false)
	if err != nil {
		return models.User{}, err
	}
	if t.req.Speaks() && !l.echo.Echo.Link.Told {
		sayBefore(t, linkingWords(t, outcome, brought))
	}
	l.person, err = t.Families.Person(ctx, l.person.ID) // it has the voices of the Echo now
	return l.person, err
}

// linkedLate makes the Echo a member of the family of the person who has linked it, as
// linkedPerson does, after the event of linking. Such an event may come late or twice and is no
// sign that the Echo is in use: a token that has ended changes nothing, and an Echo whose
// skill was disabled stays as it is.
func linkedLate(ctx context.Context, t *Turn) (err error) {
	l := &t.linked
	l.person, l.access, err = t.Links.Linked(ctx, t.req.Token())
	if models.IsCode(err, models.CodeUnauthenticated) {
		return nil
	}
	if err != nil {
		return err
	}
	l.echo, err = t.Families.Person(ctx, t.req.User())
	switch {
	case models.IsCode(err, models.CodeNotFound): // it is new
		l.echo, err = t.Families.Ensure(ctx, profile(t))
	case err == nil && (l.echo.Membership.Gone || !l.echo.EraseAt.IsZero()):
		t.Note("link", "disabled")
		return nil
	}
	if err != nil {
		return err
	}
	_, err = bringTogether(ctx, t)
	return err
}

// linkSettled reports whether the Echo's family needs no change and nothing is to be said about
// it: the link is known, and the Echo has not been left behind by its person.
func linkSettled(t *Turn) bool {
	l, known := t.linked, t.linked.echo.Echo.Link
	same := known.Person == l.person.ID && known.Access == l.access && (known.Told || !t.req.Speaks())
	return same && (l.echo.FamilyID == l.person.FamilyID || l.echo.Membership.AddedBy != l.person.ID)
}

// settleLink links the Echo to its person.
func settleLink(ctx context.Context, t *Turn, move bool) (outcome family.Linked, brought int, err error) {
	l := &t.linked
	known := l.echo.Echo.Link
	if known.Person != l.person.ID || known.Access != l.access {
		l.echo.Echo.Link = models.Link{} // another link has been told
	}
	link := models.Link{Person: l.person.ID, Access: l.access, Told: t.req.Speaks() || l.echo.Echo.Link.Told}
	return t.Families.Link(ctx, l.person, l.echo, link, move)
}

// linkingWords says what linking meant for the Echo's family; "": a launch asks about it.
func linkingWords(t *Turn, outcome family.Linked, brought int) string {
	now := t.Say(words.LinkNow, words.Args{"who": t.Who(t.linked.person.Name)})
	switch outcome {
	case family.LinkElsewhere:
		return ""
	case family.LinkJoined:
		return t.Join(now, t.Say(words.LinkJoined, nil), alongWith(t, words.JoinedMemos, brought))
	case family.LinkOwns:
		return t.Join(now, t.Say(words.LinkOwns, nil))
	case family.LinkOwner:
		return t.Join(now, t.Say(words.LinkOwner, nil))
	}
	return now
}

// sayBefore puts a text before the reply, and leaves room for it.
func sayBefore(t *Turn, text string) {
	t.linked.said = text
	leaveRoom(t, text)
}

// followPerson moves the Echo after its person, who has changed families, if it is alone or the
// person brought it into the former family. If it fails, the next turn does it for the latter.
func followPerson(ctx context.Context, t *Turn) {
	if t.linked.echo.ID == "" {
		return
	}
	if f, err := t.Families.FamilyOf(ctx, t.linked.echo); err == nil {
		_, _, _ = settleLink(ctx, t, f.Alone(t.linked.echo.ID))
	}
}

// unlinkEcho ends the access of an Echo whose skill was disabled.
func unlinkEcho(ctx context.Context, t *Turn) error {
	if t.Links == nil {
		return nil
	}
	echo, err := t.Families.Person(ctx, t.req.User())
	if models.IsCode(err, models.CodeNotFound) || err == nil && echo.Echo.Link.Person == "" {
		return nil
	}
	if err != nil {
		return err
	}
	return t.Links.Unlink(ctx, echo.Echo.Link)
}
