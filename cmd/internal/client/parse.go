package client

import (
	"errors"
	"net/url"
	"regexp"
	"strings"

	"voicememo/internal/loopback"
)

// The errors of ParseURL and ParseToken. They do not contain what was parsed.
var (
	ErrURL   = errors.New("not the address of a server")
	ErrPlain = errors.New("a token must not be sent unencrypted")
	ErrToken = errors.New("not a personal token")
)

// ParseURL returns the address of a server without a final slash. An address without
// https is ErrPlain, except on loopback, or if plain is set.
func ParseURL(text string, plain bool) (string, error) {
	u, err := url.Parse(strings.TrimSuffix(strings.TrimSpace(text), "/"))
	if err != nil || u.Hostname() == "" || u.User != nil || u.Path != "" || u.RawQuery != "" || u.Fragment != "" || u.ForceQuery {
		return "", ErrURL
	}
	u.Host = strings.ToLower(u.Host)
	switch {
	case u.Scheme == "https":
	case u.Scheme != "http":
		return "", ErrURL
	case !plain && !loopback.Is(u.Host):
		return "", ErrPlain
	}
	return u.String(), nil
}

// maxToken is more than the length of any token, in bytes.
const maxToken = 4096

var (
	token   = regexp.MustCompile(`^vm_[A-Za-z0-9_.=-]{10,}$`)
	renewed = regexp.MustCompile(`^v[ar]_[A-Za-z0-9_.=-]{10,}$`) // tokens of OAuth
	tokenIn = regexp.MustCompile(`\bv[amr]_[A-Za-z0-9_.=-]{20,}`)
)

// ParseToken returns a personal token without the space around it.
func ParseToken(text string) (string, error) {
	if text = strings.TrimSpace(text); len(text) > maxToken || !token.MatchString(text) {
		return "", ErrToken
	}
	return text, nil
}

// HasToken reports whether a text contains a personal token.
func HasToken(text string) bool { return tokenIn.MatchString(text) }
