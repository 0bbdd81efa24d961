package main

import (
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"voicememo/tools/testkit/runtimeapi"
)

func bodies(p *play) {
	s := p.site()
	b := s.person("Olga the owner")
	for name, body := range map[string]string{
		"deep lists": strings.Repeat("[", 30_000), "deep lists in a text's place": `{"content":` + strings.Repeat("[", 30_000) + strings.Repeat("]", 30_000) + "}",
		"deep objects": strings.Repeat(`{"content":`, 5_000) + `"a"` + strings.Repeat("}", 5_000), "a long name": `{"` + strings.Repeat("k", 60_000) + `":"a"}`,
		"a mark of order": "\ufeff" + object("content", "a"), "bad UTF-8": "{\"content\":\"\xff\xfe\"}", "overlong UTF-8": "{\"content\":\"\xc0\xaf\"}",
		"half a surrogate": `{"content":"\ud800"}`, "a NUL": `{"content":"a\u0000b"}`, "a bare NUL": "{\"content\":\"a\x00b\"}", "more after it": `{"content":"a"} {"content":"b"}`,
		"a name given twice": `{"content":"b","content":"a"}`, "a name in other letters": `{"content":"a","CONTENT":"b"}`, "not a number": `{"content":NaN}`,
		"a huge number": `{"content":1e999}`, "true": `{"content":true}`, "null": `{"content":null}`, "a prototype": `{"__proto__":{"content":"a"}}`, "a list": `[{"content":"a"}]`,
		"UTF-16": "\xff\xfe{\x00\"\x00", "XML": `<memo><content>a</content></memo>`, "an entity": `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><memo>&a;</memo>`,
		"a comment": `{"content":"a"/* */}`, "single quotes": `{'content':'a'}`, "a comma too many": `{"content":"a",}`, "many names": "{" + strings.Repeat(`"a":"b",`, 7_000) + `"c":"d"}`,
		"gzip": "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\xabVJ\xce\xcf+I\xcd+Q\xb2RJT\xaa\x05\x00", "only blanks": strings.Repeat(" ", 1000), "501 characters": object("content", strings.Repeat("字", 501)),
	} {
		if r := b.try(http.MethodPost, "/api/memos", body); r.status != http.StatusBadRequest {
			p.breach("%s: answered %d %s", name, r.status, r.body)
		}
	}
	b.post("/api/memos", object("content", "a"), "Content-Encoding: gzip").want(http.StatusBadRequest, http.StatusCreated) // never unpacked
	for _, text := range b.list("") {
		if text != "a" {
			p.breach("%q is stored", text)
		}
	}
}

// alphabet has the bytes that random changes insert.
const alphabet = "{}[]\",:\\/<>&%#?=;.-_+*0123456789abcdeEfnrtuxyz \t\r\n\x00\x7f\xff\xc0あ"

// changed returns a text with some bytes changed, removed, doubled or inserted.
func (p *play) changed(text string) string {
	raw := []byte(text)
	for range 1 + p.random.IntN(4) {
		if len(raw) == 0 {
			return alphabet
		}
		at := p.random.IntN(len(raw))
		switch p.random.IntN(5) {
		case 0:
			raw[at] = alphabet[p.random.IntN(len(alphabet))]
		case 1:
			raw = append(raw[:at], raw[at+1:]...)
		case 2:
			raw = append(raw[:at:at], append([]byte{alphabet[p.random.IntN(len(alphabet))]}, raw[at:]...)...)
		case 3:
			raw = raw[:at]
		default:
			raw = append(raw, raw[at:]...)
		}
	}
	return string(raw)
}

func randomInput(p *play) {
	s := p.unhurried()
	b, victim := s.person("Olga the owner"), s.person("Vera the victim")
	victim.add("what only Vera may read")
	id := b.add("a note to begin with")
	for i := range 60 {
		b.add(fmt.Sprint("one of many notes ", i))
	}
	cursor := b.get("/api/memos?limit=1").want(http.StatusOK).text("nextCursor")
	decoded, _ := base64.RawURLEncoding.DecodeString(cursor)
	refused := 0
	for i := range p.some(120, 3000) {
		var r reply
		switch i % 6 {
		case 0:
			r = b.post("/api/family/join", p.changed(object("inviteCode", "1234")))
		case 1:
			r = b.ask(http.MethodPut, "/api/memos/"+url.PathEscape(p.changed(id)), p.changed(object("content", "x")))
		case 2:
			r = b.get("/api/memos?cursor=" + url.QueryEscape(p.changed(cursor)))
		case 3:
			r = b.get("/api/memos?cursor=" + base64.RawURLEncoding.EncodeToString([]byte(p.changed(string(decoded)))))
		case 4:
			r = b.get("/api/memos?limit=" + url.QueryEscape(p.changed("50")) + "&deleted=" + url.QueryEscape(p.changed("true")))
		default:
			r = b.ask(http.MethodDelete, "/api/family/members/"+url.PathEscape(p.changed(victim.id)), "")
		}
		if strings.Contains(r.body, "only Vera may") {
			p.breach("%s leads to another family: %s", r.asked, r.body)
		}
		if r.status >= http.StatusBadRequest {
			refused++
		}
	}
	p.note("%d refused", refused)
}

// noEvents are events that are not requests.
var noEvents = []string{
	"", "private words", `["private"]`, `{"private":"words"}`, `{"voicememo":"private"}`, `{"version":"1.0","path":"/private","httpMethod":"GET"}`,
	`{"version":"2.0","rawPath":"private","requestContext":{"http":{"method":"GET"}}}`, `{"version":"2.0","rawPath":"/private","requestContext":{"http":{}}}`,
	`{"version":"2.0","rawPath":"/","requestContext":{"http":{"method":"pri vate"}}}`, `{"version":2,"rawPath":{"private":1}}`,
	`{"version":"2.0","rawPath":"/","requestContext":{"http":{"method":"POST"}},"isBase64Encoded":true,"body":"private!"}`,
	`{"source":"aws.events","detail":{"private":1}}`, `{"Records":[{"body":"private"}]}`,
}

func noRequests(p *play) {
	s := p.webSite()
	for _, event := range append(noEvents, strings.Repeat("[", 100_000)) {
		p.count()
		_, err := s.function.Invoke(p.ctx, []byte(event))
		var refusal *runtimeapi.FunctionError
		if !errors.As(err, &refusal) || refusal.Type != "Event" {
			p.breach("the event %.100q is answered with %v", event, err)
		}
		if strings.Contains(string(refusal.Raw)+s.function.Output(), "private") {
			p.breach("the event %.100q is in the error or in the log: %s", event, refusal.Raw)
		}
	}
	s.person("Olga the owner").add("the function goes on")
}
