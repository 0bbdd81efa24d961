package skill

import (
	"context"

	"voicememo/models"
	"voicememo/skill/messages"
)

// leave says what leaving means and asks whether it is meant. Who cannot leave
// hears why at once.
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
		return t.done(t.say(messages.LeaveAlone, nil)), nil
	case family.OwnerID == actor.ID:
		return t.done(t.say(messages.LeaveOwner, nil)), nil
	}
	owner, _ := family.Member(family.OwnerID)
	t.state.Family = fingerprint(string(family.ID))
	return t.ask(t.say(messages.Leaving, messages.Args{"who": t.who(owner.Name)}), askLeave), nil
}

// depart leaves the family as was confirmed.
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
	return t.left(), nil
}

// elsewhere answers a yes to leaving a family that the account is not in any
// more. Alone means that this was done before: by the same request, or by the
// owner in the meantime. A family that another Echo of the account joined is not
// the one the yes was about: that is asked anew.
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
	return t.done(t.say(messages.Left, nil))
}

// forgetList drops what the session knows of a list that is no longer this
// account's: its numbers and what could be undone in it.
func (t *turn) forgetList() {
	t.state.Reading, t.state.Undo, t.state.All, t.state.Last = nil, nil, nil, ""
}
