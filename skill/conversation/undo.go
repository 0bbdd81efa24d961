package conversation

import (
	"context"
	"slices"

	"voicememo/memo"
	"voicememo/models"
	"voicememo/skill/alexa"
	"voicememo/skill/understanding"
	"voicememo/skill/words"
)

// undoing is the topic of taking back what was done. How that works is in the tables of other
// topics.
func undoing() topic {
	return topic{
		intents:   map[string]answer{understanding.RestoreIntent: asSpeaker(undoLast)},
		questions: map[string]question{understanding.AskOthers: {elicits: understanding.SpeakIntent, yes: asSpeaker(undoOthers), no: askFor(understanding.AskElse)}},
	}
}

// undoLimit is how many of the newest memos are read to find the one that a voice added
// last.
const undoLimit = 10

// undoLast takes back what the speaker did last: in this session up to maxActs acts, one
// after the other, otherwise the newest act within models.UndoFor.
func undoLast(ctx context.Context, t *Turn, actor models.User) (alexa.Reply, error) {
	if othersLast(t, actor) {
		return t.Ask("", understanding.AskOthers), nil
	}
	a, inSession := undoable(t, actor)
	return undoAct(ctx, t, actor, a, inSession)
}

// undoOthers takes back what another voice did last in this session, after the speaker
// confirmed that this is meant.
func undoOthers(ctx context.Context, t *Turn, actor models.User) (alexa.Reply, error) {
	if len(t.state.Acts) == 0 {
		return t.Done(t.Say(words.UndoNone, nil)), nil
	}
	return undoAct(ctx, t, actor, t.state.Acts[len(t.state.Acts)-1], true)
}

// undoAct takes back an act of the session or, if there is none, of an earlier session.
func undoAct(ctx context.Context, t *Turn, actor models.User, a act, inSession bool) (reply alexa.Reply, err error) {
	found := inSession
	if !found {
		if a, found, err = undoableLater(ctx, t, actor); err != nil {
			return alexa.Reply{}, err
		}
	}
	if !found {
		return t.Done(t.Say(words.UndoNone, nil)), nil
	}
	said, err := takeBack(ctx, t, actor, a)
	if err != nil {
		return alexa.Reply{}, err
	}
	if !inSession || !didElsewhere(t, actor) {
		if err := t.Record(ctx, actor, a.undone()); err != nil {
			return alexa.Reply{}, err
		}
	}
	t.state.forget(a)
	return afterUndo(ctx, t, actor, a, said)
}

// afterUndo goes on after an act was taken back, which said says: with what the speaker has
// said to do then, or with what the act's topic does, such as to ask for the right text.
func afterUndo(ctx context.Context, t *Turn, actor models.User, a act, said string) (alexa.Reply, error) {
	if t.Heard.Then != nil {
		t.Heard = *t.Heard.Then
		reply, err := t.Answer(ctx)
		if err != nil {
			return alexa.Reply{}, err
		}
		return reply.Beginning(said + t.Say(words.Gap, nil)), nil
	}
	if after := t.undos[a.Kind].after; after != nil {
		if reply, ok, err := after(ctx, t, actor, a, said); ok || err != nil {
			return reply, err
		}
	}
	reply := t.Done(said)
	if len(a.Refs) == 0 {
		return reply, nil
	}
	t.focus = a.Refs[0]
	return withList(ctx, t, actor, reply), nil
}

// othersLast reports whether another recognised voice did what the session did last. To
// take back something older of the speaker's own would not be what they mean.
func othersLast(t *Turn, actor models.User) bool {
	voice, n := fingerprint(string(t.AskedVoice(actor))), len(t.state.Acts)
	return n > 0 && voice != "" && t.state.Acts[n-1].By != "" && t.state.Acts[n-1].By != voice
}

// undoable returns the session's last act of this voice. A voice that was not recognised
// may be any of the session's.
func undoable(t *Turn, actor models.User) (act, bool) {
	voice := fingerprint(string(t.AskedVoice(actor)))
	for _, a := range slices.Backward(t.state.Acts) {
		if a.By == voice || a.By == "" || voice == "" {
			return a, true
		}
	}
	return act{}, false
}

// undoableLater returns what this voice did last in an earlier session: the recorded
// act, or the memo it added after that.
func undoableLater(ctx context.Context, t *Turn, actor models.User) (act, bool, error) {
	last := lastAct(t, actor)
	if last.Key == fingerprint(t.req.Body.RequestID) && (last.Undone || last.Kind == actAdded) {
		return fromAccount(last), true, nil // a retry of this request
	}
	since := t.began.Add(-models.UndoFor)
	if last.At.After(since) {
		since = last.At
	}
	list, err := t.Memos.List(ctx, actor, memo.Query{Limit: undoLimit, Done: new(bool), Unnamed: true})
	if err != nil {
		return act{}, false, err
	}
	for _, m := range list.Memos {
		if m.Timestamp.After(since) && spoke(t, actor, m) {
			a := models.Act{Kind: actAdded, Refs: []models.MemoRef{m.Ref()}}
			return fromAccount(a), true, t.Record(ctx, actor, a) // a retry finds it there
		}
	}
	ok := last.Kind != models.ActNone && !last.Undone && t.began.Sub(last.At) <= models.UndoFor
	return fromAccount(last), ok, nil
}

// didElsewhere reports whether the account's last act is not of this session, so that it
// can still be undone.
func didElsewhere(t *Turn, actor models.User) bool {
	last := lastAct(t, actor)
	return last.Kind != models.ActNone && !last.Undone && !slices.ContainsFunc(t.state.Acts, fromAccount(last).same)
}

// spoke reports whether the speaker of this turn spoke a memo.
func spoke(t *Turn, actor models.User, m models.Memo) bool {
	return m.UserID == actor.ID && m.SpokenBy == actor.MarkOf(speaker(t))
}
