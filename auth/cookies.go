package auth

import (
	"net/http"
	"time"
)

// cookies makes this package's cookies.
type cookies struct {
	plain bool // plain http, not on loopback: browsers refuse Secure and __Host-
}

// name returns a cookie's full name. The prefix __Host- makes browsers refuse a cookie
// set by another host of the same site, or without Secure (RFC 6265bis 4.1.3.2).
func (c cookies) name(short string) string {
	if c.plain {
		return short
	}
	return "__Host-" + short
}

// set sets a cookie under its full name.
func (c cookies) set(w http.ResponseWriter, name, value string, life time.Duration) {
	http.SetCookie(w, c.cookie(name, value, int(life/time.Second)))
}

// clear makes the browser forget a cookie.
func (c cookies) clear(w http.ResponseWriter, name string) {
	http.SetCookie(w, c.cookie(name, "", -1))
}

// cookie returns a cookie. It is Lax, not Strict, because the return from the issuer and a
// tapped invitation link are navigations from other sites.
func (c cookies) cookie(name, value string, maxAge int) *http.Cookie {
	return &http.Cookie{ //nolint:gosec // Secure unless the public URL is plain http, which New warns of
		Name: name, Value: value, Path: "/", MaxAge: maxAge,
		Secure: !c.plain, HttpOnly: true, SameSite: http.SameSiteLaxMode,
	}
}
