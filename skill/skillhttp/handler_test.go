package skillhttp_test

import (
	"context"
	"errors"
	"net/http"
	"testing"

	"voicememo/skill/skillhttp"
)

// skillFunc is a function as a Skill.
type skillFunc func([]byte) ([]byte, error)

func (f skillFunc) Handle(_ context.Context, raw []byte) ([]byte, error) { return f(raw) }

// TestBodyAsItArrived checks that the skill receives exactly the signed bytes, and that
// its reply is returned unchanged.
func TestBodyAsItArrived(t *testing.T) {
	var got string
	w := newWorld(t, func(o *skillhttp.Options) {
		o.Skill = skillFunc(func(raw []byte) ([]byte, error) { got = string(raw); return []byte(`{"version":"1.0"}`), nil })
	})
	answer := w.send(w.post(good()))
	if answer.Body.String() != `{"version":"1.0"}` || answer.Header().Get("Content-Type") != "application/json;charset=UTF-8" {
		t.Errorf("answer %q, %v", answer.Body, answer.Header())
	}
	if got != good() {
		t.Errorf("skill: got request %q", got)
	}
}

// TestFailureOfTheSkill checks that the status is 500 and the cause is not in the
// response.
func TestFailureOfTheSkill(t *testing.T) {
	w := newWorld(t, func(o *skillhttp.Options) {
		o.Skill = skillFunc(func([]byte) ([]byte, error) { return nil, errors.New("the cause") })
	})
	w.want(w.post(good()), http.StatusInternalServerError, "")
}

func TestAllowedMethod(t *testing.T) {
	w := newWorld(t)
	r := w.post(good())
	r.Method = http.MethodGet
	if got := w.send(r).Header().Get("Allow"); got != http.MethodPost {
		t.Errorf("Allow: %q", got)
	}
}

// TestUnverified checks that unsigned requests are accepted, but that method, size and
// application are still checked.
func TestUnverified(t *testing.T) {
	w := newWorld(t, func(o *skillhttp.Options) { o.Unverified = true })
	unsigned := func(method, body string) *http.Request {
		r := w.post(body)
		r.Method, r.Header = method, http.Header{}
		return r
	}
	w.want(unsigned(http.MethodPost, envelope("SessionEndedRequest", application, "")), http.StatusOK, "")
	w.want(unsigned(http.MethodPost, padded(128<<10+1)), http.StatusBadRequest, "body")
	w.want(unsigned(http.MethodPost, envelope("SessionEndedRequest", "amzn1.ask.skill.theirs", now)), http.StatusBadRequest, "application")
	w.want(unsigned(http.MethodPost, "no JSON"), http.StatusBadRequest, "envelope")
	w.want(unsigned(http.MethodGet, ""), http.StatusMethodNotAllowed, "")
	if len(w.files.fetched) > 0 {
		t.Errorf("fetched %q", w.files.fetched)
	}
}
