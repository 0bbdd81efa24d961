package main

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
)

// holder is a program that acts for a person with a personal token.
type holder struct {
	*served
	t     *testing.T
	id    string // of its access
	token string
}

// holder creates a token of the person of a browser.
func (s *served) holder(t *testing.T, b *browser, scope string) holder {
	t.Helper()
	made := b.Call(http.MethodPost, "/api/me/tokens", fmt.Sprintf(`{"name":"台所のタブレット","scope":%q,"days":30}`, scope), http.StatusCreated)
	return holder{s, t, made["id"].(string), made["token"].(string)}
}

// ask sends one request without cookies and returns the body of the answer, which must
// have this status.
func (p holder) ask(method, path, body string, status int) string {
	p.t.Helper()
	req, err := http.NewRequestWithContext(p.t.Context(), method, p.url+path, strings.NewReader(body))
	if err != nil {
		p.t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+p.token)
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	res, err := p.through.RoundTrip(req)
	if err != nil {
		p.t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	answer, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != status {
		p.t.Errorf("%s %s: got %s, want %d: %s %v", method, path, res.Status, status, answer, err)
	}
	return string(answer)
}

// TestEndedToken on either engine: a token is refused at the next request after its person,
// or the operator with or without a running server, has ended it, and no export has it.
func TestEndedToken(t *testing.T) {
	for engine, h := range homes(t) {
		t.Run(engine, func(t *testing.T) {
			s := h.serveHere(t)
			taro := s.signIn("太郎")
			id := taro.Call(http.MethodGet, "/api/me", "", http.StatusOK)["user"].(map[string]any)["userId"].(string)
			own, other, all := s.holder(t, taro, "memos"), s.holder(t, taro, "add"), s.holder(t, taro, "read")
			own.ask(http.MethodPost, "/api/memos", `{"content":"牛乳"}`, http.StatusCreated)
			other.ask(http.MethodPost, "/api/memos", `{"content":"卵"}`, http.StatusCreated)
			other.ask(http.MethodGet, "/api/memos", "", http.StatusForbidden)
			for _, path := range []string{"/api/export?format=json", "/api/export?format=json&scope=me"} {
				if text := bodyOf(taro, path); strings.Contains(text, own.token) || strings.Contains(text, "vm_") {
					t.Errorf("%s: got a token in it", path)
				}
			}
			taro.Call(http.MethodDelete, "/api/me/access/"+own.id, "", http.StatusNoContent)
			own.ask(http.MethodGet, "/api/memos", "", http.StatusUnauthorized)
			o := accessor{t, h}
			if listed := o.access(0, "list", id); !strings.Contains(listed, other.id+"  token ") || strings.Contains(listed, "vm_") {
				t.Errorf("got\n%swant the token's access and no token", listed)
			}
			o.access(0, "end", id, other.id)
			other.ask(http.MethodPost, "/api/memos", `{"content":"卵"}`, http.StatusUnauthorized)
			all.ask(http.MethodGet, "/api/memos", "", http.StatusOK)
			o.access(0, "end", id, "--all")
			all.ask(http.MethodGet, "/api/memos", "", http.StatusUnauthorized)
			last := s.holder(t, s.signIn("太郎"), "read")
			last.ask(http.MethodGet, "/api/me", "", http.StatusOK)
			s.stop()
			o.access(0, "end", id, last.id)
			s = h.serveHere(t)
			defer s.stop()
			last.served = s
			last.ask(http.MethodGet, "/api/me", "", http.StatusUnauthorized)
		})
	}
}

// bodyOf returns the body of an answer to a browser.
func bodyOf(b *browser, path string) string {
	b.T.Helper()
	return b.Ask(http.MethodGet, path, "").Want(http.StatusOK).Body
}

// tokens: programs use tokens, which are refused for what their scope does not allow, after
// their end, and when they are damaged.
func (r *wholeRun) tokens() {
	r.t.Helper()
	taro := r.signedIn("太郎")
	for _, scope := range []string{"read", "add", "memos"} {
		p := r.holder(r.t, taro.browser, scope)
		r.happened("access_began", "actor", taro.id, "person", taro.id, "access", p.id)
		r.secret(p.token, strings.TrimPrefix(p.token, "vm_"), "台所のタブレット")
		r.secret("傘と" + scope)
		p.ask(http.MethodPost, "/api/memos", fmt.Sprintf(`{"content":%q}`, "傘と"+scope), map[bool]int{true: http.StatusForbidden, false: http.StatusCreated}[scope == "read"])
		p.ask(http.MethodGet, "/api/memos?q="+p.token, "", map[bool]int{true: http.StatusForbidden, false: http.StatusOK}[scope == "add"])
		p.ask(http.MethodGet, "/api/me/access", "", http.StatusForbidden)
		p.ask(http.MethodPost, "/auth/logout-everywhere", "", http.StatusForbidden)
		damaged := p
		damaged.token = p.token[:len(p.token)-3]
		damaged.ask(http.MethodGet, "/api/memos", "", http.StatusUnauthorized)
		taro.Call(http.MethodDelete, "/api/me/access/"+p.id, "", http.StatusNoContent)
		r.happened("access_ended", "actor", taro.id, "person", taro.id, "access", p.id)
		p.ask(http.MethodGet, "/api/memos", "", http.StatusUnauthorized)
	}
}
