package client

import (
	"encoding/json"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"
)

// Kind is what a person can do about an error.
type Kind int

// The kinds of errors.
const (
	Unreachable Kind = iota // no answer: try again later
	Busy                    // the server cannot serve the request now: try again later
	NoServer                // the answer is not one of this API: check the address
	Moved                   // the server redirects to Error.Detail: sign in there
	SignedOut               // the token is not valid, or no longer: sign in again
	Scope                   // the token may not do this
	Forbidden               // the person may not do this
	Full                    // the list is full: delete memos first
	NotFound                // the memo does not exist, or it changed meanwhile
	Wrong                   // the request is not valid
)

// Error says why a request failed. It contains neither the token nor the request.
type Error struct {
	Kind       Kind
	Status     int           // of the answer; 0: there was none
	Detail     string        // the server's sentence, as it was sent; "": none
	RetryAfter time.Duration // what the server asks for; 0: nothing
	Err        error         // why there was no answer
}

// Error returns a sentence for developers.
func (e *Error) Error() string {
	switch {
	case e.Err != nil:
		return e.Err.Error()
	case e.Detail != "":
		return e.Detail
	}
	return http.StatusText(e.Status)
}

// Unwrap returns why there was no answer.
func (e *Error) Unwrap() error { return e.Err }

// repeatable reports whether the same request may succeed a moment later.
func (e *Error) repeatable() bool { return e.Kind == Unreachable || e.Kind == Busy }

// The reasons in a problem document that have a kind of their own.
const (
	scopeReason = "scope"     // of a token that may not do this
	fullReason  = "list_full" // of a list that takes no more memos
)

// refusal returns the error of an answer that is not a success.
func refusal(r reply) *Error {
	e := &Error{Kind: kindOf(r.status), Status: r.status}
	if e.Kind == Moved {
		e.Detail = r.origin
		return e
	}
	var problem struct{ Detail, Reason string }
	kind, _, _ := mime.ParseMediaType(r.header.Get("Content-Type"))
	switch {
	case kind == "application/problem+json" && json.Unmarshal(r.body, &problem) == nil:
		e.Detail = problem.Detail
		switch {
		case e.Kind == Forbidden && problem.Reason == scopeReason:
			e.Kind = Scope
		case r.status == http.StatusConflict && problem.Reason == fullReason:
			e.Kind = Full
		}
	case e.Kind != Busy:
		e.Kind = NoServer // such as a proxy, or another site
	}
	if s, err := strconv.Atoi(r.header.Get("Retry-After")); err == nil && s > 0 {
		e.RetryAfter = time.Duration(s) * time.Second
	}
	return e
}

// kinds are the statuses that have a kind of their own.
var kinds = map[Kind][]int{
	SignedOut: {http.StatusUnauthorized},
	Forbidden: {http.StatusForbidden},
	NotFound:  {http.StatusNotFound, http.StatusConflict, http.StatusPreconditionFailed},
	Busy:      {http.StatusTooManyRequests, http.StatusRequestTimeout},
	NoServer:  {http.StatusMisdirectedRequest, http.StatusMethodNotAllowed},
}

func kindOf(status int) Kind {
	for kind, statuses := range kinds {
		if slices.Contains(statuses, status) {
			return kind
		}
	}
	switch {
	case status >= http.StatusInternalServerError:
		return Busy
	case status >= http.StatusBadRequest:
		return Wrong
	}
	return Moved
}

// origin returns where a redirect leads, without path and query; "" if it is not an
// address.
func origin(res *http.Response) string {
	to, err := res.Location()
	if err != nil || to.Host == "" {
		return ""
	}
	return (&url.URL{Scheme: to.Scheme, Host: to.Host}).String()
}
