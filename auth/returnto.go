package auth

import (
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxReturn and maxInvite bound, in bytes, what a sign-in carries along: it has
// to fit into a cookie.
const (
	maxReturn = 1024
	maxInvite = 256
)

// localPath gives the path on this server to return to after the sign-in, or
// "/" for anything that a browser could take for another server's address, and
// for the sign-in itself.
func localPath(s string) string {
	if len(s) > maxReturn || !utf8.ValidString(s) || strings.Contains(s, `\`) || strings.ContainsFunc(s, unicode.IsControl) ||
		!strings.HasPrefix(s, "/") || strings.HasPrefix(s, "//") {
		return "/"
	}
	u, err := url.Parse(s)
	if err != nil || u.Scheme != "" || u.Host != "" || strings.HasPrefix(u.Path, "/auth/") {
		return "/"
	}
	return s
}

// inviteToken gives the invitation a sign-in comes with: given as such, or in
// the address of an invitation's link to which it returns.
func inviteToken(given, returnTo string) string {
	if u, err := url.Parse(returnTo); given == "" && err == nil && u.Path == "/join" {
		given = u.Query().Get("token")
	}
	if len(given) > maxInvite {
		return ""
	}
	return given
}
