package skill

import (
	"context"
	"slices"
	"strconv"

	"voicememo/memo"
	"voicememo/models"
	"voicememo/models/parallel"
	"voicememo/skill/words"
)

// change is what a speaker can do with one memo of the list: delete it or mark it as
// done. Both are said with a number or with words of the memo.
type change struct {
	kind     models.ActKind
	question string // which number
	// The sentences for a change by number, by words or "the last one", and for a memo
	// that is already changed.
	numbered, named, gone words.Key
	touched               words.Key // the sentence for a change by touch
	// apply changes memos; see memo.Service.TrashEach.
	apply func(ctx context.Context, m Memos, actor models.User, refs []models.MemoRef, before ...func(context.Context) error) (changed, already []models.Memo, err error)
}

func deletion() change {
	return change{
		kind: models.ActTrashed, question: askNumber,
		numbered: words.Deleted, named: words.DeletedNamed, gone: words.DeletedGone,
		touched: words.ScreenDeleted,
		apply: func(ctx context.Context, m Memos, actor models.User, refs []models.MemoRef, before ...func(context.Context) error) (changed, already []models.Memo, err error) {
			return m.TrashEach(ctx, actor, refs, before...)
		},
	}
}

func completion() change {
	return change{
		kind: models.ActDone, question: askDone,
		numbered: words.Done, named: words.DoneNamed, gone: words.DoneAlready,
		touched: words.ScreenFinished,
		apply: func(ctx context.Context, m Memos, actor models.User, refs []models.MemoRef, before ...func(context.Context) error) (changed, already []models.Memo, err error) {
			return m.DoneEach(ctx, actor, refs, true, before...)
		},
	}
}

// numbered returns a handler that changes the memo with a number. The number refers to
// the list as this session last read it; if there is no such list, it is read first.
func numbered(c change) func(context.Context, *turn) (Reply, error) {
	return func(ctx context.Context, t *turn) (Reply, error) {
		if t.state.Reading == nil || len(t.state.Reading.Items) == 0 {
			return t.readMore(ctx, t.newReading(), c.question)
		}
		number, ok := t.number(t.req.slot(numberSlot))
		switch {
		case !ok && t.asking(c.question):
			return fallback(ctx, t)
		case !ok:
			return t.ask("", c.question), nil
		}
		numbers := t.several
		if len(numbers) == 0 {
			numbers = []int{number}
		}
		var refs []models.MemoRef
		for _, n := range numbers {
			ref, ok := t.state.Reading.ref(n)
			if !ok {
				return t.ask(t.noNumber(n), c.question), nil
			}
			refs = append(refs, ref)
		}
		actor, err := t.actor(ctx)
		if err != nil {
			return Reply{}, err
		}
		return t.change(ctx, actor, c, refs, numbers)
	}
}

// noNumber says that a number was not read.
func (t *turn) noNumber(number int) string {
	return t.say(words.DeleteRange, words.Args{
		"number": strconv.Itoa(number), "last": strconv.Itoa(len(t.state.Reading.Items)),
	})
}

// number parses a number of the list. The last one is the one read last or, if none was
// read, the newest.
func (t *turn) number(heard string) (int, bool) {
	n, ok := t.phrases().Number(heard)
	if ok && n < 0 {
		n = max(t.state.lastRead(), 1)
	}
	return n, ok
}

// lastRead returns the number of the memo read last; 0: the session did something else
// since then.
func (s *state) lastRead() int {
	if s.Reading == nil || s.Last != lastReading {
		return 0
	}
	return s.Reading.To
}

// change changes memos and says which ones. numbers are those that the speaker said; nil
// for a memo without a number.
func (t *turn) change(ctx context.Context, actor models.User, c change, refs []models.MemoRef, numbers []int) (Reply, error) {
	outcomes, err := t.carryOut(ctx, actor, c, refs)
	if err != nil {
		return Reply{}, err
	}
	var said []string
	undoable := false
	for i, o := range outcomes {
		number := 0
		if i < len(numbers) {
			number = numbers[i]
		}
		args := words.Args{"number": strconv.Itoa(number), "content": t.short(o.memo.Content, t.contentRunes/len(outcomes))}
		said = append(said, t.say(c.sentence(o.memo, o.changed, number), args))
		undoable = undoable || o.changed
	}
	if undoable && c.kind == models.ActTrashed {
		said = append(said, t.undoHint())
	}
	return t.withList(ctx, actor, t.done(t.join(said...))), nil
}

// undoHint says how to take back a deletion, while the session is open.
func (t *turn) undoHint() string {
	if t.req.Session.New {
		return ""
	}
	return t.say(words.UndoHint, nil)
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

// outcome is a memo after a change. changed is false if it was already so.
type outcome struct {
	memo    models.Memo
	changed bool
}

// carryOut changes memos, and records that as one act in the session and on the account.
// If all were already so, the speaker's act before stays the last one.
func (t *turn) carryOut(ctx context.Context, actor models.User, c change, refs []models.MemoRef) ([]outcome, error) {
	retried := t.retried(actor, c.kind)
	t.focus = refs[0]
	var before []func(context.Context) error
	if !retried {
		before = append(before, t.recording(actor, models.Act{Kind: c.kind, Refs: refs}))
	}
	changed, already, err := c.apply(ctx, t.Memos, actor, refs, before...)
	if err != nil {
		return nil, err
	}
	outcomes, done, missing := t.outcomes(actor, refs, changed, already, retried)
	err = parallel.Do(ctx,
		func(ctx context.Context) error { return t.keepActs(ctx, actor, c, refs, done) },
		func(ctx context.Context) error { return t.readMissing(ctx, actor, outcomes, missing) },
	)
	if err != nil {
		return nil, err
	}
	for _, o := range outcomes {
		if o.memo.ID != "" {
			t.saw(o.memo)
		}
	}
	if len(done) > 0 {
		t.remember(actor, act{Kind: c.kind, Refs: done})
	}
	return outcomes, nil
}

// outcomes returns what became of each of refs, those that this request has changed, and
// those that are neither in changed nor in already.
func (t *turn) outcomes(actor models.User, refs []models.MemoRef, changed, already []models.Memo, retried bool) (outcomes []outcome, done, missing []models.MemoRef) {
	for _, ref := range refs {
		o := outcome{}
		if i := slices.IndexFunc(changed, refersTo(ref)); i >= 0 {
			o = outcome{changed[i], true}
		} else if i := slices.IndexFunc(already, refersTo(ref)); i >= 0 {
			o.memo = already[i]
		} else {
			missing = append(missing, ref)
		}
		if o.changed = o.changed || retried && slices.Contains(t.lastAct(actor).Refs, ref); o.changed {
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
func (t *turn) keepActs(ctx context.Context, actor models.User, c change, refs, done []models.MemoRef) error {
	switch {
	case len(done) == 0:
		return t.Families.ForgetAct(ctx, actor, t.askedVoice(actor))
	case len(done) < len(refs):
		return t.record(ctx, actor, models.Act{Kind: c.kind, Refs: done})
	}
	return nil
}

// readMissing reads the memos that were missing from a change and sets them in outcomes.
// They are in the trash; a zero memo is gone.
func (t *turn) readMissing(ctx context.Context, actor models.User, outcomes []outcome, missing []models.MemoRef) error {
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

// trashOne puts a memo into the trash. ok is false if it was already there, or if the
// family does not have it any more.
func trashOne(ctx context.Context, t *turn, actor models.User, ref models.MemoRef) (m models.Memo, ok bool, err error) {
	m, err = t.Memos.Trash(ctx, actor, ref)
	if !models.IsReason(err, models.ReasonInTrash) && !models.IsReason(err, models.ReasonMemo) {
		return m, err == nil, err
	}
	memos, err := t.Memos.Get(ctx, actor, []models.MemoRef{ref})
	return append(memos, models.Memo{})[0], false, err
}

// worded returns a handler that changes the memo that contains the words: at once if
// exactly one does. Without words it is the last memo.
func worded(c change) func(context.Context, *turn) (Reply, error) {
	return func(ctx context.Context, t *turn) (Reply, error) {
		text := t.without(t.req.slot(textSlot), words.TextBefore, words.TextAfter)
		actor, err := t.actor(ctx)
		if err != nil {
			return Reply{}, err
		}
		if t.retried(actor, c.kind) {
			return t.change(ctx, actor, c, t.lastAct(actor).Refs[:1], nil)
		}
		if text == "" {
			return t.changeLast(ctx, actor, c)
		}
		return t.changeWorded(ctx, actor, c, text)
	}
}

// changeLast changes the last memo: within a reading the one read last, otherwise the
// newest.
func (t *turn) changeLast(ctx context.Context, actor models.User, c change) (Reply, error) {
	if n := t.state.lastRead(); n > 0 {
		return t.change(ctx, actor, c, t.state.Reading.Items[n-1:n], nil)
	}
	list, err := t.Memos.List(ctx, actor, memo.Query{Limit: 1, Done: new(bool), Unnamed: true})
	if err != nil {
		return Reply{}, err
	}
	if len(list.Memos) == 0 {
		return t.none(&reading{}), nil
	}
	return t.change(ctx, actor, c, []models.MemoRef{list.Memos[0].Ref()}, nil)
}

// changeWorded changes the memo with the words. If several memos have them, it reads
// them and asks which.
func (t *turn) changeWorded(ctx context.Context, actor models.User, c change, text string) (Reply, error) {
	text, _ = cut(text, maxSearch)
	r := &reading{Text: text}
	p, err := t.window(ctx, actor, r, 1)
	switch {
	case err != nil:
		return Reply{}, err
	case t.unless != "" && t.keeps(actor, r):
		return t.kept(ctx, actor, text)
	case len(r.Items) == 0 && r.Next == "":
		return t.none(r), nil
	case len(r.Items) == 1 && r.Next == "":
		return t.change(ctx, actor, c, r.Items[:1], nil)
	}
	t.state.Reading = r
	if len(p.memos) == 0 { // none so far in a long list
		return t.showPart(ctx, actor, p, 0, ""), nil
	}
	return t.showPart(ctx, actor, p, 0, c.question), nil
}

// keeps reports whether words that may have been meant as a memo are kept as one: no memo
// has the words that the command is about, except the one that an earlier delivery of this
// request added.
func (t *turn) keeps(actor models.User, r *reading) bool {
	return len(r.Items) == 0 || slices.Contains(r.Items, t.key().Ref(actor.ID))
}

// kept adds words as a memo that would otherwise have been a command, because no memo
// has the words that the command is about, and says so.
func (t *turn) kept(ctx context.Context, actor models.User, text string) (Reply, error) {
	d := t.draft(t.unless)
	return t.write(ctx, actor, d, t.say(words.FindNone, words.Args{"text": t.short(text, wordRunes)}))
}
