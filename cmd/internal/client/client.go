// Package client is the web API as programs use it: it adds, lists, finds and marks memos
// with a personal token, and keeps the token of the person who signed in.
package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"time"

	"voicememo/cmd/internal/version"
	"voicememo/internal/outbound"
)

const (
	// tries is how often a request is sent before its failure is reported.
	tries = 3
	// maxWait is the longest wait before a request is repeated. A server that asks for a
	// longer one gets no repetition.
	maxWait = 30 * time.Second
	// timeout is how long one try may take.
	timeout = 20 * time.Second
	// maxAnswer is more than any answer has, in bytes.
	maxAnswer = 4 << 20
)

// Options configure a client.
type Options struct {
	URL   string // as ParseURL returns it
	Token string // as ParseToken returns it
	// Fresh returns the token of each request instead of Token. Its error is that of the
	// request. Nil: Token is used.
	Fresh    func(context.Context) (string, error)
	Language string // of the server's sentences: ja or en

	Transport http.RoundTripper // nil: http.DefaultTransport
	// Wait waits before a request is repeated; nil: it waits for that time, or until the
	// context ends.
	Wait func(ctx context.Context, d time.Duration) error
}

// Client sends requests to one server as one person. Each method repeats a request that
// the server did not answer, or that it could not serve at that moment, at most twice. All
// of them may be repeated without a second effect. A method that fails returns an *Error.
type Client struct {
	options Options
	http    *http.Client
}

// New returns a client. It does not contact the server.
func New(o Options) *Client {
	if o.Wait == nil {
		o.Wait = wait
	}
	return &Client{options: o, http: &http.Client{
		Transport: o.Transport,
		Timeout:   timeout,
		// A redirect is never followed: the token belongs to this server alone.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// agent is what the client calls itself (RFC 9110 section 10.1.5).
func agent() string { return "voicememo/" + version.String() }

func wait(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// request is one request to the API.
type request struct {
	method, path string
	query        url.Values
	body         any    // nil: none
	key          string // Idempotency-Key; "": none
}

// answer is what a request asks for.
type answer interface {
	// complete reports whether it has what every such answer of the API has.
	complete() bool
}

// call sends a request until it is answered or was tried often enough, and decodes the
// answer into to.
func (c *Client) call(ctx context.Context, r request, to answer) error {
	for try := 1; ; try++ {
		err := c.once(ctx, r, to)
		failed := asError(err)
		if failed == nil || try == tries || !failed.repeatable() || ctx.Err() != nil {
			return err
		}
		pause := failed.RetryAfter
		if pause == 0 {
			pause = time.Duration(try) * time.Second
		}
		if pause > maxWait || c.options.Wait(ctx, pause) != nil {
			return err
		}
	}
}

// asError returns err as an *Error; nil if there is none.
func asError(err error) *Error {
	var failed *Error
	errors.As(err, &failed)
	return failed
}

// once sends a request and decodes the answer.
func (c *Client) once(ctx context.Context, r request, to answer) error {
	token := c.options.Token
	if c.options.Fresh != nil {
		fresh, err := c.options.Fresh(ctx)
		if err != nil {
			return err
		}
		token = fresh
	}
	req, err := c.prepare(ctx, r, token)
	if err != nil {
		return &Error{Kind: Wrong, Err: err}
	}
	got, err := c.send(req)
	if err != nil {
		return err
	}
	if got.status >= http.StatusMultipleChoices {
		return refusal(got)
	}
	if kind, _, _ := mime.ParseMediaType(got.header.Get("Content-Type")); kind != "application/json" {
		return &Error{Kind: NoServer, Status: got.status}
	}
	if err := json.Unmarshal(got.body, to); err != nil || !to.complete() {
		return &Error{Kind: NoServer, Status: got.status, Err: err}
	}
	return nil
}

// reply is what a server sent back, read to its end.
type reply struct {
	status int
	header http.Header
	origin string // where a redirect leads, without path and query; "" without one
	body   []byte
}

// send sends a request and reads the whole reply. The error is an *Error of Unreachable.
func (c *Client) send(req *http.Request) (reply, error) {
	res, err := c.http.Do(req)
	if err != nil {
		return reply{}, &Error{Kind: Unreachable, Err: outbound.WithoutURL(err)}
	}
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer))
	if err != nil {
		return reply{}, &Error{Kind: Unreachable, Err: outbound.WithoutURL(err)}
	}
	return reply{res.StatusCode, res.Header, origin(res), body}, nil
}

func (c *Client) prepare(ctx context.Context, r request, token string) (*http.Request, error) {
	var body io.Reader
	if r.body != nil {
		raw, err := json.Marshal(r.body)
		if err != nil {
			return nil, err
		}
		body = bytes.NewReader(raw)
	}
	target := c.options.URL + r.path
	if len(r.query) > 0 {
		target += "?" + r.query.Encode()
	}
	req, err := http.NewRequestWithContext(ctx, r.method, target, body)
	if err != nil {
		return nil, fmt.Errorf("the request cannot be made: %w", outbound.WithoutURL(err))
	}
	req.Header.Set("Accept", "application/json")
	req.Header.Set("Accept-Language", c.options.Language)
	req.Header.Set("Authorization", "Bearer "+token)
	req.Header.Set("User-Agent", agent())
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if r.key != "" {
		req.Header.Set("Idempotency-Key", r.key)
	}
	return req, nil
}
