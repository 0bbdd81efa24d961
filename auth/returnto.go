package auth

import (
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxReturn and maxInvite bound, in bytes, the data of a sign-in, which has to fit into a
// cookie.
const (
	maxReturn = 2400
	maxInvite = 64
)

// localPath returns the path on this server to return to after the sign-in. It returns
// "/" for a path below /auth/ and for any text that a browser could take for the address
// of another server.
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

// isToken reports whether a text has the form of the token of an invitation's link, which
// needs no escaping in an address.
func isToken(s string) bool {
	return s != "" && len(s) <= maxInvite && strings.Trim(s, tokenCharacters) == ""
}

// tokenCharacters are the characters of base64url, and the dot of tokens made by earlier
// versions.
const tokenCharacters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_."
