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
	// cardRunes is how much of a memo a card shows: five of them fit an answer.
	cardRunes = 300
)

// page is a part of the list, as it is spoken and shown.
type page struct {
	intro string
	memos []numbered
}

// numbered is a memo of a page. One that is gone has nothing but its number, or
// is in the trash.
type numbered struct {
	models.Memo
	number int
	gone   bool
}

// shown gives a page's memos for a screen.
func (p page) shown() []models.Memo {
	var memos []models.Memo
	for _, m := range p.memos {
		if m.ID != "" {
			memos = append(memos, m.Memo)
		}
	}
	return memos
}

// freshPage reads what a reading has not read yet, and numbers it.
func (t *turn) freshPage(ctx context.Context, actor models.User, r *reading) (page, error) {
	list, err := t.Memos.List(ctx, actor, r.query())
	if models.IsCode(err, models.CodeInvalid) && r.Next != "" { // not a cursor that we gave
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

// intro says what is going to be read, before its first page.
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

// heardPage reads the memos with numbers from one to another again. Those that
// somebody deleted or restored meanwhile are known as such afterwards.
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

// recite words a page. What people wrote shares the room that 30 seconds of
// speech have: what a short search and short memos leave, long ones may use.
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

// redrawn shows the page heard last anew on a device with a screen, after
// something happened to its memos. What was said is right without it.
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
