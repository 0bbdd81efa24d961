package skill

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"voicememo/models"
	"voicememo/skill/messages"
)

const (
	// pageSize is how many memos are read at a time.
	pageSize = 5
	// cardRunes is how many characters of a memo a card shows: five such memos fit into
	// a reply.
	cardRunes = 300
)

// page is a part of the list, as it is spoken and shown.
type page struct {
	intro string
	memos []numbered
}

// numbered is a memo of a page. A memo that is gone is either in the trash, or has only
// its number.
type numbered struct {
	models.Memo
	number int
	gone   bool
}

// shown returns a page's memos for a screen.
func (p page) shown() []models.Memo {
	var memos []models.Memo
	for _, m := range p.memos {
		if m.ID != "" {
			memos = append(memos, m.Memo)
		}
	}
	return memos
}

// freshPage reads and numbers the next memos of a reading.
func (t *turn) freshPage(ctx context.Context, actor models.User, r *reading) (page, error) {
	list, err := t.Memos.List(ctx, actor, r.query())
	if models.IsCode(err, models.CodeInvalid) && r.Next != "" { // not one of our cursors
		*r = reading{Text: r.Text}
		list, err = t.Memos.List(ctx, actor, r.query())
	}
	if err != nil {
		return page{}, err
	}
	p := page{intro: t.intro(r, len(list.Memos))}
	for _, m := range list.Memos {
		p.memos = append(p.memos, numbered{Memo: m, number: r.add(m.Ref())})
	}
	if len(p.memos) > 0 {
		r.From, r.To = p.memos[0].number, len(r.Items)
	}
	r.Next = list.Next
	return p, nil
}

// intro returns the sentence before the first page of a reading.
func (t *turn) intro(r *reading, n int) string {
	switch {
	case len(r.Items) > 0 || n == 0:
		return ""
	case r.Text != "":
		return t.say(messages.FindIntro, messages.Args{"text": t.short(r.Text, wordRunes)})
	case n == 1:
		return ""
	}
	return t.say(messages.ReadIntro, nil)
}

// heardPage reads a range of numbers again, and marks which of those memos are deleted
// now.
func (t *turn) heardPage(ctx context.Context, r *reading, from, to int) (page, error) {
	actor, err := t.actor(ctx)
	if err != nil {
		return page{}, err
	}
	refs := r.Items[from-1 : to]
	memos, err := t.Memos.Get(ctx, actor, refs)
	if err != nil {
		return page{}, err
	}
	var p page
	for i, ref := range refs {
		m := numbered{number: from + i, gone: true}
		if at := slices.IndexFunc(memos, func(m models.Memo) bool { return m.Ref() == ref }); at >= 0 {
			m.Memo, m.gone = memos[at], memos[at].Deleted
		}
		r.mark(ref, m.gone)
		p.memos = append(p.memos, m)
	}
	r.From, r.To = from, to
	return p, nil
}

// recite returns the speech and the card of a page. The memos share 30 seconds of
// speech: long memos may use what short ones leave.
func (t *turn) recite(p page) (speech, card string) {
	room := t.contentRunes - utf8.RuneCountInString(p.intro)
	var spoken, shown []string
	for i, m := range p.memos {
		args := messages.Args{"number": strconv.Itoa(m.number)}
		if m.gone {
			spoken = append(spoken, t.say(messages.ReadGone, args))
			continue
		}
		content := t.short(m.Content, room/(len(p.memos)-i))
		room -= len([]rune(content))
		args["who"], args["when"], args["content"] = t.who(m.CreatedByName), t.when(m.Timestamp, t.began), content
		spoken = append(spoken, t.say(messages.ReadItem, args))
		args["content"] = t.short(m.Content, cardRunes)
		shown = append(shown, t.say(messages.CardItem, args))
	}
	if len(spoken) == 0 {
		return p.intro, ""
	}
	return t.join(p.intro, strings.Join(spoken, pause)+pause), strings.Join(shown, "\n")
}

// redrawn adds the page heard last to the reply for a device with a screen, after its
// memos changed. If the memos cannot be read, the reply stays as it is: its speech is
// correct without the screen.
func (t *turn) redrawn(ctx context.Context, actor models.User, reply Reply) Reply {
	r := t.state.Reading
	if r == nil || r.To == 0 || !t.hasScreen() {
		return reply
	}
	memos, err := t.Memos.Get(ctx, actor, r.Items[r.From-1:r.To])
	if err != nil {
		return reply
	}
	return t.withList(reply, memos)
}
