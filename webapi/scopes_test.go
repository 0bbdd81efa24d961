package webapi

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/labstack/echo/v4"

	"voicememo/models"
	"voicememo/tools/testkit/must"
	"voicememo/webapi/contracttest"
)

// registered returns the needs of a server's routes.
func registered(t *testing.T, o Options) map[string]models.Need {
	t.Helper()
	s, err := newServer(o)
	must.OK(t, err)
	must.OK(t, must.Err(s.handler()))
	return s.needs
}

// TestScopes: the routes are those of openapi.yaml, one for GET also serves HEAD unless it
// belongs to the sign-in, each has the need that openapi.yaml names, and an access without it
// is refused.
func TestScopes(t *testing.T) {
	s := newSite(t)
	got, want := map[string]models.Need{}, map[string]models.Need{}
	for route, need := range registered(t, s.options) {
		method, path, _ := strings.Cut(route, " ")
		got[method+" "+contracttest.Path(path)] = need
	}
	for route, op := range loadContract(t).Operations() {
		need := contracttest.Need(op)
		want[route] = need
		if path, read := strings.CutPrefix(route, "GET "); read && !strings.HasPrefix(path, "/auth/") {
			want["HEAD "+path] = need
		}
		if got, want := contracttest.Schemes(op), schemesFor(need); !slices.Equal(got, want) {
			t.Errorf("%s: got security %q, want %q", route, got, want)
		}
		contracttest.CheckNeed(t, route, op, func(caller, method, path, body string) contracttest.Answer {
			r := s.ask(caller, method, path, body)
			return contracttest.Answer{Status: r.status, Header: r.header, Body: []byte(r.body)}
		})
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("what openapi.yaml says (-) and what the server does (+):\n%s", diff)
	}
}

// schemesFor returns the kinds of credentials that can have a need.
func schemesFor(need models.Need) []string {
	switch need {
	case models.NeedPublic:
		return nil
	case models.NeedBrowser:
		return []string{"session"}
	case models.NeedAny:
		return []string{"oauth", "token"}
	case models.NeedFamily:
		return []string{"bearer", "oauth", "session"}
	}
	return []string{"bearer", "oauth", "session", "token"}
}

// forgetful is a module with a route whose need is unknown.
type forgetful struct {
	Module
	need models.Need
}

func (m forgetful) Consent(string) string { return "" }

func (m forgetful) Routes(r Router) {
	r.Handle(m.need, http.MethodGet, "/api/forgotten", func(c Call) error { return c.Answer(http.StatusOK, nil) })
}

// TestRoutesWithoutANeed: a server with a route without a need, or one that a scope opens and
// the consent page does not name, does not start.
func TestRoutesWithoutANeed(t *testing.T) {
	s := newSite(t)
	for _, need := range []models.Need{"", "unknown", models.NeedPublic, models.NeedFamily, models.NeedRead, models.NeedMemo} {
		o := s.options
		o.Modules = []Module{forgetful{need: need}}
		if _, err := New(o); err == nil || !strings.Contains(err.Error(), "/api/forgotten") {
			t.Errorf("need %q: got error %v, want one that names the route", need, err)
		}
	}
	server, err := newServer(s.options)
	must.OK(t, err)
	r := &routing{server: server, e: echo.New(), needs: map[string]models.Need{}}
	r.e.GET("/past", plain(http.NotFound))
	if err := r.check(); err == nil || !strings.Contains(err.Error(), "GET /past") {
		t.Errorf("registered past the needs: got error %v, want one that names the route", err)
	}
	r.on(models.NeedFamily, http.MethodPut, "/unnamed", nil)
	if err := server.checkParts(r.needs); err == nil || !strings.Contains(err.Error(), "PUT /unnamed") {
		t.Errorf("without a sentence: got error %v, want one that names the route", err)
	}
	if n := len(registered(t, s.options)); n < 50 {
		t.Errorf("got %d routes, want the needs of all", n)
	}
}
