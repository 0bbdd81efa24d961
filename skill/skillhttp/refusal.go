package skillhttp

import (
	"errors"
	"net/http"
)

// refusal is the error of a request that is not answered. The reason is a code for the
// operator: body, url, fetch, chain, signature, timestamp, envelope or application.
type refusal struct {
	reason string
	cause  error
}

func refused(reason string, cause error) error { return &refusal{reason, cause} }

func (r *refusal) Error() string { return "skillhttp: " + r.reason + ": " + r.cause.Error() }
func (r *refusal) Unwrap() error { return r.cause }

var errNotOnce = errors.New("the header must appear exactly once")

// only returns the value of a header that must appear exactly once: of two values, a
// proxy and this program might trust different ones.
func only(header http.Header, name string) (string, error) {
	values := header.Values(name)
	if len(values) != 1 || values[0] == "" {
		return "", errNotOnce
	}
	return values[0], nil
}
