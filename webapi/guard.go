package webapi

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"voicememo/internal/loopback"
	"voicememo/models"
)

// guarded refuses requests for a foreign name that resolves to this machine (DNS
// rebinding) and changes sent by a page of another site (CSRF).
func (s *server) guarded(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if loopback.Is(s.public.Host) && !loopback.Is(c.Request().Host) {
			return &statusError{http.StatusMisdirectedRequest, models.Invalid("Host", models.ReasonFormat)}
		}
		if len(c.Request().TransferEncoding) > 0 {
			// The request may have had a Content-Length as well, which net/http removes. Then a
			// proxy may see another end of the request (RFC 9112 section 6.1). No known client
			// sends chunks.
			c.Response().Header().Set("Connection", "close")
		}
		if s.cross.Check(c.Request()) != nil {
			return models.Forbidden("")
		}
		return next(c)
	}
}
