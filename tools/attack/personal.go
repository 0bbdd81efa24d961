package main

import (
	"net/http"
	"strings"
)

// personalTokens uses stolen personal tokens: beyond their scope, damaged, in other places
// than the header, and after their end.
func personalTokens(p *play) {
	s := p.site()
	own := s.person("Olga and her programs")
	for scope, allowed := range map[string]map[string]int{
		"read":  {"GET /api/memos": http.StatusOK, "POST /api/memos": http.StatusForbidden, "DELETE /api/memos": http.StatusForbidden},
		"add":   {"GET /api/memos": http.StatusForbidden, "POST /api/memos": http.StatusCreated, "DELETE /api/memos": http.StatusForbidden},
		"memos": {"GET /api/memos": http.StatusOK, "POST /api/memos": http.StatusCreated, "DELETE /api/memos": http.StatusOK},
	} {
		made := own.post("/api/me/tokens", `{"name":"A program","scope":"`+scope+`","days":30}`).want(http.StatusCreated)
		token, id := made.text("token"), made.text("id")
		p.secret(token)
		thief, bearer := s.stranger(), "Authorization: Bearer "+token
		for route, status := range allowed {
			method, path, _ := strings.Cut(route, " ")
			body := map[bool]string{true: object("content", "by a program")}[method == http.MethodPost]
			thief.ask(method, path, body, bearer).want(status)
		}
		beyond(thief, id, bearer)
		misplaced(thief, token)
		own.ask(http.MethodDelete, "/api/me/access/"+escaped(id), "").want(http.StatusNoContent)
		for route := range allowed {
			method, path, _ := strings.Cut(route, " ")
			thief.ask(method, path, "", bearer).want(http.StatusUnauthorized)
		}
	}
}

// beyond tries what no personal token may do.
func beyond(thief *person, id, bearer string) {
	for _, way := range []struct{ method, path, body string }{
		{http.MethodPost, "/api/me/tokens", `{"name":"Another","scope":"memos","days":365}`}, {http.MethodGet, "/api/me/access", ""},
		{http.MethodDelete, "/api/me/access/" + escaped(id), ""}, {http.MethodPost, "/auth/logout-everywhere", ""}, {http.MethodDelete, "/api/user", ""},
		{http.MethodPost, "/api/family/invite-codes", ""}, {http.MethodPost, "/api/family/leave", ""}, {http.MethodPost, "/api/family/join", object("inviteCode", "0000")},
		{http.MethodPut, "/api/user/name", object("name", "Mallory")}, {http.MethodPut, "/api/family/settings", `{"askBeforeJoin":false}`},
	} {
		thief.ask(way.method, way.path, way.body, bearer).want(http.StatusForbidden)
	}
	thief.get("/api/export?format=json&scope=me", bearer).want(http.StatusForbidden)
}

// misplaced tries a token that is damaged or not in the header for it.
func misplaced(thief *person, token string) {
	sealed := strings.TrimPrefix(token, "vm_")
	for _, header := range []string{
		"Authorization: Basic " + token, "Authorization: " + token, "Authorization: Bearer " + sealed, "Authorization: Bearer vm_" + token,
		"Authorization: Bearer " + token[:len(token)-1], "Authorization: Bearer " + token + "A", "Authorization: Bearer VM_" + sealed,
		"Cookie: " + sessionCookie + "=" + token, "Cookie: " + sessionCookie + "=" + sealed,
	} {
		thief.get("/api/memos", header).want(http.StatusUnauthorized)
	}
	thief.get("/api/memos?access_token=" + escaped(token)).want(http.StatusUnauthorized)
}
