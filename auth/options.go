package auth

import (
	"net/url"
	"strings"

	"voicememo/internal/loopback"
)

// OptionError reports which field of Options is not valid, and why.
type OptionError struct {
	Option  string // the field's name in Options
	Problem string
}

// Error returns one sentence for the operator.
func (e *OptionError) Error() string { return "sign-in: " + e.Option + " " + e.Problem }

// check refuses options that cannot work or are not safe, and returns PublicURL parsed.
func (o Options) check() (*url.URL, error) {
	switch {
	case o.People == nil:
		return nil, &OptionError{"People", "is missing"}
	case o.Access == nil:
		return nil, &OptionError{"Access", "is missing"}
	case o.Keys == nil:
		return nil, &OptionError{"Keys", "is missing"}
	case o.ClientID == "":
		return nil, &OptionError{"ClientID", "is missing"}
	}
	if problem := checkURL(o.Issuer); problem != "" {
		return nil, &OptionError{"Issuer", problem}
	}
	if u, err := url.Parse(o.Issuer); err != nil || !safeTransport(u) {
		return nil, &OptionError{"Issuer", "must be https, or http on this machine"}
	}
	if problem := checkURL(o.PublicURL); problem != "" {
		return nil, &OptionError{"PublicURL", problem}
	}
	public, err := url.Parse(strings.TrimSuffix(o.PublicURL, "/"))
	if err != nil || public.Path != "" {
		return nil, &OptionError{"PublicURL", "must not have a path"}
	}
	return public, nil
}

// checkURL returns what is wrong with an absolute web address, or "".
func checkURL(s string) string {
	u, err := url.Parse(s)
	switch {
	case s == "":
		return "is missing"
	case err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https"):
		return "is not an http or https address"
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return "must not have a user, a query or a fragment"
	}
	return ""
}

// safeTransport reports whether requests to this address cannot be read or changed on the
// network.
func safeTransport(u *url.URL) bool {
	return u.Scheme == "https" || u.Scheme == "http" && loopback.Is(u.Host)
}
