package webapi

import (
	"strings"

	"github.com/labstack/echo/v4"
)

// policy allows a page to load from this server only, and forbids inline code and making
// elements from text. The one policy of Trusted Types, app, is only for the address of the
// service worker.
var policy = strings.Join([]string{
	"default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:", "font-src 'self'",
	"connect-src 'self'", "manifest-src 'self'", "worker-src 'self'", "form-action 'self'", "base-uri 'none'",
	"frame-ancestors 'none'", "require-trusted-types-for 'script'", "trusted-types app",
}, "; ")

// permissions are what the page may ask the browser for: dictation, copying, and a screen
// that stays on while a code is shown.
const permissions = "microphone=(self), clipboard-write=(self), screen-wake-lock=(self), accelerometer=(), autoplay=(), camera=(), display-capture=(), " +
	"geolocation=(), gyroscope=(), magnetometer=(), midi=(), payment=(), usb=()"

// secured sets the security headers of every answer. A handler may override them.
func (s *server) secured(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		h := c.Response().Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("Permissions-Policy", permissions)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		if s.public.Scheme == "https" {
			h.Set("Strict-Transport-Security", s.transportSecurity())
		}
		h.Set("Vary", byReader)
		h.Set("Cache-Control", "no-store") // handlers of cacheable answers override it
		return next(c)
	}
}

// transportSecurity returns the value of Strict-Transport-Security, which makes browsers
// use https for a year (RFC 6797 section 6.1).
func (s *server) transportSecurity() string {
	if s.OwnHostOnly {
		return "max-age=31536000"
	}
	return "max-age=31536000; includeSubDomains"
}
