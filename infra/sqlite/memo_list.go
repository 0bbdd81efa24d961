package sqlite

import (
	"context"
	"strconv"

	"voicememo/memo"
	"voicememo/models"
)

// List implements memo.Store. It never lags. A list is one range of the table. The trash
// is two ranges, merged by SQLite: the deleted memos, and those in the index of done memos
// that have been done for models.DoneDays.
func (s memoStore) List(ctx context.Context, l memo.Listing) (memo.Page, error) {
	l, err := l.WithFamily()
	if err != nil {
		return memo.Page{}, err
	}
	if l.Search != nil && len(ranges(l)) == 1 {
		return s.search(ctx, l)
	}
	query, args := listQuery(l)
	page := memo.Page{Memos: make([]models.Memo, 0, l.Limit+1)}
	err = s.db.read.each(ctx, query, args, func(row scanner) error {
		m, err := scanMemo(row)
		page.Memos = append(page.Memos, m)
		return err
	})
	if err != nil {
		return memo.Page{}, translate(err)
	}
	if len(page.Memos) > l.Limit {
		page.Memos = page.Memos[:l.Limit]
		last := page.Memos[l.Limit-1].Position()
		page.Next = &last
	}
	return page, nil
}

// The ranges of memos that a page reads. ?1 is the family, and memos marked as done at ?2
// or before are in the trash.
//
// SQLite prepares a statement again for every new value of a variable that could change its
// plan: that of a LIMIT, one that is compared with a column of a partial index's condition,
// and after ANALYZE one that is compared with an indexed column. The expressions "?2 + 0" and
// "?1 || ”" are not such variables.
var (
	liveMemos    = selectMemo + "FROM memos WHERE family_id = ?1 || '' AND deleted = 0 AND (done_at = 0 OR done_at > ?2 + 0)"
	openMemos    = selectMemo + "FROM memos WHERE family_id = ?1 || '' AND deleted = 0 AND done_at = 0"
	doneMemos    = selectMemo + "FROM memos INDEXED BY memos_done WHERE family_id = ?1 || '' AND deleted = 0 AND done_at > 0 AND done_at > ?2 + 0"
	expiredMemos = selectMemo + "FROM memos INDEXED BY memos_done WHERE family_id = ?1 || '' AND deleted = 0 AND done_at > 0 AND done_at <= ?2 + 0"
	deletedMemos = selectMemo + "FROM memos WHERE family_id = ?1 || '' AND deleted = 1"
)

// ranges returns the ranges of a listing.
func ranges(l memo.Listing) []string {
	switch both := l.Done == nil; {
	case !l.Deleted && both:
		return []string{liveMemos}
	case !l.Deleted && *l.Done:
		return []string{doneMemos}
	case !l.Deleted:
		return []string{openMemos}
	case both:
		return []string{deletedMemos, expiredMemos}
	case *l.Done:
		return []string{deletedMemos + " AND done_at > 0", expiredMemos}
	}
	return []string{deletedMemos + " AND done_at = 0"}
}

// listQuery returns the query of a page and one memo more, and its arguments. examined is
// the number of a search's examination.
func listQuery(l memo.Listing, examined ...any) (query string, args []any) {
	args = []any{l.Family.ID, millis(l.Now.AddDate(0, 0, -models.DoneDays)), l.Limit + 1}
	arg := func(value any) string {
		args = append(args, value)
		return "?" + strconv.Itoa(len(args))
	}
	after, order, end, endsAt := "<", " DESC", ">=", l.Since
	if l.Oldest {
		after, order, end, endsAt = ">", "", "<", l.Before
	}
	rest := ""
	if start := l.Start(); start != nil {
		rest = " AND (timestamp, user_id, id) " + after + " (" + arg(millis(start.Timestamp)) + ", " + arg(start.UserID) + ", " + arg(start.ID) + ")"
	}
	if !endsAt.IsZero() {
		rest += " AND timestamp " + end + " " + arg(millis(endsAt)) + " + 0"
	}
	if len(examined) > 0 {
		rest += " AND " + examineFunction + "(" + arg(examined[0]) + ", content, content_checksum"
		if l.Search.ByAuthor() {
			rest += ", user_id, spoken_by, created_by_name"
		}
		rest += ")"
	}
	for i, part := range ranges(l) {
		if i > 0 {
			query += " UNION ALL "
		}
		query += part + rest
	}
	return query + " ORDER BY timestamp" + order + ", user_id" + order + ", id" + order + " LIMIT ?3 + 0", args
}
