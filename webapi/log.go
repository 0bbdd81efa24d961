package webapi

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"

	"github.com/labstack/echo/v4"

	"voicememo/models"
)

// logged writes one line for each request, without anything of the person: the
// route's pattern and not the path. A panic becomes CodeInternal.
func (s *server) logged(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		began, id := s.Now(), rand.Text()[:16]
		c.Response().Header().Set(echo.HeaderXRequestID, id)
		err := caught(next, c)
		if err != nil {
			s.logCause(c, id, err)
			c.Error(err)
		}
		s.Logger.LogAttrs(c.Request().Context(), slog.LevelInfo, "request",
			slog.String("method", c.Request().Method), slog.String("route", c.Path()),
			slog.Int("status", c.Response().Status), slog.Int64("ms", s.Now().Sub(began).Milliseconds()),
			slog.String("request", id))
		return nil
	}
}

// logCause writes what only an operator may know, for answers that are our fault.
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

// panicError is a panic with the place it came from.
type panicError struct {
	value any
	stack []byte
}

func (p *panicError) Error() string { return fmt.Sprintf("panic: %v", p.value) }

// caught calls h and gives its panic as an error.
func caught(h echo.HandlerFunc, c echo.Context) (err error) {
	defer func() {
		switch v := recover(); v {
		case nil:
		case http.ErrAbortHandler: // net/http's own way to break a connection off
			panic(v)
		default:
			err = &models.Error{Code: models.CodeInternal, Err: &panicError{v, debug.Stack()}}
		}
	}()
	return h(c)
}

// slogWriter takes the few lines that Echo logs of its own accord.
type slogWriter struct{ log *slog.Logger }

func (w slogWriter) Write(line []byte) (int, error) {
	w.log.Error("echo", "line", string(bytes.TrimSpace(line)))
	return len(line), nil
}
