package siege

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"

	"voicememo/tools/testkit/must"
)

// A liar answers some requests itself, and reports whether it has done so.
type liar func(w http.ResponseWriter, r *http.Request, server http.Handler) bool

// liars are wrong behaviours that a soak must detect.
var liars = map[string]liar{
	"an edit is acknowledged and lost": func(w http.ResponseWriter, r *http.Request, server http.Handler) bool {
		if r.Method != http.MethodPut || !strings.HasPrefix(r.URL.Path, "/api/memos/") || strings.HasSuffix(r.URL.Path, "/restore") {
			return false
		}
		var edit struct{ Content string }
		_ = json.NewDecoder(r.Body).Decode(&edit)
		same := httptest.NewRequest(http.MethodPut, r.URL.Path+"/restore", http.NoBody) // of a memo in the list: its answer is the unchanged memo
		same.Header.Set("Cookie", r.Header.Get("Cookie"))
		altered(w, same, server, func(m map[string]any) {
			if version, ok := m["version"].(float64); ok {
				m["version"], m["content"] = version+1, edit.Content
			}
		})
		return true
	},
	"a deletion is acknowledged and lost":  says(http.MethodDelete, "/api/memos/", http.StatusOK),
	"a hand-over is acknowledged and lost": says(http.MethodPost, "/api/family/transfer-owner", http.StatusNoContent),
	"a name is refused without a cause":    says(http.MethodPut, "/api/user/name", http.StatusServiceUnavailable),
	"an add is carried out twice": func(_ http.ResponseWriter, r *http.Request, server http.Handler) bool {
		if r.Method != http.MethodPost || r.URL.Path != "/api/memos" {
			return false
		}
		body, _ := io.ReadAll(r.Body)
		again := r.Clone(r.Context())
		again.Header.Set("Idempotency-Key", "another "+r.Header.Get("Idempotency-Key"))
		again.Body = io.NopCloser(bytes.NewReader(body))
		server.ServeHTTP(httptest.NewRecorder(), again)
		r.Body = io.NopCloser(bytes.NewReader(body))
		return false
	},
	"a list repeats a memo":       lists(func(memos []any) []any { return append(memos, memos[0]) }),
	"a list lacks a memo":         lists(func(memos []any) []any { return memos[1:] }),
	"a list names another family": lists(func(memos []any) []any { memos[0].(map[string]any)["familyId"] = "another"; return memos }),
	"a list is of an old version": lists(func(memos []any) []any { memos[0].(map[string]any)["version"] = 0; return memos }),
}

// says returns a liar that answers such requests with a status.
func says(method, prefix string, status int) liar {
	return func(w http.ResponseWriter, r *http.Request, _ http.Handler) bool {
		if r.Method != method || !strings.HasPrefix(r.URL.Path, prefix) {
			return false
		}
		w.WriteHeader(status)
		return true
	}
}

// lists returns a liar that changes lists with at least one memo.
func lists(change func([]any) []any) liar {
	return func(w http.ResponseWriter, r *http.Request, server http.Handler) bool {
		if r.Method != http.MethodGet || r.URL.Path != "/api/memos" {
			return false
		}
		altered(w, r, server, func(list map[string]any) {
			if memos, ok := list["memos"].([]any); ok && len(memos) > 0 {
				list["memos"] = change(memos)
			}
		})
		return true
	}
}

// altered sends the server's answer with a change.
func altered(w http.ResponseWriter, r *http.Request, server http.Handler, change func(map[string]any)) {
	was, body := httptest.NewRecorder(), map[string]any{}
	server.ServeHTTP(was, r)
	_ = json.Unmarshal(was.Body.Bytes(), &body)
	change(body)
	w.WriteHeader(was.Code)
	_ = json.NewEncoder(w).Encode(body)
}

// TestLies checks that a pod detects each liar, and reports nothing about a correct
// server.
func TestLies(t *testing.T) {
	t.Parallel()
	w := newWorld(t, onSQLite, unlimited...)
	must.OK(t, w.start(t.Context()))
	home, err := url.Parse(w.server.URL)
	must.OK(t, err)
	honest, number := httputil.NewSingleHostReverseProxy(home), 0
	all := maps.Clone(liars)
	all["no lie"] = func(http.ResponseWriter, *http.Request, http.Handler) bool { return false }
	for name, tells := range all {
		t.Run(name, func(t *testing.T) {
			number++
			p := newPod(number, &counts{})
			p.excused = func(answer) bool { return false }
			must.OK(t, p.signIn(t.Context(), w.stranger))
			through := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if !tells(w, r, honest) {
					honest.ServeHTTP(w, r)
				}
			}))
			defer through.Close()
			p.at(through.URL)
			err := p.run(t.Context(), 150)
			if err == nil {
				err = p.settle(t.Context())
			}
			if got, want := errors.Is(err, errBroken), name != "no lie"; got != want {
				t.Errorf("broken: got %t, want %t: %v", got, want, err)
			}
		})
	}
}
