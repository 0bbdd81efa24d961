package dynamo

import (
	"slices"
	"time"

	"voicememo/memo"
	"voicememo/models"
)

// merge builds a page from reads that overlap, lag behind each other and stop at
// different depths.
//
// A read of an index that was cut off at a memo has shown everything newer than that
// memo's timestamp, but not everything at that timestamp: the order of equal timestamps
// in an index is undefined. So the page consists of what is newer than floor, the newest
// timestamp at which any read was cut off. In a listing that is oldest first, newer means
// older: see ahead.
type merge struct {
	listing memo.Listing
	memos   map[models.MemoRef]models.Memo
	sure    map[models.MemoRef]bool // read from the table, which never lags
	floor   time.Time               // zero: every read reached its end
}

func newMerge(l memo.Listing) *merge {
	return &merge{listing: l, memos: map[models.MemoRef]models.Memo{}, sure: map[models.MemoRef]bool{}}
}

// leastRead is how many memos the first query of a walk reads at least, for a short page
// from which the newest memos may be missing because they are done or in the trash. Up to
// 4 KB, a query costs the minimum.
const leastRead = 12

// query returns the first query of a walk of an index, starting where the page does.
func (m *merge) query(family models.FamilyID, author models.UserID) query {
	q := query{
		index: familyIndex, key: inFamily, filter: filterOf(m.listing), values: stateValues(m.listing.Now), oldest: m.listing.Oldest,
		limit: int32(max(m.listing.Limit+1, leastRead)), //nolint:gosec // at most a page and one
	}
	q.values[":family"], q.values[":author"] = text(family), text(author)
	if author != "" {
		q.filter = both(q.filter, byAuthor)
	}
	from, to := span(m.listing)
	q.values[":from"], q.values[":to"] = instant(from), instant(to)
	switch {
	case !from.IsZero() && !to.IsZero():
		q.key += " AND #timestamp BETWEEN :from AND :to"
	case !from.IsZero():
		q.key += " AND #timestamp >= :from"
	case !to.IsZero():
		q.key += " AND #timestamp <= :to"
	}
	return q
}

// span returns the first and the last time of the memos that a page may have; zero: no limit.
func span(l memo.Listing) (from, to time.Time) {
	from, to = l.Since, l.Before
	if !to.IsZero() {
		to = to.Add(-time.Millisecond)
	}
	switch start := l.Start(); {
	case start == nil:
	case l.Oldest:
		from = start.Timestamp
	case start.Timestamp.Equal(l.Before): // exclusive, as Before is
	default:
		to = start.Timestamp
	}
	return from, to
}

// empty reports whether a listing has no time at which a memo could be.
func empty(l memo.Listing) bool {
	from, to := span(l)
	return !to.IsZero() && to.Before(from)
}

// filterOf returns the condition that a memo belongs on the list, whatever its author.
// Its values are those of stateValues.
func filterOf(l memo.Listing) string {
	filter := inStates(memo.Live)
	if l.Deleted {
		filter = inStates(memo.Trashed)
	}
	switch {
	case l.Done == nil:
		return filter
	case *l.Done:
		return both(filter, memoIsDone)
	}
	return both(filter, memoNotDone)
}

// belongs reports what filterOf says of a memo as stored, except that it may be purged.
func belongs(m models.Memo, l memo.Listing) bool {
	return (memo.StateOf(m, l.Now) == memo.Trashed) == l.Deleted && (l.Done == nil || *l.Done == m.Done())
}

// fromTable adds memos read from the table, which never lags.
func (m *merge) fromTable(memos []models.Memo) {
	for _, x := range memos {
		m.memos[x.Ref()], m.sure[x.Ref()] = x, true
	}
}

// fromIndex adds memos read from an index, which may lag.
func (m *merge) fromIndex(memos []models.Memo) {
	for _, x := range memos {
		old, met := m.memos[x.Ref()]
		if !m.sure[x.Ref()] && (!met || x.Version > old.Version) {
			m.memos[x.Ref()] = x
		}
	}
}

// ahead reports whether a time comes before floor in the order of the listing: newer or, oldest
// first, older. Every time is ahead of the zero floor.
func (m *merge) ahead(t, floor time.Time) bool {
	if m.listing.Oldest {
		return floor.IsZero() || t.Before(floor)
	}
	return t.After(floor)
}

// above returns the memos that belong on the page and are ahead of floor, in the page's
// order.
func (m *merge) above(floor time.Time) []models.Memo {
	l, out := m.listing, []models.Memo{}
	for _, x := range m.memos {
		if belongs(x, l) && l.Family.Lists(x.UserID) && l.Covers(x.Timestamp) && m.ahead(x.Timestamp, floor) &&
			(l.After == nil || l.Precedes(*l.After, x.Position())) {
			out = append(out, x)
		}
	}
	slices.SortFunc(out, func(a, b models.Memo) int {
		if l.Precedes(a.Position(), b.Position()) {
			return -1
		}
		return 1
	})
	return out
}

// enough reports whether a read that has reached floor can stop: the page is full, or
// another read was cut off at a newer time.
func (m *merge) enough(floor time.Time) bool {
	if !m.floor.IsZero() && !m.ahead(floor, m.floor) {
		return true
	}
	return len(m.above(floor)) >= m.listing.Limit
}

// progress reports whether a page cut off at floor, even an empty one, ends after the
// previous one. For this, all memos of one timestamp are read, however many they are.
func (m *merge) progress(floor time.Time) bool {
	return m.listing.After == nil || m.listing.Precedes(*m.listing.After, m.lastAbove(floor))
}

// lastAbove returns the last position ahead of floor: everything at floor comes after it.
func (m *merge) lastAbove(floor time.Time) models.Position {
	if m.listing.Oldest {
		return models.Position{Timestamp: floor} // no id is empty
	}
	return models.Position{Timestamp: floor.Add(time.Millisecond)}
}

// cutAt records that a read has stopped at floor.
func (m *merge) cutAt(floor time.Time) {
	if m.ahead(floor, m.floor) {
		m.floor = floor
	}
}

// page returns the page: at most the requested number of memos, down to the floor.
func (m *merge) page() memo.Page {
	memos := m.above(m.floor)
	if len(memos) > m.listing.Limit {
		memos = memos[:m.listing.Limit]
		last := memos[len(memos)-1].Position()
		return memo.Page{Memos: memos, Next: &last}
	}
	if m.floor.IsZero() {
		return memo.Page{Memos: memos}
	}
	next := m.lastAbove(m.floor)
	return memo.Page{Memos: memos, Next: &next}
}
