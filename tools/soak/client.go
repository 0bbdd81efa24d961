package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync/atomic"
	"syscall"
	"time"
)

// account is a person who has signed in, or an Echo.
type account struct {
	id     string
	cookie string // "": an Echo
}

// client sends requests to a server. Only one goroutine may use it.
type client struct {
	home  string // the server's address
	http  *http.Client
	asked *atomic.Int64 // requests of all clients of a part so far
}

// patience is how long an answer may take.
const patience = time.Minute

func newClient(asked *atomic.Int64) *client {
	return &client{http: &http.Client{Timeout: patience, Transport: &http.Transport{MaxIdleConnsPerHost: 4}}, asked: asked}
}

// at directs the client to the server at home from now on.
func (c *client) at(home string) {
	c.http.CloseIdleConnections()
	c.home = home
}

// request is one request as data. Its body is sent as JSON; nil: there is none.
type request struct {
	method, path string
	body         any
	header       map[string]string
}

// answer is the result of a request: a status with a body, or an error.
type answer struct {
	status int
	body   []byte
	err    error
	// void: nothing visible has changed, because the request that would have changed it
	// was never sent.
	void bool
}

// unknown reports whether the request may have been executed although its answer does not
// say so.
func (a answer) unknown() bool { return a.err != nil || a.status >= http.StatusInternalServerError }

// into decodes the body of a successful answer; for any other it returns a failedError.
func (a answer) into(v any) error {
	if a.err != nil || a.status >= http.StatusMultipleChoices {
		return failedError{a}
	}
	return json.Unmarshal(a.body, v)
}

// failedError is the error of an answer that is not successful.
type failedError struct{ answer answer }

// Error implements error.
func (e failedError) Error() string {
	return fmt.Sprintf("got status %d and %v: %s", e.answer.status, e.answer.err, e.answer.body)
}

// ask sends a request and reads its answer to the end.
func (c *client) ask(ctx context.Context, by account, r request) answer {
	var body []byte
	if r.body != nil {
		var err error
		if body, err = json.Marshal(r.body); err != nil {
			return answer{err: err, void: true}
		}
	}
	req, err := http.NewRequestWithContext(ctx, r.method, c.home+r.path, bytes.NewReader(body))
	if err != nil {
		return answer{err: err, void: true}
	}
	req.GetBody = nil // else net/http itself would repeat requests with an Idempotency-Key
	if r.body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if by.cookie != "" {
		req.Header.Set("Cookie", by.cookie)
	}
	for name, value := range r.header {
		req.Header.Set(name, value)
	}
	c.asked.Add(1)
	res, err := c.http.Do(req)
	if err != nil {
		return answer{err: err, void: errors.Is(err, syscall.ECONNREFUSED)}
	}
	got, err := io.ReadAll(res.Body)
	return answer{status: res.StatusCode, body: got, err: errors.Join(err, res.Body.Close())}
}

// say sends an intent with one slot from an Echo. A repeat with the same id is the same
// request.
func (c *client) say(ctx context.Context, echo account, id, intent, slot, value string) answer {
	slots := map[string]any{}
	if slot != "" {
		slots[slot] = map[string]any{"name": slot, "value": value, "confirmationStatus": "NONE", "source": "USER"}
	}
	user := map[string]any{"userId": echo.id}
	application := map[string]any{"applicationId": "amzn1.ask.skill.soak"}
	return c.ask(ctx, account{}, request{method: http.MethodPost, path: "/alexa", body: map[string]any{
		"version": "1.0",
		"session": map[string]any{
			"new": true, "sessionId": "amzn1.echo-api.session." + id, "application": application, "attributes": map[string]any{}, "user": user,
		},
		"context": map[string]any{"System": map[string]any{
			"application": application, "user": user, "device": map[string]any{"deviceId": "amzn1.ask.device.soak", "supportedInterfaces": map[string]any{}},
			"apiEndpoint": "https://api.amazonalexa.com", "apiAccessToken": "none",
		}},
		"request": map[string]any{
			"type": "IntentRequest", "requestId": "amzn1.echo-api.request." + id, "locale": "en-US",
			"timestamp": time.Now().UTC().Format(time.RFC3339), "dialogState": "STARTED",
			"intent": map[string]any{"name": intent, "confirmationStatus": "NONE", "slots": slots},
		},
	}})
}
