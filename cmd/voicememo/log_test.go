package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"voicememo/tools/testkit/devsignin"
	"voicememo/tools/testkit/must"
)

// TestLogOfAWholeRun on either engine, in either format: the log has an audit line for
// each change of a membership or an access, with the same hash for the same id, and no
// content, words, name, id or address of a person.
func TestLogOfAWholeRun(t *testing.T) {
	for engine, h := range homes(t) {
		t.Run(engine, func(t *testing.T) {
			form := map[string]string{"sqlite": "json", "dynamodb": "text"}[engine]
			r := wholeRun{t: t, home: h, served: h.serveHere(t, "--log", form, "--operator", "Saburo <saburo@example.com>")}
			r.signedIn("太郎")
			r.joining()
			r.leaving()
			r.tokens()
			r.access()
			r.strangers()
			r.stop()
			r.checkAudit()
			r.checkSecrets(r.log.String() + r.out.String())
		})
	}
}

// wholeRun is a server, its events so far, and the texts that must not be in its output.
type wholeRun struct {
	*served
	t       *testing.T
	home    home
	events  []map[string]string // as audit lines, with ids instead of hashes
	secrets []string
	family  string // Taro's
}

// someone is a person who has signed in.
type someone struct {
	*browser
	id string
}

// secret records texts that must not be in the output.
func (r *wholeRun) secret(of ...string) { r.secrets = append(r.secrets, of...) }

// happened records an event, as pairs of a field and an id.
func (r *wholeRun) happened(kind string, fields ...string) {
	event := map[string]string{"kind": kind}
	for i := 0; i < len(fields); i += 2 {
		event[fields[i]] = fields[i+1]
		r.secret(fields[i+1])
	}
	r.events = append(r.events, event)
}

// signedIn signs a person in.
func (r *wholeRun) signedIn(name string) someone {
	r.t.Helper()
	p := someone{browser: r.signIn(name)}
	me := p.Call(http.MethodGet, "/api/me", "", http.StatusOK)
	user := me["user"].(map[string]any)
	p.id = user["userId"].(string)
	r.happened("access_began", "actor", p.id, "person", p.id, "access", p.access())
	r.secret(name, user["email"].(string), p.Cookies["__Host-session"])
	return p
}

// invited returns the digits and the token of a new invitation.
func (r *wholeRun) invited(by someone) (code, token string) {
	r.t.Helper()
	sheet := by.Call(http.MethodPost, "/api/family/invite-codes", "", http.StatusCreated)
	link := sheet["link"].(string)
	_, token, _ = strings.Cut(link, "#")
	code = sheet["code"].(string)
	r.secret(link, token, code)
	return code, token
}

// add adds a memo and returns its id.
func (r *wholeRun) add(by someone, text string) string {
	r.t.Helper()
	body := fmt.Sprintf(`{"content":%q}`, text)
	id := by.Call(http.MethodPost, "/api/memos", body, http.StatusCreated)["id"].(string)
	r.secret(text, id)
	return id
}

// joining: people join Taro's family by digits and by a link, an Echo by digits and
// another Echo by its connection number.
func (r *wholeRun) joining() {
	r.t.Helper()
	taro := r.signedIn("太郎")
	r.family = taro.Call(http.MethodGet, "/api/me", "", http.StatusOK)["family"].(map[string]any)["id"].(string)
	r.secret(r.family)
	r.add(taro, "傘を持っていく")
	hanako, jiro := r.signedIn("花子"), r.signedIn("次郎")
	code, _ := r.invited(taro)
	hanako.Call(http.MethodPost, "/api/family/join", fmt.Sprintf(`{"inviteCode":%q}`, code), http.StatusOK)
	r.happened("joined", "actor", hanako.id, "person", hanako.id, "family", r.family)
	_, token := r.invited(taro)
	jiro.Call(http.MethodPost, "/api/family/invitations/preview", fmt.Sprintf(`{"inviteToken":%q}`, token), http.StatusOK)
	jiro.Call(http.MethodPost, "/api/family/join", fmt.Sprintf(`{"inviteToken":%q}`, token), http.StatusOK)
	r.happened("joined", "actor", jiro.id, "person", jiro.id, "family", r.family)

	code, _ = r.invited(taro)
	r.home.talk(r.t, "牛乳を買う を追加", "招待コード "+code+" で参加", "はい")
	echo := "amzn1.ask.account.TALK"
	r.secret("牛乳を買う")
	r.happened("joined", "actor", echo, "person", echo, "family", r.family)
	other := home{flags: append(r.home.flags, "--user", "amzn1.ask.account.OTHER"), env: r.home.env}
	number := strings.ReplaceAll(regexp.MustCompile(`\d{4} \d{4}`).FindString(other.talk(r.t, "アカウントにつなぐ")), " ", "")
	hanako.Call(http.MethodPost, "/api/family/echos", fmt.Sprintf(`{"number":%q}`, number), http.StatusOK)
	r.secret(number)
	r.happened("joined", "actor", hanako.id, "person", "amzn1.ask.account.OTHER", "family", r.family)
	recovery := regexp.MustCompile(`\d{3} \d{3} \d{4}`).FindString(other.talk(r.t, "卵を買う を追加", "一覧"))
	r.secret("卵を買う", recovery, strings.ReplaceAll(recovery, " ", ""))
}

// leaving: a person leaves, an Echo is removed, the family is handed over, its new
// owner empties the trash, and Taro closes his account.
func (r *wholeRun) leaving() {
	r.t.Helper()
	taro, hanako, jiro := r.signedIn("太郎"), r.signedIn("花子"), r.signedIn("次郎")
	hanako.Call(http.MethodPost, "/api/family/leave", "", http.StatusOK)
	r.happened("left", "actor", hanako.id, "person", hanako.id, "family", r.family)
	taro.Call(http.MethodDelete, "/api/family/members/amzn1.ask.account.TALK", "", http.StatusNoContent)
	r.happened("removed", "actor", taro.id, "person", "amzn1.ask.account.TALK", "family", r.family)
	taro.Call(http.MethodPost, "/api/family/transfer-owner", fmt.Sprintf(`{"newOwnerUserId":%q}`, jiro.id), http.StatusNoContent)
	r.happened("owner_changed", "actor", taro.id, "person", jiro.id, "family", r.family)
	jiro.Call(http.MethodDelete, "/api/memos/"+r.add(jiro, "米を買う"), "", http.StatusOK)
	jiro.Call(http.MethodDelete, "/api/memos?deleted=true", "", http.StatusOK)
	r.happened("trash_emptied", "actor", jiro.id, "family", r.family)
}

// access: accesses end in every possible way.
func (r *wholeRun) access() {
	r.t.Helper()
	taro, phone, hanako, jiro := r.signedIn("太郎"), r.signedIn("太郎"), r.signedIn("花子"), r.signedIn("次郎")
	ended := phone.access()
	taro.Call(http.MethodDelete, "/api/me/access/"+ended, "", http.StatusNoContent)
	r.happened("access_ended", "actor", taro.id, "person", taro.id, "access", ended)
	ended = taro.access()
	taro.Call(http.MethodPost, "/auth/logout", "", http.StatusNoContent)
	r.happened("access_ended", "actor", taro.id, "person", taro.id, "access", ended)
	hanako.Call(http.MethodPost, "/auth/logout-everywhere", "", http.StatusNoContent)
	r.happened("signed_out_everywhere", "actor", hanako.id, "person", hanako.id)
	ended = jiro.access()
	o := accessor{r.t, r.home}
	o.access(0, "list")
	o.access(0, "list", jiro.id)
	o.access(0, "end", jiro.id, ended)
	r.happened("access_ended", "person", jiro.id, "access", ended)
	o.access(0, "end", jiro.id, "--all")
	r.happened("signed_out_everywhere", "person", jiro.id)
	c := commander{r.t, r.home, r.family}
	c.owner(0, "--to", taro.id)
	r.happened("owner_changed", "person", taro.id, "family", r.family)
	c.owner(0, "--to", jiro.id)
	r.happened("owner_changed", "person", jiro.id, "family", r.family)

	taro = r.signedIn("太郎")
	taro.Call(http.MethodDelete, "/api/user", "", http.StatusForbidden)
	ended = taro.access()
	must.OK(r.t, must.Err(taro.SignInBy(r.t.Context(), "/auth/login?fresh=1&return_to=/", "太郎")))
	r.happened("access_began", "actor", taro.id, "person", taro.id, "access", taro.access())
	r.happened("access_ended", "actor", taro.id, "person", taro.id, "access", ended)
	r.secret(taro.Cookies["__Host-session"])
	taro.Call(http.MethodDelete, "/api/user", "", http.StatusNoContent)
	r.happened("account_closed", "actor", taro.id, "person", taro.id, "family", r.family)
	r.happened("left", "actor", taro.id, "person", taro.id, "family", r.family)
}

// strangers: refused requests are not in the audit log, whatever they contain.
func (r *wholeRun) strangers() {
	r.t.Helper()
	jiro := r.signedIn("次郎")
	const mine = "hunter2"
	r.secret(mine, "ひみつ")
	for _, request := range []struct{ method, path, body, header, value string }{
		{"GET", "/api/me", "", "Authorization", "Bearer eyJhbGciOiJub25lIn0." + mine + ".x"},
		{"GET", "/api/me", "", "Cookie", "__Host-session=" + mine},
		{"POST", "/api/memos", `{"content":"` + mine, "Content-Type", "application/json"},
		{"POST", "/api/memos", `{"` + mine + `":"ひみつ"}`, "Content-Type", "application/json"},
		{"POST", "/api/memos", `{"content":"ひみつ"}`, "Idempotency-Key", mine},
		{"POST", "/api/family/join", `{"inviteToken":"` + mine + `"}`, "Content-Type", "application/json"},
		{"GET", "/" + mine + "?q=ひみつ", "", "Referer", "https://" + mine + ".example"},
		{"GET", "/api/memos?q=ひみつ&author=" + mine, "", "User-Agent", mine},
		{"GET", "/api/memos/" + mine + "/history", "", "X-Forwarded-For", mine},
		{mine, "/api/memos", "", "X-Request-Id", mine},
		{"GET", "/auth/callback?code=" + mine + "&state=" + mine, "", "Accept-Language", mine},
		{"POST", "/alexa", `{"version":"1.0","session":{"user":{"userId":"` + mine + `"}}}`, "Content-Type", "application/json"},
		{"POST", "/alexa", mine, "Signature-256", mine},
		{"GET", "/api/me", "", "Host", mine},
	} {
		for _, b := range []*browser{{devsignin.Stranger(r.t, r.through, r.url)}, jiro.browser} {
			b.Ask(request.method, strings.ReplaceAll(request.path, "ひみつ", url.QueryEscape("ひみつ")), request.body, request.header+": "+request.value)
		}
	}
}

// checkAudit compares the audit lines with the events, in order.
func (r *wholeRun) checkAudit() {
	r.t.Helper()
	var ids []string
	for _, e := range r.events {
		for field, id := range e {
			if field != "kind" && !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	}
	data := r.home.flags[slices.Index(r.home.flags, "--data"):][:2]
	out, stderr, code := runHere(append(append([]string{"audit-id"}, data...), ids...)...)
	if code != 0 {
		r.t.Fatal(stderr)
	}
	hashes := map[string]string{}
	for line := range strings.Lines(out) {
		hash, id, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "  ")
		hashes[id] = hash
	}
	want := make([]map[string]string, len(r.events))
	for i, e := range r.events {
		want[i] = map[string]string{"kind": e["kind"], "actor": cmp.Or(hashes[e["actor"]], "operator")}
		for _, field := range []string{"person", "family", "access"} {
			if e[field] != "" {
				want[i][field] = hashes[e[field]]
			}
		}
	}
	got := r.auditLines()
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || fmt.Sprint(got[i]) != fmt.Sprint(want[i]) {
			r.t.Fatalf("line %d of %d, want %d lines:\ngot  %v\nwant %v\nfor  %v", i, len(got), len(want), got[min(i, len(got)):], want[min(i, len(want)):], r.events[min(i, len(want)):])
		}
	}
}

// auditLines returns the fields of the audit lines, except time and level.
func (r *wholeRun) auditLines() (lines []map[string]string) {
	r.t.Helper()
	for text := range strings.Lines(r.log.String()) {
		line := map[string]string{}
		if strings.HasPrefix(text, "{") {
			if !strings.Contains(text, `"msg":"audit"`) {
				continue
			}
			if err := json.Unmarshal([]byte(text), &line); err != nil {
				r.t.Fatalf("%v: %s", err, text)
			}
		} else {
			for _, field := range strings.Fields(text) {
				name, value, _ := strings.Cut(field, "=")
				line[name] = value
			}
		}
		if line["msg"] != "audit" {
			continue
		}
		if line["level"] != "INFO" {
			r.t.Errorf("got %s", text)
		}
		delete(line, "time")
		delete(line, "level")
		delete(line, "msg")
		lines = append(lines, line)
	}
	return lines
}

// numbers matches the parts of the output that may have any four digits.
var numbers = regexp.MustCompile(`"?time"?[=:]\S+?[, ]|"?ms"?[=:]\d+|"?request(?:Id)?"?[=:]"?[\w.-]+|mode \d+|localhost:\d+|127\.0\.0\.1:\d+`)

// checkSecrets searches the output of the server.
func (r *wholeRun) checkSecrets(output string) {
	r.t.Helper()
	if strings.Count(output, "request") < 50 || !strings.Contains(output, "Voice Memo is at") {
		r.t.Fatalf("got not the output of a whole run:\n%s", output)
	}
	output = numbers.ReplaceAllString(output, "")
	for _, secret := range r.secrets {
		found := strings.Contains(output, secret)
		if regexp.MustCompile(`^\d{4}$`).MatchString(secret) {
			found = regexp.MustCompile(`\b` + secret + `\b`).MatchString(output)
		}
		if found || secret == "" {
			at := bytes.Index([]byte(output), []byte(secret))
			r.t.Errorf("%q is in the output: …%s…", secret, output[max(0, at-200):min(len(output), at+200)])
		}
	}
}
