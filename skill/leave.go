package skill

import (
	"context"

	"voicememo/models"
	"voicememo/skill/words"
)

// leave explains the effect of leaving and asks for confirmation. An account that
// cannot leave is told why instead.
func leave(ctx context.Context, t *turn) (Reply, error) {
	actor, err := t.actor(ctx)
	if err != nil {
		return Reply{}, err
	}
	family, err := t.Families.FamilyOf(ctx, actor)
	switch {
	case err != nil:
		return Reply{}, err
	case family.Alone(actor.ID):
		return t.done(t.say(words.LeaveAlone, nil)), nil
	case family.OwnerID == actor.ID:
		return t.done(t.say(words.LeaveOwner, nil)), nil
	}
	owner, _ := family.Member(family.OwnerID)
	t.state.Family = fingerprint(string(family.ID))
	return t.ask(t.say(words.Leaving, words.Args{"who": t.who(owner.Name)}), askLeave), nil
}

// depart leaves the family that was confirmed.
func depart(ctx context.Context, t *turn) (Reply, error) {
	actor, err := t.actor(ctx)
	if err != nil {
		return Reply{}, err
	}
	if fingerprint(string(actor.FamilyID)) != t.state.Family {
		return t.elsewhere(ctx, actor)
	}
	if _, err = t.Families.Leave(ctx, actor); err != nil && !models.IsReason(err, models.ReasonAlone) {
		return Reply{}, err
	}
	t.follow(ctx)
	return t.left(), nil
}

// elsewhere answers a yes to leaving a family that the account is no longer in. If the
// account is alone, it has already left, by the same request or because the owner
// removed it. If another device of the account has since joined another family,
// elsewhere asks again about that one.
func (t *turn) elsewhere(ctx context.Context, actor models.User) (Reply, error) {
	family, err := t.Families.FamilyOf(ctx, actor)
	switch {
	case err != nil:
		return Reply{}, err
	case family.Alone(actor.ID):
		return t.left(), nil
	}
	return leave(ctx, t)
}

func (t *turn) left() Reply {
	t.forgetList()
	return t.done(t.say(words.Left, nil))
}

// forgetList drops the session's knowledge of a list that is no longer the account's.
func (t *turn) forgetList() {
	t.state.Reading, t.state.All, t.state.Last = nil, nil, ""
}
