// Package lambdahttp lets an http.Handler answer the events that an HTTP API of Amazon API
// Gateway or a Lambda function URL sends to a function: requests and answers in payload
// format 2.0.
//
// Source: "Create AWS Lambda proxy integrations for HTTP APIs" of the API Gateway
// Developer Guide, "Invoking Lambda function URLs" of the AWS Lambda Developer Guide.
package lambdahttp

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"net/url"
	"strings"

	"github.com/aws/aws-lambda-go/events"
)

var (
	// ErrEvent says that an event is not a request in this format. It quotes nothing of the
	// event.
	ErrEvent = errors.New("not an HTTP request in payload format 2.0")
	// ErrTooLong says that an answer is over 6 MB, which Lambda would not deliver.
	ErrTooLong = errors.New("the answer is over 6 MB")
	// ErrBrokenOff says that an answer ended in the middle, by http.ErrAbortHandler.
	ErrBrokenOff = errors.New("the answer was broken off")
)

// Handler answers events through an http.Handler.
type Handler struct {
	HTTP http.Handler
	// Fail answers a request instead of HTTP, whose answer cannot be sent: err is
	// ErrTooLong or ErrBrokenOff.
	Fail func(w http.ResponseWriter, r *http.Request, err error)
}

// Invoke implements lambda.Handler. Its only error is ErrEvent.
func (h Handler) Invoke(ctx context.Context, payload []byte) ([]byte, error) {
	r, err := request(ctx, payload)
	if err != nil {
		return nil, err
	}
	w := &recorder{header: http.Header{}, head: r.Method == http.MethodHead}
	err = serve(h.HTTP, w, r)
	if err == nil {
		payload, err = w.payload()
	}
	if err == nil {
		return payload, nil
	}
	w.discard()
	h.Fail(w, r, err)
	return w.payload()
}

// serve calls the handler. It returns ErrBrokenOff if the handler aborts its answer.
func serve(h http.Handler, w http.ResponseWriter, r *http.Request) (err error) {
	defer func() {
		switch v := recover(); v {
		case nil:
		case http.ErrAbortHandler:
			err = ErrBrokenOff
		default:
			panic(v)
		}
	}()
	h.ServeHTTP(w, r)
	return nil
}

// request reads an event. The caller's address and the host come from AWS, not from a
// header such as X-Forwarded-Host.
func request(ctx context.Context, payload []byte) (*http.Request, error) {
	var e events.LambdaFunctionURLRequest // the fields that both kinds have
	if json.Unmarshal(payload, &e) != nil || e.Version != "2.0" {
		return nil, ErrEvent
	}
	body, err := body(e)
	if err != nil {
		return nil, ErrEvent
	}
	target, err := target(e)
	if err != nil {
		return nil, ErrEvent
	}
	r, err := http.NewRequestWithContext(ctx, e.RequestContext.HTTP.Method, "/", bytes.NewReader(body))
	if err != nil || e.RequestContext.HTTP.Method == "" {
		return nil, ErrEvent
	}
	for name, value := range e.Headers { // several of one name come as one, with commas
		r.Header.Set(name, value)
	}
	r.Header.Del("Host")
	if len(e.Cookies) > 0 {
		r.Header.Set("Cookie", strings.Join(e.Cookies, "; "))
	}
	r.URL, r.RequestURI, r.Host = target, target.RequestURI(), e.RequestContext.DomainName
	r.RemoteAddr = net.JoinHostPort(e.RequestContext.HTTP.SourceIP, "0")
	return r, nil
}

func body(e events.LambdaFunctionURLRequest) ([]byte, error) {
	if e.IsBase64Encoded {
		return base64.StdEncoding.DecodeString(e.Body)
	}
	return []byte(e.Body), nil
}

// target returns the requested URL. A function URL passes on the path as received; an HTTP
// API has unescaped it already, and unescaping it twice would change the meaning of a
// literal percent sign. A path that cannot be unescaped stays as it is and is not found: a
// mistyped address is not a failure of the function.
func target(e events.LambdaFunctionURLRequest) (*url.URL, error) {
	if !strings.HasPrefix(e.RawPath, "/") {
		return nil, ErrEvent
	}
	target := &url.URL{Path: e.RawPath}
	if strings.Contains(e.RequestContext.DomainName, ".lambda-url.") {
		if escaped, err := url.ParseRequestURI(e.RawPath); err == nil {
			target = escaped
		}
	}
	target.RawQuery = e.RawQueryString
	return target, nil
}
