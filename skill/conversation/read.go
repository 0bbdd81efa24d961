package conversation

import (
	"context"
	"errors"
	"slices"
	"strconv"

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
			understanding.CountIntent: asSpeaker(countMemos), understanding.WhoIntent: asSpeaker(whoWrote),
			understanding.FindIntent: find, understanding.NextIntent: readNext, understanding.ReadMoreIntent: readRest, understanding.PreviousIntent: readPrevious,
		},
		questions: map[string]question{
			understanding.AskNews:   {elicits: understanding.SpeakIntent, yes: asSpeaker(readOffered), no: askFor(understanding.AskMenu)},
			understanding.AskMore:   {elicits: understanding.SpeakIntent, yes: readNext, no: askFor(understanding.AskElse)},
			understanding.AskRest:   {elicits: understanding.SpeakIntent, yes: readRest, no: askFor(understanding.AskElse)},
			understanding.AskSearch: asksFor(understanding.AskSearch),
			understanding.AskOne:    asksFor(understanding.AskOne),
		},
		repeats: map[string]answer{lastReading: repeatReading},
		offers:  []offer{offerNews},
	}
}

// readFirst reads the newest memos, or those that the speaker asks for.
func readFirst(ctx context.Context, t *Turn) (alexa.Reply, error) {
	r := newReading(t)
	if r.Filter = t.Heard.Filter; r.Filter == (understanding.Filter{}) {
		return readMore(ctx, t, r, "")
	}
	r.Until = 0 // others were not heard
	actor, err := t.Actor(ctx)
	if err != nil {
		return alexa.Reply{}, err
	}
	p, err := pageFrom(ctx, t, actor, r, 1)
	if err != nil || len(r.Items) == 0 && r.Next == "" {
		m, nothing := notFound(ctx, t, actor, r, nothingWords(t, r))
		return replyOf(m), errors.Join(err, nothing)
	}
	t.state.Reading = r
	return showPart(ctx, t, actor, p, 0, ""), nil
}

// readNew reads the memos that are new for the speaker.
func readNew(ctx context.Context, t *Turn, actor models.User) (alexa.Reply, error) {
	return readOn(ctx, t, actor, newsReading(t, actor), "")
}

// readOffered reads the new memos that a launch has counted or, if none are new, the list.
func readOffered(ctx context.Context, t *Turn, actor models.User) (alexa.Reply, error) {
	r := newsReading(t, actor)
	r.offered = true
	return readOn(ctx, t, actor, r, "")
}

// newsReading returns a reading of the memos that are new for the speaker.
func newsReading(t *Turn, actor models.User) *reading {
	r := newReading(t)
	r.OnlyNew = true
	if since := lastHeard(actor, listener(t, actor)); !since.IsZero() {
		r.Since = since.UnixMilli()
	}
	return r
}

// nothingNew says that no memos are new for the speaker and how many there are, and asks whether
// to read them. After a yes to that it reads them.
func nothingNew(ctx context.Context, t *Turn, actor models.User, r *reading) (alexa.Reply, error) {
	if r.offered {
		return readOn(ctx, t, actor, newReading(t), "")
	}
	n, more, err := t.Memos.Count(ctx, actor, memo.Query{Done: new(bool)})
	switch {
	case err != nil:
		return alexa.Reply{}, err
	case n == 0:
		return nothingToRead(t, r), nil
	}
	all := t.Say(words.OldMemos.Key(n, n, more), words.Args{"count": strconv.Itoa(n)})
	t.state.Missed = t.Join(nothingWords(t, r), all)
	return withList(ctx, t, actor, t.Ask(t.state.Missed, understanding.AskNews)), nil
}

// readOne reads one memo in full. Its number refers to the list as last read or, if none
// was read, to the list as it would be read now.
func readOne(ctx context.Context, t *Turn) (alexa.Reply, error) {
	w := t.Heard.Which
	switch {
	case w.Pointing == understanding.Worded:
		return find(ctx, t)
	case w.Pointing == understanding.Nothing && t.Asking(understanding.AskOne):
		return t.NotHeard(), nil
	case w.Pointing == understanding.Nothing:
		return t.Ask("", understanding.AskOne), nil
	}
	actor, err := t.Actor(ctx)
	if err != nil {
		return alexa.Reply{}, err
	}
	if w.Pointing != understanding.Numbered {
		return readPointed(ctx, t, actor, w)
	}
	number := w.Numbers[0]
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

// readPointed reads the memo that words such as "the oldest" point at.
func readPointed(ctx context.Context, t *Turn, actor models.User, w understanding.Which) (alexa.Reply, error) {
	m, err := whichMemos(ctx, t, actor, change{question: understanding.AskOne}, w)
	if err != nil || m.reply != nil {
		return replyOf(m), err
	}
	if t.state.Reading == nil { // so that the numbers are those of the list, if it begins with the memo
		t.state.Reading = newReading(t)
		if _, err := freshMemos(ctx, t, actor, t.state.Reading, pageSize); err != nil {
			return alexa.Reply{}, err
		}
	}
	r, from := t.state.Reading, 1
	if n, read := r.number(m.refs[0]); read && len(m.refs) == 1 {
		from = n
	} else {
		r = &reading{Items: m.refs}
		t.state.Reading = r
	}
	memos, err := knownMemos(ctx, t, actor, r, from, from+len(m.refs)-1)
	if err != nil {
		return alexa.Reply{}, err
	}
	return showOne(ctx, t, actor, page{memos: memos}), nil
}

// countMemos says how many memos there are, or how many of those that the speaker asks for.
func countMemos(ctx context.Context, t *Turn, actor models.User) (alexa.Reply, error) {
	f := t.Heard.Filter
	if f.Day != "" {
		if err := placeFamily(ctx, t, actor); err != nil {
			return alexa.Reply{}, err
		}
	}
	n, more, err := t.Memos.Count(ctx, actor, t.query(f, actor, memo.Query{Done: new(bool)}))
	switch {
	case err != nil:
		return alexa.Reply{}, err
	case n == 0:
		return nothingToRead(t, &reading{Filter: f}), nil
	case f != (understanding.Filter{}) && !more:
		return t.Done(t.Say(words.Counted, words.Args{"memos": t.NumberOfMemos(n)})), nil
	}
	return t.Done(t.Say(words.AllMemos.Key(n, n, more), words.Args{"count": strconv.Itoa(n)})), nil
}

// whoWrote says who added a memo, and when.
func whoWrote(ctx context.Context, t *Turn, actor models.User) (alexa.Reply, error) {
	var refs []models.MemoRef
	if w := t.Heard.Which; w.Pointing == understanding.Worded {
		text, _ := words.CutText(w.Text, maxSearch)
		r := &reading{Text: text}
		if _, err := pageFrom(ctx, t, actor, r, 1); err != nil {
			return alexa.Reply{}, err
		}
		if len(r.Items) == 0 { // words in another form than in the memo
			list, err := listMemos(ctx, t, actor, memo.Query{Limit: namedLimit, Done: new(bool)})
			if err != nil {
				return alexa.Reply{}, err
			}
			_, mentioned := namedBy(t, list.Memos)
			for _, m := range mentioned {
				r.Items = append(r.Items, m.Ref())
			}
		}
		if len(r.Items) == 0 {
			return nothingToRead(t, r), nil
		}
		refs = r.Items[:min(len(r.Items), pageSize)]
	} else {
		m, err := whichMemos(ctx, t, actor, change{question: understanding.AskOne}, w)
		if err != nil || m.reply != nil {
			return replyOf(m), err
		}
		refs = m.refs
	}
	memos, err := t.Memos.Get(ctx, actor, refs)
	if err != nil {
		return alexa.Reply{}, err
	}
	if err := placeFor(ctx, t, actor, memos); err != nil {
		return alexa.Reply{}, err
	}
	var said []string
	for _, m := range memos {
		args := words.Args{"who": t.Who(m.CreatedByName), "when": t.When(m.Timestamp, t.began), "content": t.Short(m.Content, t.ContentRunes/len(memos))}
		said = append(said, t.Say(words.WrittenBy, args))
	}
	if len(said) == 0 {
		return t.Done(t.Say(words.AllGone, nil)), nil
	}
	return t.Done(t.Join(said...)), nil
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

// find reads the memos that contain the search words, like the list. Free speech such as "find a
// plumber" may be a memo, if nothing is found.
func find(ctx context.Context, t *Turn) (alexa.Reply, error) {
	text, _ := words.CutText(max(t.Heard.Text, t.Heard.Which.Text), maxSearch)
	if text == "" && t.Heard.Filter == (understanding.Filter{}) {
		return t.Ask("", understanding.AskSearch), nil
	}
	actor, err := t.Actor(ctx)
	if err != nil {
		return alexa.Reply{}, err
	}
	r := &reading{Text: text, Filter: t.Heard.Filter}
	p, err := pageFrom(ctx, t, actor, r, 1)
	switch {
	case err != nil:
		return alexa.Reply{}, err
	case len(r.Items) == 0 && r.Next == "":
		m, err := notFound(ctx, t, actor, r, nothingWords(t, r))
		return replyOf(m), err
	}
	t.state.Reading = r
	return showPart(ctx, t, actor, p, 0, ""), nil
}
