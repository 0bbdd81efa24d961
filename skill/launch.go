package skill

import (
	"context"
	"strconv"

	"voicememo/memo"
	"voicememo/skill/messages"
)

// launch greets and asks what to do. How many memos there are is told as far as
// the page shows that would be read next.
func launch(ctx context.Context, t *turn) (Reply, error) {
	actor, err := t.actor(ctx)
	if err != nil {
		return Reply{}, err
	}
	list, err := t.Memos.List(ctx, actor, memo.Query{Limit: pageSize + 1})
	if err != nil {
		return Reply{}, err
	}
	return t.ask(t.welcome(len(list.Memos), list.Next != ""), askMenu), nil
}

func (t *turn) welcome(n int, more bool) string {
	switch {
	case n > pageSize:
		return t.say(messages.WelcomeMany, messages.Args{"count": strconv.Itoa(pageSize)})
	case more: // a page may be short
		return t.say(messages.WelcomeSome, nil)
	case n == 0:
		return t.say(messages.WelcomeNone, nil)
	case n == 1:
		return t.say(messages.WelcomeOne, nil)
	}
	return t.say(messages.WelcomeCount, messages.Args{"count": strconv.Itoa(n)})
}
