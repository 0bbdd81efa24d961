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
	"os"
	"path/filepath"
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

// TestLoss checks that a database set back to an earlier state is detected after a kill.
func TestLoss(t *testing.T) {
	t.Parallel()
	w := newWorld(t, onSQLite, unlimited...)
	data, before := w.data, filepath.Join(t.TempDir(), "before")
	k := newKills(w)
	must.OK(t, k.begin(t.Context(), true))
	socket := filepath.Join(data, "voicememo.sock") // which cannot be copied
	must.OK(t, errors.Join(k.killWorking(t.Context()), os.RemoveAll(socket), os.CopyFS(before, os.DirFS(data))))
	work := func() error { return k.each(func(p *pod) error { return p.run(t.Context(), 20) }) }
	must.OK(t, k.begin(t.Context(), false))
	must.OK(t, errors.Join(work(), k.killWorking(t.Context())))
	must.OK(t, errors.Join(os.RemoveAll(data), os.CopyFS(data, os.DirFS(before))))
	if err := k.begin(t.Context(), false); !errors.Is(err, errBroken) {
		t.Errorf("got %v, want %v", err, errBroken)
	}
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

// TestVersions checks that impossible histories of versions are detected.
func TestVersions(t *testing.T) {
	t.Parallel()
	edit := func(version int64, content string) func(*versions) error {
		return func(v *versions) error { return v.acknowledge(version, state{content, false, true}) }
	}
	trash := func(version int64, content string) func(*versions) error {
		return func(v *versions) error { return v.acknowledge(version, state{content, true, true}) }
	}
	ends := func(version int64, s state) func(*versions) error {
		return func(v *versions) error { return v.ends(version, s) }
	}
	for name, c := range map[string]struct {
		steps []func(*versions) error
		want  string // in the last step's error; "": none
	}{
		"nothing":             {[]func(*versions) error{ends(1, state{"a", false, false})}, ""},
		"edits, out of order": {[]func(*versions) error{edit(3, "c"), edit(2, "b"), ends(3, state{"c", false, false})}, ""},
		"restored":            {[]func(*versions) error{trash(2, "a"), edit(4, "b"), func(v *versions) error { return v.acknowledge(3, state{"a", false, false}) }, ends(4, state{"b", false, false})}, ""},
		"one version twice":   {[]func(*versions) error{edit(2, "b"), edit(2, "b")}, "two changes made version 2"},
		"another text":        {[]func(*versions) error{edit(2, "b"), ends(2, state{"a", false, false})}, "was {content:b"},
		"an edit is lost":     {[]func(*versions) error{edit(2, "b"), ends(1, state{"a", false, false})}, "ends with version 1, want 2"},
		"applied twice":       {[]func(*versions) error{edit(3, "b"), ends(3, state{"b", false, false})}, "no acknowledged change made version 2"},
	} {
		t.Run(name, func(t *testing.T) {
			v := newVersions("hot", "id", "a")
			var err error
			for i, step := range c.steps {
				if err = step(v); err != nil && i < len(c.steps)-1 {
					t.Fatalf("step %d: got %v, want nil", i, err)
				}
			}
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}
