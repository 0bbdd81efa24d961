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
	return t.ask(t.say(messages.Leaving, messages.Args{"who": t.who(owner.Name)}), askLeave), nil
}

// depart leaves the family as was confirmed. A family of one means that this was
// done before: by the same request, or by the owner in the meantime.
func depart(ctx context.Context, t *turn) (Reply, error) {
	actor, err := t.actor(ctx)
	if err != nil {
		return Reply{}, err
	}
	if _, err = t.Families.Leave(ctx, actor); err != nil && !models.IsReason(err, models.ReasonAlone) {
		return Reply{}, err
	}
	t.forgetList()
	return t.done(t.say(messages.Left, nil)), nil
}

// forgetList drops what the session knows of a list that is no longer this
// account's: its numbers and what could be undone in it.
func (t *turn) forgetList() {
	t.state.Reading, t.state.Undo, t.state.All, t.state.Last = nil, nil, nil, ""
}
