package bench

import (
	"context"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"voicememo/infra/dynamo"
	"voicememo/infra/sqlite"
	"voicememo/tools/testkit/localengine"
	"voicememo/tools/testkit/meter"
	"voicememo/tools/testkit/must"
)

// turn is one kind of turn: the words spoken before it on the same device, and its own
// words.
type turn struct {
	name   string
	intent string   // the intent that the words must match
	before []string // not measured
	says   string   // CODE stands for a live invite code of another family

	alone bool // the Echo is alone in its own family, without memos
	new   bool // the device is used for the first time

	linked bool // the family's owner has linked the Echo in the Alexa app
}

// turns lists the kinds of turns. A new intent is a new line.
func turns() []turn {
	const launch = "家族ボイスメモを開いて"
	return []turn{
		{name: "first contact", intent: "LaunchRequest", says: launch, new: true},
		{name: "launch", intent: "LaunchRequest", says: launch},
		{name: "add", intent: "AddMemoIntent", says: "牛乳とパンを買って帰る を追加"},
		{name: "read", intent: "ReadMemosIntent", says: "一覧"},
		{name: "launch, linked", intent: "LaunchRequest", before: []string{launch, "ストップ"}, says: launch, linked: true},
		{name: "add, linked", intent: "AddMemoIntent", before: []string{launch, "ストップ"}, says: "牛乳とパンを買って帰る を追加", linked: true},
		{name: "read, linked", intent: "ReadMemosIntent", before: []string{launch, "ストップ"}, says: "一覧", linked: true},
		{name: "first linked turn", intent: "ReadMemosIntent", says: "一覧", linked: true},
		{name: "read one", intent: "ReadMemoIntent", says: "3 番を読んで"},
		{name: "read new", intent: "ReadNewMemosIntent", says: "新しいメモを読んで"},
		{name: "read more", intent: "ReadMoreIntent", before: []string{"一覧"}, says: "続きを読んで"},
		{name: "next", intent: "AMAZON.NextIntent", before: []string{"一覧"}, says: "次"},
		{name: "previous", intent: "AMAZON.PreviousIntent", before: []string{"一覧", "次"}, says: "前"},
		{name: "repeat", intent: "AMAZON.RepeatIntent", before: []string{"一覧"}, says: "もう一度"},
		{name: "find", intent: "FindMemosIntent", says: "牛乳 を探して"},
		{name: "find what is not there", intent: "FindMemosIntent", says: "宇宙船 を探して"},
		{name: "done", intent: "DoneMemoIntent", before: []string{"一覧"}, says: "2 番済み"},
		{name: "done by text", intent: "DoneByTextIntent", says: "牛乳 買った"},
		{name: "delete by text", intent: "DeleteByTextIntent", says: "最後のメモを消して"},
		{name: "delete", intent: "DeleteMemoIntent", before: []string{"一覧"}, says: "2 番を削除"},
		{name: "undo", intent: "RestoreMemoIntent", before: []string{"一覧", "2 番を削除"}, says: "元に戻して"},
		{name: "undo later", intent: "RestoreMemoIntent", before: []string{"一覧", "2 番を削除", "いいえ", "いいえ"}, says: "元に戻して"},
		{name: "delete all: the question", intent: "DeleteAllMemosIntent", says: "全部消して"},
		{name: "delete all: yes", intent: "AMAZON.YesIntent", before: []string{"全部消して"}, says: "はい"},
		{name: "invite code", intent: "CreateInviteIntent", says: "招待コードを作って", alone: true},
		{name: "join: the question", intent: "JoinFamilyIntent", says: "招待コード CODE で参加", alone: true},
		{name: "join: yes", intent: "AMAZON.YesIntent", before: []string{"招待コード CODE で参加"}, says: "はい", alone: true},
		{name: "connection number", intent: "ConnectIntent", says: "アカウントにつなぐ", alone: true},
		{name: "link account", intent: "LinkAccountIntent", says: "アカウントをリンク"},
		{name: "members", intent: "FamilyMembersIntent", says: "家族は誰"},
		{name: "name: the question", intent: "SetNameIntent", says: "私は さくら です"},
		{name: "name: yes", intent: "AMAZON.YesIntent", before: []string{"私は さくら です"}, says: "はい"},
		{name: "name of a room", intent: "NameRoomIntent", says: "このエコーは 台所"},
		{name: "leave: the question", intent: "LeaveFamilyIntent", says: "家族から抜ける"},
		{name: "leave: yes", intent: "AMAZON.YesIntent", before: []string{"家族から抜ける"}, says: "はい"},
		{name: "help", intent: "AMAZON.HelpIntent", before: []string{launch}, says: "ヘルプ"},
		{name: "stop", intent: "AMAZON.StopIntent", before: []string{launch}, says: "ストップ"},
	}
}

// BenchmarkTurns measures each kind of turn in a family of two with 100 memos: its median
// and 95th percentile inside the process over SQLite, and its requests and capacity on
// DynamoDB, which are the same each time. Every turn is spoken in a house of its own, so
// that an iteration takes much longer than what is measured.
func BenchmarkTurns(b *testing.B) {
	const memos = 100
	db, houses := openSQLite(b), 0
	costs := newCosts(b, memos)
	for _, turn := range turns() {
		b.Run(turn.name, func(b *testing.B) {
			c := costs(b, turn)
			var times []time.Duration
			for b.Loop() {
				houses++
				took, err := newHouse(db, houses, memos).measure(b.Context(), turn)
				must.OK(b, err)
				times = append(times, took)
			}
			noTime(b)
			b.ReportMetric(millis(quantile(times, 0.5)), "ms")
			b.ReportMetric(millis(quantile(times, 0.95)), "p95-ms")
			b.ReportMetric(float64(c.Requests), "requests")
			b.ReportMetric(float64(c.Sequential), "in-a-row")
			b.ReportMetric(c.Read, "RCU")
			b.ReportMetric(c.Write, "WCU")
		})
	}
}

func openSQLite(t testing.TB) *sqlite.DB {
	t.Helper()
	db, err := sqlite.Open(t.TempDir())
	must.OK(t, err)
	t.Cleanup(func() { must.OK(t, db.Close()) })
	return db
}

// newCosts makes tables and returns a function that measures a turn over them.
func newCosts(t testing.TB, memos int) func(testing.TB, turn) meter.Cost {
	t.Helper()
	_, environment := localengine.Environment(t, func(ctx context.Context, client *dynamodb.Client, environment string) error {
		return dynamo.CreateTables(ctx, client, environment)
	})
	m, houses, later := &meter.Meter{Delay: 2 * time.Millisecond}, 0, time.Duration(0)
	db := dynamo.Open(m.Client(localengine.ForTest(t)), environment)
	db.Sample = nil // so that the same turn costs the same
	db.Now = func() time.Time { return time.Now().Add(later) }
	return func(t testing.TB, turn turn) meter.Cost {
		t.Helper()
		h := newHouse(db, houses, memos)
		houses++
		h.before = func() {
			later = time.Hour // the people of the house did not join just now
			m.Reset()
		}
		defer func() { later = 0 }()
		must.OK(t, must.Err(h.measure(t.Context(), turn)))
		return m.Cost()
	}
}
