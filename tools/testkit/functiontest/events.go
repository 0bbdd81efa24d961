package functiontest

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"io"
	"mime"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/aws/aws-lambda-go/events"

	"voicememo/tools/testkit/runtimeapi"
)

// Events sends requests to an instance of the web function as AWS does: each becomes an
// event, and the function's answer a response. It is an http.RoundTripper.
type Events struct {
	Instance *runtimeapi.Process
	Domain   string // the host of the TLS connection; "": that of the request
}

// caller is the source address of requests according to AWS.
const caller = "192.0.2.1"

// RoundTrip implements http.RoundTripper.
func (e Events) RoundTrip(r *http.Request) (*http.Response, error) {
	var body []byte
	if r.Body != nil {
		var err error
		if body, err = io.ReadAll(r.Body); err != nil {
			return nil, err
		}
	}
	event, err := json.Marshal(Event(r, body, e.Domain))
	if err != nil {
		return nil, err
	}
	raw, err := e.Instance.Invoke(r.Context(), event)
	if err != nil {
		return nil, err
	}
	return Response(raw)
}

// Event returns the event that an HTTP API, or a function URL if that is the host, sends
// to the function for a request. The domain is that of the TLS connection, whatever a
// header says; "": the request's host. Source: "Create AWS Lambda proxy integrations for
// HTTP APIs" of the API Gateway Developer Guide, payload format 2.0.
func Event(r *http.Request, body []byte, domain string) events.APIGatewayV2HTTPRequest {
	host := r.Host
	if host == "" {
		host = r.URL.Host
	}
	if domain == "" {
		domain = host
	}
	e := events.APIGatewayV2HTTPRequest{
		Version: "2.0", RouteKey: "$default", RawPath: r.URL.Path, RawQueryString: r.URL.RawQuery, Headers: map[string]string{"host": host},
	}
	if strings.Contains(host, ".lambda-url.") {
		e.RawPath = r.URL.EscapedPath()
	}
	for name, values := range r.Header {
		e.Headers[strings.ToLower(name)] = strings.Join(values, ",")
	}
	if cookies, ok := e.Headers["cookie"]; ok {
		e.Cookies = strings.Split(cookies, "; ")
		delete(e.Headers, "cookie")
	}
	e.RequestContext.DomainName, e.RequestContext.Stage = domain, "$default"
	e.RequestContext.HTTP.Method, e.RequestContext.HTTP.Path, e.RequestContext.HTTP.SourceIP = r.Method, e.RawPath, caller
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if e.Body = string(body); len(body) > 0 && (kind != "application/json" || !utf8.Valid(body)) {
		e.Body, e.IsBase64Encoded = base64.StdEncoding.EncodeToString(body), true
	}
	return e
}

// Response returns the response to the caller for a function's answer.
func Response(raw []byte) (*http.Response, error) {
	var a events.APIGatewayV2HTTPResponse
	if err := json.Unmarshal(raw, &a); err != nil {
		return nil, err
	}
	body := []byte(a.Body)
	if a.IsBase64Encoded {
		var err error
		if body, err = base64.StdEncoding.DecodeString(a.Body); err != nil {
			return nil, err
		}
	}
	res := &http.Response{StatusCode: a.StatusCode, Header: http.Header{}, Body: io.NopCloser(bytes.NewReader(body))}
	for name, value := range a.Headers {
		res.Header.Set(name, value)
	}
	for _, c := range a.Cookies {
		res.Header.Add("Set-Cookie", c)
	}
	return res, nil
}
