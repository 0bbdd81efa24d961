package webapi

import (
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"
)

// policy allows a page to load from this server only, and forbids inline code and making
// elements from text. The one policy of Trusted Types, app, is only for the address of the
// service worker. A page may connect to this server and to the origin of live, the address
// of WebSockets; "": there are none.
func policy(live string) string {
	connect := "connect-src 'self'"
	if u, err := url.Parse(live); err == nil && live != "" {
		connect += " " + u.Scheme + "://" + u.Host
	}
	return strings.Join([]string{
		"default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:", "font-src 'self'",
		connect, "manifest-src 'self'", "worker-src 'self'", "form-action 'self'", "base-uri 'none'",
		"frame-ancestors 'none'", "require-trusted-types-for 'script'", "trusted-types app",
	}, "; ")
}

// permissions are what the page may ask the browser for: dictation, copying, and a screen
// that stays on while a code is shown.
const permissions = "microphone=(self), clipboard-write=(self), screen-wake-lock=(self), accelerometer=(), autoplay=(), camera=(), display-capture=(), " +
	"geolocation=(), gyroscope=(), magnetometer=(), midi=(), payment=(), usb=()"

// secured sets the security headers of every answer. A handler may override them.
func (s *server) secured(next echo.HandlerFunc) echo.HandlerFunc {
	all := s.securityHeaders()
	return func(c echo.Context) error {
		h := c.Response().Header()
		for _, one := range all {
			h[one.name] = one.value[:1:1] // appending to it copies it
		}
		return next(c)
	}
}

// header is one that many answers share.
type header struct {
	name  string // canonical
	value []string
}

// securityHeaders returns the headers of every answer. They are made once.
func (s *server) securityHeaders() []header {
	all := []header{
		{"Content-Security-Policy", []string{policy(s.LiveURL)}},
		{"Permissions-Policy", []string{permissions}},
		{"X-Content-Type-Options", []string{"nosniff"}},
		{"Referrer-Policy", []string{"same-origin"}},
		{"Cross-Origin-Opener-Policy", []string{"same-origin"}},
		{"Cross-Origin-Resource-Policy", []string{"same-origin"}},
		{"Vary", []string{byReader}},
		{"Cache-Control", []string{"no-store"}}, // handlers of cacheable answers override it
	}
	if s.public.Scheme == "https" {
		all = append(all, header{"Strict-Transport-Security", []string{s.transportSecurity()}})
	}
	return all
}

// transportSecurity returns the value of Strict-Transport-Security, which makes browsers
// use https for a year (RFC 6797 section 6.1).
func (s *server) transportSecurity() string {
	if s.OwnHostOnly {
		return "max-age=31536000"
	}
	return "max-age=31536000; includeSubDomains"
}
