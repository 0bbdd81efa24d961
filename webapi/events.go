package webapi

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"voicememo/auth"
	"voicememo/models"
	"voicememo/webapi/live"
)

const (
	// notifyPause is the shortest time between two change notifications of a stream. The
	// changes in between share one notification.
	notifyPause = 100 * time.Millisecond
	// streamPatience bounds one write to a reader that does not read.
	streamPatience = 5 * time.Second
)

// Events as sent (HTML, section 9.2). Browsers do not dispatch an event without data.
const (
	helloEvent   = "retry: 2000\nevent: hello\ndata: {}\n\n"
	changedEvent = "id: %d\nevent: changed\ndata: {}\n\n"
	heartbeat    = ":\n\n"
)

// events: GET /api/events. The response is open-ended: it has no deadlines, and the
// session is checked again with every event and heartbeat.
func (s *server) events(c echo.Context) error {
	who, err := s.identify(c, c.Response())
	if err != nil {
		return err
	}
	if err := permit(who, models.NeedRead); err != nil {
		return err
	}
	if s.Live == nil {
		return models.NotFound("")
	}
	if c.Request().Method == http.MethodHead {
		return c.NoContent(http.StatusOK)
	}
	open := s.Live.Open
	if who.Program() {
		open = s.Live.OpenProgram
	}
	stream, err := open(who.User.ID, who.User.FamilyID, addressOf(c))
	if err != nil {
		if c.Request().ProtoMajor == 1 { // HTTP/2 has other requests on the connection
			c.Response().Header().Set("Connection", "close")
		}
		return err
	}
	defer stream.Close()
	l := listener{server: s, c: c, stream: stream, control: http.NewResponseController(c.Response())}
	// The person may have joined another family before the stream was opened.
	if err := l.look(); err != nil {
		return err
	}
	l.listen()
	return nil
}

// identify identifies the caller within the time of an ordinary request. It runs on its
// own goroutine: reading the store needs a deep stack, which the stream's goroutine
// would keep until the stream ends.
func (s *server) identify(c echo.Context, w http.ResponseWriter) (who auth.Identity, err error) {
	ctx, cancel := context.WithTimeout(c.Request().Context(), requestTime)
	defer cancel()
	r, done := c.Request().WithContext(ctx), make(chan struct{})
	go func() {
		defer close(done)
		err = caught(func(echo.Context) (err error) {
			who, err = s.Auth.Identify(w, r)
			return err
		}, c)
	}()
	<-done
	return who, err
}

// begun is a response whose header has been sent. Headers that are set later, such as the
// cookie of a renewed session, are dropped, so that they do not accumulate.
type begun struct{ http.ResponseWriter }

// Header returns a new header, which is never sent.
func (begun) Header() http.Header { return http.Header{} }

// listener is one open stream.
type listener struct {
	server  *server
	c       echo.Context
	stream  *live.Stream
	control *http.ResponseController
	owed    uint64 // the id of a change notification still to be sent; 0: none
}

// listen sends change notifications until the stream, its session or its connection ends.
func (l *listener) listen() {
	h := l.c.Response().Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("X-Accel-Buffering", "no")           // nginx would buffer the events
	_ = l.control.SetReadDeadline(time.Time{}) // the server's read timeout would end the request
	l.c.Response().WriteHeader(http.StatusOK)
	// With jitter, streams that began together do not all read the store at the same time.
	every := l.server.Live.Heartbeat
	tick := time.NewTicker(every - rand.N(every/4+1)) //nolint:gosec // jitter, not a secret
	defer tick.Stop()
	defer l.end()
	l.owed = 0 // hello stands for it
	for ok := l.send(helloEvent); ok; {
		ok = l.next(tick.C)
	}
}

// next waits for the next event or heartbeat and sends it. It reports false if the stream
// is over.
func (l *listener) next(tick <-chan time.Time) bool {
	if !l.wait(tick) {
		return false
	}
	switch err := l.look(); {
	case err != nil && translate(err).status != http.StatusServiceUnavailable:
		return false // signed out, or the account is gone
	case err != nil || l.owed == 0:
		return l.send(heartbeat)
	}
	if !l.send(fmt.Sprintf(changedEvent, l.owed)) {
		return false
	}
	l.owed = 0
	return l.rest()
}

// wait waits for a change notification or for the next heartbeat. It reports false if the
// stream is over.
func (l *listener) wait(tick <-chan time.Time) bool {
	select {
	case l.owed = <-l.stream.Notifications():
	case <-tick:
	case <-l.stream.Ended():
		return false
	case <-l.c.Request().Context().Done():
		return false
	}
	return true
}

// rest waits for notifyPause. It reports false if the stream is over.
func (l *listener) rest() bool {
	select {
	case <-time.After(notifyPause):
		return true
	case <-l.stream.Ended():
	case <-l.c.Request().Context().Done():
	}
	return false
}

// look checks that the session is still valid, and moves the stream to the person's new
// family if they joined another one. Errors as Auth.Identify.
func (l *listener) look() error {
	who, err := l.server.identify(l.c, begun{l.c.Response()})
	if err != nil {
		return err
	}
	if id, moved := l.stream.Follow(who.User.FamilyID); moved {
		l.owed = id
	}
	return nil
}

// send writes and flushes a text. It reports false if the reader has gone. It clears the
// write deadline afterwards, because HTTP/2 resets a stream when the deadline passes, even
// one that is idle.
func (l *listener) send(text string) bool {
	_ = l.control.SetWriteDeadline(time.Now().Add(streamPatience))
	_, err := io.WriteString(l.c.Response(), text)
	if err != nil || l.control.Flush() != nil {
		return false
	}
	_ = l.control.SetWriteDeadline(time.Time{})
	return true
}

// end sets the deadline for the last bytes of the response, which net/http writes.
func (l *listener) end() { _ = l.control.SetWriteDeadline(time.Now().Add(streamPatience)) }
