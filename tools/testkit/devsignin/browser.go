package devsignin

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"voicememo/tools/testkit/must"
	"voicememo/tools/testkit/person"
)

// Browser is a person's browser in a test. A request that fails ends the test.
type Browser struct {
	*person.Person
	T testing.TB
}

// Stranger returns a browser in which no person has signed in, for the program that
// serves home.
func Stranger(t testing.TB, through http.RoundTripper, home string) *Browser {
	return &Browser{person.New(home, through), t}
}

// ForTest returns a browser in which a person has signed in under a name.
func ForTest(t testing.TB, through http.RoundTripper, home, name string) *Browser {
	t.Helper()
	b := Stranger(t, through, home)
	must.OK(t, b.SignIn(t.Context(), name))
	return b
}

// Reply is an answer with checks.
type Reply struct {
	person.Answer
	T testing.TB
}

// Ask is Send for a request that must be answered.
func (b *Browser) Ask(method, target, body string, headers ...string) Reply {
	b.T.Helper()
	a := b.Send(b.T.Context(), method, target, body, headers...)
	if a.Err != nil {
		b.T.Fatalf("%s: %v", a.Asked, a.Err)
	}
	return Reply{a, b.T}
}

// Want fails the test unless the answer has one of these statuses.
func (r Reply) Want(statuses ...int) Reply {
	r.T.Helper()
	if !slices.Contains(statuses, r.Status) {
		r.T.Fatalf("%s: got status %d, want %d: %s", r.Asked, r.Status, statuses, r.Body)
	}
	return r
}

// Call calls the API and returns the JSON answer, which must have this status.
func (b *Browser) Call(method, path, body string, status int) map[string]any {
	b.T.Helper()
	decoded, _ := b.Ask(method, path, body).Want(status).Value().(map[string]any)
	return decoded
}

// Contents lists the memos that this person sees, newest first.
func (b *Browser) Contents() string {
	b.T.Helper()
	var list struct{ Memos []struct{ Content string } }
	must.OK(b.T, b.Ask(http.MethodGet, "/api/memos", "").Want(http.StatusOK).Into(&list))
	var all []string
	for _, m := range list.Memos {
		all = append(all, m.Content)
	}
	return strings.Join(all, " / ")
}
