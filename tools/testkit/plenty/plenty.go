// Package plenty fills an SQLite store with many memos, for tests and measurements of the
// page with a long list.
package plenty

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"voicememo/infra/sqlite"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/tools/testkit/services"
)

// writers is how many goroutines write at the same time, so that one commit of the store
// has many memos.
const writers = 64

// contents are written in turn; their lengths differ as people's do.
var contents = []string{
	"牛乳を買う", "Call Grandma about Sunday", "図書館の本を返す。予約した本も受け取る",
	"クリーニングを水曜日までに取りに行く。引換券は冷蔵庫の横、駅前の店は七時に閉まる", "Gym clothes",
}

// Memos writes n memos of author through the services, a minute apart and the newest now;
// number 1 is the oldest. No server may run on the data directory meanwhile.
func Memos(ctx context.Context, data string, author models.UserID, n int) error {
	return Apart(ctx, data, author, n, time.Minute)
}

// Apart is Memos with the memos apart from one another by some time.
func Apart(ctx context.Context, data string, author models.UserID, n int, apart time.Duration) error {
	db, err := sqlite.Open(data)
	if err != nil {
		return err
	}
	err = fill(ctx, services.Over(db), author, n, apart)
	if closing := db.Close(); err == nil {
		err = closing
	}
	return err
}

func fill(ctx context.Context, s services.Services, author models.UserID, n int, apart time.Duration) error {
	person, err := s.Families.Person(ctx, author)
	if err != nil {
		return err
	}
	first := time.Now().Add(-time.Duration(n) * apart)
	var ticks, next atomic.Int64
	s.Memos.Now = func() time.Time { return first.Add(time.Duration(ticks.Add(1)) * apart * 9 / 10) }
	ctx, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	var group sync.WaitGroup
	for range writers {
		group.Go(func() {
			for i := next.Add(1); i <= int64(n) && ctx.Err() == nil; i = next.Add(1) {
				content := fmt.Sprintf("%d: %s", i, contents[i%int64(len(contents))])
				if _, _, err := s.Memos.Add(ctx, person, memo.Draft{Content: content, Key: memo.Key(content)}); err != nil {
					fail(err)
				}
			}
		})
	}
	group.Wait()
	return context.Cause(ctx)
}
