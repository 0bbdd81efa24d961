package conversation

import (
	"context"

	"voicememo/skill/alexa"
	"voicememo/skill/understanding"
	"voicememo/skill/words"
)

// finding is the topic of memos with certain words.
func finding() topic {
	return topic{
		intents: map[string]answer{understanding.FindIntent: find},
		questions: map[string]question{
			understanding.AskSearch: asksFor(understanding.AskSearch, understanding.FindIntent),
		},
	}
}

// find reads the memos that contain the search words, like the list. Words that may have
// been meant as a memo, such as "find a plumber", become one if nothing is found.
func find(ctx context.Context, t *Turn) (alexa.Reply, error) {
	text, _ := words.CutText(t.Heard.Text, maxSearch)
	if text == "" {
		return t.Ask("", understanding.AskSearch), nil
	}
	r := &reading{Text: text}
	if t.Heard.Unless == "" {
		return readMore(ctx, t, r, "")
	}
	actor, err := t.Actor(ctx)
	if err != nil {
		return alexa.Reply{}, err
	}
	p, err := pageFrom(ctx, t, actor, r, 1)
	switch {
	case err != nil:
		return alexa.Reply{}, err
	case keepsWords(t, actor, r):
		return keepWords(ctx, t, actor, text)
	}
	t.state.Reading = r
	return showPart(ctx, t, actor, p, 0, ""), nil
}
