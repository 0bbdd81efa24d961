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

// requestTime bounds how long the services may take for one request. It is below the 30 s
// after which an API gateway times out.
const requestTime = 10 * time.Second

// personal is a handler that receives the identity of the caller.
type personal func(echo.Context, auth.Identity) error

// signedIn serves h to people whose access allows the need, within their limits.
func (s *server) signedIn(need models.Need, h personal) echo.HandlerFunc {
	return s.within(requestTime, need, h)
}

// within is signedIn with another time limit.
func (s *server) within(limit time.Duration, need models.Need, h personal) echo.HandlerFunc {
	return func(c echo.Context) error {
		ctx, cancel := context.WithTimeout(c.Request().Context(), limit)
		defer cancel()
		c.SetRequest(c.Request().WithContext(ctx))
		who, err := s.Auth.Identify(c.Response(), c.Request())
		if err != nil {
			return err
		}
		if err := permit(who, need); err != nil {
			return err
		}
		if err := s.allowance.take(c, who.User.ID); err != nil {
			return err
		}
		if err := receive(c.Request()); err != nil {
			return err
		}
		leave, err := s.allowance.enter(c, who.User.ID, writes(c.Request().Method))
		if err != nil {
			return err
		}
		defer leave()
		return h(c, who)
	}
}

// lasting completes a change even if the caller disconnects: it may have been stored
// already, and what follows it, such as notifying the family, must happen then.
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

// receive reads the body of a request into memory, up to maxBody+1 bytes, so that a sender
// that stalls does not delay the other requests of the same person. Invalid: the body did
// not arrive completely or in time, which is the sender's fault.
func receive(r *http.Request) error {
	if !writes(r.Method) {
		return nil
	}
	raw, err := io.ReadAll(io.LimitReader(r.Body, maxBody+1))
	if err != nil {
		return models.Invalid("", models.ReasonFormat)
	}
	r.Body = io.NopCloser(io.MultiReader(bytes.NewReader(raw), r.Body)) // the rest belongs to a body that is too long
	return nil
}

// plain serves a net/http handler.
func plain(h http.HandlerFunc) echo.HandlerFunc { return echo.WrapHandler(h) }
