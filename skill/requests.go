package skill

import (
	"context"
	"slices"

	"voicememo/family"
	"voicememo/models"
	"voicememo/skill/messages"
)

// filed says that a redeemed code asked the family's owner, and ends: there is
// nothing to do but wait.
func (t *turn) filed(f models.Family) Reply {
	owner, _ := f.Member(f.OwnerID)
	return t.end(t.say(messages.Filed, messages.Args{"who": t.who(owner.Name)}))
}

// firstAsker gives who has waited longest to be let into the family that the
// account owns.
func (t *turn) firstAsker(ctx context.Context, actor models.User) (family.Asker, bool, error) {
	if !actor.IsOwner {
		return family.Asker{}, false, nil
	}
	f, err := t.Families.FamilyOf(ctx, actor)
	if err != nil || f.OwnerID != actor.ID || len(f.Requests) == 0 {
		return family.Asker{}, false, err
	}
	askers, err := t.Families.Askers(ctx, f)
	if err != nil || len(askers) == 0 {
		return family.Asker{}, false, err
	}
	return askers[0], true, nil
}

// askAbout tells who wants to come into the family, and asks whether to allow it.
func (t *turn) askAbout(greeting string, a family.Asker) Reply {
	t.state.Asker = fingerprint(string(a.User.ID))
	asks := t.say(messages.Asks, messages.Args{"who": t.who(a.User.Name)})
	return t.ask(t.join(greeting, asks), askAllow)
}

// allow lets in whom the question was about.
func allow(ctx context.Context, t *turn) (Reply, error) {
	return t.decide(ctx, func(actor, asker models.User) (string, error) {
		moving, err := t.Families.Allow(ctx, actor, asker.ID)
		if err != nil {
			return "", err
		}
		return t.join(t.say(messages.Allowed, messages.Args{"who": t.who(asker.Name)}), t.alongWith(moving)), nil
	})
}

// refuse turns away whom the question was about.
func refuse(ctx context.Context, t *turn) (Reply, error) {
	return t.decide(ctx, func(actor, asker models.User) (string, error) {
		err := t.Families.Refuse(ctx, actor, asker.ID)
		return t.say(messages.Refused, messages.Args{"who": t.who(asker.Name)}), err
	})
}

// decide carries out what was answered about a request and goes on to the menu.
// Why it could not be done is told, and is the end of the matter here.
func (t *turn) decide(ctx context.Context, carryOut func(actor, asker models.User) (string, error)) (Reply, error) {
	actor, err := t.actor(ctx)
	if err != nil {
		return Reply{}, err
	}
	f, err := t.Families.FamilyOf(ctx, actor)
	if err != nil {
		return Reply{}, err
	}
	asker, told, err := t.asker(ctx, f)
	if err != nil {
		return Reply{}, err
	}
	if told == "" {
		told, err = carryOut(actor, asker)
	}
	switch {
	case models.IsReason(err, models.ReasonPerson):
		told = t.say(messages.RequestOver, nil)
	case models.IsReason(err, models.ReasonHandOverFirst):
		told = t.say(messages.AskerOwns, messages.Args{"who": t.who(asker.Name)})
	case models.IsReason(err, models.ReasonFamilyFull):
		told = t.say(messages.NoRoom, messages.Args{"who": t.who(asker.Name)})
	case err != nil:
		return Reply{}, err
	}
	return t.ask(told, askMenu), nil
}

// asker finds whom the question was about. One who is in by now was let in by
// this very request, when Alexa sends it again, or on the web; told says so, or
// that there is no request any more.
func (t *turn) asker(ctx context.Context, f models.Family) (asker models.User, told string, err error) {
	same := func(id models.UserID) bool { return t.state.Asker != "" && fingerprint(string(id)) == t.state.Asker }
	if i := slices.IndexFunc(f.Members, func(m models.User) bool { return same(m.ID) }); i >= 0 {
		return f.Members[i], t.say(messages.Allowed, messages.Args{"who": t.who(f.Members[i].Name)}), nil
	}
	askers, err := t.Families.Askers(ctx, f)
	if err != nil {
		return models.User{}, "", err
	}
	if i := slices.IndexFunc(askers, func(a family.Asker) bool { return same(a.User.ID) }); i >= 0 {
		return askers[i].User, "", nil
	}
	return models.User{}, t.say(messages.RequestOver, nil), nil
}
