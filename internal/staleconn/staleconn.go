// Package staleconn keeps a DynamoDB client working when its connections have gone silent:
// AWS Lambda freezes a function between two events, and a network that changes drops
// connections without closing them. A request on such a connection is never answered,
// and without this package each retry may take the next one from the pool.
//
// Three rules deal with them. A connection that was idle for 50 seconds is not reused.
// The first request on one that was idle for a second must be answered within half a
// second. And when a request on a pooled connection fails without an answer, the pool is
// emptied and the request is repeated immediately on a new connection. A connection in
// steady use is not affected.
package staleconn

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"sync"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
)

const (
	// idleTime is how long a connection may be idle, by the wall clock (see
	// http.Transport.IdleConnTimeout). DynamoDB closes it after about a minute
	// (https://github.com/aws/aws-sdk-java/issues/1365), so a longer time saves nothing.
	idleTime = 50 * time.Second

	// rested is the idle time after which the head of the next answer must arrive within
	// patience. DynamoDB answers within milliseconds; a freeze that matters is longer
	// than rested.
	rested   = time.Second
	patience = 500 * time.Millisecond
)

// Options applies the rules of this package to a client. It is an option of dynamodb.New.
// An HTTP client that is not an *awshttp.BuildableClient is left unchanged.
func Options(o *dynamodb.Options) {
	buildable, ok := o.HTTPClient.(*awshttp.BuildableClient)
	if !ok {
		return
	}
	o.HTTPClient = Client(buildable)
	if r, ok := o.Retryer.(aws.RetryerV2); ok {
		o.Retryer = retryer{r}
	}
}

// Client applies the rules of this package to an HTTP client for another service of AWS. A
// request that got no answer on a pooled connection fails; the caller repeats it.
func Client(b *awshttp.BuildableClient) aws.HTTPClient {
	transport := b.GetTransport()
	transport.IdleConnTimeout = idleTime
	return client{&http.Client{Transport: transport, Timeout: b.GetTimeout(), CheckRedirect: stay}}
}

// stay refuses redirects: DynamoDB sends none.
func stay(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// errSilent is the error of a request that got no answer on a pooled connection.
var errSilent = errors.New("a kept connection did not answer")

// client is an aws.HTTPClient.
type client struct{ http *http.Client }

// Do sends a request. errSilent: the request was sent on a pooled connection and got no
// answer; the pool is empty now.
func (c client) Do(req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithCancelCause(req.Context())
	w := &watch{cancel: cancel}
	res, err := c.http.Do(req.WithContext(httptrace.WithClientTrace(ctx, w.trace()))) //nolint:gosec // the SDK makes the address
	w.stop()
	if err == nil {
		res.Body = body{res.Body, cancel}
		return res, nil
	}
	cancel(nil)
	if w.isPooled() && req.Context().Err() == nil {
		c.http.CloseIdleConnections()
		err = fmt.Errorf("%w: %w", errSilent, err)
	}
	return nil, err
}

// body is an answer's body, which needs its request's context until it is closed.
type body struct {
	io.ReadCloser
	cancel context.CancelCauseFunc
}

// Close implements io.Closer.
func (b body) Close() error {
	defer b.cancel(nil)
	return b.ReadCloser.Close()
}

// watch follows one request. It is safe for concurrent use, as a trace must be.
type watch struct {
	cancel context.CancelCauseFunc

	mu     sync.Mutex
	pooled bool // the connection was used before
	timer  *time.Timer
}

func (w *watch) trace() *httptrace.ClientTrace {
	return &httptrace.ClientTrace{GotConn: w.connected}
}

// connected is called once more if the Transport itself repeats the request.
func (w *watch) connected(i httptrace.GotConnInfo) {
	w.stop()
	w.mu.Lock()
	defer w.mu.Unlock()
	w.pooled = i.Reused
	if i.WasIdle && i.IdleTime >= rested {
		w.timer = time.AfterFunc(patience, func() { w.cancel(errSilent) })
	}
}

// stop ends the wait for the head of the answer.
func (w *watch) stop() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.timer != nil {
		w.timer.Stop()
	}
}

func (w *watch) isPooled() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.pooled
}

// retryer is a retryer that does not pause after errSilent: DynamoDB is not overloaded.
type retryer struct{ aws.RetryerV2 }

// RetryDelay implements aws.Retryer.
func (r retryer) RetryDelay(attempt int, err error) (time.Duration, error) {
	if errors.Is(err, errSilent) {
		return 0, nil
	}
	return r.RetryerV2.RetryDelay(attempt, err)
}
