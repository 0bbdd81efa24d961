package dynamo

import (
	"context"
	"fmt"
	"strings"
	"time"

	"voicememo/memo"
	"voicememo/models"
)

// A person's item keeps the memos added last in attributes latest1 (the newest) to
// latest4, each as a time and an id. No person adds more within the few seconds that an
// index may lag.
const latestKept = 4

// latestFor is how long a memo added last is also read from the table. The contract
// requires half a minute; the rest allows for clock differences.
const latestFor = 45 * time.Second

func latestName(n int) string { return fmt.Sprintf("latest%d", n) }

// shiftLatest returns the update that puts :latest first and moves the others down by
// one. DynamoDB reads all right-hand sides before it writes.
func shiftLatest() string {
	set := "SET #" + latestName(1) + " = :latest"
	for n := 2; n <= latestKept; n++ {
		set += fmt.Sprintf(", #%s = if_not_exists(#%s, :none)", latestName(n), latestName(n-1))
	}
	return set
}

func latestOf(m models.Memo) string { return models.FormatTime(m.Timestamp) + " " + string(m.ID) }

// readLatest reads what shiftLatest wrote.
func readLatest(it item) (latest []models.Written) {
	for n := 1; n <= latestKept; n++ {
		at, id, ok := strings.Cut(textOf(it[latestName(n)]), " ")
		if t, err := models.ParseTime(at); ok && err == nil {
			latest = append(latest, models.Written{ID: models.MemoID(id), At: t})
		}
	}
	return latest
}

// ownLatest reads from the table those of the viewer's memos that the index may not have
// yet and that may belong on the page.
func (s memoStore) ownLatest(ctx context.Context, l memo.Listing) ([]models.Memo, error) {
	var refs []models.MemoRef
	from, to := span(l)
	for _, w := range l.Viewer.Author.Latest {
		if w.At.After(l.Now.Add(-latestFor)) && !w.At.Before(from) && (to.IsZero() || !w.At.After(to)) {
			refs = append(refs, models.MemoRef{UserID: l.Viewer.ID, ID: w.ID})
		}
	}
	return s.Get(ctx, refs)
}
