package webapi

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"

	"voicememo/models"
	"voicememo/webapi/contracttest"
)

// routeNeeds is what every route of the core needs. A route without a row fails
// TestScopes.
var routeNeeds = map[models.Need][]string{
	models.NeedPublic: {
		"GET /", "GET /alexa", "GET /api/docs", "GET /api/docs.css", "GET /api/openapi.yaml", "GET /family", "GET /healthz",
		"GET /join", "GET /memos/{id}", "GET /privacy", "GET /readyz", "GET /share", "GET /terms", "GET /trash", "GET /{asset}",
		"GET /auth/callback", "GET /auth/login", "POST /alexa", "POST /auth/login", "POST /auth/logout",
		"GET /.well-known/oauth-authorization-server", "GET /.well-known/oauth-protected-resource",
		"GET /.well-known/oauth-protected-resource/api", "GET /.well-known/oauth-protected-resource/mcp",
		"GET /oauth/authorize", "GET /oauth/consent.js", "GET /oauth/device", "POST /oauth/device", "POST /oauth/register",
		"POST /oauth/revoke", "POST /oauth/token",
	},
	models.NeedAny: {"POST /mcp"}, // see TestToolScopes
	models.NeedRead: {
		"GET /api/events", "GET /api/export", "GET /api/family/members", "GET /api/family/members/{userId}/picture",
		"GET /api/me", "GET /api/memos", "GET /api/memos/{id}/seen", "POST /api/live/ticket",
	},
	models.NeedAdd:  {"POST /api/memos"},
	models.NeedMemo: {"GET /api/memos/{id}"},
	models.NeedMemos: {
		"DELETE /api/memos", "DELETE /api/memos/{id}", "PUT /api/memos/{id}", "PUT /api/memos/{id}/before",
		"PUT /api/memos/{id}/done", "PUT /api/memos/{id}/restore", "PUT /api/me/seen",
	},
	models.NeedFamily: {
		"DELETE /api/family/invite-codes/current", "DELETE /api/family/join", "DELETE /api/family/members/{userId}",
		"DELETE /api/family/requests/{userId}", "POST /api/family/echos", "POST /api/family/echos/preview",
		"POST /api/family/invitations/preview", "POST /api/family/invite-codes", "POST /api/family/join", "POST /api/family/leave",
		"POST /api/family/requests/{userId}", "PUT /api/family/members/{userId}/name", "PUT /api/family/settings",
		"PUT /api/user/emoji", "PUT /api/user/name",
	},
	models.NeedBrowser: {
		"DELETE /api/me/access/{id}", "DELETE /api/user", "GET /api/me/access", "POST /api/family/transfer-owner",
		"POST /api/me/tokens", "POST /auth/logout-everywhere", "POST /oauth/consent", "POST /oauth/device/code",
		"POST /oauth/device/consent",
	},
}

// scopeCallers are every kind of caller, by the name in the header of standIn, with what
// they may do. "" is not signed in.
var scopeCallers = map[string][]models.Need{
	"":            {},
	"taro!none=x": {},
	"taro!read=x": {models.NeedRead, models.NeedMemo},
	"taro!add=x":  {models.NeedAdd, models.NeedMemo},
	"taro!memos=": {models.NeedRead, models.NeedAdd, models.NeedMemo, models.NeedMemos},
	"taro!":       {models.NeedRead, models.NeedAdd, models.NeedMemo, models.NeedMemos, models.NeedFamily},
	"taro":        {models.NeedRead, models.NeedAdd, models.NeedMemo, models.NeedMemos, models.NeedFamily, models.NeedBrowser},
}

// registered returns the needs of a server's routes.
func registered(t *testing.T, o Options) map[string]models.Need {
	t.Helper()
	s, err := newServer(o)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.handler(); err != nil {
		t.Fatal(err)
	}
	return s.needs
}

// TestScopes is the table of every route and every kind of caller, made from the routes
// that the server registers, those for HEAD as well.
func TestScopes(t *testing.T) {
	s := newSite(t)
	rows := map[string]models.Need{}
	for need, routes := range routeNeeds {
		for _, route := range routes {
			rows[route] = need
		}
	}
	for route, got := range registered(t, s.options) {
		method, path, _ := strings.Cut(route, " ")
		name := strings.Replace(method, http.MethodHead, http.MethodGet, 1) + " " + contracttest.Path(path)
		want, known := rows[name]
		if !known {
			t.Errorf("%s has no row in this table; it has the need %q", name, got)
			continue
		}
		if got != want {
			t.Errorf("%s: got need %q, want %q", route, got, want)
		}
		for caller, allowed := range scopeCallers {
			if want != models.NeedPublic && want != models.NeedAny {
				checkScope(s, caller, method, path, want, slices.Contains(allowed, want))
			}
		}
	}
}

// checkScope sends one request. An allowed one is broken in another way, or reads.
func checkScope(s *site, caller, method, path string, need models.Need, allowed bool) {
	t := s.t
	t.Helper()
	if method == http.MethodGet && strings.HasSuffix(path, "/events") && allowed {
		method = http.MethodHead // a stream would not end
	}
	for _, name := range []string{":id", ":userId"} {
		path = strings.ReplaceAll(path, name, "AAAA")
	}
	r := s.ask(caller, method, path, `{"unknown":1}`)
	challenged := r.header.Get("WWW-Authenticate")
	want := ""
	switch {
	case caller == "":
		want = "Bearer"
	case !allowed && need == models.NeedBrowser:
		want = `Bearer error="insufficient_scope"`
	case !allowed:
		want = fmt.Sprintf(`Bearer error="insufficient_scope", scope="%s"`, need.Scope())
	}
	refused := map[bool]int{true: http.StatusUnauthorized, false: http.StatusForbidden}[caller == ""]
	if got := r.status == http.StatusUnauthorized || r.status == http.StatusForbidden; got == allowed || !allowed && r.status != refused {
		t.Errorf("%s %s as %q: got %d, want it allowed: %v", method, path, caller, r.status, allowed)
	}
	if challenged != want {
		t.Errorf("%s %s as %q: got WWW-Authenticate %q, want %q", method, path, caller, challenged, want)
	}
	if wanted := map[bool]models.Reason{true: models.ReasonSessionOnly, false: models.ReasonScope}[need == models.NeedBrowser]; !allowed && caller != "" &&
		method != http.MethodHead && r.problem().Reason != wanted {
		t.Errorf("%s %s as %q: got reason %q, want %q", method, path, caller, r.problem().Reason, wanted)
	}
}

// TestContractNamesNeeds: openapi.yaml names the need of each operation.
func TestContractNamesNeeds(t *testing.T) {
	needs := map[string]models.Need{}
	for route, need := range registered(t, newSite(t).options) {
		method, path, _ := strings.Cut(route, " ")
		needs[method+" "+contracttest.Path(path)] = need
	}
	for path, item := range loadContract(t).Paths.Map() {
		for method, op := range item.Operations() {
			if got, want := contracttest.Need(op), needs[method+" "+path]; got != string(want) {
				t.Errorf("%s %s: openapi.yaml names the need %q, want %q", method, path, got, want)
			}
			if got, want := contracttest.Schemes(op), schemesFor(needs[method+" "+path]); !slices.Equal(got, want) {
				t.Errorf("%s %s: got security %q, want %q", method, path, got, want)
			}
		}
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

func (m forgetful) Routes(r Router) {
	r.Handle(m.need, http.MethodGet, "/api/forgotten", func(c Call) error { return c.NoContent() })
}

// TestRoutesWithoutANeed: a server with a route without a need does not start.
func TestRoutesWithoutANeed(t *testing.T) {
	s := newSite(t)
	for _, need := range []models.Need{"", "unknown", models.NeedPublic} {
		o := s.options
		o.Modules = []Module{forgetful{need: need}}
		if _, err := New(o); err == nil || !strings.Contains(err.Error(), "/api/forgotten") {
			t.Errorf("need %q: got error %v, want one that names the route", need, err)
		}
	}
	server, err := newServer(s.options)
	if err != nil {
		t.Fatal(err)
	}
	r := &routing{server: server, e: echo.New(), needs: map[string]models.Need{}}
	r.e.GET("/past", plain(http.NotFound))
	if err := r.check(); err == nil || !strings.Contains(err.Error(), "GET /past") {
		t.Errorf("registered past the needs: got error %v, want one that names the route", err)
	}
	if n := len(registered(t, s.options)); n < 50 {
		t.Errorf("got %d routes, want the needs of all", n)
	}
}
