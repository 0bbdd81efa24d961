package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"strings"

	lambda "github.com/aws/aws-lambda-go/events"

	"voicememo/tools/testkit/runtimeapi"
)

// events turns requests into events of an HTTP API, as AWS hands them to the web
// function, and its answers into responses.
// Source: "Create AWS Lambda proxy integrations for HTTP APIs" of the API Gateway
// Developer Guide, payload format 2.0.
type events struct {
	p        *play
	function *runtimeapi.Process
}

// caller is the address that AWS says a request comes from.
const caller = "192.0.2.1"

// RoundTrip implements http.RoundTripper.
func (e events) RoundTrip(r *http.Request) (*http.Response, error) {
	var body []byte
	if r.Body != nil {
		var err error
		if body, err = io.ReadAll(r.Body); err != nil {
			return nil, err
		}
	}
	event, err := json.Marshal(eventOf(r, body))
	if err != nil {
		return nil, err
	}
	raw, err := e.function.Invoke(r.Context(), event)
	if err != nil {
		return nil, err
	}
	return responseOf(raw)
}

func eventOf(r *http.Request, body []byte) lambda.APIGatewayV2HTTPRequest {
	host := r.Host
	if host == "" {
		host = r.URL.Host
	}
	e := lambda.APIGatewayV2HTTPRequest{
		Version: "2.0", RouteKey: "$default", RawPath: r.URL.Path, RawQueryString: r.URL.RawQuery, Headers: map[string]string{"host": host},
	}
	for name, values := range r.Header {
		e.Headers[strings.ToLower(name)] = strings.Join(values, ",")
	}
	if cookies, ok := e.Headers["cookie"]; ok {
		e.Cookies = strings.Split(cookies, "; ")
		delete(e.Headers, "cookie")
	}
	// AWS knows the host by the TLS connection, whatever a header says.
	e.RequestContext.DomainName, e.RequestContext.Stage = strings.TrimPrefix(functionHome, "https://"), "$default"
	e.RequestContext.HTTP.Method, e.RequestContext.HTTP.Path, e.RequestContext.HTTP.SourceIP = r.Method, e.RawPath, caller
	if len(body) > 0 {
		e.Body, e.IsBase64Encoded = base64.StdEncoding.EncodeToString(body), true
	}
	return e
}

func responseOf(raw []byte) (*http.Response, error) {
	var a lambda.APIGatewayV2HTTPResponse
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
