// Package person is the client of tests that use a running program from outside: one
// person's browser without the page, or an Echo. It reports what happens and judges
// nothing.
package person

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
)

// SessionCookie is the name of the session cookie.
const SessionCookie = "__Host-session"

// Patience is how long an answer may take.
const Patience = time.Minute

// Person is one person's browser, which keeps cookies and does not follow redirects, or an
// Echo, which has none. Only one goroutine may use it.
type Person struct {
	Home    string            // the program's base URL, such as http://localhost:8080
	Through http.RoundTripper // carries the requests to Home
	Cookies map[string]string // values by name
	ID      string            // of the account, after SignIn
}

// New returns the browser of a person who is not signed in.
func New(home string, through http.RoundTripper) *Person {
	return &Person{Home: home, Through: through, Cookies: map[string]string{}}
}

// Copy returns a second browser with the same cookies, such as a thief's.
func (p *Person) Copy() *Person {
	return &Person{p.Home, p.Through, maps.Clone(p.Cookies), p.ID}
}

// SignIn signs the person in under a name with the sign-in of --dev, and learns the
// account's ID.
func (p *Person) SignIn(ctx context.Context, name string) error {
	to, err := p.SignInBy(ctx, "/auth/login", name)
	if err != nil || p.Cookies[SessionCookie] == "" || to == "" {
		return fmt.Errorf("signing in ended at %q: %w", to, errors.Join(err, errors.New("no session")))
	}
	var me struct{ User struct{ UserID string } }
	err = p.Send(ctx, http.MethodGet, "/api/me", "").Into(&me)
	p.ID = me.User.UserID
	return err
}

// SignInBy begins a sign-in at a path, picks a name at the issuer of --dev, and returns
// the location that the program redirects to in the end.
func (p *Person) SignInBy(ctx context.Context, path, name string) (to string, err error) {
	steps := []func() Answer{
		func() Answer { return p.Send(ctx, http.MethodGet, path, "") },
		func() Answer {
			return p.Send(ctx, http.MethodPost, to, url.Values{"name": {name}}.Encode(), "Content-Type: application/x-www-form-urlencoded")
		},
		func() Answer { return p.Send(ctx, http.MethodGet, to, "") },
	}
	for _, step := range steps {
		a := step()
		if a.Err != nil || a.Status != http.StatusSeeOther && a.Status != http.StatusFound {
			return "", &Error{a}
		}
		to = a.Header.Get("Location")
	}
	return to, nil
}

// Answer is what a request led to.
type Answer struct {
	Asked  string // the method and the target
	Status int
	Proto  int // the major version of HTTP
	Header http.Header
	Body   string
	Err    error // why no complete response was received
}

// Error is the error of an answer that is not successful.
type Error struct{ Answer Answer }

// Error implements error.
func (e *Error) Error() string {
	return fmt.Sprintf("%s: got status %d and %v: %s", e.Answer.Asked, e.Answer.Status, e.Answer.Err, e.Answer.Body)
}

// Send sends a request and reads the answer to its end. The target is a path of the
// program, which is sent unchanged, or an address. Headers are "Name: value"; a body is
// JSON unless they say otherwise.
func (p *Person) Send(ctx context.Context, method, target, body string, headers ...string) Answer {
	a := Answer{Asked: method + " " + target}
	ctx, cancel := context.WithTimeout(ctx, Patience)
	defer cancel()
	res, err := p.Open(ctx, method, target, body, headers...)
	if err != nil {
		a.Err = err
		return a
	}
	raw, err := io.ReadAll(res.Body)
	a.Status, a.Proto, a.Header, a.Body, a.Err = res.StatusCode, res.ProtoMajor, res.Header, string(raw), errors.Join(err, res.Body.Close())
	return a
}

// Open is Send for an answer that the caller reads, such as a stream.
func (p *Person) Open(ctx context.Context, method, target, body string, headers ...string) (*http.Response, error) {
	req, through, err := p.request(ctx, method, target, body)
	if err != nil {
		return nil, err
	}
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		switch http.CanonicalHeaderKey(name) {
		case "Host":
			req.Host = value
		case "Content-Type", "Cookie":
			req.Header.Set(name, value)
		default:
			req.Header.Add(name, value)
		}
	}
	res, err := through.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	for _, c := range res.Cookies() {
		if p.Cookies[c.Name] = c.Value; c.MaxAge < 0 {
			delete(p.Cookies, c.Name)
		}
	}
	return res, nil
}

// request returns a request with the person's cookies, and what carries it.
func (p *Person) request(ctx context.Context, method, target, body string) (*http.Request, http.RoundTripper, error) {
	through, address := p.Through, target
	switch {
	case !strings.Contains(target, "://"):
		address = p.Home
	case !strings.HasPrefix(target, p.Home):
		through = http.DefaultTransport
	}
	req, err := http.NewRequestWithContext(ctx, method, address, strings.NewReader(body))
	if err != nil {
		return nil, nil, err
	}
	req.GetBody = nil // else net/http itself would repeat requests with an Idempotency-Key
	if address != target {
		raw, query, _ := strings.Cut(target, "?")
		if req.URL.Path, err = url.PathUnescape(raw); err != nil {
			req.URL.Path = raw
		}
		req.URL.RawPath, req.URL.RawQuery = raw, query
	}
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	if strings.HasPrefix(address, p.Home) && len(p.Cookies) > 0 {
		req.Header.Set("Cookie", p.CookieHeader())
	}
	return req, through, nil
}

// CookieHeader returns the person's cookies as a header has them.
func (p *Person) CookieHeader() string {
	var pairs []string
	for _, name := range slices.Sorted(maps.Keys(p.Cookies)) {
		pairs = append(pairs, name+"="+p.Cookies[name])
	}
	return strings.Join(pairs, "; ")
}

// Into decodes the body of a successful answer; for any other it returns an *Error.
func (a Answer) Into(v any) error {
	if a.Err != nil || a.Status >= http.StatusMultipleChoices {
		return &Error{a}
	}
	return json.Unmarshal([]byte(a.Body), v)
}

// Value returns the value at a path of the JSON answer; nil: there is none.
func (a Answer) Value(path ...string) any {
	var v any
	_ = json.Unmarshal([]byte(a.Body), &v) // no value
	for _, name := range path {
		object, _ := v.(map[string]any)
		v = object[name]
	}
	return v
}

// Text is Value for a text; "": there is none.
func (a Answer) Text(path ...string) string {
	text, _ := a.Value(path...).(string)
	return text
}

// JSON returns an object of texts, given as pairs of a name and a text.
func JSON(pairs ...string) string {
	texts := map[string]string{}
	for i := 0; i+1 < len(pairs); i += 2 {
		texts[pairs[i]] = pairs[i+1]
	}
	raw, err := json.Marshal(texts)
	if err != nil {
		panic(err) // there are only texts in it
	}
	return string(raw)
}

// Say sends an intent with one slot ("" for none) from the Echo whose account is p.ID. A
// repeat with the same request id is the same request.
func (p *Person) Say(ctx context.Context, id, intent, slot, value string) Answer {
	slots := "{}"
	if slot != "" {
		slots = fmt.Sprintf(`{%q:{"name":%[1]q,"value":%s,"confirmationStatus":"NONE","source":"USER"}}`, slot, quoted(value))
	}
	return p.Send(ctx, http.MethodPost, "/alexa", p.Envelope(fmt.Sprintf(
		`{"type":"IntentRequest","requestId":"amzn1.echo-api.request.%s","locale":"en-US","timestamp":%q,"dialogState":"STARTED",`+
			`"intent":{"name":%q,"confirmationStatus":"NONE","slots":%s}}`, id, time.Now().UTC().Format(time.RFC3339), intent, slots)))
}

// Envelope returns the body in which Alexa sends a request of the account p.ID.
func (p *Person) Envelope(request string) string {
	const application = `{"applicationId":"amzn1.ask.skill.any"}`
	user := fmt.Sprintf(`{"userId":%s}`, quoted(p.ID))
	return `{"version":"1.0","session":{"new":true,"sessionId":"amzn1.echo-api.session.1","application":` + application + `,"attributes":{},"user":` + user + `},` +
		`"context":{"System":{"application":` + application + `,"user":` + user + `,"device":{"deviceId":"amzn1.ask.device.1","supportedInterfaces":{}},` +
		`"apiEndpoint":"https://api.amazonalexa.com","apiAccessToken":"none"}},"request":` + request + `}`
}

// quoted returns a text as JSON.
func quoted(text string) string {
	raw, err := json.Marshal(text)
	if err != nil {
		panic(err) // a text
	}
	return string(raw)
}
