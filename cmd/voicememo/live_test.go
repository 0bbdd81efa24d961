package main

import (
	"bufio"
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"voicememo/tools/testkit/alexa"
	"voicememo/tools/testkit/must"
)

// TestLive: an open page is notified immediately of a change made with an Echo, on either
// engine, and open pages do not delay the end of the server.
func TestLive(t *testing.T) {
	for engine, h := range homes(t) {
		t.Run(engine, func(t *testing.T) {
			s := h.serveHere(t)
			taro := s.signIn("太郎")
			code := taro.Call(http.MethodPost, "/api/family/invite-codes", "", http.StatusCreated)["code"].(string)
			h.talk(t, "招待コード "+code+" で参加", "はい")

			events := taro.events()
			s.alexa(alexa.AddMemo("r1", "amzn1.ask.account.TALK", "卵を買う"))
			events.until("event: changed")
			if got := taro.Contents(); got != "卵を買う" {
				t.Errorf("Taro sees %q", got)
			}
			s.stop()
			events.until("")
			if log := s.log.String(); strings.Contains(log, "cut off") {
				t.Errorf("the stream was cut off; log: %s", log)
			}
		})
	}
}

// eventLines are the lines of an open event stream, closed when the stream ends.
type eventLines struct {
	t     testing.TB
	lines chan string
}

// events opens a stream and waits for its hello.
func (b *browser) events() eventLines {
	b.T.Helper()
	ctx, leave := context.WithCancel(context.Background())
	b.T.Cleanup(leave)
	res, err := b.Open(ctx, http.MethodGet, "/api/events", "")
	must.OK(b.T, err)
	e := eventLines{b.T, make(chan string, 1000)}
	go func() {
		defer close(e.lines)
		defer func() { _ = res.Body.Close() }()
		for lines := bufio.NewScanner(res.Body); lines.Scan(); {
			e.lines <- lines.Text()
		}
	}()
	e.until("event: hello")
	return e
}

// until reads to this line; "": to the end of the stream.
func (e eventLines) until(line string) {
	e.t.Helper()
	for timeout := time.After(time.Minute); ; {
		select {
		case got, more := <-e.lines:
			if !more && line != "" {
				e.t.Fatalf("the stream ended before %q", line)
			}
			if !more || line != "" && got == line {
				return
			}
		case <-timeout:
			e.t.Fatalf("got no line %q", line)
		}
	}
}
