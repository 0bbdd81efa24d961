package contracttest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"voicememo/models"
)

// Callers are every kind of caller, by the name that the stand-ins for the sign-in read, with
// what they may do. "" is not signed in.
var Callers = map[string][]models.Need{
	"":            {},
	"taro!none=x": {},
	"taro!read=x": {models.NeedRead, models.NeedMemo},
	"taro!add=x":  {models.NeedAdd, models.NeedMemo},
	"taro!memos=": {models.NeedRead, models.NeedAdd, models.NeedMemo, models.NeedMemos},
	"taro!":       {models.NeedRead, models.NeedAdd, models.NeedMemo, models.NeedMemos, models.NeedFamily},
	"taro":        {models.NeedRead, models.NeedAdd, models.NeedMemo, models.NeedMemos, models.NeedFamily, models.NeedBrowser},
}

// Need returns what an operation needs of the access that sends a request.
func Need(op *openapi3.Operation) models.Need {
	need, _ := op.Extensions["x-need"].(string)
	return models.Need(need)
}

// CheckNeed sends requests of every kind of caller to an operation, and fails the test unless
// those without its need are refused, before their bodies are read, and the others are not.
// Allowed requests are broken in another way, or read.
func CheckNeed(t testing.TB, route string, op *openapi3.Operation, ask func(caller, method, path, body string) Answer) {
	t.Helper()
	need := Need(op)
	if need == models.NeedPublic || need == models.NeedAny {
		return
	}
	method, path, _ := strings.Cut(route, " ")
	path = strings.NewReplacer("{", "", "}", "").Replace(path)
	methods := []string{method}
	if method == http.MethodGet {
		methods = append(methods, http.MethodHead)
	}
	for caller, may := range Callers {
		allowed := slices.Contains(may, need)
		for _, method := range methods {
			if ok := op.Responses.Value("200"); ok != nil && ok.Value.Content["text/event-stream"] != nil && allowed && method == http.MethodGet {
				continue // it would not end
			}
			body := `{"unknown":1}`
			if caller == "" {
				body = "{broken"
			}
			got, want := outcome(ask(caller, method, path, body)), "allowed"
			switch {
			case caller == "":
				want = `401 unauthenticated, "Bearer"`
			case !allowed && need == models.NeedBrowser:
				want = `403 forbidden session_only, "Bearer error=\"insufficient_scope\""`
			case !allowed:
				want = fmt.Sprintf(`403 forbidden scope, "Bearer error=\"insufficient_scope\", scope=\"%s\""`, need.Scope())
			}
			if got != want {
				t.Errorf("%s %s as %q: got %s, want %s", method, path, caller, got, want)
			}
		}
	}
}

// outcome returns the status, code, reason and challenge of an answer that refuses the caller.
func outcome(a Answer) string {
	challenge := a.Header.Get("WWW-Authenticate")
	if a.Status != http.StatusUnauthorized && a.Status != http.StatusForbidden && challenge == "" {
		return "allowed"
	}
	var p struct{ Code, Reason string }
	if err := json.Unmarshal(a.Body, &p); err != nil {
		return err.Error()
	}
	return fmt.Sprintf("%s, %q", strings.TrimSpace(fmt.Sprint(a.Status, " ", p.Code, " ", p.Reason)), challenge)
}
