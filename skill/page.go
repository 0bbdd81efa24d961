package skill

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"voicememo/models"
	"voicememo/skill/words"
)

const (
	// pageSize is the most memos that are read at a time.
	pageSize = 5
	// cardRunes is how many characters of a memo a card shows: five such memos fit into
	// a reply.
	cardRunes = 300
	// pauseRunes is how many characters could be spoken during a pause.
	pauseRunes = 4
)

// page is a part of the list, as it is spoken and shown.
type page struct {
	intro string
	memos []numberedMemo
}

// numberedMemo is a memo of a page. A memo that is gone is either in the trash or done, or
// has only its number.
type numberedMemo struct {
	models.Memo
	number int
	gone   bool
	begun  bool // its beginning was heard before
}

// window returns the memos of a reading from a number on, at most pageSize. It reads and
// numbers further memos if there are too few.
func (t *turn) window(ctx context.Context, actor models.User, r *reading, from int) (page, error) {
	p := page{}
	if to := min(from+pageSize-1, len(r.Items)); from <= to {
		known, err := t.known(ctx, actor, r, from, to)
		if err != nil {
			return page{}, err
		}
		p.memos = known
	}
	if len(p.memos) < pageSize && len(r.Items) < maxRead && (r.Next != "" || len(r.Items) == 0) {
		fresh, err := t.fresh(ctx, actor, r, pageSize-len(p.memos))
		if err != nil {
			return page{}, err
		}
		p.memos = append(p.memos, fresh...)
	}
	if r.To == 0 {
		p.intro = t.intro(r, len(p.memos))
	}
	return p, nil
}

// freshTries bounds how many pages one turn reads to find new memos among others.
const freshTries = 3

// fresh reads and numbers the next memos of a reading, and returns at most n of them.
func (t *turn) fresh(ctx context.Context, actor models.User, r *reading, n int) ([]numberedMemo, error) {
	limit := n
	if r.OnlyNew {
		limit = newsLimit
	}
	if t.hasScreen() {
		limit = max(limit, screenRows)
	}
	var memos []numberedMemo
	for range freshTries {
		list, err := t.list(ctx, actor, r.query(limit))
		if models.IsCode(err, models.CodeInvalid) && r.Next != "" { // not one of our cursors
			*r = reading{Text: r.Text, Until: r.Until, Since: r.Since, OnlyNew: r.OnlyNew}
			list, err = t.list(ctx, actor, r.query(limit))
		}
		if err != nil {
			return nil, err
		}
		if r.Next == "" {
			r.begin(list.Memos)
		}
		r.Next = list.Next
		memos = append(memos, t.take(actor, r, list.Memos)...)
		if !r.OnlyNew || len(memos) >= n || r.Next == "" || len(r.Items) == maxRead {
			break
		}
	}
	return memos[:min(n, len(memos))], nil
}

// take numbers memos of the list. A reading of new memos ends at the first that is older.
func (t *turn) take(actor models.User, r *reading, memos []models.Memo) (taken []numberedMemo) {
	t.saw(memos...)
	for _, m := range memos {
		switch {
		case r.OnlyNew && !m.Timestamp.After(r.since()):
			r.Next = ""
			return taken
		case r.OnlyNew && t.ownMemo(actor, m), len(r.Items) == maxRead:
		default:
			taken = append(taken, numberedMemo{Memo: m, number: r.add(m.Ref())})
		}
	}
	return taken
}

// begin limits what the reading counts as heard to the newest memo of the list's first
// page: the list may lag, and a memo that was added before the reading but is not in the
// list stays new.
func (r *reading) begin(memos []models.Memo) {
	if len(memos) > 0 {
		r.Until = min(r.Until, memos[0].Timestamp.UnixMilli())
	}
}

// since returns the time up to which memos are not new.
func (r *reading) since() time.Time {
	if r.Since == 0 {
		return time.Time{}
	}
	return time.UnixMilli(r.Since)
}

// intro returns the sentence before the first page of a reading.
func (t *turn) intro(r *reading, n int) string {
	switch {
	case n == 0:
		return ""
	case r.Text != "":
		return t.say(words.FindIntro, words.Args{"text": t.short(r.Text, wordRunes)})
	case n == 1:
		return ""
	}
	return t.say(words.ReadIntro, nil)
}

// known reads a range of numbers again.
func (t *turn) known(ctx context.Context, actor models.User, r *reading, from, to int) ([]numberedMemo, error) {
	refs := r.Items[from-1 : to]
	memos, err := t.Memos.Get(ctx, actor, refs)
	if err != nil {
		return nil, err
	}
	t.saw(memos...)
	if err := t.placeFor(ctx, actor, memos); err != nil {
		return nil, err
	}
	var all []numberedMemo
	for i, ref := range refs {
		m := numberedMemo{number: from + i, gone: true}
		if at := slices.IndexFunc(memos, func(m models.Memo) bool { return m.Ref() == ref }); at >= 0 {
			m.Memo, m.gone = memos[at], memos[at].Deleted || memos[at].Done()
		}
		all = append(all, m)
	}
	return all, nil
}

// recital is the part of a page that is said in one reply.
type recital struct {
	speech, card string
	to           int // the number of the last memo; 0: none
	part         int // how many characters of it are said; 0: all
}

// recite returns as many whole memos of a page as can be said in 30 seconds, at least
// one. Only a memo that alone is longer is cut, at the end of a sentence if possible;
// part is how many of its characters were heard before.
func (t *turn) recite(p page, part int) recital {
	var out recital
	room := t.speechRunes - utf8.RuneCountInString(p.intro)
	var spoken, shown []string
	for i, m := range p.memos {
		rest := m.Content
		if i == 0 && part > 0 {
			rest, p.memos[0].begun = after(m.Content, part), true
		}
		said := t.item(p, i, rest)
		if n := utf8.RuneCountInString(said) + pauseRunes; n > room {
			if i > 0 {
				break
			}
			piece, more := cut(rest, t.sayable(rest, room-(n-utf8.RuneCountInString(t.flowing(rest)))))
			if said = t.item(p, i, piece); more {
				out.part = utf8.RuneCountInString(m.Content) - utf8.RuneCountInString(rest) + utf8.RuneCountInString(piece)
			}
		}
		room -= utf8.RuneCountInString(said) + pauseRunes
		spoken, out.to = append(spoken, said), m.number
		if !m.gone {
			shown = append(shown, t.cardItem(m))
		}
		if out.part > 0 {
			break
		}
	}
	out.speech, out.card = p.intro, strings.Join(shown, "\n")
	if len(spoken) > 0 {
		out.speech = t.join(p.intro, strings.Join(spoken, pause)+pause)
	}
	return out
}

// sayable returns how many characters of a text, at least one, can be said in the time of
// n. A line break takes longer than a character.
func (t *turn) sayable(s string, n int) int {
	runes := []rune(s)
	breaks := strings.Count(string(runes[:max(min(n, len(runes)), 0)]), "\n")
	return max(n-breaks, 1)
}

// after returns s without its first n characters and the spaces after them.
func after(s string, n int) string {
	runes := []rune(s)
	return strings.TrimLeftFunc(string(runes[min(n, len(runes)):]), unicode.IsSpace)
}

// item says a memo of a page with its number. It says the author and the time where they
// differ from those of the memo before, and neither if all memos share both.
func (t *turn) item(p page, i int, content string) string {
	m := p.memos[i]
	args := words.Args{"number": strconv.Itoa(m.number), "content": strings.TrimRight(t.flowing(content), "。.")}
	switch {
	case m.gone && m.Done() && !m.Deleted:
		return t.say(words.ReadDone, args)
	case m.gone:
		return t.say(words.ReadGone, args)
	}
	if m.begun { // its number is known
		return t.say(words.ReadRest, args)
	}
	by := t.by(p, i)
	if by == "" {
		return t.say(words.ReadItem, args)
	}
	args["by"] = by
	return t.say(words.ReadItemBy, args)
}

// by returns the author and time that are said with a memo of a page; "": neither.
func (t *turn) by(p page, i int) string {
	who := t.changes(p, i, func(m models.Memo) string { return t.who(m.CreatedByName) })
	when := t.changes(p, i, func(m models.Memo) string { return t.when(m.Timestamp, t.began) })
	if who != "" && when != "" {
		return who + t.say(words.NameGap, nil) + when
	}
	return who + when
}

// changes returns a detail of a memo of a page if it differs from that of the memo
// before it. The first memo has it if any other differs, or if it is alone.
func (t *turn) changes(p page, i int, detail func(models.Memo) string) string {
	own := detail(p.memos[i].Memo)
	if i > 0 {
		if before := p.memos[i-1]; !before.gone && detail(before.Memo) == own {
			return ""
		}
		return own
	}
	for _, m := range p.memos[1:] {
		if !m.gone && detail(m.Memo) != own {
			return own
		}
	}
	if len(p.memos) > 1 {
		return ""
	}
	return own
}

// cardItem returns the line of a card for a memo.
func (t *turn) cardItem(m numberedMemo) string {
	return t.say(words.CardItem, words.Args{
		"number": strconv.Itoa(m.number), "content": t.short(models.OneLine(m.Content), cardRunes),
		"who": t.who(m.CreatedByName), "when": t.when(m.Timestamp, t.began),
	})
}
