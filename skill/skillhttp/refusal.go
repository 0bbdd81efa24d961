package skillhttp

import (
	"errors"
	"net/http"
)

// refusal is a request that is not answered. The reason is a code for the
// operator: body, url, fetch, chain, signature, timestamp, envelope, application.
type refusal struct {
	reason string
	cause  error
}

func refused(reason string, cause error) error { return &refusal{reason, cause} }

func (r *refusal) Error() string { return "skillhttp: " + r.reason + ": " + r.cause.Error() }
func (r *refusal) Unwrap() error { return r.cause }

var errNotOnce = errors.New("the header is not there exactly once")

// only gives the value of a header that must be there exactly once: of two, a
// proxy and this program might each believe another one.
func only(header http.Header, name string) (string, error) {
	values := header.Values(name)
	if len(values) != 1 || values[0] == "" {
		return "", errNotOnce
	}
	return values[0], nil
}
