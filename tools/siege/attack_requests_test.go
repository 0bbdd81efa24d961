package siege

import (
	"bufio"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"voicememo/tools/testkit/must"
	"voicememo/tools/testkit/person"
)

var requestAttacks = []attack{
	{name: "huge-bodies", what: "send endless bodies", at: atServer, play: hugeBodies},
	{name: "slow-senders", what: "hold connections open with heads and bodies that never end", at: atServer, long: true, play: slowSenders},
	{name: "paths", what: "leave the page's folder, reach routes by other spellings, and plant another name in links", at: atBoth, play: paths},
	{name: "garbage", what: "change valid requests at random, at every door", at: atBoth, play: garbage},
}

// rawTime is longer than an ordinary answer takes.
const rawTime = 2 * time.Second

// raw sends bytes unchanged on one connection, and returns the statuses of all answers and
// whether the server has closed it.
func (p *play) raw(bytes string) (statuses []int, closed bool) {
	p.tries.Add(1)
	conn, err := net.Dial("tcp", p.address)
	must.OK(p, err)
	defer func() { _ = conn.Close() }()
	must.OK(p, conn.SetDeadline(time.Now().Add(rawTime)))
	_, _ = io.WriteString(conn, bytes) // the server may close early
	for reader, wait := bufio.NewReader(conn), rawTime; ; wait = rawTime / 10 {
		must.OK(p, conn.SetReadDeadline(time.Now().Add(wait)))
		res, err := http.ReadResponse(reader, nil)
		if err != nil {
			return statuses, !errors.Is(err, os.ErrDeadlineExceeded)
		}
		_, _ = io.Copy(io.Discard, res.Body) // it may be cut off
		statuses = append(statuses, res.StatusCode)
	}
}

// lines joins the lines of a request with HTTP's line ends.
func lines(all ...string) string { return strings.Join(all, "\r\n") + "\r\n" }

// refused fails the attack unless every answer to bytes is a refusal.
func (p *play) refused(name, bytes string) {
	got, _ := p.raw(bytes)
	for _, status := range got {
		if status < 400 || status >= 500 && status != http.StatusHTTPVersionNotSupported && status != http.StatusNotImplemented {
			p.Fatalf("%s: answered %v", name, got)
		}
	}
}

func hugeBodies(p *play) {
	v, host := p.person("Olga the owner"), "Host: "+p.address
	p.refused("many chunks with extensions", lines("POST /api/memos HTTP/1.1", host, "Cookie: "+v.CookieHeader(), "Content-Type: application/json", "Transfer-Encoding: chunked", "")+
		strings.Repeat("1;"+strings.Repeat("e", 500)+"\r\n \r\n", 3000))
	for _, size := range []int{64<<10 + 1, 1 << 20, 8 << 20} {
		v.post("/api/memos", person.JSON("content", strings.Repeat("a", size))).want(http.StatusBadRequest)
	}
	p.stranger().post("/alexa", strings.Repeat(" ", 1<<20)).want(http.StatusBadRequest, http.StatusRequestEntityTooLarge)
	// A body that is announced and refused is not read to its end.
	if got, _ := p.raw(lines("POST /api/memos HTTP/1.1", host, "Content-Type: application/json", "Content-Length: 1000000000", "", "{")); !slices.Contains(got, http.StatusUnauthorized) {
		p.Fatalf("a gigabyte by a stranger is answered %v", got)
	}
	v.get("/api/me").want(http.StatusOK)
}

// slowSenders holds 40 connections, while honest requests are answered.
func slowSenders(p *play) {
	v := p.person("Olga the owner")
	const headTime, bodyTime = 15 * time.Second, 45 * time.Second // the program's own limits are 5 s and 30 s
	head := lines("POST /api/memos HTTP/1.1", "Host: "+p.address, "Content-Type: application/json", "Content-Length: 60000", "Cookie: "+v.CookieHeader(), "")
	must.OK(p, together(41, func(i int) error {
		switch {
		case i == 40:
			for range 100 {
				if a := p.stranger().Send(p.Context(), http.MethodGet, "/healthz", ""); a.Status != http.StatusOK {
					return &person.Error{Answer: a}
				}
				time.Sleep(100 * time.Millisecond)
			}
			return nil
		case i%2 == 0:
			return p.drip(head[:40], headTime)
		}
		return p.drip(head+`{"content":"`, bodyTime)
	}))
	v.get("/api/me").want(http.StatusOK)
}

// drip sends a byte each second after a beginning. The error says that the connection is
// still open after atMost.
func (p *play) drip(beginning string, atMost time.Duration) error {
	p.tries.Add(1)
	conn, err := net.Dial("tcp", p.address)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	answer := make(chan struct{})
	go func() {
		defer close(answer)
		_, _ = io.Copy(io.Discard, conn) // until the server closes
	}()
	for end := time.After(atMost); ; {
		_, _ = io.WriteString(conn, beginning) // the connection may be closed
		beginning = "a"
		select {
		case <-answer:
			return nil
		case <-end:
			return fmt.Errorf("a request holds a connection for more than %v", atMost)
		case <-time.After(time.Second):
		}
	}
}

func paths(p *play) {
	v := p.person("Olga the owner")
	for _, path := range []string{
		"/../voicememo.db", "/%2e%2e/voicememo.db", "/..%2fvoicememo.db", "/..%5cvoicememo.db", "/....//voicememo.db", "/.%00./voicememo.db", "/app.js%00.html",
		"/./../../etc/passwd", "/%252e%252e/etc/passwd", "/static/../../../etc/passwd", "/session-keys.json", "/voicememo.db", "/voicememo.db-wal", "/.git/config",
		"/.env", "/dist/", "/index.html/..", "/api/../session-keys.json", "/api/memos/..%2f..%2f..%2fetc%2fpasswd", "/api/%2e%2e/api/me/", "//api/me", "/API/ME",
		"/api//me", "/api/me/", "/api/me;x=y", "/api/me%20", "/api/me%00", "/metrics", "/debug/pprof/", "/debug/vars", "/dev/../api/me", "/server-status", "/actuator",
		"/api/family/members/%2e%2e%2fx/picture", "/%c0%ae%c0%ae/etc/passwd", "/api/memos/" + strings.Repeat("a", 5000), "/join?token=%3Cscript%3Ealert(1)%3C/script%3E",
	} {
		for _, who := range []*visitor{v, p.stranger()} {
			r := who.ask(http.MethodGet, path, "")
			leaks := slices.ContainsFunc([]string{"root:", "SQLite format", `"keys"`, "go_goroutines", "alert(1)"}, func(leak string) bool { return strings.Contains(r.Body, leak) })
			if r.Status < 400 && !strings.Contains(r.Header.Get("Content-Type"), "text/html") && r.Status != http.StatusMovedPermanently || leaks {
				p.Fatalf("%s is answered with %d %s", path, r.Status, r.Body)
			}
			if to := r.Header.Get("Location"); strings.HasPrefix(to, "//") || strings.Contains(to, "://") {
				p.Fatalf("%s leads to %s", path, to)
			}
		}
	}
	for _, h := range []string{
		"X-Forwarded-Host: evil.example", "Forwarded: host=evil.example", "X-Host: evil.example", "X-Original-URL: /api/memos", "X-Rewrite-URL: /api/memos",
		"X-Forwarded-Server: evil.example", "X-Forwarded-Proto: http", "X-Forwarded-Prefix: /evil.example",
	} {
		if link := v.post("/api/family/invite-codes", "", h).want(http.StatusCreated).Text("link"); !strings.HasPrefix(link, p.home+"/join#") {
			p.Fatalf("with %s the link is %s", h, link)
		}
		if to := v.get("/auth/login", h).want(http.StatusSeeOther).Header.Get("Location"); strings.Contains(to, "evil") {
			p.Fatalf("with %s a sign-in leads to %s", h, to)
		}
		v.get("/api/me", h).want(http.StatusOK)
	}
	for _, host := range []string{"evil.example", "127.0.0.1.evil.example", "169.254.169.254", "0.0.0.0"} {
		r := v.get("/auth/login", "Host: "+host)
		if p.at == server && r.Status != http.StatusMisdirectedRequest || strings.Contains(r.Header.Get("Location"), host) {
			p.Fatalf("under the name %s a sign-in leads to %d %s", host, r.Status, r.Header.Get("Location"))
		}
	}
}

// changed returns a text with some bytes changed, removed, doubled or inserted.
func (p *play) changed(text string) string {
	const alphabet = "{}[]\",:\\/<>&%#?=;.-_+*0123456789abcdeEfnrtuxyz \t\r\n\x00\x7f\xff\xc0あ"
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

// garbage sends changed requests to every door that takes what strangers write. Each
// answer is checked by ask.
func garbage(p *play) {
	v, victim, echo := p.person("Olga the owner"), p.person("Vera the victim"), p.stranger()
	victim.add("what only Vera may read")
	id := v.add("a note to begin with")
	v.add("another note")
	echo.ID = "amzn1.ask.account.GARBAGE"
	cursor := v.get("/api/memos?limit=1").want(http.StatusOK).Text("nextCursor")
	decoded, _ := base64.RawURLEncoding.DecodeString(cursor)
	envelope := echo.Envelope(`{"type":"IntentRequest","requestId":"r","locale":"ja-JP","timestamp":"2026-01-01T00:00:00Z","intent":{"name":"AddMemoIntent","slots":{"memoText":{"name":"memoText","value":"x"}}}}`)
	doors := []func() reply{
		func() reply { return v.post("/api/family/join", p.changed(person.JSON("inviteCode", "1234"))) },
		func() reply { return v.post("/api/memos", p.changed(memoBody)) },
		func() reply {
			return v.ask(http.MethodPut, "/api/memos/"+url.PathEscape(p.changed(id)), p.changed(memoBody))
		},
		func() reply { return v.get("/api/memos?cursor=" + url.QueryEscape(p.changed(cursor))) },
		func() reply {
			return v.get("/api/memos?cursor=" + base64.RawURLEncoding.EncodeToString([]byte(p.changed(string(decoded)))))
		},
		func() reply {
			return v.get("/api/memos?limit=" + url.QueryEscape(p.changed("50")) + "&deleted=" + url.QueryEscape(p.changed("true")))
		},
		func() reply {
			return v.ask(http.MethodDelete, "/api/family/members/"+url.PathEscape(p.changed(victim.ID)), "")
		},
		func() reply { return v.get("/auth/callback?code=y&state=" + url.QueryEscape(p.changed("x"))) },
	}
	if p.at == server {
		doors = append(doors, func() reply {
			return echo.post("/alexa", p.changed(envelope)).want(http.StatusOK, http.StatusBadRequest)
		})
	}
	for i := range some(20, 500) * len(doors) {
		if r := doors[i%len(doors)](); strings.Contains(r.Body, "only Vera may") {
			p.Fatalf("%s leads to another family: %s", r.Asked, r.Body)
		}
	}
	for _, body := range []string{
		strings.Repeat("[", 30_000), `{"content":` + strings.Repeat("[", 30_000) + strings.Repeat("]", 30_000) + "}", strings.Repeat(`{"content":`, 5_000) + `"a"` + strings.Repeat("}", 5_000),
		"{\"content\":\"\xff\xfe\"}", "{\"content\":\"\xc0\xaf\"}", `{"content":"\ud800"}`, `{"content":"a\u0000b"}`, `{"content":"a"} {"content":"b"}`,
		`{"content":"b","content":"a"}`, `{"content":"a","CONTENT":"b"}`, `{"content":NaN}`, `{"content":1e999}`, `{"__proto__":{"content":"a"}}`, `[{"content":"a"}]`, `{"content":"a","userId":"x"}`,
		"\xff\xfe{\x00\"\x00", `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><memo>&a;</memo>`, `{"content":"a"/* */}`, "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03", person.JSON("content", strings.Repeat("字", 501)),
	} {
		v.post("/api/memos", body).want(http.StatusBadRequest)
		if p.at == server {
			echo.post("/alexa", body).want(http.StatusBadRequest)
		}
	}
}

// private fails the attack if other users than its owner can access a file, or one in a
// folder.
func (p *play) private(path string) {
	must.OK(p, filepath.WalkDir(path, func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		p.tries.Add(1)
		if mode := info.Mode().Perm(); mode&0o077 != 0 {
			return fmt.Errorf("%s has mode %04o", filepath.Base(file), mode)
		}
		return nil
	}))
}

func fileModes(p *play) {
	p.person("Olga the owner").add("a note in a file")
	p.private(p.world.data)
	ctx, backup := p.Context(), filepath.Join(p.TempDir(), "copy.db")
	for _, args := range [][]string{{"backup", "--data", p.world.data, "--to", backup}, {"keys", "rotate", "--data", p.world.data}} {
		_, err := p.world.run(ctx, args...)
		must.OK(p, err)
	}
	must.OK(p, p.world.stop())
	p.private(p.world.data)
	p.private(backup)
}
