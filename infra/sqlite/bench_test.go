package sqlite

import (
	"fmt"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"voicememo/infra/bulk"
	"voicememo/memo"
	"voicememo/models"
)

// benchHome returns a database with one family and parts.
func benchHome(b *testing.B, parts ...Part) *DB {
	b.Helper()
	db, err := OpenWith(b.TempDir(), Options{Parts: parts})
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

// BenchmarkAddHeard measures durable adds of one writer and of many, while a module listens
// for another member or for none.
func BenchmarkAddHeard(b *testing.B) {
	for _, writers := range []int{1, 16} {
		for _, listener := range []string{"no listener", "a listener"} {
			b.Run(fmt.Sprintf("%s, %d writers per core", listener, writers), func(b *testing.B) {
				db := benchHome(b, Part{Name: "m"})
				hanako := models.User{ID: "hanako", FamilyID: "f", Name: "Hanako", MoveEpoch: 1}
				if err := db.Bulk().Write(b.Context(), []bulk.Record{{Person: &hanako}}); err != nil {
					b.Fatal(err)
				}
				err := db.Write(b.Context(), func(tx Tx) error { return tx.Listen("m", "hanako", listener == "a listener") })
				if err != nil {
					b.Fatal(err)
				}
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

// benchTexts are usual texts of memos.
var benchTexts = []string{
	"牛乳とパンを買って帰る", "明日は保育園のお迎えが十七時です、よろしくお願いします", "クリーニングを受け取ってください",
	"宅配便がとどいたら玄関においてね", "歯医者の予約は来週の水曜日の午後三時、保険証を忘れずに持って行くこと", "Buy milk and eggs",
	"ゴミ出しをよろしくお願いします", "ケーキ🎂を予約しました！", "図書館の本の返却は二十日まで",
}

// BenchmarkSearch searches the 10,000 memos of a family for a text that none, few or many of
// them contain, and reports the CPU time of the process.
func BenchmarkSearch(b *testing.B) {
	db := benchHome(b)
	err := db.writer.write(b.Context(), func(t tx) error {
		for i := range 10_000 {
			m := memoOf(i)
			if m.Content = benchTexts[i%len(benchTexts)]; i%1000 == 0 {
				m.Content = "自動車の" + m.Content
			}
			if _, err := t.add(m, 0); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	for text, want := range map[string]int{"自転車": 0, "自動車": 10, "ﾐﾙｸ": 0, "MILK": 50, "を": 50} {
		b.Run(text, func(b *testing.B) {
			l := memo.Listing{Family: models.Family{ID: "f"}, Limit: 500, Want: 50, Now: time.Now()}
			before := cpuTime()
			for b.Loop() {
				l.Search = memo.NewSearch(text)
				page, err := db.Memos().List(b.Context(), l)
				if err != nil || len(page.Memos) != want {
					b.Fatal(len(page.Memos), err)
				}
			}
			b.ReportMetric(float64(cpuTime()-before)/float64(b.N)/1e6, "cpu-ms/op")
		})
	}
}

// cpuTime returns the CPU time that the process has used.
func cpuTime() time.Duration {
	var used syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &used) != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
