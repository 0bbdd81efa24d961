package auth

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"
)

const (
	// issuerTimeout bounds one request to the issuer.
	issuerTimeout = 5 * time.Second
	// maxIssuerAnswer bounds an answer of the issuer, in bytes.
	maxIssuerAnswer = 1 << 20
	// keysPause is the least time between two readings of the issuer's keys, so
	// that forged tokens cannot make us hammer the issuer.
	keysPause = 10 * time.Second
)

// awayError says that the issuer could not be asked, as opposed to a refusal.
type awayError struct{ cause error }

func (e *awayError) Error() string { return "issuer is away: " + e.cause.Error() }
func (e *awayError) Unwrap() error { return e.cause }

// isAway reports whether the issuer's being away is behind err.
func isAway(err error) bool {
	var away *awayError
	return errors.As(err, &away)
}

// issuerTransport bounds what an issuer can send and tells outages, in whatever
// form, from answers.
type issuerTransport struct{ base http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (t issuerTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := t.base.RoundTrip(r)
	if err != nil {
		return nil, &awayError{err}
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxIssuerAnswer+1))
	_ = resp.Body.Close() // all we want of it is read
	switch redirect := resp.StatusCode/100 == 3; {
	case err != nil:
		return nil, &awayError{err}
	case len(body) > maxIssuerAnswer:
		return nil, &awayError{errors.New("answer too long")}
	case resp.StatusCode >= 500 || resp.StatusCode == http.StatusTooManyRequests,
		r.Method == http.MethodGet && !redirect && resp.StatusCode != http.StatusOK:
		return nil, &awayError{fmt.Errorf("status %d", resp.StatusCode)}
	case !redirect && !json.Valid(body): // some portal's page
		return nil, &awayError{errors.New("answer is no JSON")}
	}
	resp.Body = io.NopCloser(bytes.NewReader(body))
	return resp, nil
}

// keysTransport answers with the keys read before when they are asked for again
// within keysPause. It serves one address only.
type keysTransport struct {
	base http.RoundTripper
	now  func() time.Time

	mu   sync.Mutex
	last []byte
	at   time.Time
}

// RoundTrip implements http.RoundTripper.
func (t *keysTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.last == nil || t.now().Sub(t.at) >= keysPause {
		resp, err := t.base.RoundTrip(r)
		if err != nil || resp.StatusCode != http.StatusOK {
			return resp, err
		}
		if t.last, err = io.ReadAll(resp.Body); err != nil {
			return nil, &awayError{err}
		}
		t.at = t.now()
	}
	return &http.Response{
		Status: "200 OK", StatusCode: http.StatusOK, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header:        http.Header{"Content-Type": {"application/json"}},
		ContentLength: int64(len(t.last)), Body: io.NopCloser(bytes.NewReader(t.last)), Request: r,
	}, nil
}
