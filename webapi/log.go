package webapi

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"voicememo/internal/logsample"
	"voicememo/models"
)

// logged writes one log line at the end of each request, and one more with the cause if the
// fault is the server's. Neither has personal data: they have the route's pattern, not the
// path. A panic becomes CodeInternal.
func (s *server) logged(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		e := &exchange{server: s, c: c, began: s.Now(), id: rand.Text()[:16]}
		c.Response().Header().Set(echo.HeaderXRequestID, e.id)
		c.Response().Before(func() { e.answered = s.Now() })
		defer e.end() // also if the handler aborts the connection by a panic
		w := c.Response().Writer
		err := unlessGone(c, caught(next, c))
		if bounded, ok := w.(Bounded); err == nil && ok && !bounded.Fits() {
			c.Response().Committed, err = false, models.Invalid("", models.ReasonAnswerTooLong)
		}
		if err != nil {
			s.logCause(c, e.id, err)
			c.Error(err)
		}
		return nil
	}
}

// Bounded is an http.ResponseWriter that keeps an answer until it is complete, because it
// may be too long to send. Fits reports whether the answer can be sent; if it cannot,
// another one can be written in its place, which is the one that is logged.
type Bounded interface{ Fits() bool }

// statusGone (nginx's 499) is logged and counted when the client disconnects first.
const statusGone = 499

// unlessGone returns err with the status statusGone if its cause is that the client
// disconnected, which is a fault of neither the server nor the store.
func unlessGone(c echo.Context, err error) error {
	if errors.Is(err, context.Canceled) && c.Request().Context().Err() != nil {
		return &statusError{statusGone, err}
	}
	return err
}

// exchange is one request and its answer.
type exchange struct {
	*server
	c               echo.Context
	id              string
	began, answered time.Time
}

// end reports a request's outcome to Observe and writes its log line. Of refusals of the
// same kind only some have a line.
func (e *exchange) end() {
	ended, r := e.Now(), e.c.Request()
	if e.answered.IsZero() {
		e.answered = ended
	}
	method, route, status := knownMethod(r.Method), e.c.Path(), e.c.Response().Status
	if e.Observe != nil {
		e.Observe(method, route, status, e.answered.Sub(e.began))
	}
	if (refused(status) || failedSignIn(e.c)) && !e.refusals.Write(logsample.Key{Method: method, Route: route, Status: status}) {
		return
	}
	if e.Probed != nil && probed(route) && status == http.StatusOK {
		e.Probed()
		return
	}
	e.Logger.LogAttrs(r.Context(), slog.LevelInfo, "request",
		slog.String("method", method), slog.String("route", route), slog.Int("status", status),
		slog.Int64("ms", ended.Sub(e.began).Milliseconds()), slog.String("request", e.id))
}

// probed reports whether a route is one that monitors ask.
func probed(route string) bool { return route == "/healthz" || route == "/readyz" }

// refused reports whether a status is a refusal, of which a client can cause any number.
func refused(status int) bool {
	return status >= http.StatusBadRequest && status < http.StatusInternalServerError
}

// failedSignIn reports whether the answer redirects to the page because a sign-in failed.
func failedSignIn(c echo.Context) bool {
	return c.Path() == callbackPath && strings.HasPrefix(c.Response().Header().Get(echo.HeaderLocation), "/?signin=")
}

// logRefusals writes how many refusals of the same kind had no line.
func (s *server) logRefusals(k logsample.Key, n int) {
	s.Logger.LogAttrs(context.Background(), slog.LevelInfo, "requests refused",
		slog.String("method", k.Method), slog.String("route", k.Route), slog.Int("status", k.Status), slog.Int("requests", n))
}

// knownMethod returns a method of HTTP as it is, and "other" for any other text.
func knownMethod(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete,
		http.MethodOptions, http.MethodConnect, http.MethodTrace:
		return method
	}
	return "other"
}

// logCause writes the cause of an error, which only the operator may know, if the fault is
// the server's.
func (s *server) logCause(c echo.Context, id string, err error) {
	p := translate(err)
	if p.status < http.StatusInternalServerError {
		return
	}
	attrs := []slog.Attr{slog.String("request", id), slog.String("code", string(p.cause.Code)), slog.String("error", err.Error())}
	var panicked *panicError
	if errors.As(p.cause.Err, &panicked) {
		attrs = append(attrs, slog.String("stack", string(panicked.stack)))
	}
	s.Logger.LogAttrs(c.Request().Context(), slog.LevelError, "request failed", attrs...)
}

// panicError is a panic with its stack.
type panicError struct {
	value any
	stack []byte
}

func (p *panicError) Error() string { return fmt.Sprintf("panic: %v", p.value) }

// caught calls h and returns a panic as an error.
func caught(h echo.HandlerFunc, c echo.Context) (err error) {
	defer func() {
		switch v := recover(); v {
		case nil:
		case http.ErrAbortHandler: // net/http aborts the connection
			panic(v)
		default:
			err = &models.Error{Code: models.CodeInternal, Err: &panicError{v, debug.Stack()}}
		}
	}()
	return h(c)
}

// slogWriter writes Echo's own log lines to a slog.Logger.
type slogWriter struct{ log *slog.Logger }

func (w slogWriter) Write(line []byte) (int, error) {
	w.log.Error("echo", "line", string(bytes.TrimSpace(line)))
	return len(line), nil
}
