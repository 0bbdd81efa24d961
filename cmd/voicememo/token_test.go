package main

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"voicememo/tools/testkit/devsignin"
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
	return devsignin.Stranger(p.t, p.through, p.url).Ask(method, path, body, "Authorization: Bearer "+p.token).Want(status).Body
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
