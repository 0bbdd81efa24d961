package skill

import (
	"context"
	"slices"
	"strconv"
	"time"

	"voicememo/models"
	"voicememo/skill/words"
)

// lastReading in state.Last makes "repeat" read the last page.
const lastReading = "reading"

// readFirst reads the newest memos.
func readFirst(ctx context.Context, t *turn) (Reply, error) {
	return t.readMore(ctx, t.newReading(), "")
}

// newReading returns a reading of the whole list that has not begun.
func (t *turn) newReading() *reading { return &reading{Until: t.began.UnixMilli()} }

// readNew reads the memos that are new for the speaker: those that others added since
// the speaker's voice last heard the list.
func readNew(ctx context.Context, t *turn) (Reply, error) {
	actor, err := t.actor(ctx)
	if err != nil {
		return Reply{}, err
	}
	r := t.newReading()
	r.OnlyNew = true
	if since := t.lastHeard(actor); !since.IsZero() {
		r.Since = since.UnixMilli()
	}
	return t.readOn(ctx, actor, r, "")
}

// readOne reads one memo in full. Its number refers to the list as last read or, if none
// was read, to the list as it would be read now.
func readOne(ctx context.Context, t *turn) (Reply, error) {
	number, ok := t.number(t.req.slot(numberSlot))
	switch {
	case (!ok || number < 1) && t.asking(askOne):
		return fallback(ctx, t)
	case !ok || number < 1:
		return t.ask("", askOne), nil
	}
	actor, err := t.actor(ctx)
	if err != nil {
		return Reply{}, err
	}
	if t.state.Reading == nil {
		t.state.Reading = t.newReading()
	}
	r := t.state.Reading
	memos, err := t.one(ctx, actor, r, number)
	switch {
	case err != nil:
		return Reply{}, err
	case len(r.Items) == 0:
		return t.none(r), nil
	case len(memos) == 0:
		return t.ask(t.noNumber(number), askOne), nil
	}
	if number > r.To+1 {
		r.Until = 0 // the memos between were not heard
	}
	return t.showOne(ctx, actor, page{memos: memos}), nil
}

// one returns the memo with a number. If nothing was read before, it reads the list as
// far as that number. It returns no memo if the list does not have that many.
func (t *turn) one(ctx context.Context, actor models.User, r *reading, number int) ([]numberedMemo, error) {
	if missing := number - len(r.Items); missing > 0 && r.From == 0 && number <= maxRead {
		memos, err := t.fresh(ctx, actor, r, max(missing, pageSize))
		return slices.DeleteFunc(memos, func(m numberedMemo) bool { return m.number != number }), err
	}
	if number > len(r.Items) {
		return nil, nil
	}
	return t.known(ctx, actor, r, number, number)
}

// readRest continues after what was heard last: with the rest of a long memo, with
// memos read before, or with new ones. After the help it says the rest of that.
func readRest(ctx context.Context, t *turn) (Reply, error) {
	r, question := t.state.Reading, t.numbering()
	switch {
	case t.state.Last == lastHelp:
		return helpMore(ctx, t)
	case !r.begun():
		return readFirst(ctx, t)
	case !r.more():
		t.state.Last = lastReading
		if question != "" {
			return t.ask(t.ending(r), question), nil
		}
		return t.done(t.ending(r)), nil
	}
	return t.readMore(ctx, r, question)
}

// readNext is readRest without the rest of a long memo.
func readNext(ctx context.Context, t *turn) (Reply, error) {
	if r := t.state.Reading; r != nil {
		r.Part = 0
	}
	return readRest(ctx, t)
}

// numbering returns the open question about a number of the list, which reading on does
// not answer; "": there is none.
func (t *turn) numbering() string {
	if t.asking(askNumber, askDone, askOne) {
		return t.asked
	}
	return ""
}

// readPrevious reads the page before the one heard last.
func readPrevious(ctx context.Context, t *turn) (Reply, error) {
	r := t.state.Reading
	switch {
	case r == nil || r.To == 0:
		return readFirst(ctx, t)
	case r.From > 1:
		return t.readAgain(ctx, r, r.before(), r.From-1, t.numbering())
	case t.numbering() != "":
		return t.ask(t.say(words.ReadFirst, nil), t.numbering()), nil
	case r.more():
		return t.ask(t.say(words.ReadFirst, nil), askMore), nil
	}
	return t.done(t.say(words.ReadFirst, nil)), nil
}

// before returns the first number of the page before the one heard last.
func (r *reading) before() int {
	if n := len(r.Pages); n > 0 {
		return r.Pages[n-1]
	}
	return max(1, r.From-pageSize)
}

// repeatReading reads the page heard last again. If the question after it was about its
// numbers, it asks that again.
func repeatReading(ctx context.Context, t *turn) (Reply, error) {
	r, question := t.state.Reading, t.numbering()
	switch {
	case !r.begun():
		return t.readMore(ctx, t.newReading(), question)
	case r.To == 0:
		return t.readMore(ctx, r, question)
	}
	return t.readAgain(ctx, r, r.From, r.To, question)
}

// readMore reads the next part of a reading, which becomes the session's reading unless
// it is empty. After that it asks the question, or the usual one if question is "".
func (t *turn) readMore(ctx context.Context, r *reading, question string) (Reply, error) {
	actor, err := t.actor(ctx)
	if err != nil {
		return Reply{}, err
	}
	return t.readOn(ctx, actor, r, question)
}

// readOn is readMore for an account that was read in this turn.
func (t *turn) readOn(ctx context.Context, actor models.User, r *reading, question string) (Reply, error) {
	from, part := r.To+1, 0
	if r.Part > 0 {
		from, part = r.To, r.Part
	}
	p, err := t.window(ctx, actor, r, from)
	if err != nil {
		return Reply{}, err
	}
	if len(r.Items) == 0 && r.Next == "" {
		return t.none(r), nil
	}
	t.state.Reading = r
	return t.showPart(ctx, actor, p, part, question), nil
}

// readAgain reads memos that were read before.
func (t *turn) readAgain(ctx context.Context, r *reading, from, to int, question string) (Reply, error) {
	actor, err := t.actor(ctx)
	if err != nil {
		return Reply{}, err
	}
	memos, err := t.known(ctx, actor, r, from, to)
	if err != nil {
		return Reply{}, err
	}
	r.Part = 0
	return t.showPart(ctx, actor, page{memos: memos}, 0, question), nil
}

// showPart says and shows as much of a page as fits; part is how many characters of its
// first memo were heard before. Then it asks the question or, if that is "", whether to
// read on.
func (t *turn) showPart(ctx context.Context, actor models.User, p page, part int, question string) Reply {
	speech, card := t.hearPart(ctx, actor, p, part)
	r := t.state.Reading
	var reply Reply
	switch {
	case question != "":
		reply = t.ask(speech, question)
	case r.Part > 0:
		reply = t.ask(speech, askRest)
	case r.more():
		reply = t.ask(speech, askMore)
	default:
		reply = t.done(t.join(speech, t.ending(r)))
	}
	return t.withPage(ctx, actor, reply, card)
}

// showOne is showPart for a memo that was asked for by its number: nothing follows it but
// its own rest.
func (t *turn) showOne(ctx context.Context, actor models.User, p page) Reply {
	speech, card := t.hearPart(ctx, actor, p, 0)
	reply := t.done(speech)
	if t.state.Reading.Part > 0 {
		reply = t.ask(speech, askRest)
	}
	return t.withPage(ctx, actor, reply, card)
}

// hearPart returns the speech and the card of as much of a page as fits, and records that
// it was heard.
func (t *turn) hearPart(ctx context.Context, actor models.User, p page, part int) (speech, card string) {
	t.state.Last = lastReading
	r, said := t.state.Reading, t.recite(p, part)
	if said.to > 0 {
		r.turnTo(p.memos[0].number, said.to, said.part)
		t.heard(ctx, actor, r, p)
	}
	if len(p.memos) == 0 && r.more() { // no match so far in a long list
		return t.nothing(r), said.card
	}
	return said.speech, said.card
}

// withPage adds the card and the screen of a page to its reply.
func (t *turn) withPage(ctx context.Context, actor models.User, reply Reply, card string) Reply {
	if card != "" {
		reply = t.card(reply, card)
	}
	return t.withList(ctx, actor, reply)
}

// ending says that the reading has reached its end.
func (t *turn) ending(r *reading) string {
	if r.limited() {
		return t.say(words.ReadLimit, words.Args{"count": strconv.Itoa(maxRead)})
	}
	return t.say(words.ReadEnd, nil)
}

// nothing says that there are no memos to read or, for a search that has not reached
// the end of the list, that it has found none so far.
func (t *turn) nothing(r *reading) string {
	args := words.Args{"text": t.short(r.Text, wordRunes)}
	switch {
	case r.OnlyNew && r.Next == "":
		return t.say(words.NoNewMemos, nil)
	case r.Text == "" && r.Next == "":
		return t.say(words.ReadNone, nil)
	case r.Text == "":
		return ""
	case r.Next == "":
		return t.say(words.FindNone, args)
	}
	return t.say(words.FindNoneYet, args)
}

// lastHeard returns up to which time the speaker has heard every memo: the recognised voice
// or, for a voice that was not recognised, any voice of the account.
func (t *turn) lastHeard(actor models.User) time.Time {
	if voice := t.listener(actor); voice != "" {
		return actor.Heard[voice.Mark(actor.ID)]
	}
	return actor.LastReadAt
}

// heard records that the speaker has heard the newest memos, once a reading has come to
// memos that are not new. Errors are ignored: the speaker has heard the memos.
func (t *turn) heard(ctx context.Context, actor models.User, r *reading, p page) {
	since := t.lastHeard(actor)
	if r.Until == 0 || !r.caughtUp(p, since) {
		return
	}
	until := time.UnixMilli(r.Until)
	r.Until = 0
	if !until.After(since) {
		return
	}
	brief, cancel := context.WithTimeout(ctx, t.NoteTime)
	defer cancel()
	_ = t.Families.MarkListened(brief, actor, t.listener(actor), until)
}

// caughtUp reports whether every memo that is newer than since was read to its end.
func (r *reading) caughtUp(p page, since time.Time) bool {
	return !r.more() || slices.ContainsFunc(p.memos, func(m numberedMemo) bool {
		return m.number <= r.To && m.ID != "" && !m.Timestamp.After(since)
	})
}
