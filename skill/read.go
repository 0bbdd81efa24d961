package skill

import (
	"context"
	"strconv"
	"strings"

	"voicememo/memo"
	"voicememo/models"
	"voicememo/skill/messages"
)

const (
	// pageSize is how many memos are read at a time.
	pageSize = 5
	// cardRunes is how much of a memo a card shows: five of them fit an answer.
	cardRunes = 300
)

// readFirst reads the newest memos.
func readFirst(ctx context.Context, t *turn) (Reply, error) {
	t.state.Reading = nil
	return readNext(ctx, t)
}

// readNext goes on where the last reading stopped, and asks whether to go on
// further.
func readNext(ctx context.Context, t *turn) (Reply, error) {
	p, err := t.readPage(ctx)
	if err != nil {
		return Reply{}, err
	}
	switch {
	case p.more:
		return t.showing(p, t.ask(p.speech, askMore)), nil
	case p.limit:
		limit := t.say(messages.ReadLimit, messages.Args{"count": strconv.Itoa(maxRead)})
		return t.showing(p, t.done(t.join(p.speech, limit))), nil
	case p.none:
		return t.done(t.say(messages.ReadNone, nil)), nil
	}
	return t.showing(p, t.done(t.join(p.speech, t.say(messages.ReadEnd, nil)))), nil
}

// showing adds the card of a page, if anything was read.
func (t *turn) showing(p page, r Reply) Reply {
	if p.card == "" {
		return r
	}
	return t.card(r, p.card)
}

// page is a part of the list, as it is spoken and shown.
type page struct {
	speech, card string
	none         bool // there is no memo at all
	more         bool // there is more to read
	limit        bool // there is more, but a session remembers no more numbers
}

// readPage reads the page after the last one of this session's reading, and
// remembers the numbers it gives.
func (t *turn) readPage(ctx context.Context) (page, error) {
	from := t.state.Reading
	if from == nil {
		from = &reading{}
	}
	if n := len(from.Items); n >= maxRead || (n > 0 && from.Next == "") {
		return page{}, nil // all was read
	}
	actor, err := t.actor(ctx)
	if err != nil {
		return page{}, err
	}
	limit := min(pageSize, maxRead-len(from.Items))
	list, err := t.Memos.List(ctx, actor, memo.Query{Limit: limit, Cursor: from.Next})
	if models.IsCode(err, models.CodeInvalid) { // not a cursor that we gave
		from = &reading{}
		list, err = t.Memos.List(ctx, actor, memo.Query{Limit: pageSize})
	}
	if err != nil {
		return page{}, err
	}
	p := page{none: len(from.Items) == 0 && len(list.Memos) == 0 && list.Next == ""}
	intro := ""
	if len(from.Items) == 0 && len(list.Memos) > 1 {
		intro = t.say(messages.ReadIntro, nil)
	}
	p.speech, p.card = t.recite(from, list.Memos)
	p.speech = t.join(intro, p.speech)
	p.limit = list.Next != "" && len(from.Items) >= maxRead
	p.more = list.Next != "" && !p.limit
	if from.Next = list.Next; p.limit {
		from.Next = ""
	}
	t.state.Reading = from
	return p, nil
}

// recite numbers the memos and words them. What people wrote shares the room
// that 30 seconds of speech have: what short memos leave, long ones may use.
func (t *turn) recite(r *reading, memos []models.Memo) (speech, card string) {
	room := t.contentRunes
	var spoken, shown []string
	for i, m := range memos {
		content := t.short(m.Content, room/(len(memos)-i))
		room -= len([]rune(content))
		args := messages.Args{
			"number": strconv.Itoa(r.add(m.Ref())), "who": t.who(m.CreatedByName), "when": t.when(m.Timestamp, t.began),
			"content": content,
		}
		spoken = append(spoken, t.say(messages.ReadItem, args))
		args["content"] = t.short(m.Content, cardRunes)
		shown = append(shown, t.say(messages.CardItem, args))
	}
	if len(spoken) == 0 {
		return "", ""
	}
	return strings.Join(spoken, pause) + pause, strings.Join(shown, "\n")
}
