package webapi

import (
	"context"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"voicememo/auth"
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
		leave, err := s.allowance.enter(c, who.User.ID)
		if err != nil {
			return err
		}
		defer leave()
		return h(c, who)
	}
}

// plain serves a net/http handler.
func plain(h http.HandlerFunc) echo.HandlerFunc { return echo.WrapHandler(h) }
