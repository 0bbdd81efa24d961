package skill

import (
	"context"
	"strconv"

	"voicememo/models"
	"voicememo/skill/messages"
)

// lastReading in state.Last makes "repeat" read the last page.
const lastReading = "reading"

// readFirst reads the newest memos.
func readFirst(ctx context.Context, t *turn) (Reply, error) {
	return t.readMore(ctx, &reading{}, "")
}

// readNext continues after the page heard last: first through pages read before, then
// with new ones.
func readNext(ctx context.Context, t *turn) (Reply, error) {
	r := t.state.Reading
	switch {
	case r == nil:
		return readFirst(ctx, t)
	case r.To < len(r.Items):
		return t.readAgain(ctx, r, r.To+1, min(r.To+pageSize, len(r.Items)), "")
	case r.To > 0 && !r.more():
		t.state.Last = lastReading
		return t.done(t.ending(r)), nil
	}
	return t.readMore(ctx, r, "")
}

// readPrevious reads the page before the one heard last.
func readPrevious(ctx context.Context, t *turn) (Reply, error) {
	r := t.state.Reading
	switch {
	case r == nil || r.To == 0:
		return readFirst(ctx, t)
	case r.From > 1:
		return t.readAgain(ctx, r, max(1, r.From-pageSize), r.From-1, "")
	case r.more():
		return t.ask(t.say(messages.ReadFirst, nil), askMore), nil
	}
	return t.done(t.say(messages.ReadFirst, nil)), nil
}

// repeatReading reads the page heard last again. If the question after it was about its
// numbers, it asks that again.
func repeatReading(ctx context.Context, t *turn) (Reply, error) {
	r, question := t.state.Reading, ""
	if t.asking(askNumber) {
		question = askNumber
	}
	if r == nil || r.To == 0 {
		return t.readMore(ctx, &reading{}, question)
	}
	return t.readAgain(ctx, r, r.From, r.To, question)
}

// readMore reads the next page of a reading, which becomes the session's reading unless
// it is empty. After the page it asks the question, or the usual one if question is "".
func (t *turn) readMore(ctx context.Context, r *reading, question string) (Reply, error) {
	actor, err := t.actor(ctx)
	if err != nil {
		return Reply{}, err
	}
	first := r.To == 0 && r.Text == ""
	p, err := t.freshPage(ctx, actor, r)
	if err != nil {
		return Reply{}, err
	}
	if first {
		t.listened(ctx, actor, p)
	}
	if len(r.Items) == 0 && r.Next == "" {
		return t.done(t.nothing(r)), nil
	}
	t.state.Reading = r
	return t.showPage(p, question), nil
}

// readAgain reads a page that was read before.
func (t *turn) readAgain(ctx context.Context, r *reading, from, to int, question string) (Reply, error) {
	p, err := t.heardPage(ctx, r, from, to)
	if err != nil {
		return Reply{}, err
	}
	return t.showPage(p, question), nil
}

// showPage says and shows a page of the session's reading.
func (t *turn) showPage(p page, question string) Reply {
	t.state.Last = lastReading
	r := t.state.Reading
	speech, card := t.recite(p)
	if len(p.memos) == 0 && r.more() { // no match so far in a long list
		speech = t.nothing(r)
	}
	var reply Reply
	switch {
	case question != "":
		reply = t.ask(speech, question)
	case r.more():
		reply = t.ask(speech, askMore)
	default:
		reply = t.done(t.join(speech, t.ending(r)))
	}
	if card != "" {
		reply = t.card(reply, card)
	}
	return t.withList(reply, p.shown())
}

// ending says that the reading has reached its end.
func (t *turn) ending(r *reading) string {
	if r.limited() {
		return t.say(messages.ReadLimit, messages.Args{"count": strconv.Itoa(maxRead)})
	}
	return t.say(messages.ReadEnd, nil)
}

// nothing says that there are no memos to read or, for a search that has not reached
// the end of the list, that it has found none so far.
func (t *turn) nothing(r *reading) string {
	args := messages.Args{"text": t.short(r.Text, wordRunes)}
	switch {
	case r.Text == "" && r.Next == "":
		return t.say(messages.ReadNone, nil)
	case r.Text == "":
		return ""
	case r.Next == "":
		return t.say(messages.FindNone, args)
	}
	return t.say(messages.FindNoneYet, args)
}

// listened records that the account has heard the newest memos, if any of them is new.
// Errors are ignored: the speaker has heard the memos.
func (t *turn) listened(ctx context.Context, actor models.User, p page) {
	if len(p.memos) == 0 || !p.memos[0].Timestamp.After(actor.LastReadAt) {
		return
	}
	brief, cancel := context.WithTimeout(ctx, t.NoteTime)
	defer cancel()
	_ = t.Families.MarkListened(brief, actor)
}
