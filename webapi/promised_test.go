package webapi

import (
	"maps"
	"net/http"
	"slices"
	"testing"

	"voicememo/tools/testkit/promised"
)

// TestPromisedAPI: routes, parameters, fields, and the tools for assistants with their
// arguments stay, and a request that was complete is complete.
func TestPromisedAPI(t *testing.T) {
	t.Parallel()
	promised.Check(t, append(loadContract(t).Promises(), promisedTools(t)...))
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
