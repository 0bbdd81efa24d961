package main

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"voicememo/cmd/internal/metrics/emf"
	"voicememo/cmd/internal/version"
	"voicememo/family"
	"voicememo/family/websockets"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/tools/testkit/devsignin"
	"voicememo/tools/testkit/functiontest"
	"voicememo/tools/testkit/must"
	"voicememo/tools/testkit/runtimeapi"
	"voicememo/tools/testkit/sizes"
)

// TestBothDoors: sign-in, writing and reading work behind an HTTP API and behind a
// function URL. The host that AWS reports decides which page is foreign, whatever a header says.
func TestBothDoors(t *testing.T) {
	t.Parallel()
	for _, host := range []string{customDomain, functionURL} {
		t.Run(host, func(t *testing.T) {
			s := newSite(t, "https://"+host, 1)
			taro := s.signIn("太郎")
			id := taro.add("牛乳を買う")
			taro.Ask("PUT", "/api/memos/"+id, `{"content":"卵を買う 🥚"}`, `If-Match: "1"`).Want(http.StatusOK)
			taro.Ask("PUT", "/api/memos/"+id, `{"content":"パン"}`, `If-Match: "1"`).Want(http.StatusPreconditionFailed)
			if got := taro.Contents(); got != "卵を買う 🥚" {
				t.Errorf("Taro sees %q", got)
			}
			list := taro.Ask("GET", "/api/memos?limit=1&q=%E5%8D%B5", "").Want(http.StatusOK)
			if taro.Ask("GET", "/api/memos?limit=1&q=%E5%8D%B5", "", "If-None-Match: "+list.Header.Get("ETag")).Want(http.StatusNotModified).Body != "" {
				t.Error("an answer that says that nothing changed has a body")
			}
			me := taro.Ask("GET", "/api/me", "").Want(http.StatusOK)
			if !strings.Contains(me.Body, `"live":false`) {
				t.Errorf("the answer promises change notifications: %s", me.Body)
			}
			taro.Ask("POST", "/api/memos", `{"content":"パン"}`, "Origin: https://evil.example", "X-Forwarded-Host: evil.example").Want(http.StatusForbidden)
			taro.Ask("GET", "/api/events", "").Want(http.StatusNotFound)
			taro.Ask("POST", "/api/live/ticket", "").Want(http.StatusNotFound)
			taro.Ask("POST", "/alexa", "{}").Want(http.StatusNotFound)
			taro.Ask("POST", "/auth/logout", "").Want(http.StatusNoContent)
			taro.Ask("GET", "/api/me", "").Want(http.StatusUnauthorized)
		})
	}
}

// live are the variables of a function whose pages open WebSockets.
var live = []string{"VOICEMEMO_LIVE_URL=wss://live.example.com/prod", "VOICEMEMO_LIVE_KEY=" + liveKey}

const liveKey = "the key of tickets in these tests, a long text"

// TestLiveTicket: where there are WebSockets, each instance seals tickets with the same key.
func TestLiveTicket(t *testing.T) {
	t.Parallel()
	s := newSite(t, "https://"+customDomain, 2, live...)
	taro := s.signIn("太郎")
	me := taro.Ask("GET", "/api/me", "").Want(http.StatusOK)
	if policy := me.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "connect-src 'self' wss://live.example.com;") {
		t.Errorf("got policy %q, want the origin of the WebSockets in it", policy)
	}
	tickets := websockets.NewTickets([]byte(liveKey))
	for instance := range 2 {
		r := taro.at(instance).Ask("POST", "/api/live/ticket", "").Want(http.StatusOK)
		if who, err := tickets.Open(r.Text("ticket"), time.Now()); err != nil || string(who) != taro.id() || r.Text("url") != "wss://live.example.com/prod" {
			t.Errorf("got %s for %q, %v, want a ticket of Taro's", r.Body, who, err)
		}
	}
	taro.at(1).Ask("GET", "/api/me", "", "If-None-Match: "+me.Header.Get("ETag")).Want(http.StatusNotModified)
}

// TestPage: the function serves the page and its files, compressed and cacheable as any
// server does.
func TestPage(t *testing.T) {
	t.Parallel()
	s := newSite(t, "https://"+customDomain, 1)
	stranger := s.stranger()
	page := stranger.Ask("GET", "/", "").Want(http.StatusOK)
	script := regexp.MustCompile(`/chunk-[A-Z0-9]{8}\.js`).FindString(page.Body)
	if script == "" {
		t.Fatalf("the page is not in the function: run `make web` first\n%s", page.Body)
	}
	if policy := page.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "default-src 'none'") {
		t.Errorf("got policy %q", policy)
	}
	packed := stranger.Ask("GET", script, "", "Accept-Encoding: gzip").Want(http.StatusOK)
	if packed.Header.Get("Content-Encoding") != "gzip" || !strings.Contains(packed.Header.Get("Cache-Control"), "immutable") {
		t.Errorf("got script headers %v", packed.Header)
	}
	z, err := gzip.NewReader(strings.NewReader(packed.Body))
	must.OK(t, err)
	unpacked, err := io.ReadAll(z)
	if plain := stranger.Ask("GET", script, "").Want(http.StatusOK).Body; err != nil || plain != string(unpacked) {
		t.Errorf("the script differs from its compressed form, %v", err)
	}
	if icon := stranger.Ask("GET", "/icon-192.png", "").Want(http.StatusOK).Body; !strings.HasPrefix(icon, "\x89PNG\r\n") {
		t.Errorf("the icon begins with %q", icon[:8])
	}
	if head := stranger.Ask("HEAD", "/", "").Want(http.StatusOK); head.Body != "" || head.Header.Get("Content-Type") != "text/html; charset=utf-8" {
		t.Errorf("HEAD: %v, %q", head.Header, head.Body)
	}
	stranger.Ask("GET", "/healthz", "").Want(http.StatusOK)
	if got := stranger.Ask("GET", "/readyz", "").Want(http.StatusOK).Text("version"); got != version.String() {
		t.Errorf("got version %q, want %q", got, version.String())
	}
}

// TestEndedSessionsAcrossInstances: a session of one instance is valid at another, and
// after its end, by a sign-out, from the list or everywhere, is refused at the next request
// to any of them.
func TestEndedSessionsAcrossInstances(t *testing.T) {
	t.Parallel()
	s := newSite(t, "https://"+customDomain, 2)
	laptop, phone, tablet := s.signIn("太郎"), s.signIn("太郎"), s.signIn("太郎")
	laptop.add("牛乳を買う")
	thief := (&person{s, &devsignin.Browser{Person: phone.Copy(), T: t}}).at(1)
	if got := thief.Contents(); got != "牛乳を買う" {
		t.Errorf("at the other instance Taro sees %q", got)
	}
	phone.Ask("POST", "/auth/logout", "").Want(http.StatusNoContent)
	thief.Ask("GET", "/api/me", "").Want(http.StatusUnauthorized)
	for _, a := range laptop.at(1).access() {
		if !a.Current {
			laptop.Ask("DELETE", "/api/me/access/"+a.ID, "").Want(http.StatusNoContent)
		}
	}
	tablet.at(1).Ask("GET", "/api/me", "").Want(http.StatusUnauthorized)
	laptop.at(1).Ask("GET", "/api/me", "").Want(http.StatusOK)
	phone = s.signIn("太郎")
	laptop.Ask("POST", "/auth/logout-everywhere", "").Want(http.StatusNoContent)
	phone.at(1).Ask("GET", "/api/me", "").Want(http.StatusUnauthorized)
}

// TestLimitsAreShared: wrong codes are counted over all instances.
func TestLimitsAreShared(t *testing.T) {
	t.Parallel()
	s := newSite(t, "https://"+customDomain, 2)
	taro := s.signIn("太郎")
	for try := range 3 {
		taro.at(try%2).Ask("POST", "/api/family/join", `{"inviteCode":"0000"}`).Want(http.StatusNotFound)
	}
	for instance := range 2 {
		refused := taro.at(instance).Ask("POST", "/api/family/join", `{"inviteCode":"0000"}`).Want(http.StatusTooManyRequests)
		if refused.Header.Get("Retry-After") == "" {
			t.Errorf("got no time to wait: %s", refused.Body)
		}
	}
}

// TestSchedule: the event of the schedule resumes moves and returns how many are left. It
// fails without the tables, or if the accounts that are due or the memos of a family cannot
// be read.
func TestSchedule(t *testing.T) {
	t.Parallel()
	s := newSite(t, "https://"+customDomain, 1)
	p := s.instances[0]
	out, err := p.Invoke(t.Context(), []byte(`{"voicememo":"carry-on"}`))
	if err != nil || string(out) != `{"pending":0}` {
		t.Errorf("got %s, %v", out, err)
	}
	var line struct {
		Pending *int
		Metric  *int `json:"MovesPending"`
	}
	_, said, _ := strings.Cut(functiontest.Says(t, p, `"msg":"carry-on"`, 1), "\n") // after the version
	if err := json.Unmarshal([]byte(said), &line); err != nil || line.Pending == nil || line.Metric == nil {
		t.Errorf("got output %s, %v", said, err)
	}
	for _, c := range []struct{ without, says string }{{"", ""}, {"due#", "erasures failed"}, {"count#", "counting memos failed"}} {
		s.aws.Instead(func(_ string, body []byte) (int, string) {
			if strings.Contains(string(body), c.without) {
				return http.StatusBadRequest, `{"__type":"ResourceNotFoundException"}`
			}
			return 0, ""
		})
		before := strings.Count(p.Output(), c.says)
		_, err = p.Invoke(t.Context(), []byte(`{"voicememo":"carry-on"}`))
		var failed *runtimeapi.FunctionError
		if !errors.As(err, &failed) || failed.Type != "CarryOn" {
			t.Errorf("without what contains %q: %v", c.without, err)
		}
		if c.says != "" {
			functiontest.Says(t, p, c.says, before+1)
		}
	}
}

// TestGarbage: an event that is neither an HTTP request nor the schedule's is an error with
// a type that quotes nothing of the event, and the process continues.
func TestGarbage(t *testing.T) {
	t.Parallel()
	s := newSite(t, "https://"+customDomain, 1)
	p := s.instances[0]
	for name, event := range map[string]string{
		"no JSON":          "private words",
		"empty":            "",
		"a list":           `["private"]`,
		"other JSON":       `{"private":"words"}`,
		"another task":     `{"voicememo":"private"}`,
		"payload 1.0":      `{"version":"1.0","path":"/private","httpMethod":"GET"}`,
		"no path":          `{"version":"2.0","rawPath":"private","requestContext":{"http":{"method":"GET"}}}`,
		"no method":        `{"version":"2.0","rawPath":"/private","requestContext":{"http":{}}}`,
		"no method at all": `{"version":"2.0","rawPath":"/","requestContext":{"http":{"method":"pri vate"}}}`,
		"no base64":        `{"version":"2.0","rawPath":"/","requestContext":{"http":{"method":"POST"}},"isBase64Encoded":true,"body":"private!"}`,
		"wrong types":      `{"version":2,"rawPath":{"private":1}}`,
	} {
		_, err := p.Invoke(t.Context(), []byte(event))
		var refusal *runtimeapi.FunctionError
		if !errors.As(err, &refusal) || refusal.Type != "Event" || refusal.Message == "" {
			t.Fatalf("%s: got %v", name, err)
		}
		if strings.Contains(string(refusal.Raw)+p.Output(), "private") {
			t.Errorf("%s: the event is in the error or the log: %s\n%s", name, refusal.Raw, p.Output())
		}
	}
	s.signIn("太郎").add("牛乳を買う")
}

// TestLog: a request is one line, without names, ids or content.
func TestLog(t *testing.T) {
	t.Parallel()
	s := newSite(t, "https://"+customDomain, 1)
	taro := s.signIn("太郎")
	id := taro.add("牛乳を買う")
	taro.Ask("DELETE", "/api/memos/"+id, "").Want(http.StatusOK)
	taro.Ask("GET", "/no/such/secret-place?token=secret", "").Want(http.StatusNotFound)
	output, lines := functiontest.Says(t, s.instances[0], `"msg":"request"`, 5), 0 // two for the sign-in
	for line := range strings.Lines(output) {
		var entry struct {
			Msg, Route  string
			WebRequests int
		}
		if err := json.Unmarshal([]byte(line), &entry); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		if entry.Msg == "request" {
			lines++
			if entry.WebRequests != 1 {
				t.Errorf("got no metrics in %s", line)
			}
		}
	}
	if lines != 5 {
		t.Errorf("got %d lines for 5 requests:\n%s", lines, output)
	}
	for _, secret := range []string{"牛乳", "太郎", id, taro.Cookies["__Host-session"], "example.test", "secret"} {
		if strings.Contains(output, secret) {
			t.Errorf("the log contains %q:\n%s", secret, output)
		}
	}
}

// TestWrongConfiguration: the error of a wrong variable, alone among right ones, names it
// first. What becomes of the error is tested with the skill's function.
func TestWrongConfiguration(t *testing.T) {
	t.Parallel()
	s := &site{t: t, public: "https://" + customDomain, aws: functiontest.NewAWS(t)}
	right := s.environ()
	s.aws.Keep("empty", " ")
	for _, wrong := range []string{
		"VOICEMEMO_ENVIRONMENT=", "VOICEMEMO_PUBLIC_URL=", "VOICEMEMO_PUBLIC_URL=memo.example.com",
		"VOICEMEMO_PUBLIC_URL=http://memo.example.com", "VOICEMEMO_PUBLIC_URL=https://memo.example.com/path",
		"VOICEMEMO_OIDC_ISSUER=http://issuer.example", "VOICEMEMO_OIDC_ISSUER=issuer", "VOICEMEMO_OIDC_CLIENT_ID=",
		"VOICEMEMO_OIDC_CLIENT_SECRET_ID=", "VOICEMEMO_OIDC_CLIENT_SECRET_ID=nowhere", "VOICEMEMO_OIDC_CLIENT_SECRET_ID=empty",
		"VOICEMEMO_SESSION_KEYS_ID=", "VOICEMEMO_SESSION_KEYS_ID=nowhere", "VOICEMEMO_SESSION_KEYS_ID=" + functiontest.ClientSecretID,
		"VOICEMEMO_RATE_WRITES=-1", "VOICEMEMO_RATE_SEARCHES=some", "VOICEMEMO_MAX_MEMOS=1e6", "VOICEMEMO_MAX_MEMBERS=91",
		"VOICEMEMO_HSTS_SUBDOMAINS=some", "VOICEMEMO_LIVE_URL=https://live.example.com/prod", "VOICEMEMO_LIVE_KEY=", "VOICEMEMO_LIVE_KEY=short",
		"VOICEMEMO_SIGNUP=anybody", "VOICEMEMO_SIGNUP=allow-list", "AWS_REGION=", "AWS_CA_BUNDLE=/nowhere",
	} {
		env := map[string]string{}
		for _, assignment := range append(slices.Concat(right, live), wrong) {
			name, value, _ := strings.Cut(assignment, "=")
			env[name] = value
		}
		_, err := build(t.Context(), func(name string) string { return env[name] }, emf.New(io.Discard, "dev"))
		if name, _, _ := strings.Cut(wrong, "="); err == nil || !strings.HasPrefix(err.Error(), name) {
			t.Errorf("%s: got %v, want an error that names the variable", wrong, err)
		}
	}
}

// TestSecretsAway: the function starts without Secrets Manager, reports it, and signs people
// in once Secrets Manager is available.
func TestSecretsAway(t *testing.T) {
	t.Parallel()
	s := &site{t: t, public: "https://" + customDomain, aws: functiontest.NewAWS(t)}
	env := s.environ()
	s.aws.Instead(func(action string, _ []byte) (int, string) {
		if strings.HasSuffix(action, "GetSecretValue") {
			return http.StatusServiceUnavailable, "{}"
		}
		return 0, ""
	})
	s.instances = append(s.instances, functiontest.Start(t, built, env...))
	stranger := s.stranger()
	unavailable(t, stranger.Ask("GET", "/api/me", ""))
	if to := stranger.Ask("GET", "/auth/login", "").Want(http.StatusSeeOther).Header.Get("Location"); to != "/?signin=unavailable" {
		t.Errorf("the sign-in leads to %q", to)
	}
	unavailable(t, stranger.Ask("POST", "/auth/login", `{"returnTo":"/"}`))
	stranger.Ask("POST", "/auth/logout", "").Want(http.StatusServiceUnavailable)
	if ready := stranger.Ask("GET", "/readyz", "").Want(http.StatusOK); ready.Text("status") != "degraded" || !strings.Contains(ready.Body, `"secrets":"unreachable"`) {
		t.Errorf("got readiness %s", ready.Body)
	}
	stranger.Ask("GET", "/", "").Want(http.StatusOK)
	functiontest.Says(t, s.instances[0], "the secrets cannot be read at the start", 1)
	s.aws.Instead(nil)
	s.signIn("太郎").add("牛乳を買う")
	if ready := stranger.Ask("GET", "/readyz", "").Want(http.StatusOK); ready.Text("status") != "ok" {
		t.Errorf("in the end: got readiness %s", ready.Body)
	}
}

// TestStoreAway: the function starts without DynamoDB, and its answers say that it is
// unavailable.
func TestStoreAway(t *testing.T) {
	t.Parallel()
	s := newSite(t, "https://"+customDomain, 1)
	taro := s.signIn("太郎")
	s.aws.Instead(func(action string, _ []byte) (int, string) {
		if strings.HasSuffix(action, "GetSecretValue") {
			return 0, ""
		}
		return http.StatusInternalServerError, `{"__type":"InternalServerError"}`
	})
	unavailable(t, taro.Ask("GET", "/api/memos", ""))
	ready := taro.Ask("GET", "/readyz", "").Want(http.StatusServiceUnavailable)
	if ready.Text("status") != "unavailable" || ready.Header.Get("Retry-After") == "" {
		t.Errorf("got readiness %s", ready.Body)
	}
	taro.Ask("GET", "/healthz", "").Want(http.StatusOK)
}

// unavailable checks an answer that asks the caller to retry.
func unavailable(t *testing.T, r devsignin.Reply) {
	t.Helper()
	r.Want(http.StatusServiceUnavailable)
	if r.Header.Get("Content-Type") != "application/problem+json" || r.Header.Get("Retry-After") == "" || r.Text("code") != "unavailable" {
		t.Errorf("%s: %v %s", r.Asked, r.Header, r.Body)
	}
}

// TestLongExport: an export over Lambda's limit comes in parts, compressed or not, and all
// of them are the file. The log has the status of each.
func TestLongExport(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	s := newSite(t, "https://"+customDomain, 1)
	taro := s.signIn("太郎")
	const memos = 1800
	fill(t, s, taro, memos)
	for _, encoding := range []string{"identity", "gzip"} {
		var whole strings.Builder
		parts := 0
		for path := "/api/export?format=json"; path != ""; parts++ {
			r := taro.Ask("GET", path, "", "Accept-Encoding: "+encoding).Want(http.StatusOK)
			body := io.Reader(strings.NewReader(r.Body))
			if encoding == "gzip" {
				var err error
				if body, err = gzip.NewReader(body); err != nil {
					t.Fatal(err)
				}
			}
			must.OK(t, must.Err(io.Copy(&whole, body)))
			path, _ = strings.CutPrefix(strings.TrimSuffix(r.Header.Get("Link"), `>; rel="next"`), "<https://"+customDomain)
		}
		var file struct{ Memos []struct{ Content string } }
		if err := json.Unmarshal([]byte(whole.String()), &file); err != nil || len(file.Memos) != memos || parts < 2 {
			t.Errorf("%s: got %d memos in %d parts, %v, want %d in several", encoding, len(file.Memos), parts, err, memos)
		}
	}
}

// fill writes memos that are as long as possible in an answer.
func fill(t *testing.T, s *site, author *person, memos int) {
	t.Helper()
	var me struct {
		User struct{ UserID models.UserID }
	}
	must.OK(t, json.Unmarshal([]byte(author.Ask("GET", "/api/me", "").Want(http.StatusOK).Body), &me))
	families := family.NewService(s.aws.DB.Families(), s.aws.DB.Memos())
	user, err := families.Person(t.Context(), me.User.UserID)
	must.OK(t, err)
	service := memo.NewService(s.aws.DB.Memos(), families)
	content := strings.Repeat("<", models.MaxContent) // seven bytes each, escaped twice
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range memos / 8 {
				if _, _, err := service.Add(t.Context(), user, memo.Draft{Content: content, Key: memo.NewKey()}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
}
