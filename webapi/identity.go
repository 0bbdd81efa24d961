package webapi

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"voicememo/auth"
	"voicememo/models"
)

// requestTime bounds how long the services may take for one request. It ends
// before the 30 s after which an API gateway gives up.
const requestTime = 10 * time.Second

// personal is a handler that knows who is asking.
type personal func(echo.Context, auth.Identity) error

// signedIn serves h to signed-in people only, as often as they may ask.
func (s *server) signedIn(h personal) echo.HandlerFunc { return s.within(requestTime, h) }

// within is signedIn with a time of its own.
func (s *server) within(limit time.Duration, h personal) echo.HandlerFunc {
	return func(c echo.Context) error {
		ctx, cancel := context.WithTimeout(c.Request().Context(), limit)
		defer cancel()
		c.SetRequest(c.Request().WithContext(ctx))
		who, err := s.Auth.Identify(c.Response(), c.Request())
		if err != nil {
			return err
		}
		if err := s.allowance.take(c, who.User.ID); err != nil {
			return err
		}
		if err := receive(c.Request()); err != nil {
			return err
		}
		leave, err := s.allowance.enter(c, who.User.ID)
		if err != nil {
			return err
		}
		defer leave()
		return h(c, who)
	}
}

// lasting lets a change go on when whoever asked for it has gone: it may have happened
// already, and what belongs to it must happen too, such as telling the family.
func (s *server) lasting(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if writes(c.Request().Method) {
			ctx, cancel := context.WithTimeout(context.WithoutCancel(c.Request().Context()), requestTime)
			defer cancel()
			c.SetRequest(c.Request().WithContext(ctx))
		}
		return next(c)
	}
}

// receive reads the body of a request into memory, as far as one may be long. A sender
// that stalls must not hold up the other requests of the same person. Invalid: it did not
// come whole or in time, which is the sender's fault.
func receive(r *http.Request) error {
	if !writes(r.Method) {
		return nil
	}
	raw, err := io.ReadAll(io.LimitReader(r.Body, maxBody+1))
	if err != nil {
		return models.Invalid("", models.ReasonFormat)
	}
	r.Body = io.NopCloser(io.MultiReader(bytes.NewReader(raw), r.Body)) // the rest is of a body that is too long
	return nil
}

// plain serves a net/http handler.
func plain(h http.HandlerFunc) echo.HandlerFunc { return echo.WrapHandler(h) }
