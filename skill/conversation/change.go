package conversation

import (
	"context"
	"slices"
	"strconv"

	"voicememo/memo"
	"voicememo/models"
	"voicememo/skill/alexa"
	"voicememo/skill/understanding"
	"voicememo/skill/words"
)

// changing is the topic of memos that are done or deleted.
func changing() topic {
	return topic{
		intents: map[string]answer{
			understanding.DoneIntent: numbered(completion()), understanding.DoneTextIntent: worded(completion()),
			understanding.DeleteIntent: numbered(deletion()), understanding.DeleteTextIntent: worded(deletion()),
		},
		questions: map[string]question{
			understanding.AskNumber: asksFor(understanding.AskNumber, understanding.DeleteIntent),
			understanding.AskDone:   asksFor(understanding.AskDone, understanding.DoneIntent),
		},
		undos: map[models.ActKind]undo{
			models.ActDone:    {back: reopen, after: changeInstead(completion())},
			models.ActTrashed: {back: restoreMemos, after: changeInstead(deletion())},
		},
	}
}

// numbered returns an answer that changes the memo with a number. The number refers to
// the list as this session last read it; if there is no such list, it is read first.
func numbered(c change) answer {
	return func(ctx context.Context, t *Turn) (alexa.Reply, error) {
		if t.state.Reading == nil || len(t.state.Reading.Items) == 0 {
			return readMore(ctx, t, newReading(t), c.question)
		}
		number, ok := memoNumber(t, t.Heard.Numbers)
		switch {
		case !ok && t.Asking(c.question):
			return t.NotHeard(), nil
		case !ok:
			return t.Ask("", c.question), nil
		}
		numbers := append([]int{number}, t.Heard.Numbers[1:]...)
		var refs []models.MemoRef
		for _, n := range numbers {
			ref, ok := t.state.Reading.ref(n)
			if !ok {
				return t.Ask(noNumber(t, n), c.question), nil
			}
			refs = append(refs, ref)
		}
		actor, err := t.Actor(ctx)
		if err != nil {
			return alexa.Reply{}, err
		}
		return changeMemos(ctx, t, actor, c, refs, numbers)
	}
}

// worded returns an answer that changes the memo that contains the words: at once if
// exactly one does. Without words it is the last memo.
func worded(c change) answer {
	return asSpeaker(func(ctx context.Context, t *Turn, actor models.User) (alexa.Reply, error) {
		if retried(t, actor, c.kind) {
			return changeMemos(ctx, t, actor, c, lastAct(t, actor).Refs[:1], nil)
		}
		if t.Heard.Text == "" {
			return changeLast(ctx, t, actor, c)
		}
		return changeWorded(ctx, t, actor, c, t.Heard.Text)
	})
}

// changeMemos changes memos and says which ones. numbers are those that the speaker said; nil
// for a memo without a number.
func changeMemos(ctx context.Context, t *Turn, actor models.User, c change, refs []models.MemoRef, numbers []int) (alexa.Reply, error) {
	outcomes, err := carryOut(ctx, t, actor, c, refs)
	if err != nil {
		return alexa.Reply{}, err
	}
	var said []string
	undoable := false
	for i, o := range outcomes {
		number := 0
		if i < len(numbers) {
			number = numbers[i]
		}
		args := words.Args{"number": strconv.Itoa(number), "content": t.Short(o.memo.Content, t.ContentRunes/len(outcomes))}
		said = append(said, t.Say(c.sentence(o.memo, o.changed, number), args))
		undoable = undoable || o.changed
	}
	if undoable && c.kind == models.ActTrashed {
		said = append(said, undoHint(t))
	}
	return withList(ctx, t, actor, t.Done(t.Join(said...))), nil
}

// changeLast changes the last memo: within a reading the one read last, otherwise the
// newest.
func changeLast(ctx context.Context, t *Turn, actor models.User, c change) (alexa.Reply, error) {
	if n := t.state.lastRead(); n > 0 {
		return changeMemos(ctx, t, actor, c, t.state.Reading.Items[n-1:n], nil)
	}
	list, err := t.Memos.List(ctx, actor, memo.Query{Limit: 1, Done: new(bool), Unnamed: true})
	if err != nil {
		return alexa.Reply{}, err
	}
	if len(list.Memos) == 0 {
		return nothingToRead(t, &reading{}), nil
	}
	return changeMemos(ctx, t, actor, c, []models.MemoRef{list.Memos[0].Ref()}, nil)
}

// changeWorded changes the memo with the words. If several memos have them, it reads
// them and asks which.
func changeWorded(ctx context.Context, t *Turn, actor models.User, c change, text string) (alexa.Reply, error) {
	text, _ = words.CutText(text, maxSearch)
	r := &reading{Text: text}
	p, err := pageFrom(ctx, t, actor, r, 1)
	switch {
	case err != nil:
		return alexa.Reply{}, err
	case t.Heard.Unless != "" && keepsWords(t, actor, r):
		return keepWords(ctx, t, actor, text)
	case len(r.Items) == 0 && r.Next == "":
		return nothingToRead(t, r), nil
	case len(r.Items) == 1 && r.Next == "" && len(p.memos) == 1 && memo.Contains(p.memos[0].Content, text): // not only words of it
		return changeMemos(ctx, t, actor, c, r.Items[:1], nil)
	}
	t.state.Reading = r
	if len(p.memos) == 0 { // none so far in a long list
		return showPart(ctx, t, actor, p, 0, ""), nil
	}
	return showPart(ctx, t, actor, p, 0, c.question), nil
}

// reopen removes the mark of memos that were done.
func reopen(ctx context.Context, t *Turn, actor models.User, a act) (string, error) {
	changed, already, err := t.Memos.DoneEach(ctx, actor, a.Refs, false)
	if err != nil {
		return "", err
	}
	saw(t, slices.Concat(changed, already)...)
	return restoredWords(t, a.Refs, changed, already), nil
}

// restoreMemos moves memos from the trash back into the list.
func restoreMemos(ctx context.Context, t *Turn, actor models.User, a act) (string, error) {
	restored, already, err := t.Memos.RestoreEach(ctx, actor, a.Refs)
	if err != nil {
		return "", err
	}
	saw(t, slices.Concat(restored, already)...)
	return restoredWords(t, a.Refs, restored, already), nil
}

// changeInstead changes the memo that the speaker meant instead of one that was taken back,
// which said says.
func changeInstead(c change) func(ctx context.Context, t *Turn, actor models.User, a act, said string) (alexa.Reply, bool, error) {
	return func(ctx context.Context, t *Turn, actor models.User, _ act, said string) (reply alexa.Reply, ok bool, err error) {
		if t.Heard.Correction == nil {
			return alexa.Reply{}, false, nil
		}
		n, numbered := memoNumber(t, t.Heard.Correction.Numbers)
		switch {
		case numbered && t.state.Reading == nil:
			return t.Ask(said, c.question), true, nil
		case numbered:
			ref, read := t.state.Reading.ref(n)
			if !read {
				return t.Ask(t.Join(said, noNumber(t, n)), c.question), true, nil
			}
			reply, err = changeMemos(ctx, t, actor, c, []models.MemoRef{ref}, []int{n})
		default:
			reply, err = changeWorded(ctx, t, actor, c, t.Heard.Correction.Words)
		}
		if err != nil {
			return alexa.Reply{}, false, err
		}
		return reply.Beginning(said + t.Say(words.Gap, nil)), true, nil
	}
}
