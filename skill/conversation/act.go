package conversation

import (
	"context"

	"voicememo/models"
)

// Remember records an act of the speaker in the session. After it, "more" does not mean
// the help.
func (t *Turn) Remember(actor models.User, a act) {
	a.By = fingerprint(string(t.AskedVoice(actor)))
	t.state.push(a)
	t.state.Acted = true
	if t.state.Last == lastHelp {
		t.state.Last = ""
	}
}

// Record records an act on the account, so that a later session of the same voice can
// undo it. An act on memos is recorded before it is carried out.
func (t *Turn) Record(ctx context.Context, actor models.User, a models.Act) error {
	a.Key = fingerprint(t.req.Body.RequestID)
	return t.Families.RecordAct(ctx, actor, t.AskedVoice(actor), a)
}

// lastAct returns the speaker's last act on the account.
func lastAct(t *Turn, actor models.User) models.Act {
	return actor.Skill.Acts[t.AskedVoice(actor).Mark(actor.ID)]
}

// retried reports whether an earlier delivery of this request already recorded an act
// of this kind.
func retried(t *Turn, actor models.User, kind models.ActKind) bool {
	last := lastAct(t, actor)
	return last.Kind == kind && !last.Undone && last.Key == fingerprint(t.req.Body.RequestID)
}

// takeBack undoes an act and says what is undone.
func takeBack(ctx context.Context, t *Turn, actor models.User, a act) (string, error) {
	return t.undos[a.Kind].back(ctx, t, actor, a)
}

// recordNaming records the former name and applies the new one. In a retry of the request,
// the former name is already replaced, so the act stays as it was recorded first.
func recordNaming(ctx context.Context, t *Turn, actor models.User, naming models.Act, apply func() (models.User, error)) error {
	retried := retried(t, actor, models.ActNamed)
	if retried {
		naming = lastAct(t, actor)
	} else if err := t.Record(ctx, actor, naming); err != nil {
		return err
	}
	if _, err := apply(); err != nil {
		if !retried && !Failed(err) { // refused: there is nothing to undo
			_ = t.Families.ForgetAct(ctx, actor, t.AskedVoice(actor))
		}
		return err
	}
	t.Remember(actor, fromAccount(naming))
	return nil
}
