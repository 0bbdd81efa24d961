package conversation

import (
	"context"
	"slices"

	"voicememo/internal/parallel"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/skill/understanding"
	"voicememo/skill/words"
)

// change is what a speaker can do with one memo of the list: delete it or mark it as
// done. Both are said with a number or with words of the memo.
type change struct {
	name     string // in state.Change
	kind     models.ActKind
	question string    // which number
	asks     words.Key // whether a memo that was found is meant
	// The sentences for a change by number, by words or "the last one", and for a memo
	// that is already changed.
	numbered, named, gone words.Key
	touched               words.Key // the sentence for a change by touch
}

func deletion() change {
	return change{
		name: "delete", kind: models.ActTrashed, question: understanding.AskNumber, asks: words.ThisDelete,
		numbered: words.Deleted, named: words.DeletedNamed, gone: words.DeletedGone,
		touched: words.ScreenDeleted,
	}
}

func completion() change {
	return change{
		name: "done", kind: models.ActDone, question: understanding.AskDone, asks: words.ThisDone,
		numbered: words.Done, named: words.DoneNamed, gone: words.DoneAlready,
		touched: words.ScreenFinished,
	}
}

// sentence returns the sentence about a memo after a change.
func (c change) sentence(m models.Memo, changed bool, number int) words.Key {
	listed := m.ID != "" && !m.Deleted
	switch {
	case number == 0 && (changed || listed):
		return c.named
	case number == 0:
		return words.AllGone
	case changed:
		return c.numbered
	case c.kind == models.ActDone && !listed:
		return words.ReadGone
	}
	return c.gone
}

// apply changes memos; see memo.Service.TrashEach.
func (c change) apply(ctx context.Context, m *memo.Service, actor models.User, refs []models.MemoRef) (changed, already []models.Memo, err error) {
	if c.kind == models.ActDone {
		return m.DoneEach(ctx, actor, refs, true)
	}
	return m.TrashEach(ctx, actor, refs)
}

// outcome is a memo after a change. changed is false if it was already so.
type outcome struct {
	memo    models.Memo
	changed bool
}

// carryOut changes memos, and records that as one act in the session and, before it, on the
// account. If all were already so, the speaker's act before stays the last one.
func carryOut(ctx context.Context, t *Turn, actor models.User, c change, refs []models.MemoRef) ([]outcome, error) {
	retried := retried(t, actor, c.kind)
	t.focus = refs[0]
	if !retried {
		if err := t.Record(ctx, actor, models.Act{Kind: c.kind, Refs: refs}); err != nil {
			return nil, err
		}
	}
	changed, already, err := c.apply(ctx, t.Memos, actor, refs)
	if err != nil {
		return nil, err
	}
	outcomes, done, missing := outcomesOf(t, actor, refs, changed, already, retried)
	err = parallel.Do(ctx,
		func(ctx context.Context) error { return keepActs(ctx, t, actor, c, refs, done) },
		func(ctx context.Context) error { return readMissing(ctx, t, actor, outcomes, missing) },
	)
	if err != nil {
		return nil, err
	}
	for _, o := range outcomes {
		if o.memo.ID != "" {
			saw(t, o.memo)
		}
	}
	if len(done) > 0 {
		t.Remember(actor, act{Kind: c.kind, Refs: done})
	}
	return outcomes, nil
}

// outcomesOf returns what became of each of refs, those that this request has changed, and
// those that are neither in changed nor in already.
func outcomesOf(t *Turn, actor models.User, refs []models.MemoRef, changed, already []models.Memo, retried bool) (outcomes []outcome, done, missing []models.MemoRef) {
	for _, ref := range refs {
		o := outcome{}
		if i := slices.IndexFunc(changed, refersTo(ref)); i >= 0 {
			o = outcome{changed[i], true}
		} else if i := slices.IndexFunc(already, refersTo(ref)); i >= 0 {
			o.memo = already[i]
		} else {
			missing = append(missing, ref)
		}
		if o.changed = o.changed || retried && slices.Contains(lastAct(t, actor).Refs, ref); o.changed {
			done = append(done, ref)
		}
		outcomes = append(outcomes, o)
	}
	return outcomes, done, missing
}

// refersTo returns a function that reports whether a memo is the one of ref.
func refersTo(ref models.MemoRef) func(models.Memo) bool {
	return func(m models.Memo) bool { return m.Ref() == ref }
}

// keepActs corrects the act on the account if not all memos were changed: undo leaves what
// another member changed.
func keepActs(ctx context.Context, t *Turn, actor models.User, c change, refs, done []models.MemoRef) error {
	switch {
	case len(done) == 0:
		return t.Families.ForgetAct(ctx, actor, t.AskedVoice(actor))
	case len(done) < len(refs):
		return t.Record(ctx, actor, models.Act{Kind: c.kind, Refs: done})
	}
	return nil
}

// readMissing reads the memos that were missing from a change and sets them in outcomes.
// They are in the trash; a zero memo is gone.
func readMissing(ctx context.Context, t *Turn, actor models.User, outcomes []outcome, missing []models.MemoRef) error {
	if len(missing) == 0 {
		return nil
	}
	memos, err := t.Memos.Get(ctx, actor, missing)
	for i, o := range outcomes {
		if o.memo.ID != "" || len(missing) == 0 {
			continue
		}
		if at := slices.IndexFunc(memos, refersTo(missing[0])); at >= 0 {
			outcomes[i].memo = memos[at]
		}
		missing = missing[1:]
	}
	return err
}

// undoHint says how to take back a deletion, while the session is open.
func undoHint(t *Turn) string {
	if t.req.Session.New {
		return ""
	}
	return t.Say(words.UndoHint, nil)
}

// restoredWords says which memos were restored; if none, which were already back; and how many
// are no longer there.
func restoredWords(t *Turn, refs []models.MemoRef, restored, already []models.Memo) string {
	var said string
	switch {
	case len(restored) == 1 && len(already) == 0:
		said = t.Say(words.Undone, words.Args{"content": t.Short(restored[0].Content, t.ContentRunes)})
	case len(restored) > 0:
		said = t.Say(words.UndoneCount, words.Args{"memos": t.NumberOfMemos(len(restored))})
	case len(already) == 1:
		said = t.Say(words.UndoBack, words.Args{"content": t.Short(already[0].Content, t.ContentRunes)})
	case len(already) > 1:
		said = t.Say(words.UndoBackCount, words.Args{"memos": t.NumberOfMemos(len(already))})
	}
	if lost := len(refs) - len(restored) - len(already); lost > 0 {
		said = t.Join(said, t.Say(words.UndoLost, words.Args{"memos": t.NumberOfMemos(lost)}))
	}
	return said
}
