package auth

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

const (
	// issuerTimeout bounds one request to the issuer.
	issuerTimeout = 5 * time.Second
	// maxIssuerAnswer is the maximum length of an answer of the issuer, in bytes.
	maxIssuerAnswer = 1 << 20
	// maxIssuerRedirects is how many redirects of a request are followed.
	maxIssuerRedirects = 3
)

// awayError reports that the issuer could not be reached, as opposed to a refusal.
type awayError struct{ cause error }

func (e *awayError) Error() string { return "issuer is away: " + e.cause.Error() }
func (e *awayError) Unwrap() error { return e.cause }

// isAway reports whether err is because the issuer could not be reached.
func isAway(err error) bool {
	var away *awayError
	return errors.As(err, &away)
}

// issuerTransport limits the length of the issuer's answers, and returns an awayError for
// every kind of outage.
type issuerTransport struct{ base http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (t issuerTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := t.base.RoundTrip(r)
	if err != nil {
		return nil, &awayError{err}
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxIssuerAnswer+1))
	_ = resp.Body.Close() // it has been read
	switch redirect := resp.StatusCode/100 == 3; {
	case err != nil:
		return nil, &awayError{err}
	case len(body) > maxIssuerAnswer:
		return nil, &awayError{errors.New("answer too long")}
	case resp.StatusCode >= 500 || resp.StatusCode == http.StatusTooManyRequests,
		r.Method == http.MethodGet && !redirect && resp.StatusCode != http.StatusOK:
		return nil, &awayError{fmt.Errorf("status %d", resp.StatusCode)}
	case !redirect && !json.Valid(body): // such as the page of a captive portal
		return nil, &awayError{errors.New("answer is not JSON")}
	}
	resp.Body = io.NopCloser(bytes.NewReader(body))
	return resp, nil
}

// followIssuer follows a redirect of the issuer only for a GET and to the same scheme. A
// redirected token request would send the code and the client's secret to another server.
func followIssuer(next *http.Request, before []*http.Request) error {
	first := before[0]
	if first.Method != http.MethodGet || next.URL.Scheme != first.URL.Scheme || !safeTransport(next.URL) || len(before) > maxIssuerRedirects {
		return errors.New("issuer: a redirect that is not followed")
	}
	return nil
}
