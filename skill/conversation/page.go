package conversation

import (
	"context"
	"slices"

	"voicememo/models"
	"voicememo/skill/understanding"
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

// pageFrom returns the memos of a reading from a number on, at most pageSize. It reads and
// numbers further memos if there are too few.
func pageFrom(ctx context.Context, t *Turn, actor models.User, r *reading, from int) (page, error) {
	p := page{}
	if to := min(from+pageSize-1, len(r.Items)); from <= to {
		known, err := knownMemos(ctx, t, actor, r, from, to)
		if err != nil {
			return page{}, err
		}
		p.memos = known
	}
	if len(p.memos) < pageSize && len(r.Items) < understanding.MaxNumber && (r.Next != "" || len(r.Items) == 0) {
		fresh, err := freshMemos(ctx, t, actor, r, pageSize-len(p.memos))
		if err != nil {
			return page{}, err
		}
		p.memos = append(p.memos, fresh...)
	}
	if r.To == 0 {
		p.intro = introOf(t, r, len(p.memos))
	}
	return p, nil
}

// freshTries bounds how many pages one turn reads to find new memos among others.
const freshTries = 3

// freshMemos reads and numbers the next memos of a reading, and returns at most n of them.
func freshMemos(ctx context.Context, t *Turn, actor models.User, r *reading, n int) ([]numberedMemo, error) {
	if r.Filter.Day != "" {
		if err := placeFamily(ctx, t, actor); err != nil {
			return nil, err
		}
	}
	limit := n
	if r.OnlyNew {
		limit = newsLimit
	}
	if t.req.HasScreen() {
		limit = max(limit, screenRows)
	}
	var memos []numberedMemo
	for range freshTries {
		list, err := listMemos(ctx, t, actor, r.query(t, actor, limit))
		if models.IsCode(err, models.CodeInvalid) && r.Next != "" { // not one of our cursors
			*r = reading{Text: r.Text, Filter: r.Filter, Until: r.Until, Since: r.Since, OnlyNew: r.OnlyNew}
			list, err = listMemos(ctx, t, actor, r.query(t, actor, limit))
		}
		if err != nil {
			return nil, err
		}
		if r.Next == "" {
			r.begin(list.Memos)
		}
		r.Next = list.Next
		memos = append(memos, numberMemos(t, actor, r, list.Memos)...)
		if !r.OnlyNew || len(memos) >= n || r.Next == "" || len(r.Items) == understanding.MaxNumber {
			break
		}
	}
	return memos[:min(n, len(memos))], nil
}

// numberMemos numbers memos of the list. A reading of new memos ends at the first that is older.
// Memos that were just said and that it leaves out stay new.
func numberMemos(t *Turn, actor models.User, r *reading, memos []models.Memo) (taken []numberedMemo) {
	saw(t, memos...)
	for _, m := range memos {
		switch {
		case r.OnlyNew && !m.Timestamp.After(r.since()):
			r.Next = ""
			return taken
		case r.OnlyNew && ownMemo(t, actor, m), len(r.Items) == understanding.MaxNumber:
		case r.offered && justSaid(t, actor, m):
			r.Until = min(r.Until, m.Timestamp.UnixMilli()-1)
		default:
			taken = append(taken, numberedMemo{Memo: m, number: r.add(m.Ref())})
		}
	}
	return taken
}

// introOf returns the sentence before the first page of a reading.
func introOf(t *Turn, r *reading, n int) string {
	switch {
	case n == 0:
		return ""
	case r.Text != "":
		return t.Say(words.FindIntro, words.Args{"text": t.Short(r.Text, wordRunes)})
	case n == 1:
		return ""
	case r.Filter.Oldest:
		return t.Say(words.ReadOldest, nil)
	}
	return t.Say(words.ReadIntro, nil)
}

// knownMemos reads a range of numbers again.
func knownMemos(ctx context.Context, t *Turn, actor models.User, r *reading, from, to int) ([]numberedMemo, error) {
	refs := r.Items[from-1 : to]
	memos, err := t.Memos.Get(ctx, actor, refs)
	if err != nil {
		return nil, err
	}
	saw(t, memos...)
	if err := placeFor(ctx, t, actor, memos); err != nil {
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
