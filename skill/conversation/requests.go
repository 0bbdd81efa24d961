package conversation

import (
	"context"
	"slices"

	"voicememo/family"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/skill/alexa"
	"voicememo/skill/understanding"
	"voicememo/skill/words"
)

// requests is the topic of people who ask to join the family.
func requests() topic {
	return topic{
		questions: map[string]question{
			understanding.AskAllow: {elicits: understanding.SpeakIntent, yes: inFamily(allow), no: inFamily(refuse), again: inFamily(askAgainAbout), personal: true},
		},
		offers: []offer{offerRequest},
	}
}

// offerRequest asks an owner about the person who has waited longest.
func offerRequest(ctx context.Context, t *Turn, actor models.User, list memo.List, greeting string) (alexa.Reply, bool, error) {
	asker, found, err := firstAsker(ctx, t, actor, list.Family)
	if err != nil || !found {
		return alexa.Reply{}, false, err
	}
	return askAbout(t, greeting, asker), true, nil
}

// firstAsker returns the person who has waited longest to be admitted to f, the account's
// family, if the account owns it.
func firstAsker(ctx context.Context, t *Turn, actor models.User, f models.Family) (family.Asker, bool, error) {
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
func askAbout(t *Turn, greeting string, a family.Asker) alexa.Reply {
	t.state.Asker = fingerprint(string(a.User.ID))
	warning := ""
	if a.Resembles != "" && !device(a.User) {
		warning = t.Say(words.AsksLike, words.Args{"who": t.Who(a.Resembles)})
	}
	check := ""
	if a.Request.Check != "" {
		check = t.Say(words.AsksCheck, words.Args{"check": t.Digits(a.Request.Check)})
	}
	return t.Ask(t.Join(greeting, asksWords(t, a), warning, check), understanding.AskAllow)
}

// askAgainAbout repeats the whole question about a request.
func askAgainAbout(ctx context.Context, t *Turn, _ models.User, f models.Family) (alexa.Reply, error) {
	asker, told, err := askedAbout(ctx, t, f)
	switch {
	case err != nil:
		return alexa.Reply{}, err
	case told != "":
		return t.Ask(told, understanding.AskMenu), nil
	}
	return askAbout(t, "", asker), nil
}

// asksWords says who made a request: the person's name and check number, and whether it is
// an Echo. Requests of earlier versions have no check number.
func asksWords(t *Turn, a family.Asker) string {
	key := words.Asks
	switch {
	case a.Request.Check == "":
		key = words.AsksOld
	case device(a.User):
		key = words.AsksDevice
	case a.User.Source == models.SourceAlexa:
		key = words.AsksEcho
	}
	return t.Say(key, words.Args{"who": t.Who(a.User.Name), "check": t.Digits(a.Request.Check)})
}

// allow admits the person asked about.
func allow(ctx context.Context, t *Turn, actor models.User, f models.Family) (alexa.Reply, error) {
	return decide(ctx, t, f, func(asker models.User) (string, error) {
		brought, err := t.Families.Allow(ctx, actor, asker.ID)
		if err != nil {
			return "", err
		}
		return t.Join(allowedWords(t, asker), alongWith(t, words.AllowedMemos, brought)), nil
	})
}

// refuse turns the person asked about away.
func refuse(ctx context.Context, t *Turn, actor models.User, f models.Family) (alexa.Reply, error) {
	return decide(ctx, t, f, func(asker models.User) (string, error) {
		err := t.Families.Refuse(ctx, actor, asker.ID)
		if device(asker) {
			return t.Say(words.RefusedEcho, nil), err
		}
		return t.Say(words.Refused, words.Args{"who": t.Who(asker.Name)}), err
	})
}

// allowedWords says who is in the family now.
func allowedWords(t *Turn, asker models.User) string {
	if device(asker) {
		return t.Say(words.AllowedEcho, nil)
	}
	return t.Say(words.Allowed, words.Args{"who": t.Who(asker.Name)})
}

// decide applies the answer about a request and asks what to do next. If the request
// cannot be decided, it says why instead.
func decide(ctx context.Context, t *Turn, f models.Family, carryOut func(asker models.User) (string, error)) (alexa.Reply, error) {
	found, told, err := askedAbout(ctx, t, f)
	if err != nil {
		return alexa.Reply{}, err
	}
	asker := found.User
	if told == "" {
		told, err = carryOut(asker)
	}
	switch {
	case models.IsReason(err, models.ReasonPerson):
		told = t.Say(words.RequestOver, nil)
	case models.IsReason(err, models.ReasonHandOverFirst):
		told = t.Say(words.AskerOwns, words.Args{"who": t.Who(asker.Name)})
	case models.IsReason(err, models.ReasonFamilyFull):
		told = t.Say(words.NoRoom, words.Args{"who": t.Who(asker.Name)})
	case err != nil:
		return alexa.Reply{}, err
	}
	return t.Ask(told, understanding.AskMenu), nil
}

// askedAbout finds the person asked about. If that person is already a member (Alexa
// repeated this request, or the owner admitted them on the web) or the request is no
// longer open, told says so.
func askedAbout(ctx context.Context, t *Turn, f models.Family) (asker family.Asker, told string, err error) {
	same := func(id models.UserID) bool { return t.state.Asker != "" && fingerprint(string(id)) == t.state.Asker }
	if i := slices.IndexFunc(f.Members, func(m models.User) bool { return same(m.ID) }); i >= 0 {
		return family.Asker{User: f.Members[i]}, allowedWords(t, f.Members[i]), nil
	}
	askers, err := t.Families.Askers(ctx, f)
	if err != nil {
		return family.Asker{}, "", err
	}
	if i := slices.IndexFunc(askers, func(a family.Asker) bool { return same(a.User.ID) }); i >= 0 {
		return askers[i], "", nil
	}
	return family.Asker{}, t.Say(words.RequestOver, nil), nil
}
