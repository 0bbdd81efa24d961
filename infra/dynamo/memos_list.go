package dynamo

import (
	"context"
	"maps"
	"slices"
	"sync"

	"voicememo/memo"
	"voicememo/models"
)

// indexRounds bounds how many pages of one index walk a List reads. Each is four times as
// long as the one before, because a walk that needs a second page mostly reads memos that
// do not belong on the list.
const (
	indexRounds = 4
	roundGrowth = 4
	roundLimit  = 1000
)

// List merges up to three kinds of reads (see doc.go):
//
//   - the family's index;
//   - the viewer's own latest memos, from the table;
//   - for each author whose memos are on the move, the index of the families they come
//     from and, for the moments in which no index has them, a page of the author's own
//     memos (1 MB, some thousand memos) from the table.
//
// The families that memos leave are read before the one they arrive in, so that a memo
// which moves in between is read at least once.
func (s memoStore) List(ctx context.Context, l memo.Listing) (memo.Page, error) {
	var (
		m      = newMerge(l)
		wg     sync.WaitGroup
		own    []models.Memo
		ownErr error
	)
	wg.Go(func() { own, ownErr = s.ownLatest(ctx, l) })
	err := s.readAll(ctx, m)
	wg.Wait()
	if err != nil {
		return memo.Page{}, err
	}
	if ownErr != nil {
		return memo.Page{}, ownErr
	}
	m.fromTable(own)
	return m.page(), nil
}

func (s memoStore) readAll(ctx context.Context, m *merge) error {
	for _, author := range slices.Sorted(maps.Keys(m.listing.Family.Moving)) {
		if !m.listing.Family.Lists(author) {
			continue
		}
		memos, err := s.authored(ctx, author, firstID, lastID, 0)
		if err != nil {
			return err
		}
		m.fromTable(memos)
		for _, old := range m.listing.Family.Moving[author] {
			if err := s.walk(ctx, m, old, author); err != nil {
				return err
			}
		}
	}
	return s.walk(ctx, m, m.listing.Family.ID, "")
}

// walk reads a family's index, newest first, until the page is full, the index ends, or
// indexRounds is reached with some progress made. With author "" it takes the memos of
// all authors.
func (s memoStore) walk(ctx context.Context, m *merge, family models.FamilyID, author models.UserID) error {
	q := m.query(family, author)
	for round := 1; ; round++ {
		out, err := s.query(ctx, q)
		if err != nil {
			return err
		}
		memos, err := readMemos(out.Items)
		if err != nil {
			return err
		}
		m.fromIndex(memos)
		if out.LastEvaluatedKey == nil {
			return nil
		}
		last := reader{item: out.LastEvaluatedKey}
		floor := last.time("timestamp")
		if last.err != nil {
			return last.err
		}
		if m.enough(floor) || round >= indexRounds && m.progress(floor) {
			m.cutAt(floor)
			return nil
		}
		q.start = out.LastEvaluatedKey
		q.limit = min(q.limit*roundGrowth, roundLimit)
	}
}
