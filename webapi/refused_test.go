package webapi

import (
	"strings"
)

// refusedTexts are memos and names that break a rule of texts.
func refusedTexts() []httpCase {
	texts := map[string]string{
		"nothing": "", "blanks": " \u3000\n", "501 characters": strings.Repeat("字", 501),
		"a bell": "a\u0007b", "a tab inside": "a\tb", "a C1 control": "a\u0084b", "NUL": "a\u0000b",
	}
	var all []httpCase
	for name, text := range texts {
		all = append(all,
			httpCase{name: "add " + name, who: "taro", method: "POST", path: "/api/memos", body: object("content", text), status: 400,
				has: []string{`"code":"invalid"`, `"field":"content"`}},
			httpCase{name: "edit to " + name, who: "taro", method: "PUT", path: "/api/memos/{milk}", body: object("content", text), status: 400,
				has: []string{`"field":"content"`}},
			httpCase{name: "rename to " + name, who: "taro", method: "PUT", path: "/api/user/name", body: object("name", text), status: 400,
				has: []string{`"field":"name"`}})
	}
	for name, text := range map[string]string{"a line break": "a\nb", "a return": "a\rb", "a next line": "a\u0085b"} {
		all = append(all, httpCase{name: "rename to " + name, who: "taro", method: "PUT", path: "/api/user/name", body: object("name", text), status: 400,
			has: []string{`"field":"name"`}})
	}
	for name, text := range map[string]string{"a word": "bear", "two": "🐻🐻", "a blank": " ", "a blank before": " 🐻", "too long": strings.Repeat("👩\u200d", 6) + "👩"} {
		all = append(all, httpCase{name: "emoji, " + name, who: "taro", method: "PUT", path: "/api/user/emoji", body: object("emoji", text), status: 400,
			headers: []string{"Accept-Language: ja"}, has: []string{`"field":"emoji"`, `"reason":"one_emoji"`, "絵文字を、1つだけ"}})
	}
	for name, body := range map[string]string{
		"no time": object("until", ""), "a day": object("until", "2026-04-01"), "no zone": object("until", "2026-04-01T09:00:00"),
		"words": object("until", "yesterday"), "nothing": "{}", "a number": `{"until":1775000000}`,
	} {
		all = append(all, httpCase{name: "seen until " + name, who: "taro", method: "PUT", path: "/api/me/seen", body: body, status: 400,
			has: []string{`"field":"until"`}})
	}
	all = append(all, httpCase{name: "emoji, none given", who: "taro", method: "PUT", path: "/api/user/emoji", body: "{}", status: 400, has: []string{`"field":"emoji"`}})
	return append(all, httpCase{name: "a name of 51 characters", who: "taro", method: "PUT", path: "/api/user/name",
		body: object("name", strings.Repeat("n", 51)), status: 400, has: []string{`"reason":"too_long"`}})
}

// post is a refused way to write a memo.
func post(name, body string, has ...string) httpCase {
	return httpCase{name: name, who: "taro", method: "POST", path: "/api/memos", body: body, status: 400,
		has: append(has, `"code":"invalid"`)}
}

func posted(name, header string, has ...string) httpCase {
	c := post(name, object("content", "a"), has...)
	c.headers = []string{header}
	return c
}

// unsupported is a refused request whose body has another Content-Type.
func unsupported(c httpCase) httpCase {
	c.status, c.has = 415, append(c.has, `"code":"invalid"`, "application/json")
	return c
}

var refusedBodies = []httpCase{
	post("nothing at all", ""),
	post("broken", `{"content":`),
	post("trailing data", `{"content":"a"} {}`, `"reason":"format"`),
	post("null", `null`),
	post("a list", `[{"content":"a"}]`),
	post("a text", `"a"`),
	post("no field", `{}`, `"field":"content"`, `"reason":"empty"`),
	post("an unknown field", `{"content":"a","familyId":"x"}`, `"field":"familyId"`, `"reason":"unknown_field"`),
	post("another case of letters", `{"Content":"a"}`, `"field":"Content"`, `"reason":"unknown_field"`),
	post("an unknown field that is not a name", `{"content":"a","<b>":1}`, `"reason":"unknown_field"`),
	post("a number", `{"content":1}`, `"field":"content"`, `"reason":"format"`),
	post("an object inside", `{"content":{"a":"b"}}`, `"field":"content"`),
	post("null inside", `{"content":null}`, `"field":"content"`),
	post("invalid UTF-8", "{\"content\":\"\xff\"}", `"reason":"control_character"`),
	post("a name given twice", `{"content":"b","content":"a"}`, `"reason":"format"`),
	post("half a surrogate pair", `{"content":"a\ud800"}`, `"field":"content"`, `"reason":"control_character"`),
	post("over 64 KB", object("content", strings.Repeat("a", 64<<10)), `"reason":"too_long"`),
	unsupported(posted("as a form", "Content-Type: application/x-www-form-urlencoded", `"field":"Content-Type"`)),
	unsupported(posted("as text", "Content-Type: text/plain")),
	unsupported(posted("in another encoding", "Content-Type: application/json; charset=shift_jis")),
	unsupported(posted("with a content type that is none", "Content-Type: ;")),
	posted("key too long", "Idempotency-Key: "+strings.Repeat("k", 201), `"field":"Idempotency-Key"`),
	posted("key empty", "Idempotency-Key: ", `"field":"Idempotency-Key"`),
	posted("key not ASCII", "Idempotency-Key: 鍵", `"field":"Idempotency-Key"`),
	{name: "two keys", who: "taro", method: "POST", path: "/api/memos", body: object("content", "a"), status: 400,
		headers: []string{"Idempotency-Key: a", "Idempotency-Key: b"}},
	{name: "leave with a field", who: "hanako", method: "POST", path: "/api/family/leave", body: `{"sure":"yes"}`, status: 400},
	{name: "delete all with a form", who: "taro", method: "DELETE", path: "/api/memos", body: "a=b", status: 415,
		headers: []string{"Content-Type: application/x-www-form-urlencoded"}},
}

// edit is a refused change of a memo.
func edit(name, who, id string, status int, headers ...string) httpCase {
	return httpCase{name: name, who: who, method: "PUT", path: "/api/memos/" + id, body: object("content", "卵"),
		headers: headers, status: status}
}

// mark is a refused mark of a memo.
func mark(name, body string, status int, headers ...string) httpCase {
	return httpCase{name: name, who: "taro", method: "PUT", path: "/api/memos/{milk}/done", body: body, headers: headers, status: status}
}

// bring is a refused exchange of a memo's text with the one before.
func bring(name, id string, status int, has ...string) httpCase {
	return httpCase{name: name, who: "taro", method: "PUT", path: "/api/memos/" + id + "/before", status: status, has: has}
}

var refusedMemos = append([]httpCase{
	edit("version gone by", "taro", "{milk}", 412, `If-Match: "2"`),
	edit("version that no memo has", "taro", "{milk}", 412, `If-Match: "9007199254740991"`),
	edit("weak version gone by", "taro", "{milk}", 412, `If-Match: W/"2"`),
	edit("weak version without quotes", "taro", "{milk}", 400, `If-Match: W/1`),
	edit("version without quotes gone by", "taro", "{milk}", 412, `If-Match: 2`),
	edit("version nought", "taro", "{milk}", 400, `If-Match: "0"`),
	edit("version with a plus", "taro", "{milk}", 400, `If-Match: "+1"`),
	edit("version beyond numbers", "taro", "{milk}", 400, `If-Match: "99999999999999999999"`),
	edit("list of versions gone by", "taro", "{milk}", 412, `If-Match: "2", "3"`),
	edit("two versions gone by", "taro", "{milk}", 412, `If-Match: "2"`, `If-Match: W/"3"`),
	edit("list of versions of a foreign memo", "taro", "{secret}", 404, `If-Match: "1", "2"`),
	edit("list with any version", "taro", "{milk}", 400, `If-Match: "1", *`),
	edit("in the trash", "taro", "{trashed}", 409),
	bring("bring back without a text before", "{milk}", 409, `"reason":"no_before"`, `"detail":"This memo has no earlier text."`),
	bring("bring back in the trash", "{trashed}", 409, `"reason":"in_trash"`),
	{name: "bring back a version gone by", who: "taro", method: "PUT", path: "/api/memos/{milk}/before", status: 412,
		headers: []string{`If-Match: "2"`}, has: []string{`"memo":{`, "{milk}"}},
	{name: "bring back with a text", who: "taro", method: "PUT", path: "/api/memos/{milk}/before", body: object("content", "a"), status: 400},
	mark("mark a version gone by", `{"done":true}`, 412, `If-Match: "2"`),
	mark("mark a weak version gone by", `{"done":true}`, 412, `If-Match: W/"2"`),
	mark("mark with nothing", "", 400),
	mark("mark with no field", "{}", 400),
	mark("mark with a text", `{"done":"true"}`, 400),
	mark("mark with a number", `{"done":1}`, 400),
	mark("mark with null", `{"done":null}`, 400),
	mark("mark with an unknown field", `{"done":true,"doneBy":"jiro"}`, 400),
	mark("mark twice at once", `{"done":true,"done":false}`, 400),
	mark("mark with a form", "done=true", 415, "Content-Type: application/x-www-form-urlencoded"),
	{name: "mark in the trash", who: "taro", method: "PUT", path: "/api/memos/{trashed}/done", body: `{"done":true}`, status: 409,
		has: []string{`"reason":"in_trash"`}},
	{name: "mark as not done in the trash", who: "taro", method: "PUT", path: "/api/memos/{trashed}/done", body: `{"done":false}`, status: 409,
		has: []string{`"reason":"in_trash"`}},
	{name: "another's from the trash as a newcomer", who: "hanako", method: "DELETE", path: "/api/memos/{trashed}", status: 403,
		has: []string{`"code":"forbidden"`, `"reason":"not_yet"`}},
}, strangers()...)

// strangers are memos of another family and unknown ids: every request for them has the
// same answer.
func strangers() []httpCase {
	ids := map[string]string{
		"a stranger's": "{secret}", "a stranger's in the trash": "{hidden}", "an unknown id": "bm9ib2R5CjAwMDAwMDAwMDAwMDBhYmNkZWYwMTIzNDU",
		"no id": "1", "an id that is not base64": "***", "a path": "..%2F..%2Fetc",
	}
	var all []httpCase
	for name, id := range ids {
		none := []string{`"code":"not_found"`, `"reason":"memo"`, `"detail":"This memo does not exist."`}
		for _, c := range []httpCase{
			edit("edit "+name, "taro", id, 404),
			{name: "delete " + name, who: "taro", method: "DELETE", path: "/api/memos/" + id, status: 404},
			{name: "mark " + name, who: "taro", method: "PUT", path: "/api/memos/" + id + "/done", body: `{"done":true}`, status: 404},
			{name: "read " + name, who: "taro", method: "GET", path: "/api/memos/" + id, status: 404},
			{name: "seen by of " + name, who: "taro", method: "GET", path: "/api/memos/" + id + "/seen", status: 404},
			{name: "bring back " + name, who: "taro", method: "PUT", path: "/api/memos/" + id + "/before", status: 404},
			{name: "restore " + name, who: "taro", method: "PUT", path: "/api/memos/" + id + "/restore", status: 404},
		} {
			c.has = none
			all = append(all, c)
		}
	}
	return all
}

// list is a refused query.
func list(name, query, field string) httpCase {
	return httpCase{name: name, who: "taro", method: "GET", path: "/api/memos?" + query, status: 400,
		has: []string{`"field":"` + field + `"`}}
}

var refusedLists = []httpCase{
	list("since text", "since=yesterday", "since"), list("before a day", "before=2026-01-01", "before"), list("order", "order=random", "order"),
	list("count 1", "count=1", "count"), list("many authors", strings.Repeat("author=a&", 21), "author"), list("a long author", "author="+strings.Repeat("a", 501), "author"),
	list("a cursor of the other order", "order=oldest&cursor=MQphCmI", "cursor"), list("limit 0", "limit=0", "limit"), list("limit 101", "limit=101", "limit"), list("limit -1", "limit=-1", "limit"),
	list("limit text", "limit=many", "limit"), list("limit empty", "limit=", "limit"), list("limit huge", "limit=1e9", "limit"),
	list("cursor text", "cursor=here", "cursor"), list("made-up cursor", "cursor=MQphCmI%3D", "cursor"),
	list("deleted text", "deleted=maybe", "deleted"),
	list("done text", "done=maybe", "done"), list("done empty", "done=", "done"), list("done as a number", "done=1", "done"),
	{name: "empty what", who: "taro", method: "DELETE", path: "/api/memos?deleted=maybe", status: 400, has: []string{`"field":"deleted"`}},
	{name: "empty with a body", who: "taro", method: "DELETE", path: "/api/memos?deleted=true", body: `{"all":"yes"}`, status: 400},
	list("search too long", "q="+strings.Repeat("a", 501), "q"),
}

// act is a refused deed in a family.
func act(name, who, method, path, body string, status int, reason string) httpCase {
	return httpCase{name: name, who: who, method: method, path: "/api/" + path, body: body, status: status,
		has: []string{`"reason":"` + reason + `"`}}
}

var refusedFamilies = []httpCase{
	act("invite as a member", "hanako", "POST", "family/invite-codes", "", 403, "owner_only"),
	act("revoke as a member", "hanako", "DELETE", "family/invite-codes/current", "", 403, "owner_only"),
	act("revoke nothing", "taro", "DELETE", "family/invite-codes/current", "", 404, "invite_not_valid"),
	act("remove as a member", "hanako", "DELETE", "family/members/taro", "", 403, "owner_only"),
	act("remove a stranger", "taro", "DELETE", "family/members/jiro", "", 404, "person"),
	act("remove oneself", "taro", "DELETE", "family/members/taro", "", 400, "hand_over_first"),
	act("hand over as a member", "hanako", "POST", "family/transfer-owner", object("newOwnerUserId", "hanako"), 403, "owner_only"),
	act("hand over to a stranger", "taro", "POST", "family/transfer-owner", object("newOwnerUserId", "jiro"), 404, "person"),
	act("hand over without a name", "taro", "POST", "family/transfer-owner", "{}", 400, "empty"),
	act("leave as the owner", "taro", "POST", "family/leave", "", 403, "hand_over_first"),
	act("leave alone", "jiro", "POST", "family/leave", "", 409, "alone"),
	act("join as the owner", "taro", "POST", "family/join", object("inviteCode", "1234"), 409, "hand_over_first"),
	act("join with nothing", "jiro", "POST", "family/join", "{}", 400, "empty"),
	act("join both ways", "jiro", "POST", "family/join", object("inviteCode", "1234", "inviteToken", "a.b"), 400, "format"),
	act("join with three digits", "jiro", "POST", "family/join", object("inviteCode", "123"), 400, "format"),
	act("join with a number", "jiro", "POST", "family/join", `{"inviteCode":1234}`, 400, "format"),
	act("join with an unknown code", "jiro", "POST", "family/join", object("inviteCode", "1234"), 404, "invite_not_valid"),
	act("join with an unknown token", "jiro", "POST", "family/join", object("inviteToken", "MTIzNA.AAAAAAAAAAAAAAAAAAAAAA"), 404, "invite_not_valid"),
	act("join with no token", "jiro", "POST", "family/join", object("inviteToken", ""), 404, "invite_not_valid"),
	act("preview nothing", "jiro", "POST", "family/invitations/preview", "{}", 400, "empty"),
	act("preview digits", "jiro", "POST", "family/invitations/preview", object("inviteCode", "1234"), 400, "unknown_field"),
	act("preview a number", "jiro", "POST", "family/invitations/preview", `{"inviteToken":1234}`, 400, "format"),
	act("preview an unknown token", "jiro", "POST", "family/invitations/preview", object("inviteToken", "AAAAAAAAAAAAAAAAAAAAAA"), 404, "invite_not_valid"),
	act("preview no token", "jiro", "POST", "family/invitations/preview", object("inviteToken", ""), 404, "invite_not_valid"),
	act("preview no Echo", "taro", "POST", "family/echos/preview", "{}", 400, "empty"),
	act("preview an Echo by nine digits", "taro", "POST", "family/echos/preview", object("number", "123456789"), 400, "format"),
	act("preview an Echo by letters", "taro", "POST", "family/echos/preview", object("number", "abcdefgh"), 400, "format"),
	act("preview an unknown Echo", "taro", "POST", "family/echos/preview", object("number", "12345678"), 404, "invite_not_valid"),
	act("preview an unknown recovery number", "taro", "POST", "family/echos/preview", object("number", "1234567890"), 404, "invite_not_valid"),
	act("add no Echo", "taro", "POST", "family/echos", "{}", 400, "empty"),
	act("add an Echo by four digits", "taro", "POST", "family/echos", object("number", "1234"), 400, "format"),
	act("add an unknown Echo", "taro", "POST", "family/echos", object("number", "12345678"), 404, "invite_not_valid"),
	act("recover nothing", "taro", "POST", "family/echos", object("number", "1234567890"), 404, "invite_not_valid"),
	act("name a person", "taro", "PUT", "family/members/hanako/name", object("name", "台所"), 404, "person"),
	act("name oneself as an Echo", "taro", "PUT", "family/members/taro/name", object("name", "台所"), 404, "person"),
	act("name a stranger", "taro", "PUT", "family/members/jiro/name", object("name", "台所"), 404, "person"),
	act("name no member", "taro", "PUT", "family/members/nothing/name", object("name", "台所"), 404, "person"),
	act("name with nothing", "taro", "PUT", "family/members/hanako/name", "{}", 400, "empty"),
	act("name with a number", "taro", "PUT", "family/members/hanako/name", `{"name":1}`, 400, "format"),
	act("name with an unknown field", "taro", "PUT", "family/members/hanako/name", object("name", "台所", "source", "alexa"), 400, "unknown_field"),
	act("delete the account long after", "hanako?", "DELETE", "user", "", 403, "fresh_sign_in"),
	act("delete the owner's account", "taro", "DELETE", "user", "", 403, "hand_over_first"),
}

// foreign is a valid request sent by a page of another site.
func foreign(name string, status int, headers ...string) httpCase {
	return httpCase{name: name, who: "taro", method: "POST", path: "/api/memos", body: object("content", "a"), headers: headers,
		status: status, has: []string{`"status":`}}
}

var refusedOrigins = []httpCase{
	foreign("cross-site", 403, "Sec-Fetch-Site: cross-site"),
	foreign("same site, other origin", 403, "Sec-Fetch-Site: same-site"),
	foreign("foreign origin", 403, "Origin: https://evil.example"),
	foreign("no origin", 403, "Origin: null"),
	foreign("cross-site with a bearer", 403, "Sec-Fetch-Site: cross-site", "Authorization: Bearer x"),
	foreign("foreign host", 421, "Host: evil.example"),
	foreign("foreign host that looks like ours", 421, "Host: localhost.evil.example:8080"),
	{name: "delete", who: "taro", method: "DELETE", path: "/api/memos", headers: []string{"Sec-Fetch-Site: cross-site"}, status: 403},
	{name: "skill", method: "POST", path: "/alexa", body: "{}", headers: []string{"Origin: https://evil.example"}, status: 403},
	{name: "sign out", who: "taro", method: "POST", path: "/auth/logout", headers: []string{"Origin: https://evil.example"}, status: 403},
	{name: "reading, foreign host", who: "taro", method: "GET", path: "/api/memos", headers: []string{"Host: evil.example"}, status: 421},
}

// begin is a refused way to begin a sign-in.
func begin(name, body, has string, headers ...string) httpCase {
	return httpCase{name: "begin a sign-in " + name, method: "POST", path: "/auth/login", body: body, headers: headers, status: 400,
		has: []string{has}}
}

var refusedSignIns = []httpCase{
	begin("with nothing", "", `"field":"Content-Type"`),
	unsupported(begin("with a form", "inviteToken=a", `"field":"Content-Type"`, "Content-Type: application/x-www-form-urlencoded")),
	begin("with an unknown field", object("invite", "AbCd"), `"reason":"unknown_field"`),
	begin("with a number", `{"inviteToken":1}`, `"reason":"format"`),
	begin("with a token that is none", object("inviteToken", "nonsense!"), `"field":"inviteToken"`),
	{name: "begin a sign-in from elsewhere", method: "POST", path: "/auth/login", body: "{}", status: 403,
		headers: []string{"Origin: https://evil.example"}},
}

var refusedRoutes = []httpCase{
	{name: "unknown", who: "taro", method: "GET", path: "/api/nothing", status: 404, has: []string{`"code":"not_found"`}},
	{name: "the API's root", method: "GET", path: "/api", status: 404, has: []string{`"code":"not_found"`}},
	{name: "unknown below a memo", who: "taro", method: "PUT", path: "/api/memos/{milk}/share", status: 404, has: []string{`"code":"not_found"`}},
	{name: "unknown sign-in", method: "GET", path: "/auth/nothing", status: 404, has: []string{`"code":"not_found"`}},
	{name: "unknown page", method: "GET", path: "/nothing", status: 404, has: []string{"<h1>Nothing here</h1>"}},
	{name: "unknown page in Japanese", method: "GET", path: "/nothing/here", status: 404, headers: []string{"Accept-Language: ja"}, has: []string{`<html lang="ja">`}},
	{name: "hidden file", method: "GET", path: "/.gitkeep", status: 404, has: []string{"Nothing here"}},
	{name: "posting to an unknown page", method: "POST", path: "/nothing", status: 404, has: []string{`"code":"not_found"`}},
	{name: "other method on memos", who: "taro", method: "PATCH", path: "/api/memos", status: 405, has: []string{`"code":"invalid"`}},
	{name: "other method on a memo", who: "taro", method: "POST", path: "/api/memos/{milk}", status: 405, has: []string{`"code":"invalid"`}},
	{name: "other method on the page", method: "POST", path: "/", status: 405, has: []string{`"code":"invalid"`}},
	{name: "sign out by a link", who: "taro", method: "GET", path: "/auth/logout", status: 405, has: []string{`"code":"invalid"`}},
	{name: "sign out everywhere without a session", method: "POST", path: "/auth/logout-everywhere", status: 401, has: []string{`"code":"unauthenticated"`}},
	{name: "no skill here", method: "POST", path: "/alexa", body: "{}", status: 404, has: []string{`"code":"not_found"`}},
}
