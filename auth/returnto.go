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
	maxInvite = 64
)

// localPath returns the path on this server to return to after the sign-in, or
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

// isToken reports whether a text has the form of the token of an invitation's link,
// which may stand in an address as it is.
func isToken(s string) bool {
	return s != "" && len(s) <= maxInvite && strings.Trim(s, tokenCharacters) == ""
}

// tokenCharacters are those of base64url and the dot in tokens of earlier versions.
const tokenCharacters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_."
