package skill

import (
	"context"
	"slices"

	"voicememo/memo"
	"voicememo/models"
	"voicememo/skill/words"
)

// undoLimit is how many of the newest memos are read to find the one that a voice added
// last.
const undoLimit = 10

// undo takes back what the speaker did last: in this session up to maxActs acts, one
// after the other, otherwise the newest act within models.UndoFor.
func undo(ctx context.Context, t *turn) (Reply, error) {
	actor, err := t.actor(ctx)
	if err != nil {
		return Reply{}, err
	}
	if err := models.CheckText("content", t.correction, models.MaxContent); t.correction != "" && err != nil {
		return Reply{}, err // nothing is taken back for a text that cannot replace it
	}
	if t.othersLast(actor) {
		return t.ask("", askOthers), nil
	}
	a, inSession := t.undoable(actor)
	return t.undoAct(ctx, actor, a, inSession)
}

// undoOthers takes back what another voice did last in this session, after the speaker
// confirmed that this is meant.
func undoOthers(ctx context.Context, t *turn) (Reply, error) {
	actor, err := t.actor(ctx)
	if err != nil {
		return Reply{}, err
	}
	if len(t.state.Acts) == 0 {
		return t.done(t.say(words.UndoNone, nil)), nil
	}
	return t.undoAct(ctx, actor, t.state.Acts[len(t.state.Acts)-1], true)
}

// undoAct takes back an act of the session or, if there is none, of an earlier session.
func (t *turn) undoAct(ctx context.Context, actor models.User, a act, inSession bool) (reply Reply, err error) {
	found := inSession
	if !found {
		if a, found, err = t.undoableLater(ctx, actor); err != nil {
			return Reply{}, err
		}
	}
	if !found {
		return t.done(t.say(words.UndoNone, nil)), nil
	}
	said, err := t.takeBack(ctx, actor, a)
	if err != nil {
		return Reply{}, err
	}
	if !inSession || !t.didElsewhere(actor) {
		if err := t.record(ctx, actor, a.undone()); err != nil {
			return Reply{}, err
		}
	}
	t.state.forget(a)
	return t.afterUndo(ctx, actor, a, said)
}

// afterUndo asks for the right text if a memo was taken back because it was misheard.
// If the speaker has already said the right text, it is added; if they have said which
// memo or name was meant instead, that memo is changed or the name is read back.
func (t *turn) afterUndo(ctx context.Context, actor models.User, a act, said string) (Reply, error) {
	switch {
	case t.then != nil:
		t.becomes(t.then.Intent, t.then.Slot, t.then.Value)
		reply, err := t.route(ctx, t)
		if err != nil {
			return Reply{}, err
		}
		return reply.beginning(said + t.say(words.Gap, nil)), nil
	case a.Kind == actAdded && t.correction != "":
		d := t.draft(t.correction)
		return t.write(ctx, actor, d, said)
	case a.Kind == actAdded && !t.req.Session.New && t.asking(askAnother):
		t.state.Acted = true
		return t.ask(said, askText), nil
	case t.correction != "" && a.Kind == models.ActNamed:
		return t.nameInstead(actor, a, said), nil
	case t.correction != "" && a.Kind == models.ActTrashed:
		return t.insteadOf(ctx, actor, deletion(), said)
	case t.correction != "" && a.Kind == models.ActDone:
		return t.insteadOf(ctx, actor, completion(), said)
	}
	reply := t.done(said)
	if len(a.Refs) == 0 {
		return reply, nil
	}
	t.focus = a.Refs[0]
	return t.withList(ctx, actor, reply), nil
}

// insteadOf changes the memo that the speaker meant instead of one that was taken back,
// which said says.
func (t *turn) insteadOf(ctx context.Context, actor models.User, c change, said string) (reply Reply, err error) {
	text := t.without(t.correction, words.TextBefore, words.TextAfter)
	n, ok := t.number(t.correction)
	switch {
	case ok && t.state.Reading == nil:
		return t.ask(said, c.question), nil
	case ok:
		ref, read := t.state.Reading.ref(n)
		if !read {
			return t.ask(t.join(said, t.noNumber(n)), c.question), nil
		}
		reply, err = t.change(ctx, actor, c, []models.MemoRef{ref}, []int{n})
	default:
		reply, err = t.changeWorded(ctx, actor, c, text)
	}
	if err != nil {
		return Reply{}, err
	}
	return reply.beginning(said + t.say(words.Gap, nil)), nil
}

// othersLast reports whether another recognised voice did what the session did last. To
// take back something older of the speaker's own would not be what they mean.
func (t *turn) othersLast(actor models.User) bool {
	voice, n := fingerprint(string(t.askedVoice(actor))), len(t.state.Acts)
	return n > 0 && voice != "" && t.state.Acts[n-1].By != "" && t.state.Acts[n-1].By != voice
}

// undoable returns the session's last act of this voice. A voice that was not recognised
// may be any of the session's.
func (t *turn) undoable(actor models.User) (act, bool) {
	voice := fingerprint(string(t.askedVoice(actor)))
	for _, a := range slices.Backward(t.state.Acts) {
		if a.By == voice || a.By == "" || voice == "" {
			return a, true
		}
	}
	return act{}, false
}

// undoableLater returns what this voice did last in an earlier session: the recorded
// act, or the memo it added after that.
func (t *turn) undoableLater(ctx context.Context, actor models.User) (act, bool, error) {
	last := t.lastAct(actor)
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
		if m.Timestamp.After(since) && t.spoke(actor, m) {
			a := models.Act{Kind: actAdded, Refs: []models.MemoRef{m.Ref()}}
			return fromAccount(a), true, t.record(ctx, actor, a) // a retry finds it there
		}
	}
	ok := last.Kind != models.ActNone && !last.Undone && t.began.Sub(last.At) <= models.UndoFor
	return fromAccount(last), ok, nil
}

// didElsewhere reports whether the account's last act is not of this session, so that it
// can still be undone.
func (t *turn) didElsewhere(actor models.User) bool {
	last := t.lastAct(actor)
	return last.Kind != models.ActNone && !last.Undone && !slices.ContainsFunc(t.state.Acts, fromAccount(last).same)
}

// spoke reports whether the speaker of this turn spoke a memo.
func (t *turn) spoke(actor models.User, m models.Memo) bool {
	return m.UserID == actor.ID && m.SpokenBy == actor.MarkOf(t.speaker())
}

// fromAccount returns an act that the account recorded.
func fromAccount(a models.Act) act {
	return act{Kind: a.Kind, Refs: a.Refs, Named: a.Named, Name: a.Name, Family: fingerprint(string(a.Family))}
}

// undone returns what the account records after an act was taken back: nothing before
// it can be undone in another session, and a retry takes back the same.
func (a act) undone() models.Act {
	return models.Act{Kind: a.Kind, Refs: a.Refs, Named: a.Named, Name: a.Name, Undone: true}
}

// takeBack undoes an act and says what is undone.
func (t *turn) takeBack(ctx context.Context, actor models.User, a act) (string, error) {
	switch a.Kind {
	case actAdded:
		return t.unadd(ctx, actor, a.Refs)
	case models.ActDone:
		return t.reopen(ctx, actor, a.Refs)
	case models.ActNamed:
		return t.rename(ctx, actor, a)
	case models.ActJoined:
		return t.unjoin(ctx, actor, a)
	}
	return t.restore(ctx, actor, a.Refs)
}

// unadd puts memos that were just added into the trash.
func (t *turn) unadd(ctx context.Context, actor models.User, refs []models.MemoRef) (string, error) {
	m, ok, err := trashOne(ctx, t, actor, refs[0])
	if err != nil {
		return "", err
	}
	if !ok && m.ID == "" {
		return t.say(words.AllGone, nil), nil
	}
	t.saw(m)
	return t.say(words.Unadded, words.Args{"content": t.short(m.Content, t.contentRunes)}), nil
}

// reopen removes the mark of memos that were done.
func (t *turn) reopen(ctx context.Context, actor models.User, refs []models.MemoRef) (string, error) {
	changed, already, err := t.Memos.DoneEach(ctx, actor, refs, false)
	if err != nil {
		return "", err
	}
	t.saw(slices.Concat(changed, already)...)
	return t.undone(refs, changed, already), nil
}

// restore moves memos from the trash back into the list.
func (t *turn) restore(ctx context.Context, actor models.User, refs []models.MemoRef) (string, error) {
	restored, already, err := t.Memos.RestoreEach(ctx, actor, refs)
	if err != nil {
		return "", err
	}
	t.saw(slices.Concat(restored, already)...)
	return t.undone(refs, restored, already), nil
}

// undone says which memos were restored; if none, which were already back; and how many
// are no longer there.
func (t *turn) undone(refs []models.MemoRef, restored, already []models.Memo) string {
	var said string
	switch {
	case len(restored) == 1 && len(already) == 0:
		said = t.say(words.Undone, words.Args{"content": t.short(restored[0].Content, t.contentRunes)})
	case len(restored) > 0:
		said = t.say(words.UndoneCount, words.Args{"memos": t.memos(len(restored))})
	case len(already) == 1:
		said = t.say(words.UndoBack, words.Args{"content": t.short(already[0].Content, t.contentRunes)})
	case len(already) > 1:
		said = t.say(words.UndoBackCount, words.Args{"memos": t.memos(len(already))})
	}
	if lost := len(refs) - len(restored) - len(already); lost > 0 {
		said = t.join(said, t.say(words.UndoLost, words.Args{"memos": t.memos(lost)}))
	}
	return said
}

// unjoin leaves the family that was joined. If the account is not in it any more, there
// is nothing to undo.
func (t *turn) unjoin(ctx context.Context, actor models.User, a act) (string, error) {
	if fingerprint(string(actor.FamilyID)) != a.Family {
		return t.say(words.Left, nil), nil
	}
	if _, err := t.Families.Leave(ctx, actor); err != nil && !models.IsReason(err, models.ReasonAlone) {
		return "", err
	}
	t.forgetList()
	return t.say(words.Left, nil), nil
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

func (a act) same(b act) bool {
	return a.Kind == b.Kind && slices.Equal(a.Refs, b.Refs) && a.Named == b.Named && a.Name == b.Name && a.Family == b.Family
}
