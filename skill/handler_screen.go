package skill

import (
	"context"
	"slices"

	"voicememo/models"
	"voicememo/skill/words"
)

// screenHandlers returns the handlers for touches.
func screenHandlers() []handler {
	return []handler{{name: "touch", also: isType(touchRequest), answer: touch}}
}

// touches returns what each action of a touch does with a memo. They return the sentence
// that says so.
func touches() map[string]func(ctx context.Context, t *turn, actor models.User, ref models.MemoRef) (string, error) {
	return map[string]func(ctx context.Context, t *turn, actor models.User, ref models.MemoRef) (string, error){
		touchDone:   touched(completion()),
		touchDelete: touched(deletion()),
		touchUndo:   putBack,
	}
}

// touch changes the memo whose button was touched, says so, and redraws the list.
// Arguments that our screens do not send get a silent reply.
func touch(ctx context.Context, t *turn) (Reply, error) {
	action, mark, id, ok := t.req.touch()
	if !ok {
		return t.told(""), nil
	}
	actor, err := t.actor(ctx)
	if err != nil {
		return Reply{}, err
	}
	family, err := t.Families.Roster(ctx, actor)
	if err != nil {
		return Reply{}, err
	}
	said := t.say(words.ScreenGone, nil)
	if author, known := findAuthor(family, mark); known {
		ref := models.MemoRef{UserID: author, ID: id}
		if said, err = touches()[action](ctx, t, actor, ref); err != nil {
			return Reply{}, err
		}
		t.focus = ref
	}
	return t.withList(ctx, actor, t.told(said)), nil
}

// told answers a touch. It asks no question, so it leaves the microphone as it is. An
// open offer to read stays open; other questions lapse, as in every turn. Further touches
// count as those of the same voice.
func (t *turn) told(text string) Reply {
	t.state.Voice = t.put
	if t.asking(askMore, askRest, askNews) {
		t.state.Asked, t.state.Account = t.asked, fingerprint(t.req.userID())
	}
	t.state.lapse(t.state.Asked)
	r := Reply{Mic: MicAbsent}
	if text != "" {
		r.Core = response(ssml(text), nil)
	}
	r.Core.SessionAttributes = t.state.attributes()
	return r
}

// touched returns a function that makes a change of a memo, which a spoken undo can also
// take back.
func touched(c change) func(context.Context, *turn, models.User, models.MemoRef) (string, error) {
	return func(ctx context.Context, t *turn, actor models.User, ref models.MemoRef) (string, error) {
		outcomes, err := t.carryOut(ctx, actor, c, []models.MemoRef{ref})
		if err != nil {
			return "", err
		}
		m := outcomes[0].memo
		switch {
		case outcomes[0].changed:
			return t.say(c.touched, words.Args{"content": t.short(m.Content, t.contentRunes)}), nil
		case m.ID == "":
			return t.say(words.ScreenGone, nil), nil
		case m.Deleted:
			return t.say(words.ScreenInTrash, nil), nil
		}
		return t.say(words.ScreenIsDone, nil), nil
	}
}

// putBack takes a memo out of the trash or marks it as not done. If that was the whole
// last act, there is nothing left for a spoken undo.
func putBack(ctx context.Context, t *turn, actor models.User, ref models.MemoRef) (string, error) {
	a := act{Kind: models.ActTrashed, Refs: []models.MemoRef{ref}}
	memos, err := t.Memos.Get(ctx, actor, a.Refs)
	if err != nil {
		return "", err
	}
	if len(memos) == 0 {
		return t.say(words.ScreenGone, nil), nil
	}
	if memos[0].Done() && !memos[0].Deleted {
		a.Kind = models.ActDone
	}
	said, err := t.takeBack(ctx, actor, a)
	if err != nil {
		return "", err
	}
	if last := t.lastAct(actor); last.Kind == a.Kind && !last.Undone && slices.Equal(last.Refs, a.Refs) {
		if err := t.record(ctx, actor, a.undone()); err != nil {
			return "", err
		}
	}
	t.state.forget(a)
	return said, nil
}
