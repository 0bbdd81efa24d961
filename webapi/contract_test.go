package webapi

import (
	"bytes"
	"context"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
)

// theContract loads openapi.yaml once; every answer in the tests is checked against it.
var theContract = sync.OnceValues(func() (*openapi3.T, error) {
	// Pages are checked as text.
	for _, kind := range []string{
		"text/html", "text/css", "text/javascript", "application/manifest+json", "text/csv", "text/markdown", "image/jpeg",
	} {
		openapi3filter.RegisterBodyDecoder(kind, openapi3filter.PlainBodyDecoder)
	}
	doc, err := openapi3.NewLoader().LoadFromData(contract)
	if err != nil {
		return nil, err
	}
	return doc, doc.Validate(context.Background())
})

func loadContract(t testing.TB) *openapi3.T {
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
	doc := loadContract(t)
	path, item := documented(doc, req.URL.Path)
	var op *openapi3.Operation
	if item != nil {
		op = item.GetOperation(req.Method)
	}
	if op == nil || op.Responses.Status(r.status) == nil {
		if req.Method != http.MethodHead { // a recorder has a body for HEAD
			checkUnplanned(t, doc, req, r)
		}
		return
	}
	err := openapi3filter.ValidateResponse(context.Background(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{
			Request: req,
			Route:   &routers.Route{Spec: doc, Path: path, PathItem: item, Method: req.Method, Operation: op},
		},
		Status: r.status, Header: r.header, Body: io.NopCloser(bytes.NewBufferString(r.body)),
		Options: &openapi3filter.Options{IncludeResponseStatus: true, MultiError: true},
	})
	if err != nil {
		t.Errorf("%s %s: %v", req.Method, path, err)
	}
}

// checkUnplanned checks the form of an answer that its operation does not list, or that
// belongs to no operation: a page or a problem. namesStatus checks its status.
func checkUnplanned(t testing.TB, doc *openapi3.T, req *http.Request, r reply) {
	t.Helper()
	if strings.HasPrefix(r.header.Get("Content-Type"), "text/html") || r.body == "" {
		return
	}
	var value any
	r.into(&value)
	if err := doc.Components.Schemas["Problem"].Value.VisitJSON(value); err != nil {
		t.Errorf("%s %s: %v", req.Method, req.URL.Path, err)
	}
}

// documented returns the contract's path for a request; a literal part wins over a
// parameter.
func documented(doc *openapi3.T, path string) (string, *openapi3.PathItem) {
	best, bestParams := "", -1
	for template := range doc.Paths.Map() {
		if n, ok := fits(template, path); ok && (bestParams < 0 || n < bestParams) {
			best, bestParams = template, n
		}
	}
	return best, doc.Paths.Value(best)
}

// fits reports whether a path matches a template, and counts the parameters.
func fits(template, path string) (params int, ok bool) {
	want, got := strings.Split(template, "/"), strings.Split(path, "/")
	if len(want) != len(got) {
		return 0, false
	}
	for i := range want {
		switch {
		case strings.HasPrefix(want[i], "{") && got[i] != "":
			params++
		case want[i] != got[i]:
			return 0, false
		}
	}
	return params, true
}

// served lists the routes of a site, in the contract's notation.
func served(s *site) []string {
	all := map[string]bool{}
	for _, r := range s.echo.Routes() {
		if r.Method == http.MethodHead || r.Method == echoNotFound {
			continue
		}
		all[r.Method+" "+contractPath(r.Path)] = true
	}
	return slices.Sorted(maps.Keys(all))
}

// contractPath returns the pattern of a route in the contract's notation.
func contractPath(pattern string) string {
	parts := strings.Split(pattern, "/")
	for i, p := range parts {
		if name, ok := strings.CutPrefix(p, ":"); ok {
			parts[i] = "{" + name + "}"
		}
	}
	path := strings.Join(parts, "/")
	if strings.Contains(path, ".") && !strings.HasPrefix(path, "/api/") {
		return "/{asset}"
	}
	return path
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
			open := op.Security != nil && len(*op.Security) == 0
			if open {
				continue
			}
			t.Run(method+" "+path, func(t *testing.T) {
				r := s.ask("", method, strings.NewReplacer("{", "", "}", "").Replace(path), "{broken")
				if p := r.want(http.StatusUnauthorized).problem(); p.Code != "unauthenticated" {
					t.Errorf("got code %q, want %q", p.Code, "unauthenticated")
				}
				if r.header.Get("WWW-Authenticate") != "Bearer" {
					t.Error("no WWW-Authenticate")
				}
			})
		}
	}
}
