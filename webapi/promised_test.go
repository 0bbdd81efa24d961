package webapi

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"voicememo/tools/testkit/promised"
)

// TestPromisedAPI: routes, parameters, fields, and the tools for assistants with their
// arguments stay, and a request that was complete is complete.
func TestPromisedAPI(t *testing.T) {
	t.Parallel()
	offers := append(loadContract(t).Promises(), promisedTools(t)...)
	for _, line := range newlyRequired(promised.Read(t), offers) {
		t.Errorf("a request without it was complete: %s", line)
	}
	promised.Check(t, offers, *update)
}

// newlyRequired returns the required fields that a request of a known route or schema did not
// have to have.
func newlyRequired(promises, offers []string) (all []string) {
	for _, line := range offers {
		field, is := strings.CutSuffix(line, ", required")
		if !is || slices.Contains(promises, line) {
			continue
		}
		owner, _, _ := strings.Cut(field, ".")
		if words := strings.Fields(field); words[0] != "request" && words[0] != "tool" {
			owner = words[0] + " " + words[1] // a parameter of a route
		}
		if slices.ContainsFunc(promises, func(p string) bool {
			return p == owner || strings.HasPrefix(p, owner+":") || strings.HasPrefix(p, owner+".")
		}) {
			all = append(all, line)
		}
	}
	return all
}

// TestNewlyRequired: a field that becomes required is found in what was promised, and not
// in what is new.
func TestNewlyRequired(t *testing.T) {
	t.Parallel()
	promises := []string{"POST /a", "POST /a takes json: A", "request A: object", "request A.b: string", "tool t", "tool t.x: string"}
	for line, want := range map[string]bool{
		"request A.b: string, required":         true,
		"request A.c: string, required":         true,
		"request N: object":                     false,
		"request N.c: string, required":         false,
		"tool t.y: string, required":            true,
		"tool n.y: string, required":            false,
		"request A.c: string":                   false,
		"POST /a takes json: B":                 false,
		"request POST /a.field: text, required": false,
		"POST /a query q: string, required":     true,
		"POST /a query q: string":               false,
		"POST /b path id: string, required":     false,
	} {
		if got := len(newlyRequired(promises, []string{line})) > 0; got != want {
			t.Errorf("%q: got %v, want %v", line, got, want)
		}
	}
}

// promisedTools lists the tools of /mcp with their arguments.
func promisedTools(t *testing.T) []string {
	t.Helper()
	s := newSite(t)
	var list struct {
		Result struct {
			Tools []struct {
				Name        string
				InputSchema struct {
					Properties map[string]struct{ Type any }
					Required   []string
				}
			}
		}
	}
	s.ask(assistant, http.MethodPost, mcpPath, rpc("tools/list", "{}")).want(http.StatusOK).into(&list)
	if len(list.Result.Tools) == 0 {
		t.Fatal("got no tools")
	}
	all := map[string]bool{}
	for _, tool := range list.Result.Tools {
		all["tool "+tool.Name] = true
		for name := range tool.InputSchema.Properties {
			line := "tool " + tool.Name + "." + name
			if slices.Contains(tool.InputSchema.Required, name) {
				line += ", required"
			}
			all[line] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}
