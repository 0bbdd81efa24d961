package sqlite

import (
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"voicememo/memo"
	"voicememo/models"
)

// benchHome returns a database with one family.
func benchHome(b *testing.B) *DB {
	b.Helper()
	db, err := Open(b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = db.Close() })
	u := models.User{ID: "taro", FamilyID: "f", Name: "Taro", IsOwner: true, Source: models.SourceOIDC, MoveEpoch: 1, CreatedAt: time.Now()}
	if err := db.Families().Create(b.Context(), u); err != nil {
		b.Fatal(err)
	}
	return db
}

// BenchmarkAdd measures durable adds by one writer and by many concurrent writers. Their ratio
// is the gain from group commit.
func BenchmarkAdd(b *testing.B) {
	for _, writers := range []int{1, 16, 64} {
		b.Run(fmt.Sprintf("%d writers per core", writers), func(b *testing.B) {
			db := benchHome(b)
			var n atomic.Int64
			b.SetParallelism(writers)
			if writers == 1 {
				for b.Loop() {
					benchAdd(b, db, int(n.Add(1)))
				}
				return
			}
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					benchAdd(b, db, int(n.Add(1)))
				}
			})
		})
	}
}

func benchAdd(b *testing.B, db *DB, i int) {
	if _, _, err := db.Memos().Add(b.Context(), memoOf(i), 0); err != nil {
		b.Error(err)
	}
}

// BenchmarkNewest50 reads the newest page of families with different numbers of memos.
func BenchmarkNewest50(b *testing.B) {
	for _, size := range []int{100, 10_000, 100_000} {
		b.Run(fmt.Sprintf("of %d", size), func(b *testing.B) {
			db := benchHome(b)
			err := db.writer.write(b.Context(), func(t tx) error {
				for i := range size {
					if _, err := t.add(memoOf(i), 0); err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil {
				b.Fatal(err)
			}
			l := memo.Listing{Family: models.Family{ID: "f", MemberIDs: []models.UserID{"taro"}}, Viewer: models.User{ID: "taro"}, Limit: 50, Now: time.Now()}
			for b.Loop() {
				page, err := db.Memos().List(b.Context(), l)
				if err != nil || len(page.Memos) != 50 {
					b.Fatal(len(page.Memos), err)
				}
			}
		})
	}
}
