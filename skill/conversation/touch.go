package conversation

import (
	"context"
	"slices"

	"voicememo/models"
	"voicememo/skill/alexa"
	"voicememo/skill/words"
)

// touching is the topic of buttons on a screen.
func touching() topic {
	return topic{
		requests: map[string]answer{alexa.TouchRequest: answerTouch},
		touches: map[string]touch{
			alexa.TouchDone: touched(completion()), alexa.TouchDelete: touched(deletion()), alexa.TouchUndo: putBack,
		},
	}
}

// answerTouch changes the memo whose button was touched, says so, and redraws the list.
// Arguments that our screens do not send get a silent reply.
func answerTouch(ctx context.Context, t *Turn) (alexa.Reply, error) {
	action, shown, ok := t.req.Touch()
	mark, id, known := parseScreenRef(shown)
	if !ok || !known {
		return told(t, ""), nil
	}
	actor, err := t.Actor(ctx)
	if err != nil {
		return alexa.Reply{}, err
	}
	family, err := t.Families.Roster(ctx, actor)
	if err != nil {
		return alexa.Reply{}, err
	}
	said := t.Say(words.ScreenGone, nil)
	if author, known := findAuthor(family, mark); known {
		ref := models.MemoRef{UserID: author, ID: id}
		if said, err = t.touches[action](ctx, t, actor, ref); err != nil {
			return alexa.Reply{}, err
		}
		t.focus = ref
	}
	return withList(ctx, t, actor, told(t, said)), nil
}

// touched returns a function that makes a change of a memo, which a spoken undo can also
// take back.
func touched(c change) func(context.Context, *Turn, models.User, models.MemoRef) (string, error) {
	return func(ctx context.Context, t *Turn, actor models.User, ref models.MemoRef) (string, error) {
		outcomes, err := carryOut(ctx, t, actor, c, []models.MemoRef{ref})
		if err != nil {
			return "", err
		}
		m := outcomes[0].memo
		switch {
		case outcomes[0].changed:
			return t.Say(c.touched, words.Args{"content": t.Short(m.Content, t.ContentRunes)}), nil
		case m.ID == "":
			return t.Say(words.ScreenGone, nil), nil
		case m.Deleted:
			return t.Say(words.ScreenInTrash, nil), nil
		}
		return t.Say(words.ScreenIsDone, nil), nil
	}
}

// putBack takes a memo out of the trash or marks it as not done. If that was the whole
// last act, there is nothing left for a spoken undo.
func putBack(ctx context.Context, t *Turn, actor models.User, ref models.MemoRef) (string, error) {
	a := act{Kind: models.ActTrashed, Refs: []models.MemoRef{ref}}
	memos, err := t.Memos.Get(ctx, actor, a.Refs)
	if err != nil {
		return "", err
	}
	if len(memos) == 0 {
		return t.Say(words.ScreenGone, nil), nil
	}
	if memos[0].Done() && !memos[0].Deleted {
		a.Kind = models.ActDone
	}
	said, err := takeBack(ctx, t, actor, a)
	if err != nil {
		return "", err
	}
	if last := lastAct(t, actor); last.Kind == a.Kind && !last.Undone && slices.Equal(last.Refs, a.Refs) {
		if err := t.Record(ctx, actor, a.undone()); err != nil {
			return "", err
		}
	}
	t.state.forget(a)
	return said, nil
}
