package webapi

import (
	"strings"
	"testing"
)

// httpCase is one request as data: the expected answer, and what it must not have.
type httpCase struct {
	name         string
	who          string
	method, path string // with {memo} for a memo's id; see newWorld
	body         string
	headers      []string
	status       int
	has, hasNot  []string
}

// world is a site with people: taro owns a family with hanako; jiro is in another family.
// ids are the placeholders of the cases.
type world struct {
	*site
	ids *strings.Replacer
}

func newWorld(t *testing.T) world {
	s := newSite(t)
	s.together("taro", "hanako")
	milk, bread := s.add("taro", "牛乳を買う"), s.add("hanako", "パンを買う")
	trashed, secret, hidden := s.add("taro", "捨てたメモ"), s.add("jiro", "ひみつ"), s.add("jiro", "捨てたひみつ")
	for who, id := range map[string]string{"taro": trashed.ID, "jiro": hidden.ID} {
		s.ask(who, "DELETE", "/api/memos/"+id, "").want(200)
	}
	ids := strings.NewReplacer("{milk}", milk.ID, "{bread}", bread.ID, "{trashed}", trashed.ID,
		"{secret}", secret.ID, "{hidden}", hidden.ID, "{jiro's family}", string(secret.FamilyID))
	return world{s, ids}
}

func (w world) run(t *testing.T, c httpCase) reply {
	t.Helper()
	defer func(outer testing.TB) { w.t = outer }(w.t)
	w.t = t
	r := w.ask(c.who, c.method, w.ids.Replace(c.path), w.ids.Replace(c.body), c.headers...).want(c.status)
	for _, text := range c.has {
		if !strings.Contains(r.body, w.ids.Replace(text)) {
			t.Errorf("answer lacks %s: %s", text, r.body)
		}
	}
	for _, text := range append(c.hasNot, "ひみつ", "sqlite", "goroutine") {
		if strings.Contains(r.body, w.ids.Replace(text)) {
			t.Errorf("answer has %s: %s", text, r.body)
		}
	}
	return r
}

// TestRefused runs all refused requests in one world, which none of them may change.
func TestRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	before := w.state("taro", "hanako", "jiro")
	tables := map[string][]httpCase{
		"text": refusedTexts(), "body": refusedBodies, "memo": refusedMemos, "list": refusedLists,
		"family": refusedFamilies, "cross": refusedOrigins, "route": refusedRoutes,
		"sign-in": refusedSignIns,
	}
	for group, cases := range tables {
		for _, c := range cases {
			t.Run(group+"/"+c.name, func(t *testing.T) {
				w.run(t, c)
				if after := w.state("taro", "hanako", "jiro"); after != before {
					t.Errorf("state changed\nfrom %s\nto   %s", before, after)
				}
			})
		}
	}
}

// TestDone runs each successful request in a new world.
func TestDone(t *testing.T) {
	for _, c := range done() {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			newWorld(t).run(t, c)
		})
	}
}

func done() []httpCase {
	full := strings.Repeat("字", 500)
	return []httpCase{
		{name: "me", who: "hanako", method: "GET", path: "/api/me", status: 200,
			has: []string{`"taro's family"`, `"userId":"hanako"`, `"email":"hanako@example.com"`}, hasNot: []string{"taro@example.com"}},
		{name: "me, the owner sees addresses", who: "taro", method: "GET", path: "/api/me", status: 200,
			headers: []string{"Accept-Language: ja-JP,en;q=0.5"}, has: []string{"taroさんの家族", "hanako@example.com"}},
		{name: "members", who: "hanako", method: "GET", path: "/api/family/members", status: 200,
			has: []string{`"isOwner":true`, `"source":"google"`, `"joinedAt":"2026-04-01T`}, hasNot: []string{"taro@example.com", "jiro"}},
		{name: "add 500 characters", who: "taro", method: "POST", path: "/api/memos", body: object("content", full), status: 201, has: []string{full}},
		{name: "add 500 characters and blanks", who: "taro", method: "POST", path: "/api/memos", body: object("content", " "+full+"\n"), status: 201},
		{name: "add in NFD is kept in NFC", who: "taro", method: "POST", path: "/api/memos", body: object("content", "か\u3099"), status: 201,
			has: []string{`"content":"が"`, `"createdByName":"taro"`, `"version":1`, `"deleted":false`}, hasNot: []string{"deletedAt", "purgeAt", "updatedAt"}},
		{name: "add with the charset said", who: "taro", method: "POST", path: "/api/memos", body: object("content", "a"),
			headers: []string{"Content-Type: application/json; charset=UTF-8"}, status: 201},
		{name: "add with a byte order mark", who: "taro", method: "POST", path: "/api/memos", body: "\ufeff" + object("content", "牛乳"), status: 201, has: []string{`"content":"牛乳"`}},
		{name: "add with a change of direction", who: "taro", method: "POST", path: "/api/memos", body: object("content", "\u202e牛乳"), status: 201, has: []string{`"content":"牛乳"`}},
		{name: "add with an escaped pair", who: "taro", method: "POST", path: "/api/memos", body: `{"content":"\ud83d\ude00 \ufffd"}`, status: 201, has: []string{"😀"}},
		{name: "edit another member's", who: "hanako", method: "PUT", path: "/api/memos/{milk}", body: object("content", "卵を買う"), status: 200,
			has: []string{`"content":"卵を買う"`, `"updatedBy":"hanako"`, `"version":2`, `"userId":"taro"`}},
		{name: "edit the known version", who: "taro", method: "PUT", path: "/api/memos/{milk}", body: object("content", "卵"), headers: []string{`If-Match: "1"`}, status: 200},
		{name: "edit one of two versions", who: "taro", method: "PUT", path: "/api/memos/{milk}", body: object("content", "卵"), headers: []string{`If-Match: "7", "1"`}, status: 200},
		{name: "edit any version", who: "taro", method: "PUT", path: "/api/memos/{milk}", body: object("content", "卵"), headers: []string{`If-Match: *`}, status: 200},
		{name: "edit keeps the text before", who: "hanako", method: "PUT", path: "/api/memos/{milk}", body: object("content", "卵を買う"), status: 200,
			has: []string{`"editedAt":"2026-04-01T`, `"editedBy":"hanako"`, `"before":{"content":"牛乳を買う","at":"2026-04-01T`, `"by":"taro","kept":true}`}},
		{name: "edit to the same", who: "hanako", method: "PUT", path: "/api/memos/{milk}", body: object("content", "牛乳を買う"), status: 200,
			has: []string{`"version":2`}, hasNot: []string{"editedAt", "editedBy", "before"}},
		{name: "add lines", who: "taro", method: "POST", path: "/api/memos", body: object("content", "買い物 \r\n\r\n\r\n牛乳\u2028卵\r\n"), status: 201,
			has: []string{`"content":"買い物\n\n牛乳\n卵"`}},
		{name: "read one", who: "hanako", method: "GET", path: "/api/memos/{milk}", status: 200, has: []string{`"id":"{milk}"`, `"content":"牛乳を買う"`, `"version":1`}},
		{name: "read one in the trash", who: "hanako", method: "GET", path: "/api/memos/{trashed}", status: 200, has: []string{`"deleted":true`, "purgeAt"}},
		{name: "read one that is known", who: "hanako", method: "GET", path: "/api/memos/{milk}", headers: []string{`If-None-Match: "1"`}, status: 200, has: []string{"{milk}"}},
		{name: "read one that has changed", who: "hanako", method: "GET", path: "/api/memos/{milk}", headers: []string{`If-None-Match: "2"`}, status: 200, has: []string{"{milk}"}},
		{name: "read one without its body", who: "hanako", method: "HEAD", path: "/api/memos/{milk}", status: 200},
		{name: "seen by nobody", who: "taro", method: "GET", path: "/api/memos/{milk}/seen", status: 200, has: []string{`{"seenBy":[]}`}},
		{name: "delete", who: "hanako", method: "DELETE", path: "/api/memos/{milk}", status: 200, has: []string{`"logical_delete"`}},
		{name: "delete from the trash", who: "taro", method: "DELETE", path: "/api/memos/{trashed}", status: 200, has: []string{`"physical_delete"`}},
		{name: "mark as done", who: "hanako", method: "PUT", path: "/api/memos/{milk}/done", body: `{"done":true}`, status: 200,
			has: []string{`"doneAt":"2026-04-01T`, `"doneBy":"hanako"`, `"version":2`, `"deleted":false`, `"purgeAt":"2026-04-14T`}, hasNot: []string{"deletedAt"}},
		{name: "mark the known version", who: "taro", method: "PUT", path: "/api/memos/{milk}/done", body: `{"done":true}`, headers: []string{`If-Match: "1"`}, status: 200},
		{name: "mark as not done what is not", who: "taro", method: "PUT", path: "/api/memos/{milk}/done", body: `{"done":false}`, status: 200,
			has: []string{`"version":1`}, hasNot: []string{"doneAt", "doneBy", "purgeAt"}},
		{name: "list what is not done", who: "hanako", method: "GET", path: "/api/memos?done=false", status: 200, has: []string{"{milk}", "{bread}"}},
		{name: "list what is done", who: "hanako", method: "GET", path: "/api/memos?done=true", status: 200, has: []string{`{"memos":[]}`}},
		{name: "restore", who: "hanako", method: "PUT", path: "/api/memos/{trashed}/restore", status: 200, has: []string{`"deleted":false`}, hasNot: []string{"purgeAt"}},
		{name: "restore what is there", who: "hanako", method: "PUT", path: "/api/memos/{milk}/restore", status: 200, has: []string{`"version":1`}},
		{name: "delete all", who: "taro", method: "DELETE", path: "/api/memos", status: 200, has: []string{`{"deleted":2}`}},
		{name: "empty the trash", who: "taro", method: "DELETE", path: "/api/memos?deleted=true", status: 200, has: []string{`{"deleted":1,"kept":0}`}},
		{name: "empty the trash as a newcomer", who: "hanako", method: "DELETE", path: "/api/memos?deleted=true", status: 200, has: []string{`{"deleted":0,"kept":1}`}},
		{name: "delete all, said", who: "taro", method: "DELETE", path: "/api/memos?deleted=false", status: 200, has: []string{`{"deleted":2}`}},
		{name: "work, none", who: "taro", method: "GET", path: "/api/me/work", status: 404, has: []string{`"reason":"work"`}},
		{name: "list", who: "hanako", method: "GET", path: "/api/memos", status: 200, has: []string{"{milk}", "{bread}"}, hasNot: []string{"{trashed}", "{secret}", "nextCursor"}},
		{name: "list the trash", who: "hanako", method: "GET", path: "/api/memos?deleted=true", status: 200, has: []string{"{trashed}", "purgeAt"}, hasNot: []string{"{milk}"}},
		{name: "list with an unknown parameter", who: "hanako", method: "GET", path: "/api/memos?deleted=false&utm=1", status: 200, has: []string{"{milk}"}},
		{name: "search", who: "hanako", method: "GET", path: "/api/memos?q=%E3%81%B1%E3%82%93", status: 200, has: []string{"{bread}"}, hasNot: []string{"{milk}"}},
		{name: "by author", who: "hanako", method: "GET", path: "/api/memos?author=taro", status: 200, has: []string{"{milk}"}, hasNot: []string{"{bread}"}},
		{name: "a stranger as author", who: "hanako", method: "GET", path: "/api/memos?author=jiro", status: 200, has: []string{`{"memos":[]}`}},
		{name: "by authors", who: "hanako", method: "GET", path: "/api/memos?author=TARO%E3%81%95%E3%82%93&author=hanako", status: 200, has: []string{"{milk}", "{bread}"}},
		{name: "oldest first", who: "hanako", method: "GET", path: "/api/memos?order=oldest&limit=1", status: 200, has: []string{"{milk}", "nextCursor"}, hasNot: []string{"{bread}"}},
		{name: "since", who: "hanako", method: "GET", path: "/api/memos?since=2000-01-01T00:00:00+09:00&before=2001-01-01T00:00:00Z", status: 200, has: []string{`{"memos":[]}`}},
		{name: "count", who: "hanako", method: "GET", path: "/api/memos?count=true&limit=1", status: 200, has: []string{`"count":2,"countMore":false`}},
		{name: "count of a search", who: "hanako", method: "GET", path: "/api/memos?count=true&q=%E3%81%B1%E3%82%93&order=newest", status: 200, has: []string{`"count":1,"countMore":false`}},
		{name: "invite", who: "taro", method: "POST", path: "/api/family/invite-codes", status: 201,
			has: []string{`"code":"`, home + `/join#`, `"asksFirst":false`}, hasNot: []string{"codeAgainAt", "?"}},
		{name: "invite with {}", who: "taro", method: "POST", path: "/api/family/invite-codes", body: "{}", status: 201},
		{name: "leave", who: "hanako", method: "POST", path: "/api/family/leave", status: 200, has: []string{"newFamilyId"}},
		{name: "hand over", who: "taro", method: "POST", path: "/api/family/transfer-owner", body: object("newOwnerUserId", "hanako"), status: 204},
		{name: "remove", who: "taro", method: "DELETE", path: "/api/family/members/hanako", status: 204},
		{name: "rename", who: "taro", method: "PUT", path: "/api/user/name", body: object("name", " 太郎 "), status: 200, has: []string{`{"name":"太郎"}`}},
		{name: "choose an emoji", who: "taro", method: "PUT", path: "/api/user/emoji", body: object("emoji", "👩🏽\u200d🍳"), status: 200, has: []string{"{\"emoji\":\"👩🏽\u200d🍳\"}"}},
		{name: "choose no emoji", who: "taro", method: "PUT", path: "/api/user/emoji", body: object("emoji", ""), status: 200, has: []string{`{"emoji":""}`}},
		{name: "seen", who: "taro", method: "PUT", path: "/api/me/seen", body: object("until", "2026-04-01T18:00:00+09:00"), status: 204},
		{name: "delete the account", who: "hanako", method: "DELETE", path: "/api/user", status: 204},
		{name: "sign in", method: "GET", path: "/auth/login", status: 303},
		{name: "sign in with an invitation", method: "POST", path: "/auth/login", body: object("inviteToken", "AbCd", "returnTo", "/trash"), status: 200,
			has: []string{`{"location":"https://issuer.example/authorize"}`}, hasNot: []string{"AbCd"}},
		{name: "sign in without one", method: "POST", path: "/auth/login", body: "{}", status: 200, has: []string{`"location":`}},
		{name: "come back", method: "GET", path: "/auth/callback", status: 303},
		{name: "sign out", method: "POST", path: "/auth/logout", status: 204},
		{name: "sign out everywhere", who: "taro", method: "POST", path: "/auth/logout-everywhere", status: 204},
		{name: "same origin", who: "taro", method: "POST", path: "/api/memos", body: object("content", "a"), status: 201,
			headers: []string{"Sec-Fetch-Site: same-origin", "Origin: " + home}},
		{name: "healthy", method: "GET", path: "/healthz", status: 200},
		{name: "ready", method: "GET", path: "/readyz", status: 200},
	}
}

func TestDeletedAccountIsSignedOut(t *testing.T) {
	w := newWorld(t)
	r := w.ask("hanako", "DELETE", "/api/user", "").want(204)
	if !strings.Contains(r.header.Get("Set-Cookie"), "Max-Age=0") {
		t.Errorf("got Set-Cookie %q, want the cookie cleared", r.header.Get("Set-Cookie"))
	}
	if r := w.ask("taro", "GET", "/api/memos", ""); strings.Contains(r.body, "パン") {
		t.Errorf("taro still has %s", r.body)
	}
}
