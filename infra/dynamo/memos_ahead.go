package dynamo

import (
	"context"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"voicememo/internal/parallel"
	"voicememo/memo"
	"voicememo/models"
)

// ahead is what was read of a list before its family: the first page of the family's
// index, and the viewer's own latest memos.
//
// List normally reads the family before its index, because the index has all memos of a
// person only once the person's mark is cleared. An index that was read ahead may be from
// before that, even if the family that was read has no mark any more.
type ahead struct {
	family models.FamilyID
	began  time.Time
	page   *dynamodb.QueryOutput
	own    []models.Memo
}

// readAhead reads what List needs for the family that the viewer names.
func (s memoStore) readAhead(ctx context.Context, l memo.Listing) (*ahead, error) {
	early := &ahead{family: l.Viewer.FamilyID, began: s.now()}
	err := parallel.Do(ctx,
		func(ctx context.Context) (err error) {
			early.own, err = s.ownLatest(ctx, l)
			return err
		},
		func(ctx context.Context) (err error) {
			early.page, err = s.query(ctx, newMerge(l).query(early.family, ""))
			return err
		},
	)
	return early, err
}

// Pages read ahead are discarded for settledFor after a mark is cleared. It allows for the
// difference between the clocks of two processes.
const settledFor = 15 * time.Second

// holds reports whether List would read the same now, for f as read since.
func (a *ahead) holds(f models.Family) bool {
	return a.family == f.ID && len(f.Moving) == 0 && a.began.After(f.SettledAt.Add(settledFor))
}
