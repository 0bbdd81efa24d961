package siege

import (
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"voicememo/tools/testkit/must"
	"voicememo/tools/testkit/person"
)

var rightsAttacks = []attack{
	{name: "rights", what: "every operation as every kind of caller without the right", at: atBoth, play: rights},
	{name: "foreign-memos", what: "tell another family's memos from those that do not exist", at: atBoth, play: foreignMemos},
	{name: "personal-tokens", what: "use a personal token damaged, in other places, and after its end", at: atBoth, play: personalTokens},
}

// contracted is an operation of the API as the contract names it.
type contracted struct{ method, path, need string }

// body returns a valid body; "": there is none.
func (c contracted) body() string { return bodies[c.method+" "+c.path] }

var contractLine = regexp.MustCompile(`^  (/\S+):$|^    (get|post|put|patch|delete):$|^ +x-need: (\w+)`)

// contract reads the operations that are not public from the contract that the program
// serves.
func (p *play) contract() (all []contracted) {
	var c contracted
	for line := range strings.Lines(p.stranger().get("/api/openapi.yaml").want(http.StatusOK).Body) {
		found := contractLine.FindStringSubmatch(strings.TrimRight(line, "\n"))
		switch {
		case found == nil:
		case found[1] != "":
			c.path = found[1]
		case found[2] != "":
			c.method = strings.ToUpper(found[2])
		case found[3] != "public":
			c.need = found[3]
			all = append(all, c)
		}
	}
	if len(all) < 40 {
		p.Fatalf("got %d operations that need a right, want 40 and more", len(all))
	}
	return all
}

// allowed are the needs that the scopes of personal tokens cover.
var allowed = map[string][]string{"read": {"read", "memo"}, "add": {"add", "memo"}, "memos": {"read", "memo", "add", "memos"}}

// memoBody is the body of a memo.
const memoBody = `{"content":"mine"}`

// bodies are valid bodies of the operations that have one.
var bodies = map[string]string{
	"POST /api/memos": memoBody, "PUT /api/memos/{id}": memoBody, "PUT /api/memos/{id}/done": `{"done":true}`, "PUT /api/family/settings": `{"askBeforeJoin":false}`, "PATCH /api/family": `{"timeZone":"Europe/Berlin"}`,
	"PUT /api/user/name": `{"name":"Mallory"}`, "POST /api/me/tokens": `{"name":"x","scope":"memos","days":30}`, "PUT /api/family/members/{userId}/name": `{"name":"Mallory"}`,
}

// cast are the people of the attack on rights: a family with a member, an Echo and an
// asker, and those who are not in it.
type cast struct {
	owner, member, asker, removed, thief *visitor
	memo, trashed                        string
}

func (p *play) cast() cast {
	c := cast{owner: p.person("Olga the owner"), member: p.person("Mia the member"), asker: p.person("Alma the asker"), removed: p.person("Rudi the removed"), thief: p.person("Theo the thief")}
	c.memo, c.trashed = c.owner.add("the safe opens with 8 2 4"), c.owner.add("what was thrown away")
	c.owner.ask(http.MethodDelete, "/api/memos/"+c.trashed, "").want(http.StatusOK)
	for _, one := range []*visitor{c.member, c.removed} {
		_, token := c.owner.invite()
		one.joinBy("inviteToken", token).want(http.StatusOK)
	}
	c.owner.ask(http.MethodDelete, "/api/family/members/"+url.PathEscape(c.removed.ID), "").want(http.StatusNoContent)
	c.owner.ask(http.MethodPut, "/api/family/settings", `{"askBeforeJoin":true}`).want(http.StatusOK)
	_, token := c.owner.invite()
	c.asker.joinBy("inviteToken", token).want(http.StatusAccepted)
	return c
}

// state returns all that the family sees, without what changes by looking.
func (c cast) state() string {
	var all []string
	for _, path := range []string{"/api/family/members", "/api/memos", "/api/memos?deleted=true", "/api/export?format=csv"} {
		all = append(all, c.owner.get(path).want(http.StatusOK).Body)
	}
	requests, _ := c.owner.get("/api/me").want(http.StatusOK).Value("family", "requests").([]any)
	if len(requests) != 1 {
		c.owner.p.Fatalf("got %v, want one request", requests)
	}
	return strings.Join(all, "\n")
}

// rights sends every operation as every kind of caller who lacks the right to it.
func rights(p *play) {
	c := p.cast()
	before := c.state()
	outside, token := p.callers(c)
	access, _ := c.owner.get("/api/me/access").want(http.StatusOK).Value("access").([]any)
	session, _ := access[0].(map[string]any)["id"].(string)
	for _, op := range p.contract() {
		paths := []string{strings.ReplaceAll(op.path, "{userId}", url.PathEscape(c.asker.ID))}
		if strings.Contains(op.path, "{userId}") {
			paths = append(paths, strings.ReplaceAll(op.path, "{userId}", url.PathEscape(c.owner.ID)), strings.ReplaceAll(op.path, "{userId}", url.PathEscape(c.member.ID)))
		} else if strings.HasPrefix(op.path, "/api/memos/{id}") {
			paths = []string{strings.ReplaceAll(op.path, "{id}", c.memo), strings.ReplaceAll(op.path, "{id}", c.trashed)}
		} else {
			paths = []string{strings.ReplaceAll(op.path, "{id}", url.PathEscape(session))}
		}
		for _, path := range paths {
			for name, send := range outside {
				r := send(op.method, path, op.body())
				if r.Status != http.StatusUnauthorized {
					p.Fatalf("%s as %s: got %d %s, want 401", r.Asked, name, r.Status, r.Body)
				}
			}
			for scope, bearer := range token {
				if !slices.Contains(allowed[scope], op.need) && op.need != "any" {
					p.stranger().ask(op.method, path, op.body(), bearer).want(http.StatusForbidden)
				}
			}
			if path == op.path {
				continue // it names nothing of the family's
			}
			for _, one := range []*visitor{c.thief, c.removed, c.asker} {
				want := []int{http.StatusNotFound}
				if strings.Contains(path, url.PathEscape(one.ID)) { // of the asker's own
					want = []int{http.StatusBadRequest, http.StatusForbidden, http.StatusNotFound}
				}
				one.ask(op.method, path, op.body()).want(want...)
			}
		}
	}
	c.notTheOwner()
	for _, one := range []*visitor{c.thief, c.removed, c.asker} {
		one.seesNothingOf(c)
	}
	if after := c.state(); after != before {
		p.Fatalf("what the family sees has changed:\n%s\n%s", before, after)
	}
}

// callers returns senders who are not signed in, of every kind, and headers with the
// thief's personal tokens by scope.
func (p *play) callers(c cast) (outside map[string]func(method, path, body string) reply, token map[string]string) {
	outside, token = map[string]func(method, path, body string) reply{"a stranger": func(method, path, body string) reply { return p.stranger().ask(method, path, body) }}, map[string]string{}
	cookie := c.owner.copied()
	again := p.stranger()
	must.OK(p, again.SignIn(p.Context(), c.owner.name))
	gone := again.copied()
	again.post("/auth/logout", "").want(http.StatusNoContent)
	outside["the owner who has signed out"] = func(method, path, body string) reply { return gone.copied().ask(method, path, body) }
	headers := map[string]string{}
	for _, scope := range []string{"read", "add", "memos"} {
		made := c.thief.post("/api/me/tokens", `{"name":"A program","scope":"`+scope+`","days":30}`).want(http.StatusCreated)
		p.secret(made.Text("token"))
		token[scope] = "Authorization: Bearer " + made.Text("token")
	}
	made := c.owner.post("/api/me/tokens", `{"name":"A program","scope":"memos","days":30}`).want(http.StatusCreated)
	cookie.ask(http.MethodDelete, "/api/me/access/"+url.PathEscape(made.Text("id")), "").want(http.StatusNoContent)
	headers["an ended token"] = "Authorization: Bearer " + made.Text("token")
	headers["a damaged token"] = token["memos"] + "x"
	for name, header := range headers {
		outside[name] = func(method, path, body string) reply { return p.stranger().ask(method, path, body, header) }
	}
	return outside, token
}

// notTheOwner tries what a member may not do.
func (c cast) notTheOwner() {
	request := "/api/family/requests/" + url.PathEscape(c.asker.ID)
	for _, r := range []struct{ method, path, body string }{
		{http.MethodPost, request, ""}, {http.MethodDelete, request, ""}, {http.MethodDelete, "/api/family/members/" + url.PathEscape(c.owner.ID), ""},
		{http.MethodPost, "/api/family/transfer-owner", person.JSON("newOwnerUserId", c.member.ID)}, {http.MethodPut, "/api/family/settings", `{"askBeforeJoin":false}`},
		{http.MethodPost, "/api/family/invite-codes", ""},
	} {
		c.member.ask(r.method, r.path, r.body).want(http.StatusForbidden, http.StatusNotFound)
	}
	for _, one := range []*visitor{c.owner, c.member, c.asker} {
		c.thief.post("/api/family/transfer-owner", person.JSON("newOwnerUserId", one.ID)).want(http.StatusNotFound)
	}
	if body := c.member.get("/api/me").want(http.StatusOK).Body; strings.Contains(body, "Alma") || strings.Contains(body, "example.test") && strings.Contains(body, "Olga-") {
		c.owner.p.Fatalf("a member sees a request: %s", body)
	}
}

// seesNothingOf reads everything that names no id of the family's.
func (v *visitor) seesNothingOf(c cast) {
	cursor := c.owner.get("/api/memos?limit=1").want(http.StatusOK).Text("nextCursor")
	tag := c.member.get("/api/memos").want(http.StatusOK).Header.Get("ETag")
	for _, path := range []string{
		"/api/memos", "/api/memos?deleted=true", "/api/memos?q=safe", "/api/memos?author=" + url.QueryEscape(c.owner.ID), "/api/memos?cursor=" + url.QueryEscape(cursor),
		"/api/me", "/api/family/members", "/api/export?format=csv", "/api/export?format=json&scope=me",
	} {
		body := v.get(path, "If-None-Match: "+tag).want(http.StatusOK, http.StatusBadRequest).Body
		secrets := []string{"Mia the", "safe opens", "thrown away", c.member.ID, c.memo}
		if v == c.thief { // the others are told whom they ask, and who removed them
			secrets = append(secrets, "Olga", c.owner.ID)
		}
		for _, secret := range secrets {
			if strings.Contains(body, secret) {
				v.p.Fatalf("%s tells %s of %q: %s", path, v.name, secret, body)
			}
		}
	}
}

// noMemo has the form of an id of a memo that does not exist.
const noMemo = "bm9ib2R5CjAwMDAwMDAwMDAwMDBhYmNkZWYwMTIzNDU"

func foreignMemos(p *play) {
	victim, thief := p.person("Vera the victim"), p.person("Theo the thief")
	live, trashed := victim.add("the diary is under the bed"), victim.add("what was thrown away")
	victim.ask(http.MethodDelete, "/api/memos/"+trashed, "").want(http.StatusOK)
	var first *reply
	for _, way := range []struct{ method, path, body string }{{http.MethodPut, "", memoBody}, {http.MethodDelete, "", ""}, {http.MethodPut, "/restore", ""}} {
		for _, id := range []string{live, trashed, noMemo} {
			for _, header := range []string{"X: y", `If-Match: "1"`, `If-Match: "2"`, "If-Match: *"} {
				r := thief.ask(way.method, "/api/memos/"+id+way.path, way.body, header).want(http.StatusNotFound)
				if first == nil {
					first = &r
				}
				r.same(*first)
			}
		}
	}
	if got := victim.list(); len(got) != 1 || got[0] != "the diary is under the bed" {
		p.Fatalf("the victim has %q", got)
	}
}

func personalTokens(p *play) {
	own := p.person("Olga and her programs")
	made := own.post("/api/me/tokens", `{"name":"A program","scope":"memos","days":30}`).want(http.StatusCreated)
	token, thief := made.Text("token"), p.stranger()
	p.secret(token)
	bearer := "Authorization: Bearer " + token
	thief.post("/api/memos", memoBody, bearer).want(http.StatusCreated)
	sealed := strings.TrimPrefix(token, "vm_")
	for _, header := range []string{
		"Authorization: Basic " + token, "Authorization: " + token, "Authorization: Bearer " + sealed, "Authorization: Bearer vm_" + token,
		"Authorization: Bearer " + token[:len(token)-1], "Authorization: Bearer " + token + "A", "Authorization: Bearer VM_" + sealed, bearer + ", Bearer " + token,
		"Cookie: " + person.SessionCookie + "=" + token, "Cookie: " + person.SessionCookie + "=" + sealed,
	} {
		thief.get("/api/memos", header).want(http.StatusUnauthorized)
	}
	thief.get("/api/memos?access_token=" + url.QueryEscape(token)).want(http.StatusUnauthorized)
	own.get("/api/me", "Authorization: Bearer x").want(http.StatusUnauthorized) // whatever cookie accompanies it
	own.ask(http.MethodDelete, "/api/me/access/"+url.PathEscape(made.Text("id")), "").want(http.StatusNoContent)
	thief.get("/api/memos", bearer).want(http.StatusUnauthorized)
}
