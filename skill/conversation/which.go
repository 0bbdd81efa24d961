package conversation

import (
	"context"
	"slices"
	"time"

	"voicememo/memo"
	"voicememo/models"
	"voicememo/skill/alexa"
	"voicememo/skill/understanding"
	"voicememo/skill/words"
)

// meant is which memos a speaker means. If it is not certain, reply asks.
type meant struct {
	refs    []models.MemoRef
	numbers []int // those that the speaker said; nil: none
	reply   *alexa.Reply
}

func asking(r alexa.Reply) meant { return meant{reply: &r} }

// whichMemos returns the memos that words point at, for a change. It asks if words do not say
// exactly which.
func whichMemos(ctx context.Context, t *Turn, actor models.User, c change, w understanding.Which) (meant, error) {
	switch w.Pointing {
	case understanding.Numbered:
		return numberedMemos(ctx, t, c, w.Numbers)
	case understanding.But:
		return butMemos(ctx, t, actor, c, w.Numbers)
	case understanding.Newest, understanding.Oldest:
		return byTime(ctx, t, actor, w.Pointing == understanding.Oldest, max(w.Count, 1))
	case understanding.Added:
		return lastAdded(ctx, t, actor, c)
	case understanding.LastRead:
		return lastOnes(ctx, t, actor, c, max(w.Count, 1))
	case understanding.That:
		return thatMemo(ctx, t, actor, c)
	case understanding.Both:
		return bothMemos(ctx, t, actor, c)
	case understanding.Worded:
		return wordedMemos(ctx, t, actor, c, w)
	}
	return askWhich(ctx, t, actor, c)
}

// askWhich asks for a number of the list, which it reads first if it was not read.
func askWhich(ctx context.Context, t *Turn, actor models.User, c change) (meant, error) {
	if hasNumbers(t) {
		return asking(t.Ask("", c.question)), nil
	}
	reply, err := readOn(ctx, t, actor, newReading(t), c.question)
	return asking(reply), err
}

// hasNumbers reports whether a list with numbers was read or shown.
func hasNumbers(t *Turn) bool { return t.state.Reading != nil && len(t.state.Reading.Items) > 0 }

// numberedMemos returns the memos with numbers of the list as this session last read it. If there
// is no such list, it is read first.
func numberedMemos(ctx context.Context, t *Turn, c change, numbers []int) (meant, error) {
	if !hasNumbers(t) {
		reply, err := readMore(ctx, t, newReading(t), c.question)
		return asking(reply), err
	}
	m := meant{numbers: numbers}
	for _, n := range numbers {
		ref, ok := t.state.Reading.ref(n)
		if !ok {
			return asking(t.Ask(noNumber(t, n), c.question)), nil
		}
		m.refs = append(m.refs, ref)
	}
	return m, nil
}

// butMemos returns the memos of the page that was heard last without some of its numbers. If these
// are of another page, or no page was, it asks.
func butMemos(ctx context.Context, t *Turn, actor models.User, c change, but []int) (meant, error) {
	var numbers []int
	for n := 1; n <= t.state.lastRead(); n++ {
		if n >= t.state.Reading.From && !slices.Contains(but, n) {
			numbers = append(numbers, n)
		}
	}
	elsewhere := func(n int) bool { return n > t.state.lastRead() || n < t.state.Reading.From }
	if len(numbers) == 0 || slices.ContainsFunc(but, elsewhere) {
		return askWhich(ctx, t, actor, c)
	}
	return numberedMemos(ctx, t, c, numbers)
}

// byTime returns the newest or the oldest memos of the list.
func byTime(ctx context.Context, t *Turn, actor models.User, oldest bool, n int) (meant, error) {
	list, err := t.Memos.List(ctx, actor, memo.Query{Limit: min(n, pageSize), Done: new(bool), Oldest: oldest, Unnamed: true})
	if err != nil {
		return meant{}, err
	}
	if len(list.Memos) == 0 {
		return asking(nothingToRead(t, &reading{})), nil
	}
	m := meant{}
	for _, one := range list.Memos {
		m.refs = append(m.refs, one.Ref())
	}
	return m, nil
}

// lastAdded returns the memo that the speaker added last in this session, otherwise the newest of
// the speaker's. If there is none, it asks.
func lastAdded(ctx context.Context, t *Turn, actor models.User, c change) (meant, error) {
	for _, a := range slices.Backward(t.state.Acts) {
		if a.Kind == actAdded {
			return meant{refs: a.Refs}, nil
		}
	}
	list, err := t.Memos.List(ctx, actor, memo.Query{Limit: undoLimit, Done: new(bool), Unnamed: true})
	if err != nil {
		return meant{}, err
	}
	for _, m := range list.Memos {
		if spoke(t, actor, m) {
			return meant{refs: []models.MemoRef{m.Ref()}}, nil
		}
	}
	return askWhich(ctx, t, actor, c)
}

// lastOnes returns the last memos of those that were read. If something was added since, it is the
// memo of the last act; if nothing was said at all, the newest memo.
func lastOnes(ctx context.Context, t *Turn, actor models.User, c change, n int) (meant, error) {
	to := t.state.lastRead()
	switch {
	case to >= n && to > 0:
		return meant{refs: slices.Clone(t.state.Reading.Items[to-n : to])}, nil
	case n > 1:
		if refs := addedLast(t, n); len(refs) == n {
			return meant{refs: refs}, nil
		}
		return askWhich(ctx, t, actor, c)
	}
	if acts := t.state.Acts; len(acts) > 0 && len(acts[len(acts)-1].Refs) > 0 {
		refs := acts[len(acts)-1].Refs
		return meant{refs: refs[len(refs)-1:]}, nil
	}
	return byTime(ctx, t, actor, false, 1)
}

// thatMemo returns the memo that was changed or read last: that of the last act if the last turn
// was one, or if none was read since. If there is none, it asks.
func thatMemo(ctx context.Context, t *Turn, actor models.User, c change) (meant, error) {
	switch acts := t.state.Acts; {
	case (t.acted || t.state.lastRead() == 0) && len(acts) > 0 && len(acts[len(acts)-1].Refs) > 0 && !t.Asking(understanding.AskText):
		refs := acts[len(acts)-1].Refs
		return meant{refs: refs[len(refs)-1:]}, nil
	case t.state.lastRead() == 0:
		return askWhich(ctx, t, actor, c)
	}
	return lastOnes(ctx, t, actor, c, 1)
}

// addedLast returns up to n memos that this session added last, the newest first.
func addedLast(t *Turn, n int) (refs []models.MemoRef) {
	for _, a := range slices.Backward(t.state.Acts) {
		if a.Kind == actAdded && len(refs) < n {
			refs = append(refs, a.Refs...)
		}
	}
	return refs
}

// bothMemos returns the two memos that were read or changed last, if there were just two.
func bothMemos(ctx context.Context, t *Turn, actor models.User, c change) (meant, error) {
	if r := t.state.Reading; t.state.lastRead() > 0 && r.To-r.From == 1 {
		return numberedMemos(ctx, t, c, []int{r.From, r.To})
	}
	if acts := t.state.Acts; len(acts) > 0 && len(acts[len(acts)-1].Refs) == 2 {
		return meant{refs: acts[len(acts)-1].Refs}, nil
	}
	return askWhich(ctx, t, actor, c)
}

// wordedMemos returns the memo that has the words, if it is certain that it is meant: its text is
// the words, or says besides them only what to do with them. Otherwise it names the memo and asks
// or, if several have the words, reads them and asks which.
func wordedMemos(ctx context.Context, t *Turn, actor models.User, c change, w understanding.Which) (meant, error) {
	text, _ := words.CutText(w.Text, maxSearch)
	r := &reading{Text: text, Filter: understanding.Filter{By: w.By, Day: w.Day}}
	p, err := pageFrom(ctx, t, actor, r, 1)
	if err != nil {
		return meant{}, err
	}
	if text == "" && w.By == "" && w.Day == "" {
		return askWhich(ctx, t, actor, c)
	}
	if len(r.Items) == 0 && r.Next == "" && w.By != "" && text == "" { // "the milk note" has the form of "the Mom note"
		return wordedMemos(ctx, t, actor, c, understanding.Which{Pointing: understanding.Worded, Text: w.By, Day: w.Day})
	}
	if one, certain := certainOf(t, p, text); certain {
		return confirmed(t, actor, c, one)
	}
	if m, ok := eachCertain(t, actor, c, p, text); ok {
		return m, nil
	}
	switch {
	case t.Asking(c.question) && len(p.memos) == 1 && hasNumbers(t) && slices.Contains(t.state.Reading.Items, p.memos[0].Ref()):
		return confirmed(t, actor, c, p.memos[0].Memo) // one of those that were just read
	case len(p.memos) == 0 && r.Next == "":
		return notFound(ctx, t, actor, r, t.Say(words.FindWhich, nil))
	case len(p.memos) == 1 && r.Next == "" && t.Asking(c.question):
		return confirmed(t, actor, c, p.memos[0].Memo) // the speaker has just been asked which
	case len(p.memos) == 1 && r.Next == "":
		return asking(askThis(t, c, p.memos[0].Memo)), nil
	}
	t.state.Reading = r
	question := c.question
	if len(p.memos) == 0 { // none so far in a long list
		question = ""
	}
	return asking(showPart(ctx, t, actor, p, 0, question)), nil
}

// eachCertain returns several memos that words name one after the other, such as "milk and eggs".
func eachCertain(t *Turn, actor models.User, c change, p page, text string) (meant, bool) {
	parts, m := understanding.Parts(t.Locale, text), meant{}
	if len(parts) < 2 {
		return m, false
	}
	for _, part := range parts {
		one, certain := certainOf(t, p, part)
		if !certain || c.kind == models.ActTrashed && one.UserID != actor.ID {
			return m, false
		}
		m.refs = append(m.refs, one.Ref())
	}
	return m, c.kind != models.ActChanged
}

// certainOf returns the memo of a page that words certainly mean: the only one whose text is the
// words, otherwise the only one that says nothing else than what to do with them.
func certainOf(t *Turn, p page, text string) (models.Memo, bool) {
	if text == "" {
		return models.Memo{}, false
	}
	var exact, whole []models.Memo
	for _, m := range p.memos {
		ok, rest := memo.Whole(m.Content, text)
		switch {
		case memo.Exact(m.Content, text):
			exact = append(exact, m.Memo)
		case ok && understanding.SaysLittle(t.Locale, rest):
			whole = append(whole, m.Memo)
		}
	}
	if len(exact) == 0 {
		exact = whole
		if len(p.memos) > 1 && len(whole) == 1 && !onlyOne(t, p, text) {
			return models.Memo{}, false
		}
	}
	if len(exact) != 1 {
		return models.Memo{}, false
	}
	return exact[0], true
}

// onlyOne reports whether at most one memo of a page has the words as whole words.
func onlyOne(t *Turn, p page, text string) bool {
	n := 0
	for _, m := range p.memos {
		if ok, _ := memo.Whole(m.Content, text); ok {
			n++
		}
	}
	return n <= 1
}

// confirmed returns a memo that was found by words. Before another person's is deleted, it asks.
func confirmed(t *Turn, actor models.User, c change, m models.Memo) (meant, error) {
	if c.kind == models.ActTrashed && m.UserID != actor.ID {
		return asking(askThis(t, c, m)), nil
	}
	return meant{refs: []models.MemoRef{m.Ref()}}, nil
}

// askThis asks whether a memo that was found is the one to change.
func askThis(t *Turn, c change, m models.Memo) alexa.Reply {
	t.state.All, t.state.Text = []models.MemoRef{m.Ref()}, t.Heard.Text
	t.state.Change, t.state.Unless = c.name, t.Heard.Said
	t.state.Append = t.Heard.Append
	args := words.Args{"content": t.Short(m.Content, t.ContentRunes), "who": t.Who(m.CreatedByName), "text": t.Short(t.Heard.Text, t.ContentRunes)}
	return t.Ask(t.Say(c.asks, args), understanding.AskThis)
}

// notFound says in these words that no memo is found. Free speech that is likely a memo is written, other
// free speech after a yes.
func notFound(ctx context.Context, t *Turn, actor models.User, r *reading, said string) (meant, error) {
	literal := t.Heard.Said == "" && t.Heard.Which.Text != ""
	if literal { // the slot has more than the name: "okay, the dry cleaning, so that"
		t.Heard.Said, t.Heard.Hint = t.Heard.Which.Text, map[string]understanding.Hint{understanding.DoneIntent: understanding.TickOff, understanding.DeleteIntent: understanding.Remove}[t.Heard.Intent]
	}
	if t.Heard.Said != "" {
		if t.Heard.Hint == "" {
			t.Heard.Hint = understanding.Ask
		}
		if reply, ok, err := answerNamed(ctx, t, actor); ok || err != nil {
			return asking(reply), err
		}
	}
	switch {
	case literal, t.Heard.Said == "" || t.Heard.Hint == understanding.Ask && !t.Heard.Likely:
		return asking(sayNothing(t, r, said)), nil
	case t.Heard.Likely || t.req.Body.RequestID != "" && wroteThis(ctx, t, actor):
		reply, err := write(ctx, t, actor, draft(t, t.Heard.Said), "")
		return asking(reply), err
	}
	t.state.Text = t.Heard.Said
	return asking(t.Ask(said, understanding.AskWrite)), nil
}

// wroteThis reports whether an earlier delivery of this request has added its memo.
func wroteThis(ctx context.Context, t *Turn, actor models.User) bool {
	memos, err := t.Memos.Get(ctx, actor, []models.MemoRef{memoKey(t).Ref(actor.ID)})
	return err == nil && len(memos) > 0
}

// query adds a filter to a query, in the family's time zone.
func (t *Turn) query(f understanding.Filter, actor models.User, q memo.Query) memo.Query {
	if f.By != "" {
		q.By = understanding.Names(t.Locale, f.By)
	}
	if f.Mine {
		q.By = []string{string(actor.ID)}
	}
	q.Oldest = f.Oldest
	zone := t.Zone
	if zone == nil {
		zone = time.UTC
	}
	q.Since, q.Before = f.Day.Span(t.began.In(zone))
	return q
}
