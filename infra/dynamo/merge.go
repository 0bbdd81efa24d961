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
// timestamp at which any read was cut off.
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
		index: familyIndex, key: inFamily, filter: filterOf(m.listing), values: stateValues(m.listing.Now),
		limit: int32(max(m.listing.Limit+1, leastRead)), //nolint:gosec // at most a page and one
	}
	q.values[":family"], q.values[":author"] = text(family), text(author)
	if author != "" {
		q.filter = both(q.filter, byAuthor)
	}
	if m.listing.After != nil {
		q.key += " AND #timestamp <= :after"
		q.values[":after"] = instant(m.listing.After.Timestamp)
	}
	return q
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

// above returns the memos that belong on the page and are newer than floor, in the page's
// order.
func (m *merge) above(floor time.Time) []models.Memo {
	l, out := m.listing, []models.Memo{}
	for _, x := range m.memos {
		if belongs(x, l) && l.Family.Lists(x.UserID) && x.Timestamp.After(floor) &&
			(l.After == nil || l.After.Before(x.Position())) {
			out = append(out, x)
		}
	}
	slices.SortFunc(out, func(a, b models.Memo) int {
		if a.Position().Before(b.Position()) {
			return -1
		}
		return 1
	})
	return out
}

// enough reports whether a read that has reached floor can stop: the page is full, or
// another read was cut off at a newer time.
func (m *merge) enough(floor time.Time) bool {
	if !m.floor.IsZero() && !floor.After(m.floor) {
		return true
	}
	return len(m.above(floor)) >= m.listing.Limit
}

// progress reports whether a page cut off at floor, even an empty one, ends after the
// previous one. For this, all memos of one timestamp are read, however many they are.
func (m *merge) progress(floor time.Time) bool {
	return m.listing.After == nil || m.listing.After.Before(lastAbove(floor))
}

// lastAbove returns the last position of the millisecond above floor: everything at floor
// comes after it.
func lastAbove(floor time.Time) models.Position {
	return models.Position{Timestamp: floor.Add(time.Millisecond)}
}

// cutAt records that a read has stopped at floor.
func (m *merge) cutAt(floor time.Time) {
	if floor.After(m.floor) {
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
	next := lastAbove(m.floor)
	return memo.Page{Memos: memos, Next: &next}
}
