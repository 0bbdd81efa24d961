package conversation

import (
	"context"

	"voicememo/skill/alexa"
	"voicememo/skill/understanding"
	"voicememo/skill/words"
)

// helping is the topic of what can be said.
func helping() topic {
	return topic{
		intents:   map[string]answer{understanding.HelpIntent: help},
		repeats:   map[string]answer{lastHelp: help},
		continues: map[string]answer{lastHelp: helpMore},
	}
}

// help explains the possible answers and repeats the question.
func help(_ context.Context, t *Turn) (alexa.Reply, error) {
	q := t.Pending()
	if q == understanding.AskMenu || q == understanding.AskElse {
		t.state.Last = lastHelp
	}
	return withHelp(t, t.Ask(t.Say(words.Help(q), nil), q), q), nil
}

// helpMore says what else can be said.
func helpMore(_ context.Context, t *Turn) (alexa.Reply, error) {
	t.state.Last = ""
	return withHelp(t, t.Ask(t.Say(words.HelpMore, nil), understanding.AskMenu), understanding.AskMenu), nil
}

// withHelp adds a screen with what can be said, unless the question is about the memos
// that the screen shows.
func withHelp(t *Turn, r alexa.Reply, question string) alexa.Reply {
	switch question {
	case understanding.AskMenu, understanding.AskElse, understanding.AskText, understanding.AskAnother:
		return withWords(t, r, t.Say(words.ScreenHelp, nil), t.Say(words.ScreenHelpText, nil), words.ScreenHelpSay)
	}
	return r
}
