package webapi

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"voicememo/webapi/contracttest"
)

// theContract loads openapi.yaml once; every answer in the tests is checked against it.
var theContract = sync.OnceValues(func() (contracttest.Contract, error) { return contracttest.Load(contract) })

func loadContract(t testing.TB) contracttest.Contract {
	t.Helper()
	doc, err := theContract()
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// checkContract fails the test if an answer does not match the contract.
func checkContract(t testing.TB, req *http.Request, r reply) {
	t.Helper()
	loadContract(t).Check(t, req, contracttest.Answer{Status: r.status, Header: r.header, Body: []byte(r.body)})
}

// served lists the routes of a site, in the contract's notation.
func served(s *site) []string {
	all := map[string]bool{}
	for _, r := range s.echo.Routes() {
		if r.Method == http.MethodHead || r.Method == echoNotFound {
			continue
		}
		all[r.Method+" "+contracttest.Path(r.Path)] = true
	}
	return slices.Sorted(maps.Keys(all))
}

// echoNotFound is the method of Echo's entry for unknown paths.
const echoNotFound = "echo_route_not_found"

func TestContractNamesEveryRoute(t *testing.T) {
	documented := map[string]bool{}
	for path, item := range loadContract(t).Paths.Map() {
		for method := range item.Operations() {
			documented[method+" "+path] = true
		}
	}
	want, got := slices.Sorted(maps.Keys(documented)), served(newSite(t))
	for _, route := range want {
		if !slices.Contains(got, route) {
			t.Errorf("documented, not served: %s", route)
		}
	}
	for _, route := range got {
		if !slices.Contains(want, route) {
			t.Errorf("served, not documented: %s", route)
		}
	}
}

// TestHeadFollowsGet: every route with GET has HEAD.
func TestHeadFollowsGet(t *testing.T) {
	methods := map[string][]string{}
	for _, r := range newSite(t).echo.Routes() {
		methods[r.Path] = append(methods[r.Path], r.Method)
	}
	for path, all := range methods {
		// Beginning or ending a sign-in is not a read.
		if slices.Contains(all, "GET") && !slices.Contains(all, "HEAD") && !strings.HasPrefix(path, "/auth/") {
			t.Errorf("%s has no HEAD", path)
		}
	}
}

// TestEveryAPIRouteWantsSignIn is generated from the contract: a route without an empty
// security refuses a request that is not signed in before any other check.
func TestEveryAPIRouteWantsSignIn(t *testing.T) {
	s := newSite(t)
	for path, item := range loadContract(t).Paths.Map() {
		for method, op := range item.Operations() {
			if contracttest.Open(op) {
				continue
			}
			t.Run(method+" "+path, func(t *testing.T) {
				r := s.ask("", method, strings.NewReplacer("{", "", "}", "").Replace(path), "{broken")
				if p := r.want(http.StatusUnauthorized).problem(); p.Code != "unauthenticated" {
					t.Errorf("got code %q, want %q", p.Code, "unauthenticated")
				}
				want := "Bearer"
				if path == mcpPath {
					want += ` resource_metadata="` + home + mcpMetadata + `"`
				}
				if got := r.header.Get("WWW-Authenticate"); got != want {
					t.Errorf("got WWW-Authenticate %q, want %q", got, want)
				}
			})
		}
	}
}
