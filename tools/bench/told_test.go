package bench

import (
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	live "voicememo/family/websockets"
	"voicememo/models"
	"voicememo/skill/talk"
	"voicememo/tools/testkit/functiontest"
	"voicememo/tools/testkit/gateway"
	"voicememo/tools/testkit/must"
	"voicememo/tools/testkit/runtimeapi"
	"voicememo/tools/testkit/services"
	"voicememo/tools/testkit/streams"
)

// toldRounds is how many memos are spoken for each figure.
const toldRounds = 30

// BenchmarkTold measures the time from the request of an Echo that adds a memo until the
// open page of another member learns that something has changed: at home over an event
// stream, and on AWS with the built functions over the local engine, whose streams are read
// as often as Lambda reads them, four times a second. The network of AWS is not in it. It
// also measures how long after a notification was due a push service has it, at home. Each
// median is compared with that of a bare server measured just before.
func BenchmarkTold(b *testing.B) {
	b.Run("home", func(b *testing.B) {
		h := newHearing(b)
		toldReport(b, byVoice(func(words string) time.Duration {
			notified, _ := h.hear(b, words)
			return notified
		}))
	})
	b.Run("aws", func(b *testing.B) {
		f := newFar(b)
		toldReport(b, byVoice(func(words string) time.Duration { return f.hear(b, words) }))
	})
	b.Run("push", func(b *testing.B) {
		p, town := pushed(b, pushFamilies)
		toldReport(b, func() []time.Duration { return p.push(b, town) })
	})
}

// byVoice returns a function that speaks toldRounds memos.
func byVoice(hear func(words string) time.Duration) func() []time.Duration {
	count := 0
	return func() (took []time.Duration) {
		for range toldRounds {
			count++
			took = append(took, hear(fmt.Sprintf("牛乳を%d本買う", count)))
		}
		return took
	}
}

// toldReport measures rounds and reports the median, how many times that of the reference
// it is, and the 95th percentile.
func toldReport(b *testing.B, round func() []time.Duration) {
	b.Helper()
	reference := quantile(bareTold(b, toldRounds), 0.5)
	var took []time.Duration
	for b.Loop() {
		took = append(took, round()...)
	}
	noTime(b)
	median := quantile(took, 0.5)
	b.ReportMetric(millis(median), "ms")
	b.ReportMetric(millis(quantile(took, 0.95)), "p95-ms")
	b.ReportMetric(millis(reference), "reference-ms")
	b.ReportMetric(float64(median)/float64(reference), "x")
}

// far is an Echo on AWS, and a member of its family with an open page.
type far struct {
	echo    *talk.Talk
	changes <-chan struct{}
}

// newFar starts an instance of the skill's function, and of that of open pages one for each
// source of events.
func newFar(t testing.TB) *far {
	t.Helper()
	const key = "the key of tickets in this benchmark, a long text"
	aws := functiontest.NewAWS(t)
	env := append(aws.Environ(), "VOICEMEMO_ALEXA_SKILL_ID="+talk.DefaultApplicationID, "VOICEMEMO_LIVE_KEY="+key,
		"VOICEMEMO_LIVE_URL=wss://live.example.com/test", "VOICEMEMO_PUBLIC_URL=https://memo.example.com")
	folders := map[string]string{}
	start := func(name string) *runtimeapi.Process {
		if folders[name] == "" {
			folders[name] = filepath.Join(t.TempDir(), name)
			must.OK(t, functiontest.Build(runtime.GOARCH, "voicememo/cmd/"+name, folders[name]))
		}
		return functiontest.Start(t, folders[name], slices.Clone(env)...)
	}
	skill, sockets, memos, people := start("skill-lambda"), start("live-lambda"), start("live-lambda"), start("live-lambda")
	g := gateway.New(t, gateway.Options{Invoke: sockets.Invoke})
	aws.Manage(g)
	aws.Relay(t, memos.Invoke, people.Invoke, streams.Options{})
	f := &far{}
	var err error
	f.echo, err = talk.New(talk.Options{UserID: speaker, Send: skill.Invoke})
	must.OK(t, err)
	reader := f.join(t, services.Over(aws.DB))
	f.changes = openPage(t, g.URL, live.NewTickets([]byte(key)), reader)
	return f
}

// join makes the Echo a member of a person's family.
func (f *far) join(t testing.TB, all services.Services) models.User {
	t.Helper()
	reader, err := all.Families.Ensure(t.Context(), models.Profile{ID: "reader", Name: "花子", Source: models.SourceOIDC})
	must.OK(t, err)
	issued, err := all.Invites.Issue(t.Context(), reader)
	must.OK(t, err)
	for _, words := range []string{"招待コード " + issued.Code + " で参加", "はい"} {
		must.OK(t, must.Err(f.echo.Say(t.Context(), words)))
	}
	return reader
}

// openPage opens a person's WebSocket and returns a channel of change notifications.
func openPage(t testing.TB, url string, tickets *live.Tickets, u models.User) <-chan struct{} {
	t.Helper()
	ticket, _ := tickets.Seal(u.ID, time.Now())
	conn, _, err := websocket.Dial(t.Context(), url, &websocket.DialOptions{Subprotocols: []string{"voicememo", ticket}})
	must.OK(t, err)
	t.Cleanup(func() { _ = conn.CloseNow() })
	must.OK(t, conn.Write(t.Context(), websocket.MessageText, []byte(`{"action":"hello"}`)))
	changes, hello := make(chan struct{}, 1000), make(chan struct{})
	go func() {
		for {
			_, text, err := conn.Read(t.Context())
			switch {
			case err != nil:
				return
			case strings.Contains(string(text), "hello"):
				close(hello)
			default:
				changes <- struct{}{}
			}
		}
	}()
	select {
	case <-hello:
	case <-time.After(patience):
		t.Fatal("the page's hello is not answered")
	}
	return changes
}

// hear speaks a memo and returns when the page was notified.
func (f *far) hear(t testing.TB, words string) time.Duration {
	t.Helper()
	const apart = time.Second // so that the notifications of the previous one have come
	time.Sleep(apart)
	for len(f.changes) > 0 {
		<-f.changes
	}
	spoken, began := make(chan error, 1), time.Now()
	go func() {
		_, err := f.echo.Say(t.Context(), words+" を追加")
		spoken <- err
	}()
	select {
	case <-f.changes:
	case <-time.After(patience):
		t.Fatalf("no change notification of %q", words)
	}
	took := time.Since(began)
	must.OK(t, <-spoken)
	return took
}
