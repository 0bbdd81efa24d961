package conversation

import (
	"context"
	"slices"

	"voicememo/models"
)

// actAdded is the kind of an added memo. Only sessions record it before it is taken back:
// see models.ActKind.
const actAdded = models.ActAdded

// Limits of what one session can undo.
const (
	maxActs    = 10
	maxActRefs = 100 // memos of all acts
)

// act is something that the session did and can undo.
type act struct {
	Kind   models.ActKind   `json:"kind"`
	By     string           `json:"by,omitempty"` // the voice, as a fingerprint; "": not recognised
	Refs   []models.MemoRef `json:"-"`
	Named  models.VoiceMark `json:"named,omitempty"`  // see models.Act
	Name   string           `json:"name,omitempty"`   // see models.Act
	Family string           `json:"family,omitempty"` // the family that was joined, as a fingerprint
}

// valid reports whether this version could have written the act.
func (a act) valid(refs []models.MemoRef) bool {
	switch a.Kind {
	case actAdded, models.ActDone, models.ActTrashed:
		return len(refs) > 0 && len(refs) <= maxActRefs
	case models.ActNamed:
		return len([]rune(a.Name)) <= models.MaxName && len(a.Named) <= fingerprintSize
	case models.ActJoined:
		return a.Family != ""
	}
	return false
}

func (a act) same(b act) bool {
	return a.Kind == b.Kind && slices.Equal(a.Refs, b.Refs) && a.Named == b.Named && a.Name == b.Name && a.Family == b.Family
}

// restoredWords returns what the account records after an act was taken back: nothing before
// it can be undone in another session, and a retry takes back the same.
func (a act) undone() models.Act {
	return models.Act{Kind: a.Kind, Refs: a.Refs, Named: a.Named, Name: a.Name, Undone: true}
}

// fromAccount returns an act that the account recorded.
func fromAccount(a models.Act) act {
	return act{Kind: a.Kind, Refs: a.Refs, Named: a.Named, Name: a.Name, Family: fingerprint(string(a.Family))}
}

// push records an act. The oldest ones give way.
func (s *state) push(a act) {
	s.Acts = append(s.Acts, a)
	for len(s.Acts) > maxActs || len(s.Acts) > 1 && s.actRefs() > maxActRefs {
		s.Acts = s.Acts[1:]
	}
}

func (s *state) actRefs() (n int) {
	for _, a := range s.Acts {
		n += len(a.Refs)
	}
	return n
}

// forget removes an act of the session.
func (s *state) forget(a act) {
	for i, known := range slices.Backward(s.Acts) {
		if known.same(a) {
			s.Acts = slices.Delete(s.Acts, i, i+1)
			return
		}
	}
}

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
	return actor.Acts[t.AskedVoice(actor).Mark(actor.ID)]
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
