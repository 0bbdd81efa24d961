package conversation

import (
	"context"
	"slices"
	"strconv"
	"time"

	"voicememo/models"
	"voicememo/skill/alexa"
	"voicememo/skill/understanding"
	"voicememo/skill/words"
)

// newReading returns a reading of the whole list that has not begun.
func newReading(t *Turn) *reading { return &reading{Until: t.began.UnixMilli()} }

// readMore reads the next part of a reading, which becomes the session's reading unless
// it is empty. After that it asks the question, or the usual one if question is "".
func readMore(ctx context.Context, t *Turn, r *reading, question string) (alexa.Reply, error) {
	actor, err := t.Actor(ctx)
	if err != nil {
		return alexa.Reply{}, err
	}
	return readOn(ctx, t, actor, r, question)
}

// readOn is readMore for an account that was read in this turn.
func readOn(ctx context.Context, t *Turn, actor models.User, r *reading, question string) (alexa.Reply, error) {
	from, part := r.To+1, 0
	if r.Part > 0 {
		from, part = r.To, r.Part
	}
	p, err := pageFrom(ctx, t, actor, r, from)
	if err != nil {
		return alexa.Reply{}, err
	}
	switch {
	case len(r.Items) > 0 || r.Next != "":
		t.state.Reading = r
		return showPart(ctx, t, actor, p, part, question), nil
	case r.OnlyNew:
		return nothingNew(ctx, t, actor, r)
	}
	return nothingToRead(t, r), nil
}

// readAgain reads memos that were read before.
func readAgain(ctx context.Context, t *Turn, r *reading, from, to int, question string) (alexa.Reply, error) {
	actor, err := t.Actor(ctx)
	if err != nil {
		return alexa.Reply{}, err
	}
	memos, err := knownMemos(ctx, t, actor, r, from, to)
	if err != nil {
		return alexa.Reply{}, err
	}
	r.Part = 0
	return showPart(ctx, t, actor, page{memos: memos}, 0, question), nil
}

// showPart says and shows as much of a page as fits; part is how many characters of its
// first memo were heard before. Then it asks the question or, if that is "", whether to
// read on.
func showPart(ctx context.Context, t *Turn, actor models.User, p page, part int, question string) alexa.Reply {
	speech, card := hearPart(ctx, t, actor, p, part)
	r := t.state.Reading
	var reply alexa.Reply
	switch {
	case question != "":
		reply = t.Ask(speech, question)
	case r.Part > 0:
		reply = t.Ask(speech, understanding.AskRest)
	case r.more():
		reply = t.Ask(speech, understanding.AskMore)
	default:
		reply = t.Done(t.Join(speech, endingWords(t, r)))
	}
	return withPage(ctx, t, actor, reply, card)
}

// hearPart returns the speech and the card of as much of a page as fits, and records that
// it was heard.
func hearPart(ctx context.Context, t *Turn, actor models.User, p page, part int) (speech, card string) {
	t.state.Last = lastReading
	r, said := t.state.Reading, recite(t, p, part)
	if said.to > 0 {
		r.turnTo(p.memos[0].number, said.to, said.part)
		markHeard(ctx, t, actor, r, p)
	}
	if len(p.memos) == 0 && r.more() { // no match so far in a long list
		return nothingWords(t, r), said.card
	}
	return said.speech, said.card
}

// withPage adds the card and the screen of a page to its reply.
func withPage(ctx context.Context, t *Turn, actor models.User, reply alexa.Reply, card string) alexa.Reply {
	if card != "" {
		reply = titled(t, reply, card)
	}
	return withList(ctx, t, actor, reply)
}

// endingWords says that the reading has reached its end.
func endingWords(t *Turn, r *reading) string {
	if r.limited() {
		return t.Say(words.ReadLimit, words.Args{"count": strconv.Itoa(understanding.MaxNumber)})
	}
	return t.Say(words.ReadEnd, nil)
}

// noNumber says that a number was not read.
func noNumber(t *Turn, number int) string {
	return t.Say(words.DeleteRange, words.Args{
		"number": strconv.Itoa(number), "last": strconv.Itoa(len(t.state.Reading.Items)),
	})
}

// forgetList drops the session's knowledge of a list that is no longer the account's.
func forgetList(t *Turn) {
	t.state.Reading, t.state.All, t.state.Last = nil, nil, ""
}

// nothingToRead says and shows that a reading has no memos.
func nothingToRead(t *Turn, r *reading) alexa.Reply { return sayNothing(t, r, nothingWords(t, r)) }

// sayNothing says in these words that a reading has no memos, and shows it. "Repeat" says them
// again.
func sayNothing(t *Turn, r *reading, said string) alexa.Reply {
	t.state.Missed = said
	return withNone(t, t.Done(said), r)
}

// markHeard records that the speaker has heard the newest memos, once a reading has come to
// memos that are not new. The device has read them aloud too, unless the reading left out memos
// of the recognised voice or did not come to those that are not new on the device. Errors are
// ignored: the speaker has heard the memos.
func markHeard(ctx context.Context, t *Turn, actor models.User, r *reading, p page) {
	by := listener(t, actor)
	if r.Until == 0 || !r.caughtUp(p, lastHeard(actor, by)) {
		return
	}
	if by.Voice != "" && (r.OnlyNew || !r.caughtUp(p, lastHeard(actor, models.Speaker{Device: by.Device}))) {
		by.Device = ""
	}
	until := time.UnixMilli(r.Until)
	r.Until = 0
	brief, cancel := context.WithTimeout(ctx, t.NoteTime)
	defer cancel()
	_ = t.Families.MarkListened(brief, actor, by, until)
}

// caughtUp reports whether every memo that is newer than since was read to its end.
func (r *reading) caughtUp(p page, since time.Time) bool {
	if r.OnlyNew && r.since().After(since) {
		return false
	}
	return !r.more() || slices.ContainsFunc(p.memos, func(m numberedMemo) bool {
		return m.number <= r.To && m.ID != "" && !m.Timestamp.After(since)
	})
}
