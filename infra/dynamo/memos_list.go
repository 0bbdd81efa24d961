package dynamo

import (
	"context"
	"maps"
	"slices"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"voicememo/internal/parallel"
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
//
// With a Roster, the first page of the index and the viewer's own latest memos are read at the
// same time as the family. They are used if no memos are on the move, and none have arrived so
// lately that the page may have been read before (see ahead).
func (s memoStore) List(ctx context.Context, l memo.Listing) (memo.Page, error) {
	if empty(l) {
		return memo.Page{}, nil
	}
	if l.Roster == nil {
		return s.listAfter(ctx, l, &ahead{})
	}
	var (
		known = l
		early *ahead
	)
	err := parallel.Do(ctx,
		func(context.Context) (err error) {
			known.Family, err = l.Roster()
			return err
		},
		func(ctx context.Context) (err error) {
			early, err = s.readAhead(ctx, l)
			return err
		},
	)
	if err != nil {
		return memo.Page{}, err
	}
	return s.listAfter(ctx, known, early)
}

// listAfter is List with what was read before the family.
func (s memoStore) listAfter(ctx context.Context, l memo.Listing, early *ahead) (memo.Page, error) {
	ok := early.holds(l.Family)
	if !ok {
		early = &ahead{}
	}
	var (
		m   = newMerge(l)
		own = early.own
	)
	err := parallel.Do(ctx,
		func(ctx context.Context) (err error) {
			if !ok {
				own, err = s.ownLatest(ctx, l)
			}
			return err
		},
		func(ctx context.Context) error { return s.readAll(ctx, m, early.page) },
	)
	if err != nil {
		return memo.Page{}, err
	}
	m.fromTable(own)
	return m.page(), nil
}

// readAll reads the indexes. first is the first page of the family's own, if it was read
// ahead.
func (s memoStore) readAll(ctx context.Context, m *merge, first *dynamodb.QueryOutput) error {
	for _, author := range slices.Sorted(maps.Keys(m.listing.Family.Moving)) {
		if !m.listing.Family.Lists(author) {
			continue
		}
		memos, err := s.authored(ctx, author, firstID, lastID, 0, m.listing.Oldest)
		if err != nil {
			return err
		}
		m.fromTable(memos)
		for _, old := range m.listing.Family.Moving[author] {
			if err := s.walk(ctx, m, old, author, nil); err != nil {
				return err
			}
		}
	}
	return s.walk(ctx, m, m.listing.Family.ID, "", first)
}

// walk reads a family's index, in the order of the listing, until the page is full, the index ends, or
// indexRounds is reached with some progress made. With author "" it takes the memos of
// all authors. first is the first read, if it was made before.
func (s memoStore) walk(ctx context.Context, m *merge, family models.FamilyID, author models.UserID, first *dynamodb.QueryOutput) (err error) {
	q := m.query(family, author)
	for round := 1; ; round++ {
		out := first
		if out == nil {
			if out, err = s.query(ctx, q); err != nil {
				return err
			}
		}
		first = nil
		memos, err := readMemos(out.Items)
		if err != nil {
			return err
		}
		m.fromIndex(memos)
		if out.LastEvaluatedKey == nil {
			return nil
		}
		floor, err := timeOf(out.LastEvaluatedKey["timestamp"])
		if err != nil {
			return Damaged("timestamp")
		}
		if m.enough(floor) || round >= indexRounds && m.progress(floor) {
			m.cutAt(floor)
			return nil
		}
		q.start = out.LastEvaluatedKey
		q.limit = min(q.limit*roundGrowth, roundLimit)
	}
}
