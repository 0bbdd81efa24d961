package skill_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"voicememo/family"
	"voicememo/infra/bulk"
	"voicememo/infra/dynamo/dynamotest"
	"voicememo/infra/sqlite/sqlitetest"
	"voicememo/invite"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/skill"
	"voicememo/skill/skilltest"
	"voicememo/skill/talk"
)

// echo is the Alexa account of every conversation, with an id as long as real ones.
const echo = "amzn1.ask.account.AFP3ZWPOS2BGJR7OWJZ3DHPKMOMNWY4AY66FUR7ILBWANIHQN73QHA4ECHO"

// engine is the storage of a world.
type engine interface {
	Memos() memo.Store
	Families() family.Store
	Invites() invite.Store
}

// onSQLite returns an engine with a database file.
func onSQLite(t testing.TB) engine {
	t.Helper()
	return sqlitetest.FreshDB(t)
}

// onDynamoDB returns an engine with DynamoDB tables.
func onDynamoDB(t testing.TB) engine { return dynamotest.Open(t) }

// world is a skill over real services and a real engine, with its own clock.
type world struct {
	t        testing.TB
	own      models.UserID // the Echo's account
	db       engine
	memos    *memo.Service
	families *family.Service
	invites  *invite.Service
	options  skill.Options
	skill    *skill.Skill
	now      time.Time
	ids      int
	links    map[string]models.Link // by access token
	english  bool                   // the language of the test
	invited  string                 // the last code
	check    string                 // the check number of the last request, digit by digit

	connection, recovery string // the last numbers on cards
	log                  bytes.Buffer
	turns                int       // turns reported to Observe
	last                 exchanged // the last request and its response
}

// began is the time at which every world starts.
var began = time.Date(2026, 3, 10, 1, 0, 0, 0, time.UTC)

func newWorld(t testing.TB, change ...func(*world, *skill.Options)) *world {
	t.Helper()
	return newWorldOn(t, onSQLite(t), change...)
}

func newWorldOn(t testing.TB, db engine, change ...func(*world, *skill.Options)) *world {
	t.Helper()
	w := &world{t: t, own: echo, db: db, now: began, links: map[string]models.Link{}}
	w.families = family.NewService(db.Families(), db.Memos())
	w.memos = memo.NewService(db.Memos(), w.families)
	w.invites = invite.NewService(db.Invites(), w.families, w.memos)
	clock := func() time.Time { return w.now }
	w.families.Now, w.memos.Now, w.invites.Now = clock, clock, clock
	w.families.NewID = func() models.FamilyID { return models.FamilyID(w.id()) }
	w.invites.Rand, w.families.Rand = rand.NewChaCha8([32]byte{}), rand.NewChaCha8([32]byte{1})
	o := skill.Options{
		Memos: w.memos, Families: w.families, Invites: w.invites, Links: w, ApplicationIDs: []string{talk.DefaultApplicationID},
		Logger: slog.New(slog.NewJSONHandler(&w.log, nil)), Now: clock,
		TurnTime: time.Hour, NoteTime: time.Hour, // long enough for a busy machine
		Observe: func(string, string, time.Duration) { w.turns++ },
	}
	for _, c := range change {
		c(w, &o)
	}
	w.options = o
	w.restore()
	return w
}

// with changes the skill's options until restore.
func (w *world) with(change func(*world, *skill.Options)) {
	o := w.options
	change(w, &o)
	w.skill = skill.New(o)
}

// restore makes the skill what it was at first.
func (w *world) restore() { w.skill = skill.New(w.options) }

// id returns UUIDs that are the same in every run.
func (w *world) id() string {
	w.ids++
	return fmt.Sprintf("00000000-0000-4000-8000-%012d", w.ids)
}

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

// person creates a person who signs in on the web.
func (w *world) person(name string) models.User {
	w.t.Helper()
	u, err := w.families.Ensure(w.t.Context(), models.Profile{ID: models.UserID("google-" + name), Name: name, Source: models.SourceOIDC})
	w.must(err)
	return u
}

// device returns the current account of the Echo.
func (w *world) device() models.User {
	w.t.Helper()
	u, err := w.families.Ensure(w.t.Context(), models.Profile{ID: w.own, Name: w.word("エコー", "Echo"), Source: models.SourceAlexa})
	w.must(err)
	return u
}

// write adds a memo with a time in the past.
func (w *world) write(u models.User, content string, ago time.Duration) models.Memo {
	w.t.Helper()
	now := w.now
	defer func() { w.now = now }()
	w.now = now.Add(-ago)
	m, _, err := w.memos.Add(w.t.Context(), u, memo.Draft{Content: content, Key: memo.Key(w.id())})
	w.must(err)
	if db, ok := w.db.(interface{ Bulk() bulk.Store }); ok && !m.Timestamp.Equal(w.now) { // SQLite never stores a time before its newest memo's
		m.Timestamp = w.now
		w.must(db.Bulk().Write(w.t.Context(), []bulk.Record{{Memo: &m}}))
	}
	return m
}

// code makes an invite code of a person's family.
func (w *world) code(owner models.User) string {
	w.t.Helper()
	inv, err := w.invites.Issue(w.t.Context(), owner)
	w.must(err)
	w.invited = inv.Code
	return inv.Code
}

// word returns the word in the language of the test.
func (w *world) word(ja, en string) string {
	if w.english {
		return en
	}
	return ja
}

// withCode fills the last code and the last recovery number into a line.
func (w *world) withCode(line string) string {
	return strings.NewReplacer("%s", w.invited, "%r", w.recovery).Replace(line)
}

// household adds the Echo to the family of a named person, whose browser has told its time zone.
func (w *world) household(name string) models.User {
	w.t.Helper()
	owner := w.person(name)
	_, err := w.invites.RedeemCode(w.t.Context(), w.device(), w.code(owner), invite.Alexa)
	w.must(err)
	_, err = w.families.SetTimeZone(w.t.Context(), owner, w.word("Asia/Tokyo", "America/New_York"), true)
	w.must(err)
	return owner
}

// talk starts a conversation in which every reply is checked against the rules.
func (w *world) talk(locale string) *talk.Talk {
	w.t.Helper()
	tk, err := talk.New(talk.Options{
		Locale: locale, UserID: string(w.own), Send: w.send, NewID: w.id,
		Now: func() time.Time { w.now = w.now.Add(2 * time.Second); return w.now },
	})
	w.must(err)
	return tk
}

func (w *world) send(ctx context.Context, raw []byte) ([]byte, error) {
	from, turns := w.log.Len(), w.turns
	reply, err := skilltest.Checked(w.t, w.skill.Handle)(ctx, raw)
	w.last = exchanged{raw, reply}
	logged := w.log.Bytes()[from:]
	lines := bytes.Count(logged, []byte(`"level":"INFO","msg":"turn"`))
	if told := w.turns - turns; lines != told || lines > 1 || lines == 0 && err == nil {
		w.t.Errorf("got %d log lines and %d calls of Observe: %s", lines, told, logged)
	}
	return reply, err
}

// says speaks the lines and returns the last answer.
func (w *world) says(tk *talk.Talk, lines ...string) talk.Answer {
	w.t.Helper()
	var a talk.Answer
	for _, line := range lines {
		var err error
		a, err = tk.Say(w.t.Context(), line)
		w.must(err)
	}
	return a
}

// list returns the memos of the Echo's family, newest first.
func (w *world) list() []models.Memo {
	w.t.Helper()
	list, err := w.memos.List(w.t.Context(), w.device(), memo.Query{})
	w.must(err)
	return list.Memos
}

// contents returns the texts of list.
func (w *world) contents() []string {
	w.t.Helper()
	out := []string{}
	for _, m := range w.list() {
		out = append(out, m.Content)
	}
	return out
}
