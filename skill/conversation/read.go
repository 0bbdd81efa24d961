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

// readingList is the topic of the list and of its memos with certain words.
func readingList() topic {
	return topic{
		intents: map[string]answer{
			understanding.ReadIntent: readFirst, understanding.ReadNewIntent: asSpeaker(readNew), understanding.ReadOneIntent: readOne,
			understanding.FindIntent: find, understanding.NextIntent: readNext, understanding.ReadMoreIntent: readRest, understanding.PreviousIntent: readPrevious,
		},
		questions: map[string]question{
			understanding.AskNews:   {yes: asSpeaker(readNew), no: askFor(understanding.AskMenu)},
			understanding.AskMore:   {yes: readNext, no: askFor(understanding.AskElse)},
			understanding.AskRest:   {yes: readRest, no: askFor(understanding.AskElse)},
			understanding.AskSearch: asksFor(understanding.AskSearch, understanding.FindIntent),
			understanding.AskOne:    asksFor(understanding.AskOne, understanding.ReadOneIntent),
		},
		repeats: map[string]answer{lastReading: repeatReading},
		offers:  []offer{offerNews},
	}
}

// readFirst reads the newest memos.
func readFirst(ctx context.Context, t *Turn) (alexa.Reply, error) {
	return readMore(ctx, t, newReading(t), "")
}

// readNew reads the memos that are new for the speaker: those that others added since
// the speaker's voice last heard the list.
func readNew(ctx context.Context, t *Turn, actor models.User) (alexa.Reply, error) {
	r := newReading(t)
	r.OnlyNew = true
	if since := lastHeard(t, actor); !since.IsZero() {
		r.Since = since.UnixMilli()
	}
	return readOn(ctx, t, actor, r, "")
}

// readOne reads one memo in full. Its number refers to the list as last read or, if none
// was read, to the list as it would be read now.
func readOne(ctx context.Context, t *Turn) (alexa.Reply, error) {
	number, ok := memoNumber(t, t.Heard.Numbers)
	switch {
	case (!ok || number < 1) && t.Asking(understanding.AskOne):
		return t.NotHeard(), nil
	case !ok || number < 1:
		return t.Ask("", understanding.AskOne), nil
	}
	actor, err := t.Actor(ctx)
	if err != nil {
		return alexa.Reply{}, err
	}
	if t.state.Reading == nil {
		t.state.Reading = newReading(t)
	}
	r := t.state.Reading
	memos, err := oneMemo(ctx, t, actor, r, number)
	switch {
	case err != nil:
		return alexa.Reply{}, err
	case len(r.Items) == 0:
		return nothingToRead(t, r), nil
	case len(memos) == 0:
		return t.Ask(noNumber(t, number), understanding.AskOne), nil
	}
	if number > r.To+1 {
		r.Until = 0 // the memos between were not heard
	}
	return showOne(ctx, t, actor, page{memos: memos}), nil
}

// oneMemo returns the memo with a number. If nothing was read before, it reads the list as
// far as that number. It returns no memo if the list does not have that many.
func oneMemo(ctx context.Context, t *Turn, actor models.User, r *reading, number int) ([]numberedMemo, error) {
	if missing := number - len(r.Items); missing > 0 && r.From == 0 && number <= understanding.MaxNumber {
		memos, err := freshMemos(ctx, t, actor, r, max(missing, pageSize))
		return slices.DeleteFunc(memos, func(m numberedMemo) bool { return m.number != number }), err
	}
	if number > len(r.Items) {
		return nil, nil
	}
	return knownMemos(ctx, t, actor, r, number, number)
}

// showOne is showPart for a memo that was asked for by its number: nothing follows it but
// its own rest.
func showOne(ctx context.Context, t *Turn, actor models.User, p page) alexa.Reply {
	speech, card := hearPart(ctx, t, actor, p, 0)
	reply := t.Done(speech)
	if t.state.Reading.Part > 0 {
		reply = t.Ask(speech, understanding.AskRest)
	}
	return withPage(ctx, t, actor, reply, card)
}

// readRest continues after what was said last: with the rest of a long memo, with memos read
// before, with new ones, or with what another topic has to add.
func readRest(ctx context.Context, t *Turn) (alexa.Reply, error) {
	if more, ok := t.continues[t.state.Last]; ok {
		return more(ctx, t)
	}
	r, question := t.state.Reading, numberQuestion(t)
	switch {
	case !r.begun():
		return readFirst(ctx, t)
	case !r.more():
		t.state.Last = lastReading
		if question != "" {
			return t.Ask(endingWords(t, r), question), nil
		}
		return t.Done(endingWords(t, r)), nil
	}
	return readMore(ctx, t, r, question)
}

// readNext is readRest without the rest of a long memo.
func readNext(ctx context.Context, t *Turn) (alexa.Reply, error) {
	if r := t.state.Reading; r != nil {
		r.Part = 0
	}
	return readRest(ctx, t)
}

// numberQuestion returns the open question about a number of the list, which reading on does
// not answer; "": there is none.
func numberQuestion(t *Turn) string {
	if t.Asking(understanding.AskNumber, understanding.AskDone, understanding.AskOne) {
		return t.asked
	}
	return ""
}

// readPrevious reads the page before the one heard last.
func readPrevious(ctx context.Context, t *Turn) (alexa.Reply, error) {
	r := t.state.Reading
	switch {
	case r == nil || r.To == 0:
		return readFirst(ctx, t)
	case r.From > 1:
		return readAgain(ctx, t, r, r.before(), r.From-1, numberQuestion(t))
	case numberQuestion(t) != "":
		return t.Ask(t.Say(words.ReadFirst, nil), numberQuestion(t)), nil
	case r.more():
		return t.Ask(t.Say(words.ReadFirst, nil), understanding.AskMore), nil
	}
	return t.Done(t.Say(words.ReadFirst, nil)), nil
}

// repeatReading reads the page heard last again. If the question after it was about its
// numbers, it asks that again.
func repeatReading(ctx context.Context, t *Turn) (alexa.Reply, error) {
	r, question := t.state.Reading, numberQuestion(t)
	switch {
	case !r.begun():
		return readMore(ctx, t, newReading(t), question)
	case r.To == 0:
		return readMore(ctx, t, r, question)
	}
	return readAgain(ctx, t, r, r.From, r.To, question)
}

// offerNews says how many memos are new for the speaker, and asks whether to read them.
func offerNews(_ context.Context, t *Turn, actor models.User, list memo.List, greeting string) (alexa.Reply, bool, error) {
	news := newsOf(t, actor, list)
	if news == "" {
		return alexa.Reply{}, false, nil
	}
	return t.Ask(t.Join(greeting, news), understanding.AskNews), true, nil
}

// before returns the first number of the page before the one heard last.
func (r *reading) before() int {
	if n := len(r.Pages); n > 0 {
		return r.Pages[n-1]
	}
	return max(1, r.From-pageSize)
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
