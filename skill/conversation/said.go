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

// listening is the topic of what is said to the skill and is not for the list.
func listening() topic {
	return topic{
		intents: map[string]answer{understanding.SaidIntent: offerToWrite, understanding.WaitIntent: wait},
		questions: map[string]question{
			understanding.AskWrite: {elicits: understanding.SpeakIntent, yes: asSpeaker(writeSaid), no: askFor(understanding.AskElse)},
		},
	}
}

// offerToWrite answers what was said to the skill and has no form that it knows. If it names memos,
// it is about them; otherwise the skill says that it cannot do that, and asks whether it is a memo.
func offerToWrite(ctx context.Context, t *Turn) (alexa.Reply, error) {
	if t.Heard.Said = spoken(t.Heard.Said); t.Heard.Said == "" || len([]rune(t.Heard.Said)) > models.MaxContent {
		return t.NotHeard(), nil
	}
	actor, err := t.Actor(ctx)
	if err != nil {
		return alexa.Reply{}, err
	}
	if t.Heard.Hint != "" {
		if r, ok, err := answerNamed(ctx, t, actor); ok || err != nil {
			return r, err
		}
	}
	if t.Heard.Likely {
		return write(ctx, t, actor, draft(t, t.Heard.Said), "")
	}
	t.state.Text = t.Heard.Said
	return t.Ask(t.Say(words.NotForList, nil), understanding.AskWrite), nil
}

// answerNamed does what a sentence may want of the memos that it names. ok is false if it names
// none. A memo is only changed if the sentence asks for that and has all its words.
func answerNamed(ctx context.Context, t *Turn, actor models.User) (reply alexa.Reply, ok bool, err error) {
	list, err := listMemos(ctx, t, actor, memo.Query{Limit: namedLimit, Done: new(bool)})
	if err != nil {
		return alexa.Reply{}, false, err
	}
	named, mentioned := namedBy(t, list.Memos)
	c := completion()
	if t.Heard.Hint == understanding.Remove {
		c = deletion()
	}
	switch {
	case t.Heard.Hint == understanding.Ask && len(mentioned) > 0:
		return readThese(ctx, t, actor, mentioned), true, nil
	case len(mentioned) == 0 && t.Heard.Hint != understanding.Ask && t.Heard.Hint != understanding.Did && (t.state.lastRead() > 0 || len(t.state.Acts) > 0) && t.Heard.Points:
		m, err := thatMemo(ctx, t, actor, c)
		if err != nil || m.reply != nil {
			return replyOf(m), true, err
		}
		reply, err := changeMemos(ctx, t, actor, c, m.refs, nil)
		return reply, true, err
	case t.Heard.Hint == understanding.Ask, len(mentioned) == 0:
		return alexa.Reply{}, false, nil
	case len(named) > 0 && len(named) <= pageSize && t.Heard.Hint != understanding.Did:
		reply, err := changeNamed(ctx, t, actor, c, named)
		return reply, true, err
	case len(named) == 1:
		return askThis(t, c, named[0]), !t.Heard.Likely, nil
	case len(mentioned) == 1:
		return askThis(t, c, mentioned[0]), !t.Heard.Likely || t.Heard.Hint != understanding.Did, nil
	}
	return alexa.Reply{}, false, nil
}

// changeNamed changes memos that a sentence names. Before another person's are deleted, it asks.
func changeNamed(ctx context.Context, t *Turn, actor models.User, c change, named []models.Memo) (alexa.Reply, error) {
	var refs []models.MemoRef
	for _, one := range named {
		m, err := confirmed(t, actor, c, one)
		if err != nil || m.reply != nil {
			return replyOf(m), err
		}
		refs = append(refs, m.refs...)
	}
	return changeMemos(ctx, t, actor, c, refs, nil)
}

// Limits of the memos that a sentence names.
const (
	namedLimit = 100
	namedMost  = 3
)

// namedBy returns the memos all of whose words stand in what was said, and those that have the most
// of its words.
func namedBy(t *Turn, memos []models.Memo) (named, mentioned []models.Memo) {
	most := 1
	spoken := understanding.Content(t.Locale, t.Heard.Said)
	for _, m := range memos {
		n := 0
		for _, word := range spoken {
			if has, _ := memo.Whole(m.Content, word); has || !t.Spaced() && memo.Contains(m.Content, word) {
				n++
			}
		}
		switch {
		case n > most:
			most, mentioned = n, []models.Memo{m}
		case n == most:
			mentioned = append(mentioned, m)
		}
		keys := understanding.Keys(t.Locale, m.Content)
		missing := slices.ContainsFunc(keys, func(key string) bool {
			has, _ := memo.Whole(t.Heard.Said, key)
			return !has && (t.Spaced() || !memo.Contains(t.Heard.Said, key))
		})
		if n > 0 && len(keys) > 0 && !missing {
			named = append(named, m)
		}
	}
	if len(mentioned) > namedMost {
		mentioned = nil
	}
	return named, mentioned
}

// readThese reads memos.
func readThese(ctx context.Context, t *Turn, actor models.User, memos []models.Memo) alexa.Reply {
	r := &reading{}
	p := page{}
	for _, m := range memos {
		p.memos = append(p.memos, numberedMemo{Memo: m, number: r.add(m.Ref())})
	}
	t.state.Reading = r
	return showPart(ctx, t, actor, p, 0, "")
}

// writeSaid writes down what was said to the skill, after a yes.
func writeSaid(ctx context.Context, t *Turn, actor models.User) (alexa.Reply, error) {
	if t.state.Text == "" {
		return t.Ask("", understanding.AskText), nil
	}
	d := draft(t, t.state.Text)
	d.Speaker.Voice = t.AskedVoice(actor)
	return write(ctx, t, actor, d, "")
}

// wait keeps listening: the speaker needs time. An open question stays open.
func wait(_ context.Context, t *Turn) (alexa.Reply, error) {
	t.state.Acted = t.acted
	return t.Ask(t.Say(words.Waiting, nil), t.Pending()), nil
}
