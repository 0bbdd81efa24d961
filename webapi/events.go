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
	// hintPause is how long a stream rests after a hint: what changes meanwhile
	// makes one hint together.
	hintPause = 100 * time.Millisecond
	// streamPatience is how long a reader may leave what it is sent unread.
	streamPatience = 5 * time.Second
)

// Events as they go over the wire (HTML, section 9.2). An event without data
// would not reach the page.
const (
	helloEvent   = "retry: 2000\nevent: hello\ndata: {}\n\n"
	changedEvent = "id: %d\nevent: changed\ndata: {}\n\n"
	heartbeat    = ":\n\n"
)

// events: GET /api/events. It is no ordinary request: it lasts, so neither its
// reading nor its writing has an end, and who asks is looked at again and again.
func (s *server) events(c echo.Context) error {
	who, err := s.lookAgain(c, c.Response())
	if err != nil {
		return err
	}
	if s.Live == nil {
		return models.NotFound("")
	}
	if c.Request().Method == http.MethodHead {
		return c.NoContent(http.StatusOK)
	}
	stream, err := s.Live.Open(who.User.ID, who.User.FamilyID, addressOf(c))
	if err != nil {
		return err
	}
	defer stream.Close()
	l := listener{server: s, c: c, stream: stream, control: http.NewResponseController(c.Response())}
	// Between the reading of the person and the stream's beginning the person may
	// have come into another family.
	if err := l.look(); err != nil {
		return err
	}
	l.listen()
	return nil
}

// lookAgain identifies within the time of an ordinary request. It does so on a
// goroutine of its own: to ask the store takes a deep stack, which a stream would
// keep for as long as it lasts.
func (s *server) lookAgain(c echo.Context, w http.ResponseWriter) (who auth.Identity, err error) {
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

// begun is an answer whose header was sent long since: what is set on it, such as
// the cookie of a session renewed every time, must not pile up.
type begun struct{ http.ResponseWriter }

// Header gives a header that nobody reads.
func (begun) Header() http.Header { return http.Header{} }

// listener is one open stream.
type listener struct {
	server  *server
	c       echo.Context
	stream  *live.Stream
	control *http.ResponseController
	owed    uint64 // the id of a hint that is still to be sent; 0: none
}

// listen sends hints until the stream, its session or its reader ends.
func (l *listener) listen() {
	h := l.c.Response().Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("X-Accel-Buffering", "no")           // nginx would keep hints back
	_ = l.control.SetReadDeadline(time.Time{}) // else the server's own ends the request
	l.c.Response().WriteHeader(http.StatusOK)
	// Streams that began together do not all look at once, each with a reader of
	// the store for that moment.
	every := l.server.Live.Heartbeat
	tick := time.NewTicker(every - rand.N(every/4+1)) //nolint:gosec // jitter, not a secret
	defer tick.Stop()
	defer l.end()
	l.owed = 0 // hello says as much
	for ok := l.send(helloEvent); ok; {
		ok = l.next(tick.C)
	}
}

// next waits for the next thing to send and sends it; false: it is over.
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

// wait takes the next hint, if one comes before the next heartbeat is due.
func (l *listener) wait(tick <-chan time.Time) bool {
	select {
	case l.owed = <-l.stream.Hints():
	case <-tick:
	case <-l.stream.Ended():
		return false
	case <-l.c.Request().Context().Done():
		return false
	}
	return true
}

// rest waits a moment before the next hint.
func (l *listener) rest() bool {
	select {
	case <-time.After(hintPause):
		return true
	case <-l.stream.Ended():
	case <-l.c.Request().Context().Done():
	}
	return false
}

// look sees whether the session still holds, and follows the person into another
// family. Errors as Auth.Identify's.
func (l *listener) look() error {
	who, err := l.server.lookAgain(l.c, begun{l.c.Response()})
	if err != nil {
		return err
	}
	if id, moved := l.stream.Follow(who.User.FamilyID); moved {
		l.owed = id
	}
	return nil
}

// send writes at once; false: nobody reads any more. The time for it ends with it:
// HTTP/2 breaks a stream off when a deadline passes, also one that is only silent.
func (l *listener) send(text string) bool {
	_ = l.control.SetWriteDeadline(time.Now().Add(streamPatience))
	_, err := io.WriteString(l.c.Response(), text)
	if err != nil || l.control.Flush() != nil {
		return false
	}
	_ = l.control.SetWriteDeadline(time.Time{})
	return true
}

// end gives the last of the answer, which net/http writes, the time of a sending.
func (l *listener) end() { _ = l.control.SetWriteDeadline(time.Now().Add(streamPatience)) }
