package webapi

import (
	"context"
	"os"
	"regexp"
	"strconv"
	"sync"
	"testing"
	"time"

	"voicememo/invite"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// numbersIn returns the numbers that the groups of an expression match in a file of
// this repository; all of its matches must have the same ones.
func numbersIn(t *testing.T, file, expression string) []int {
	t.Helper()
	raw, err := os.ReadFile(file)
	must.OK(t, err)
	var found []int
	for _, match := range regexp.MustCompile(expression).FindAllStringSubmatch(string(raw), -1) {
		var numbers []int
		for _, group := range match[1:] {
			n, err := strconv.Atoi(group)
			must.OK(t, err)
			numbers = append(numbers, n)
		}
		for i := range found {
			if found[i] != numbers[i] {
				t.Fatalf("%s: got %v and %v for %s, want one value", file, found, numbers, expression)
			}
		}
		found = numbers
	}
	if len(found) == 0 {
		t.Fatalf("%s: nothing matches %s", file, expression)
	}
	return found
}

// TestLegalSources: the numbers on the privacy page are those of their sources in this
// repository.
func TestLegalSources(t *testing.T) {
	number := func(file, expression string) int { return numbersIn(t, file, expression)[0] }
	firstPage := number("app/src/sync/feed.ts", `firstLimit = (\d+);`)
	later := number("app/src/sync/feed.ts", `nextLimit = (\d+);`)
	pages := number("app/src/sync/snapshot.ts", `keptPages = (\d+);`)
	trashPages := number("app/src/sync/snapshot.ts", `keptTrashPages = (\d+);`)
	logs := numbersIn(t, "../infra/template.yaml", `RetentionInDays: !If \[IsProd, (\d+), (\d+)\]`)
	for name, c := range map[string]struct{ got, want int }{
		"memos in the browser":              {keptMemos, firstPage + (pages-1)*later},
		"memos of the trash in it":          {keptTrashedMemos, firstPage + (trashPages-1)*later},
		"minutes of a sign-in":              {signInMinutes, number("../auth/pending.go", `pendingLifetime = (\d+) \* time\.Minute`)},
		"days of copies before updates":     {copyDays, number("../infra/sqlite/erase.go", `copiesKept = (\d+) \* 24 \* time\.Hour`)},
		"MB of files compacted immediately": {compactMB, number("../infra/sqlite/erase.go", `compactSize = (\d+) << 20`)},
		"days of point-in-time recovery":    {recoveryDays, number("../infra/template.yaml", `RecoveryPeriodInDays: (\d+)`)},
		"days of notes of erasures":         {noteDays, number("../infra/dynamo/due.go", `dueKept = (\d+)`)},
		"hours of pictures":                 {pictureHours, number("picture/cache.go", `keepFor = (\d+) \* time\.Hour`)},
		"hours of connections":              {liveHours, number("../family/websockets/service.go", `keepTime = (\d+) \* time\.Hour`)},
		"days of logs":                      {logDays, logs[0]},
		"days of logs of tests":             {testLogDays, logs[1]},
		// find rounds ages down to days, and runs once a day.
		"days of nightly backups": {backupDays, number("../infra/systemd/voicememo-backup.service", `"voicememo-\*\.db" -mtime \+(\d+) `) + 2},
	} {
		check.Equal(t, c.got, c.want, "%s: on the privacy page", name)
	}
}

// longLedgers records how long attempt logs are kept.
type longLedgers struct {
	invite.Store
	now     func() time.Time
	mu      sync.Mutex
	longest time.Duration // guarded by mu

}

func (s *longLedgers) SaveLedger(ctx context.Context, l invite.Ledger) error {
	s.mu.Lock()
	s.longest = max(s.longest, l.ExpiresAt.Sub(s.now()))
	s.mu.Unlock()
	return s.Store.SaveLedger(ctx, l)
}

// TestLegalAttempts: attempts to join and issued invitations are not counted for longer
// than the privacy page says.
func TestLegalAttempts(t *testing.T) {
	s := newSite(t)
	ledgers := &longLedgers{Store: s.db.Invites(), now: s.clock}
	s.use(func(o *Options) {
		o.Invites = invite.NewService(ledgers, o.Families, o.Memos)
		o.Invites.Now = s.clock
	})
	s.invitation("taro")
	s.ask("jiro", "POST", "/api/family/join", object("inviteCode", "0000"))
	s.ask("jiro", "POST", "/api/family/join", object("inviteToken", "AAAAAAAAAAAAAAAAAAAAAA")).want(404)
	s.ask("taro", "POST", "/api/family/echos", object("number", "12345678")).want(404)
	if got, want := ledgers.longest.Round(time.Minute), attemptHours*time.Hour; got != want {
		t.Errorf("got attempt logs for %v, want %v", got, want)
	}
}
