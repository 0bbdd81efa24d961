package skill

import (
	"context"
	"slices"

	"voicememo/family"
	"voicememo/models"
	"voicememo/skill/words"
)

// filed says that the family's owner was asked, and the check number by which both know
// that they mean the same request. It ends the session: there is nothing to do but
// wait.
func (t *turn) filed(e models.Entry) Reply {
	key, owner := words.Filed, e.Family.Owner()
	if device(owner) {
		key = words.FiledEcho
	}
	said := t.say(key, words.Args{"who": t.who(owner.Name), "check": t.digits(e.Request.Check)})
	return t.end(t.join(said, t.say(words.FiledNext, nil)))
}

// waiting says whose answer the account's own request waits for, or returns "" if no
// request is open.
func (t *turn) waiting(ctx context.Context, actor models.User) (string, error) {
	if !actor.Request.Open(t.began) {
		return "", nil
	}
	f, request, err := t.Families.Waiting(ctx, actor)
	switch {
	case models.IsCode(err, models.CodeNotFound): // it has been decided
		return "", nil
	case err != nil:
		return "", err
	}
	key, check := words.Waits, ""
	if device(f.Owner()) {
		key = words.WaitsEcho
	}
	if request.Check != "" {
		check = t.say(words.CheckIs, words.Args{"check": t.digits(request.Check)})
	}
	return t.join(t.say(key, words.Args{"who": t.who(f.Owner().Name)}), check), nil
}

// firstAsker returns the person who has waited longest to be admitted to f, the account's
// family, if the account owns it.
func (t *turn) firstAsker(ctx context.Context, actor models.User, f models.Family) (family.Asker, bool, error) {
	if f.OwnerID != actor.ID || len(f.Requests) == 0 {
		return family.Asker{}, false, nil
	}
	askers, err := t.Families.Askers(ctx, f)
	if err != nil || len(askers) == 0 {
		return family.Asker{}, false, err
	}
	return askers[0], true, nil
}

// askAbout says who would like to join the family and asks whether to allow it. A name
// that resembles a member's comes with a warning, except the default name of an Echo.
func (t *turn) askAbout(greeting string, a family.Asker) Reply {
	t.state.Asker = fingerprint(string(a.User.ID))
	warning := ""
	if a.Resembles != "" && !device(a.User) {
		warning = t.say(words.AsksLike, words.Args{"who": t.who(a.Resembles)})
	}
	check := ""
	if a.Request.Check != "" {
		check = t.say(words.AsksCheck, words.Args{"check": t.digits(a.Request.Check)})
	}
	return t.ask(t.join(greeting, t.asks(a), warning, check), askAllow)
}

// askAgainAbout repeats the whole question about a request.
func (t *turn) askAgainAbout(ctx context.Context) (Reply, error) {
	actor, err := t.actor(ctx)
	if err != nil {
		return Reply{}, err
	}
	f, err := t.Families.FamilyOf(ctx, actor)
	if err != nil {
		return Reply{}, err
	}
	asker, told, err := t.asker(ctx, f)
	switch {
	case err != nil:
		return Reply{}, err
	case told != "":
		return t.ask(told, askMenu), nil
	}
	return t.askAbout("", asker), nil
}

// asks says who made a request: the person's name and check number, and whether it is
// an Echo. Requests of earlier versions have no check number.
func (t *turn) asks(a family.Asker) string {
	key := words.Asks
	switch {
	case a.Request.Check == "":
		key = words.AsksOld
	case device(a.User):
		key = words.AsksDevice
	case a.User.Source == models.SourceAlexa:
		key = words.AsksEcho
	}
	return t.say(key, words.Args{"who": t.who(a.User.Name), "check": t.digits(a.Request.Check)})
}

// device reports whether an account is an Echo without a name of its own.
func device(u models.User) bool { return u.Source == models.SourceAlexa && models.Unnamed(u.Name) }

// allow admits the person asked about.
func allow(ctx context.Context, t *turn) (Reply, error) {
	return t.decide(ctx, func(actor, asker models.User) (string, error) {
		brought, err := t.Families.Allow(ctx, actor, asker.ID)
		if err != nil {
			return "", err
		}
		return t.join(t.allowed(asker), t.alongWith(brought)), nil
	})
}

// refuse turns the person asked about away.
func refuse(ctx context.Context, t *turn) (Reply, error) {
	return t.decide(ctx, func(actor, asker models.User) (string, error) {
		err := t.Families.Refuse(ctx, actor, asker.ID)
		if device(asker) {
			return t.say(words.RefusedEcho, nil), err
		}
		return t.say(words.Refused, words.Args{"who": t.who(asker.Name)}), err
	})
}

// allowed says who is in the family now.
func (t *turn) allowed(asker models.User) string {
	if device(asker) {
		return t.say(words.AllowedEcho, nil)
	}
	return t.say(words.Allowed, words.Args{"who": t.who(asker.Name)})
}

// decide applies the answer about a request and asks what to do next. If the request
// cannot be decided, it says why instead.
func (t *turn) decide(ctx context.Context, carryOut func(actor, asker models.User) (string, error)) (Reply, error) {
	actor, err := t.actor(ctx)
	if err != nil {
		return Reply{}, err
	}
	f, err := t.Families.FamilyOf(ctx, actor)
	if err != nil {
		return Reply{}, err
	}
	found, told, err := t.asker(ctx, f)
	if err != nil {
		return Reply{}, err
	}
	asker := found.User
	if told == "" {
		told, err = carryOut(actor, asker)
	}
	switch {
	case models.IsReason(err, models.ReasonPerson):
		told = t.say(words.RequestOver, nil)
	case models.IsReason(err, models.ReasonHandOverFirst):
		told = t.say(words.AskerOwns, words.Args{"who": t.who(asker.Name)})
	case models.IsReason(err, models.ReasonFamilyFull):
		told = t.say(words.NoRoom, words.Args{"who": t.who(asker.Name)})
	case err != nil:
		return Reply{}, err
	}
	return t.ask(told, askMenu), nil
}

// asker finds the person asked about. If that person is already a member (Alexa
// repeated this request, or the owner admitted them on the web) or the request is no
// longer open, told says so.
func (t *turn) asker(ctx context.Context, f models.Family) (asker family.Asker, told string, err error) {
	same := func(id models.UserID) bool { return t.state.Asker != "" && fingerprint(string(id)) == t.state.Asker }
	if i := slices.IndexFunc(f.Members, func(m models.User) bool { return same(m.ID) }); i >= 0 {
		return family.Asker{User: f.Members[i]}, t.allowed(f.Members[i]), nil
	}
	askers, err := t.Families.Askers(ctx, f)
	if err != nil {
		return family.Asker{}, "", err
	}
	if i := slices.IndexFunc(askers, func(a family.Asker) bool { return same(a.User.ID) }); i >= 0 {
		return askers[i], "", nil
	}
	return family.Asker{}, t.say(words.RequestOver, nil), nil
}
