package contracttest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
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

// Contract is an OpenAPI document.
type Contract struct{ *openapi3.T }

// loaded are the contracts by their documents: most tests load the same one.
var loaded sync.Map

// Load reads a document in YAML and checks that it is valid.
func Load(document []byte) (Contract, error) {
	if known, ok := loaded.Load(string(document)); ok {
		return known.(Contract), nil
	}
	// Pages are checked as text.
	for _, kind := range []string{
		"text/html", "text/css", "text/javascript", "application/manifest+json", "text/csv", "text/markdown", "image/jpeg",
	} {
		openapi3filter.RegisterBodyDecoder(kind, openapi3filter.PlainBodyDecoder)
	}
	doc, err := openapi3.NewLoader().LoadFromData(document)
	if err != nil {
		return Contract{}, err
	}
	if err := doc.Validate(context.Background()); err != nil {
		return Contract{}, err
	}
	loaded.Store(string(document), Contract{doc})
	return Contract{doc}, nil
}

// Operations yields the operations by method and path, such as "GET /api/me".
func (d Contract) Operations() iter.Seq2[string, *openapi3.Operation] {
	return func(yield func(string, *openapi3.Operation) bool) {
		for path, item := range d.Paths.Map() {
			for method, op := range item.Operations() {
				if !yield(method+" "+path, op) {
					return
				}
			}
		}
	}
}

// Answer is an answer of the server.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
}

// Check fails the test if the answer to a request does not match the contract. An answer
// that its operation does not list, or that belongs to no operation, must be a page or a
// problem; NamesStatus checks its status.
func (d Contract) Check(t testing.TB, req *http.Request, a Answer) {
	t.Helper()
	path, item := d.find(req.URL.Path)
	var op *openapi3.Operation
	if item != nil {
		op = item.GetOperation(req.Method)
	}
	if op == nil || op.Responses.Status(a.Status) == nil {
		if req.Method != http.MethodHead { // a recorder has a body for HEAD
			d.checkUnplanned(t, req, a)
		}
		return
	}
	err := openapi3filter.ValidateResponse(context.Background(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{
			Request: req,
			Route:   &routers.Route{Spec: d.T, Path: path, PathItem: item, Method: req.Method, Operation: op},
		},
		Status: a.Status, Header: a.Header, Body: io.NopCloser(bytes.NewReader(a.Body)),
		Options: &openapi3filter.Options{IncludeResponseStatus: true, MultiError: true},
	})
	if err != nil {
		t.Errorf("%s %s: %v", req.Method, path, err)
	}
}

func (d Contract) checkUnplanned(t testing.TB, req *http.Request, a Answer) {
	t.Helper()
	if strings.HasPrefix(a.Header.Get("Content-Type"), "text/html") || len(a.Body) == 0 {
		return
	}
	if err := d.CheckValue("Problem", a.Body); err != nil {
		t.Errorf("%s %s: %v", req.Method, req.URL.Path, err)
	}
}

// CheckValue reports whether a JSON value matches the schema with a name.
func (d Contract) CheckValue(name string, raw []byte) error {
	schema := d.Components.Schemas[name]
	if schema == nil {
		return fmt.Errorf("got no schema %s", name)
	}
	var value any
	if err := json.Unmarshal(raw, &value); err != nil {
		return err
	}
	return schema.Value.VisitJSON(value)
}

// find returns the contract's path for a request; a literal part wins over a parameter.
func (d Contract) find(path string) (string, *openapi3.PathItem) {
	best, bestParams := "", -1
	for template := range d.Paths.Map() {
		if n, ok := fits(template, path); ok && (bestParams < 0 || n < bestParams) {
			best, bestParams = template, n
		}
	}
	return best, d.Paths.Value(best)
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

// Path returns the pattern of a route in the contract's notation.
func Path(pattern string) string {
	parts := strings.Split(pattern, "/")
	for i, p := range parts {
		if name, ok := strings.CutPrefix(p, ":"); ok {
			parts[i] = "{" + name + "}"
		}
	}
	path := strings.Join(parts, "/")
	routed := slices.ContainsFunc([]string{"/api/", "/oauth/", "/.well-known/"}, func(prefix string) bool { return strings.HasPrefix(path, prefix) })
	if strings.Contains(path, ".") && !routed {
		return "/{asset}"
	}
	return path
}

// StatusGone is the status in logs and metrics of a request whose caller disconnected. No
// client receives it.
const StatusGone = 499

// NamesStatus reports whether the contract names the status of an answer of a route. It
// need not name StatusGone, nor the status of a body that is not JSON. Unknown paths and methods belong to no operation.
func (d Contract) NamesStatus(method, route string, status int) bool {
	if method == http.MethodHead {
		method = http.MethodGet // HEAD is documented as GET
	}
	var op *openapi3.Operation
	if item := d.Paths.Value(Path(route)); item != nil {
		op = item.GetOperation(method)
	}
	if op != nil {
		body := status == http.StatusUnsupportedMediaType && method != http.MethodGet
		return body || status == StatusGone || op.Responses.Status(status) != nil
	}
	return slices.Contains([]int{
		http.StatusPermanentRedirect, http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusForbidden,
		http.StatusMisdirectedRequest, StatusGone,
	}, status)
}

// Open reports whether an operation is for callers who are not signed in.
func Open(op *openapi3.Operation) bool { return op.Security != nil && len(*op.Security) == 0 }

// Schemes returns the security schemes, sorted, each of which suffices for an operation.
func Schemes(op *openapi3.Operation) (names []string) {
	all := openapi3.SecurityRequirements{{"session": nil}, {"token": nil}, {"oauth": nil}, {"bearer": nil}} // those of the document
	if op.Security != nil {
		all = *op.Security
	}
	for _, one := range all {
		names = slices.AppendSeq(names, maps.Keys(one))
	}
	slices.Sort(names)
	return names
}

// Statuses lists the statuses that an operation must name: those of the middleware, and
// those of refused parameters and bodies. counted: a limit of each person applies to it.
func Statuses(method string, op *openapi3.Operation, counted bool) []int {
	all := []int{http.StatusMisdirectedRequest, http.StatusInternalServerError}
	if (method != http.MethodGet || !Open(op)) && !anyOrigin(op) {
		all = append(all, http.StatusForbidden)
	}
	if !Open(op) {
		all = append(all, http.StatusUnauthorized, http.StatusServiceUnavailable)
	}
	if !Open(op) && counted {
		all = append(all, http.StatusTooManyRequests)
	}
	if method != http.MethodGet && !Open(op) {
		all = append(all, http.StatusBadRequest)
	}
	for _, p := range op.Parameters {
		all = append(all, refusedFor(p.Value)...)
	}
	return all
}

// anyOrigin reports whether pages of other sites may send requests to an operation, because
// it ignores cookies.
func anyOrigin(op *openapi3.Operation) bool {
	exempt, _ := op.Extensions["x-any-origin"].(bool)
	return exempt && Open(op)
}

// refusedFor lists the statuses that a parameter leads to.
func refusedFor(p *openapi3.Parameter) []int {
	switch {
	case p.Name == "If-None-Match":
		return []int{http.StatusNotModified}
	case p.Name == "If-Match":
		return []int{http.StatusBadRequest, http.StatusPreconditionFailed}
	case p.In == "path":
		return []int{http.StatusNotFound}
	case p.In == "query" && (p.Schema.Value.Type.Is("integer") || p.Schema.Value.Type.Is("boolean")):
		return []int{http.StatusBadRequest}
	}
	return nil
}
