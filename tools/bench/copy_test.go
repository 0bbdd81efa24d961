package bench

import (
	"context"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"voicememo/infra/dynamo"
	"voicememo/tools/testkit/localengine"
	"voicememo/tools/testkit/plenty"
)

// moved is the town that is copied.
var moved = plenty.Town{Families: 100, Members: 3, Memos: 10_000, Large: 1, LargeMemos: 8000}

// BenchmarkCopy measures `voicememo copy` from SQLite to the local DynamoDB engine and
// back, which reads both sides again and compares them.
func BenchmarkCopy(b *testing.B) {
	c := newCopying(b, moved)
	for _, way := range []struct {
		name string
		run  func(testing.TB) copied
	}{{"sqlite-to-dynamodb", c.up}, {"dynamodb-to-sqlite", c.down}} {
		b.Run(way.name, func(b *testing.B) {
			r := way.run(b)
			noTime(b)
			b.ReportMetric(r.took.Seconds(), "s")
			b.ReportMetric(r.cpu.Seconds(), "cpu-s")
			b.ReportMetric(float64(r.peak)/1e6, "peak-MB")
			b.ReportMetric(float64(c.memos), "memos")
		})
	}
}

// copying copies a directory to tables, and the tables to a new directory.
type copying struct {
	data, tables string
	env          []string
	memos        int
}

func newCopying(t testing.TB, town plenty.Town) copying {
	t.Helper()
	_, environment := localengine.Environment(t, func(ctx context.Context, client *dynamodb.Client, environment string) error {
		return dynamo.CreateTables(ctx, client, environment)
	})
	return copying{
		data: "sqlite:" + filled(t, town), tables: "dynamodb:" + environment,
		env: localengine.Environ(localengine.ForTest(t)), memos: town.Memos,
	}
}

// copied is what a copy took.
type copied struct {
	took, cpu time.Duration
	peak      int64 // bytes
}

func (c copying) up(t testing.TB) copied   { return c.run(t, c.data, c.tables) }
func (c copying) down(t testing.TB) copied { return c.run(t, c.tables, "sqlite:"+t.TempDir()) }

func (c copying) run(t testing.TB, from, to string) copied {
	t.Helper()
	command := exec.Command(built(t), "copy", "--from", from, "--to", to)
	command.Env = append(os.Environ(), c.env...)
	began := time.Now()
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", command.Args, err, out)
	}
	s := command.ProcessState
	used := s.SysUsage().(*syscall.Rusage)
	return copied{time.Since(began), s.UserTime() + s.SystemTime(), used.Maxrss << 10}
}
