package bench

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"voicememo/skill/talk"
	"voicememo/tools/testkit/must"
	"voicememo/tools/testkit/plenty"
)

// apart is the time between two spoken memos: longer than the shortest time between two
// change notifications.
const apart = 150 * time.Millisecond

// BenchmarkLive measures the time from the request of an Echo that adds a memo until the
// page of another member would have it: a change notification on its event stream, and
// then the list, requested with the ETag of the previous one.
func BenchmarkLive(b *testing.B) {
	h := newHearing(b)
	var notified, listed []time.Duration
	for b.Loop() {
		n, l := h.hear(b, fmt.Sprintf("牛乳を%d本買う", len(listed)+1))
		notified, listed = append(notified, n), append(listed, l)
	}
	noTime(b)
	b.ReportMetric(millis(quantile(listed, 0.5)), "ms")
	b.ReportMetric(millis(quantile(listed, 0.95)), "p95-ms")
	b.ReportMetric(millis(quantile(listed, 1)), "worst-ms")
	b.ReportMetric(millis(quantile(notified, 0.5)), "notified-ms")
}

// hearing is an Echo, and a member of its family with an open event stream.
type hearing struct {
	*process
	echo    *talk.Talk
	reader  person
	changes <-chan struct{}
}

func newHearing(t testing.TB) *hearing {
	t.Helper()
	town := plenty.Town{Families: 1, Members: 2, Memos: 1000}
	h := &hearing{process: served(t, built(t), filled(t, town), unreached...)}
	owner := signIn(t, h.process, town, 0, 0)
	h.reader = signIn(t, h.process, town, 0, 1)
	var err error
	h.echo, err = talk.New(talk.Options{UserID: speaker, Send: h.send})
	must.OK(t, err)
	var invitation struct{ Code string }
	_, answer := h.call(t, owner, "POST", "/api/family/invite-codes", "")
	must.OK(t, json.Unmarshal(answer, &invitation))
	for _, words := range []string{"招待コード " + invitation.Code + " で参加", "はい"} {
		must.OK(t, must.Err(h.echo.Say(t.Context(), words)))
	}
	h.changes = h.stream(t)
	return h
}

// send posts a request of the device to the skill's endpoint.
func (h *hearing) send(ctx context.Context, raw []byte) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, h.url+"/alexa", bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, err
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("/alexa: got %s, want 200", res.Status)
	}
	return io.ReadAll(res.Body)
}

// stream opens the reader's event stream and returns a channel of change notifications.
func (h *hearing) stream(t testing.TB) <-chan struct{} {
	t.Helper()
	ctx, end := context.WithCancel(context.WithoutCancel(t.Context()))
	t.Cleanup(end)
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, h.url+"/api/events", nil)
	must.OK(t, err)
	r.Header.Set("Cookie", h.reader.cookie)
	res, err := http.DefaultClient.Do(r)
	must.OK(t, err)
	changes, open := make(chan struct{}, 100), make(chan struct{})
	go func() {
		defer func() { _ = res.Body.Close() }()
		for lines := bufio.NewScanner(res.Body); lines.Scan(); {
			switch lines.Text() {
			case "event: hello":
				close(open)
			case "event: changed":
				changes <- struct{}{}
			}
		}
	}()
	select {
	case <-open:
	case <-time.After(patience):
		t.Fatal("the event stream does not begin")
	}
	return changes
}

// hear speaks a memo and returns when the reader was notified of it and had it.
func (h *hearing) hear(t testing.TB, words string) (notified, listed time.Duration) {
	t.Helper()
	time.Sleep(apart)
	for len(h.changes) > 0 {
		<-h.changes
	}
	spoken, began := make(chan error, 1), time.Now()
	go func() {
		_, err := h.echo.Say(t.Context(), words+" を追加")
		spoken <- err
	}()
	for listed == 0 {
		select {
		case <-h.changes:
		case <-time.After(patience):
			t.Fatalf("no change notification of %q", words)
		}
		notified = time.Since(began)
		if _, list := h.call(t, h.reader, "GET", "/api/memos", ""); strings.Contains(string(list), words) {
			listed = time.Since(began)
		}
	}
	must.OK(t, <-spoken)
	return notified, listed
}
