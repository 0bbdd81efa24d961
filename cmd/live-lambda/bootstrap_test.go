package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"voicememo/cmd/internal/function"
	"voicememo/cmd/internal/metrics/emf"
	"voicememo/family/module"
	"voicememo/family/websockets"
	"voicememo/infra/dynamo"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/functiontest"
	"voicememo/tools/testkit/gateway"
	"voicememo/tools/testkit/must"
	"voicememo/tools/testkit/runtimeapi"
)

// TestTold: a memo that one member adds reaches the pages of the family as a hint, and no
// page of another family. Also what is edited, done and deleted does.
func TestTold(t *testing.T) {
	t.Parallel()
	w := newWorld(t, gateway.Options{})
	taro, hanako := w.couple()
	jiro := w.person("次郎")
	mine, hers, his := w.open(taro), w.open(hanako), w.open(jiro)
	for _, p := range []*page{mine, hers, his} {
		p.hints() // of what was before
	}
	m, _, err := w.Memos.Add(t.Context(), taro, memo.Draft{Content: "牛乳を買う", Key: memo.NewKey()})
	must.OK(t, err)
	mine.wantsChange()
	hers.wantsChange()
	must.OK(t, must.Err(w.Memos.Edit(t.Context(), hanako, m.Ref(), "卵を買う", 0)))
	hers.wantsChange()
	mine.wantsChange()
	must.OK(t, must.Err(w.Families.Rename(t.Context(), hanako, "はなこ")))
	mine.wantsChange()
	his.wantsNothing()
}

// TestRemoved: a removed member is disconnected in the run of the removal, and hears of the
// family no more; the others stay connected.
func TestRemoved(t *testing.T) {
	t.Parallel()
	w := newWorld(t, gateway.Options{})
	taro, hanako := w.couple()
	mine, hers := w.open(taro), w.open(hanako)
	mine.hints() // of what was before
	must.OK(t, w.Families.Remove(t.Context(), taro, hanako.ID))
	hers.wantsEnd()
	mine.wantsChange()
	hers = w.open(hanako) // in her own family
	hers.hints()
	w.add(taro, "牛乳を買う")
	mine.wantsChange()
	hers.wantsNothing()
}

// TestTickets: without a valid ticket beside the protocol's name the handshake is refused.
func TestTickets(t *testing.T) {
	t.Parallel()
	w := newQuietWorld(t, gateway.Options{})
	taro := w.person("太郎")
	good, _ := w.tickets.Seal(taro.ID, time.Now())
	old, _ := w.tickets.Seal(taro.ID, time.Now().Add(-websockets.TicketLifetime))
	foreign, _ := websockets.NewTickets([]byte("another key")).Seal(taro.ID, time.Now())
	for name, protocols := range map[string][]string{
		"none": nil, "no ticket": {protocol}, "no protocol": {good}, "the other order": {good, protocol},
		"an old one": {protocol, old}, "by another key": {protocol, foreign}, "no ticket's form": {protocol, "ticket"},
	} {
		if p, status := w.dial(protocols...); p != nil || status != http.StatusUnauthorized {
			t.Errorf("%s: got status %d, want 401", name, status)
		}
	}
	if p, status := w.dial(protocol, good); p == nil {
		t.Errorf("got status %d, want a connection", status)
	}
}

// TestFrames: pings are answered, frames of another form are ignored, and a connection
// whose row is gone is ended at its next frame.
func TestFrames(t *testing.T) {
	t.Parallel()
	w := newQuietWorld(t, gateway.Options{})
	taro := w.person("太郎")
	p := w.open(taro)
	for _, frame := range []string{`{"action":"dance"}`, `{}`, `null`, `7`, `private words`, ``, `{"action":7}`, `{"action":"dance","action":"ping"}`} {
		p.send(frame)
	}
	p.send(`{"action":"ping"}`)
	p.wants(`{"event":"pong"}`)
	all, err := w.aws.DB.Connections().InRoom(t.Context(), taro.FamilyID, 10)
	if err != nil || len(all) != 1 {
		t.Fatalf("got connections %v, %v, want one", all, err)
	}
	must.OK(t, w.aws.DB.Connections().Remove(t.Context(), all[0].ID))
	p.send(`{"action":"ping"}`)
	p.wantsEnd()
	log := functiontest.Says(t, w.sockets, `"kind":"disconnect"`, 1)
	for _, secret := range []string{"private", string(taro.ID), string(taro.FamilyID), string(all[0].ID)} {
		if strings.Contains(log, secret) {
			t.Errorf("the log has %q:\n%s", secret, log)
		}
	}
}

// TestEnds: the ends of connections remove their rows, and the hint after one that was not
// reported does.
func TestEnds(t *testing.T) {
	t.Parallel()
	drop := false
	w := newWorld(t, gateway.Options{DropDisconnect: func() bool { return drop }})
	taro := w.person("太郎")
	rows := func(want int) {
		t.Helper()
		until(func() bool {
			got, err := w.aws.DB.Connections().InRoom(t.Context(), taro.FamilyID, 10)
			must.OK(t, err)
			return len(got) == want
		})
	}
	w.settled() // so that no hint is about what was before
	w.open(taro)
	rows(1)
	w.gateway.Advance(gateway.MaxIdle)
	rows(0)
	w.open(taro)
	drop = true
	w.gateway.Advance(gateway.MaxTime)
	rows(1)
	w.add(taro, "牛乳を買う")
	rows(0)
	functiontest.Says(t, w.streams, `"LiveGone":1`, 1)
}

// record is a stream's record of a memo that was added.
func record(sequence int, family string) string {
	return fmt.Sprintf(`{"eventID":"%d","eventName":"INSERT","eventSource":"aws:dynamodb",`+
		`"eventSourceARN":"arn:aws:dynamodb:us-east-1:123456789012:table/alexa-voice-memo-dev-memos/stream/2026-01-01T00:00:00.000",`+
		`"dynamodb":{"SequenceNumber":"%d","ApproximateCreationDateTime":1775000000,"NewImage":{"userId":{"S":"taro"},"id":{"S":"1775000000000abcdefabcdef"},`+
		`"familyId":{"S":%q},"content":{"S":"private words"},"timestamp":{"S":"2026-03-31T23:33:20.000Z"},"version":{"N":"1"}}}}`, sequence, sequence, family)
}

func batch(records ...string) []byte {
	return []byte(`{"Records":[` + strings.Join(records, ",") + `]}`)
}

// TestBatches: a batch succeeds as a whole, a record that cannot be read is skipped, and a
// batch that a store fails is repeated from its first record.
func TestBatches(t *testing.T) {
	t.Parallel()
	w := newQuietWorld(t, gateway.Options{})
	taro := w.person("太郎")
	p := w.open(taro)
	event := batch(record(1, string(taro.FamilyID)), `{"eventID":"2","private":"words"}`, `7`, record(3, string(taro.FamilyID)), record(4, "another"))
	invoke := func() string {
		t.Helper()
		out, err := w.streams.Invoke(t.Context(), event)
		must.OK(t, err)
		return string(out)
	}
	check.Equal(t, invoke(), `{"batchItemFailures":[]}`)
	p.wants(changed)
	functiontest.Says(t, w.streams, "record skipped", 2)
	w.aws.Instead(func(string, []byte) (int, string) {
		return http.StatusBadRequest, `{"__type":"com.amazonaws.dynamodb.v20120810#ResourceNotFoundException"}`
	})
	check.Equal(t, invoke(), `{"batchItemFailures":[{"itemIdentifier":"1"}]}`)
	w.aws.Instead(nil)
	check.Equal(t, invoke(), `{"batchItemFailures":[]}`)
	p.wants(changed)
	if log := w.streams.Output(); strings.Contains(log, "private") || strings.Contains(log, string(taro.FamilyID)) {
		t.Errorf("the record is in the log:\n%s", log)
	}
}

// troubled is a module that has an error for each event of some families, and keeps the
// families of the events that it took.
type troubled struct {
	module.Module
	errs map[models.FamilyID]error

	mu   sync.Mutex
	took map[models.FamilyID]bool
}

func (m *troubled) Happened(_ context.Context, events []models.Event) error {
	for _, e := range events {
		if err := m.errs[e.Family]; err != nil {
			return err
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, e := range events {
		m.took[e.Family] = true
	}
	return nil
}

// TestDamagedItems: a family of which an item is damaged holds up no other: its events are
// logged and skipped. If a store fails besides, the batch is repeated.
func TestDamagedItems(t *testing.T) {
	t.Parallel()
	w := newQuietWorld(t, gateway.Options{})
	m := &troubled{errs: map[models.FamilyID]error{"damaged": dynamo.Damaged("userName")}, took: map[models.FamilyID]bool{}}
	var log strings.Builder
	h := handler{websockets.NewService(w.aws.DB.Connections(), w.Families, nil, w.tickets), []module.Module{m}, slog.New(slog.NewTextHandler(&log, nil))}
	var records []json.RawMessage
	for i, family := range []string{"first", "damaged", "third"} {
		records = append(records, json.RawMessage(record(i, family)))
	}
	none := failures{[]failure{}}
	if got, _ := h.stream(t.Context(), records); !reflect.DeepEqual(got, none) || !m.took["first"] || !m.took["third"] || len(m.took) != 2 {
		t.Errorf("got %+v after %v, want no failure after first and third", got, m.took)
	}
	if got := log.String(); strings.Count(got, "events skipped") != 1 || strings.Contains(got, "live failed") {
		t.Errorf("got log %s, want one line about skipped events", got)
	}
	m.errs["third"] = models.Unavailable(errors.New("away"))
	if got, _ := h.stream(t.Context(), records); !reflect.DeepEqual(got, failures{[]failure{{"0"}}}) {
		t.Errorf("got %+v, want the batch as failed", got)
	}
}

// TestUnreachable: a page that API Gateway cannot reach is given up, and the batch
// succeeds, because the page connects and reads again.
func TestUnreachable(t *testing.T) {
	t.Parallel()
	w := newQuietWorld(t, gateway.Options{})
	taro := w.person("太郎")
	p := w.open(taro)
	w.aws.Instead(func(action string, _ []byte) (int, string) {
		if action == "POST @connections" {
			return http.StatusTooManyRequests, `{"message":"Rate exceeded"}`
		}
		return 0, ""
	})
	out, err := w.streams.Invoke(t.Context(), batch(record(1, string(taro.FamilyID))))
	if err != nil || string(out) != `{"batchItemFailures":[]}` {
		t.Errorf("got %s, %v, want no failure", out, err)
	}
	p.wantsEnd()
	functiontest.Says(t, w.streams, `"LiveFailures":1`, 1)
}

// TestSchedule: the schedule's event lets the modules work.
func TestSchedule(t *testing.T) {
	t.Parallel()
	w := newQuietWorld(t, gateway.Options{})
	out, err := w.streams.Invoke(t.Context(), []byte(`{"voicememo":"work"}`))
	if err != nil || string(out) != `{}` {
		t.Errorf("got %s, %v, want {}", out, err)
	}
	functiontest.Says(t, w.streams, `"kind":"schedule"`, 1)
}

// TestGarbage: another event is an error that quotes nothing of it, and the process
// continues.
func TestGarbage(t *testing.T) {
	t.Parallel()
	p := functiontest.Start(t, built, configured(functiontest.NewAWS(t))...)
	for _, event := range []string{`private words`, ``, `["private"]`, `{"private":"words"}`, `{"Records":[]}`, `{"requestContext":{"connectionId":7}}`, `{"voicememo":{"private":1}}`} {
		_, err := p.Invoke(t.Context(), []byte(event))
		var refused *runtimeapi.FunctionError
		if !errors.As(err, &refused) || refused.Type != "Event" {
			t.Errorf("%s: got %v, want an error of type Event", event, err)
			continue
		}
		if strings.Contains(string(refused.Raw)+p.Output(), "private") {
			t.Errorf("%s: the event is in the error or the log: %s\n%s", event, refused.Raw, p.Output())
		}
	}
}

// TestStoreAway: without DynamoDB a handshake is answered with 503, and the log has no id.
func TestStoreAway(t *testing.T) {
	t.Parallel()
	w := newQuietWorld(t, gateway.Options{})
	taro := w.person("太郎")
	w.aws.Instead(func(string, []byte) (int, string) {
		return http.StatusBadRequest, `{"__type":"ResourceNotFoundException"}`
	})
	ticket, _ := w.tickets.Seal(taro.ID, time.Now())
	if _, status := w.dial(protocol, ticket); status != http.StatusInternalServerError && status != http.StatusServiceUnavailable {
		t.Errorf("got status %d, want 500 or 503", status)
	}
	functiontest.Says(t, w.sockets, `"LiveFailures":1`, 1)
	if log := functiontest.Says(t, w.sockets, "live failed", 1); strings.Contains(log, string(taro.ID)) || strings.Contains(log, ticket) {
		t.Errorf("a secret is in the log:\n%s", log)
	}
}

// TestWrongConfiguration: the error of a wrong variable names it first and quotes no secret.
// What becomes of the error is tested with the skill's function.
func TestWrongConfiguration(t *testing.T) {
	t.Parallel()
	right := configured(functiontest.NewAWS(t))
	for _, wrong := range []string{
		"VOICEMEMO_ENVIRONMENT=", "VOICEMEMO_LIVE_URL=", "VOICEMEMO_LIVE_URL=ws://live.example.com", "VOICEMEMO_LIVE_KEY=",
		"VOICEMEMO_LIVE_KEY=a secret that is short", "AWS_REGION=", "AWS_SECRET_ACCESS_KEY=",
	} {
		env := map[string]string{}
		for _, assignment := range append(right[:len(right):len(right)], wrong) {
			name, value, _ := strings.Cut(assignment, "=")
			env[name] = value
		}
		_, err := build(t.Context(), func(name string) string { return env[name] }, emf.New(io.Discard, "dev"))
		if name, _, _ := strings.Cut(wrong, "="); err == nil || !strings.HasPrefix(err.Error(), name+" ") || strings.Contains(err.Error(), "secret that") {
			t.Errorf("%s: got %v, want an error that names the variable", wrong, err)
		}
	}
}

// TestManagerSigns: the requests about connections are signed, their paths escaped as the
// SDK does, and their errors have no connection's id.
func TestManagerSigns(t *testing.T) {
	t.Parallel()
	var asked *http.Request
	status := http.StatusOK
	url := server(t, func(w http.ResponseWriter, r *http.Request) {
		asked = r
		w.WriteHeader(status)
	})
	m := newManager(account(t), "ws"+strings.TrimPrefix(url, "http")+"/prod")
	must.OK(t, m.Post(t.Context(), "L0SM9cOFvHcCIhw=", "{}"))
	if want := "/prod/@connections/L0SM9cOFvHcCIhw%3D"; asked.URL.EscapedPath() != want || asked.Method != http.MethodPost {
		t.Errorf("got %s %s, want POST %s", asked.Method, asked.URL.EscapedPath(), want)
	}
	if got := asked.Header.Get("Authorization"); !strings.Contains(got, "/us-east-1/execute-api/aws4_request") {
		t.Errorf("got authorization %q, want a signature for execute-api", got)
	}
	for _, c := range []struct {
		status int
		post   string // "": no error
		end    string
	}{
		{http.StatusGone, websockets.ErrGone.Error(), ""}, {http.StatusNoContent, "", ""},
		{http.StatusForbidden, "api gateway: status 403", "api gateway: status 403"}, {http.StatusTooManyRequests, "api gateway: status 429", "api gateway: status 429"},
	} {
		status = c.status
		if got := fmt.Sprint(m.Post(t.Context(), "id", "")); got != c.post && (c.post != "" || got != "<nil>") {
			t.Errorf("status %d: Post: got %s, want %s", c.status, got, c.post)
		}
		if got := fmt.Sprint(m.Disconnect(t.Context(), "id")); got != c.end && (c.end != "" || got != "<nil>") {
			t.Errorf("status %d: Disconnect: got %s, want %s", c.status, got, c.end)
		}
	}
	away := newManager(account(t), "ws://127.0.0.1:1/prod")
	if err := away.Post(t.Context(), "the-id", ""); err == nil || strings.Contains(err.Error(), "the-id") {
		t.Errorf("without a gateway: got %v, want an error without the id", err)
	}
}

// server returns the address of a server that ends with the test.
func server(t *testing.T, h http.HandlerFunc) string {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s.URL
}

func account(t *testing.T) function.Account {
	t.Helper()
	env := map[string]string{"AWS_REGION": "us-east-1", "AWS_ACCESS_KEY_ID": "id", "AWS_SECRET_ACCESS_KEY": "secret"}
	a, err := function.NewAccount(func(name string) string { return env[name] }, slog.New(slog.DiscardHandler))
	must.OK(t, err)
	return a
}
