package siege

import (
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"voicememo/tools/testkit/functiontest"
	"voicememo/tools/testkit/must"
	"voicememo/tools/testkit/person"
)

// place is a kind of program that an attack is played against.
type place string

// The places: a server on SQLite, and the web function over DynamoDB.
const (
	server   place = "server"
	function place = "web function"
)

var (
	atServer = []place{server}
	atBoth   = []place{server, function}
)

// attack is one entry of the table.
type attack struct {
	name  string
	what  string // what the attack tries
	at    []place
	alone bool // has a place of its own, because it reaches limits shared by all people or needs flags
	long  bool // too long for the short form
	play  func(*play)
}

// attacks are all of them. Those that are not here are played through the same doors by
// the tests of packages webapi, auth, skill and cmd.
func attacks() []attack {
	return slices.Concat(rightsAttacks, sessionAttacks, joiningAttacks, requestAttacks, voiceAttacks)
}

// TestAttack plays the attacks.
func TestAttack(t *testing.T) {
	results := newTable(t, "attack", "place", "tries", "tried")
	folder := filepath.Join(t.TempDir(), "web")
	must.OK(t, functiontest.Build(runtime.GOARCH, "voicememo/cmd/web-lambda", folder))
	common := map[place]*site{}
	for _, at := range atBoth {
		common[at] = newSite(t, at, folder)
	}
	for _, a := range attacks() {
		for _, at := range a.at {
			if a.long && !long {
				continue
			}
			t.Run(a.name+"/"+string(at), func(t *testing.T) {
				t.Parallel()
				stream := fnv.New64a()
				_, _ = stream.Write([]byte(t.Name())) // never fails
				p := &play{TB: t, name: a.name, at: at, random: rand.New(rand.NewPCG(seed(), stream.Sum64())), site: common[at]}
				if a.alone {
					p.site = newSite(t, at, folder)
				}
				a.play(p)
				if results.add(a.name, at, p.tries.Load(), a.what); p.tries.Load() == 0 {
					t.Error("got no tries")
				}
			})
		}
	}
}

// play is an attack under way at one place.
type play struct {
	testing.TB
	*site
	name   string
	at     place
	random *rand.Rand // not for use by several goroutines
	tries  atomic.Int64
}

// site is the running program as people reach it.
type site struct {
	home    string            // its address, such as http://localhost:8080
	through http.RoundTripper // requests to that address
	address string            // host and port of a server's sockets; "": a function
	world   *world            // a server's

	mu      sync.Mutex
	secrets map[string]string // texts that must not be in the log, with the attacks they are of
}

// functionHome is the web function's public address.
const functionHome = "https://memo.example.com"

// newSite starts a place over an empty store, without limits on a person's rates, which
// would be reached before the limits that attacks are about. When it ends, its log is
// checked.
func newSite(t testing.TB, at place, folder string) *site {
	s := &site{secrets: map[string]string{}}
	if at == server {
		w := newWorld(t, onSQLite, unlimited...)
		must.OK(t, w.start(t.Context()))
		s.home, s.through, s.world, s.address = w.server.URL, w, w, strings.TrimPrefix(w.server.URL, "http://")
		t.Cleanup(func() {
			log, err := os.ReadFile(w.log.Name())
			must.OK(t, errors.Join(w.stop(), err))
			s.checkLog(t, string(log))
		})
		return s
	}
	aws := functiontest.NewAWS(t)
	env, secrets := aws.Web(t, functionHome)
	for _, secret := range secrets {
		s.secrets[secret] = "configuration"
	}
	var log func() string
	t.Cleanup(func() { s.checkLog(t, log()) })
	process := functiontest.Start(t, folder, append(env, "VOICEMEMO_RATE_WRITES=0", "VOICEMEMO_RATE_SEARCHES=0", "VOICEMEMO_MAX_MEMOS=0")...)
	s.home, log = functionHome, process.Output
	s.through = functiontest.Events{Instance: process, Domain: strings.TrimPrefix(functionHome, "https://")}
	return s
}

// crash matches the traces of a fault of the program in a log.
var crash = regexp.MustCompile(`DATA RACE|panic|goroutine \d+ \[|status=5\d\d|"status":5\d\d`)

// checkLog reports secrets and crashes in a log.
func (s *site) checkLog(t testing.TB, log string) {
	for secret, name := range s.secrets {
		if strings.Contains(log, secret) {
			t.Errorf("%s: the log has the secret %q:\n%s", name, secret, excerpt(log, secret))
		}
	}
	if at := crash.FindString(log); at != "" {
		t.Errorf("the log tells of a crash:\n%s", excerpt(log, at))
	}
}

// excerpt returns the part of a text around a word.
func excerpt(text, word string) string {
	const around = 300
	at := strings.Index(text, word)
	return text[max(0, at-around):min(len(text), at+around)]
}

// secret records texts that must not be in the log. Short ones may be there by chance.
func (p *play) secret(texts ...string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, text := range texts {
		if len(text) >= 6 {
			p.secrets[text] = p.name
		}
	}
}

// visitor is a person at a place.
type visitor struct {
	*person.Person
	p    *play
	name string
}

// stranger returns a browser that is not signed in.
func (p *play) stranger() *visitor {
	return &visitor{Person: person.New(p.home, p.through), p: p}
}

// copied returns a second browser with the same cookies, such as a thief's.
func (v *visitor) copied() *visitor { return &visitor{v.Copy(), v.p, v.name} }

// person signs a person in, under a name that no other attack uses.
func (p *play) person(name string) *visitor {
	v := p.stranger()
	v.name = name + " " + p.name
	must.OK(p, v.SignIn(p.Context(), v.name))
	me := v.get("/api/me").want(http.StatusOK)
	p.secret(v.ID, v.name, me.Text("user", "email"), v.Cookies[person.SessionCookie])
	return v
}

// people signs n people in.
func (p *play) people(n int, name string) []*visitor {
	all := make([]*visitor, n)
	for i := range all {
		all[i] = p.person(fmt.Sprint(name, " ", i, "."))
	}
	return all
}

// reply is an answer with checks that fail the attack.
type reply struct {
	person.Answer
	p *play
}

func (v *visitor) get(path string, headers ...string) reply {
	return v.ask(http.MethodGet, path, "", headers...)
}

func (v *visitor) post(path, body string, headers ...string) reply {
	return v.ask(http.MethodPost, path, body, headers...)
}

var (
	// internals matches details of the program that no answer may contain.
	internals = regexp.MustCompile(`(?i)goroutine |panic|runtime error|sqlite|dynamodb|\.go:\d|/tmp/|stack`)
	// hint matches the one cookie that scripts may read: whether there is a session.
	hint = regexp.MustCompile(`^__Host-signed_in=[01]; Path=/(; Max-Age=\d+)?; Secure; SameSite=Lax$`)
)

// ask sends a request that the program must answer without a fault.
func (v *visitor) ask(method, path, body string, headers ...string) reply {
	v.p.tries.Add(1)
	a := v.Send(v.p.Context(), method, path, body, headers...)
	if a.Err != nil || a.Status >= http.StatusInternalServerError && a.Status != http.StatusNotImplemented {
		v.p.Fatalf("%s: status %d, %v: %s", a.Asked, a.Status, a.Err, a.Body)
	}
	if a.Status >= http.StatusBadRequest && internals.MatchString(a.Body) {
		v.p.Fatalf("%s: the answer reveals internals of the program: %s", a.Asked, a.Body)
	}
	for name := range a.Header {
		if strings.HasPrefix(name, "Access-Control-") || name == "Server" || name == "X-Powered-By" {
			v.p.Fatalf("%s: the answer has %s", a.Asked, name)
		}
	}
	for _, c := range a.Header.Values("Set-Cookie") {
		for _, flag := range []string{"; Path=/", "; HttpOnly", "; Secure", "; SameSite=Lax"} {
			if !hint.MatchString(c) && (!strings.HasPrefix(c, "__Host-") || !strings.Contains(c, flag) || strings.Contains(c, "Domain")) {
				v.p.Fatalf("%s: the cookie %q lacks %s or its prefix", a.Asked, c, flag)
			}
		}
	}
	return reply{a, v.p}
}

// want fails the attack unless the answer has one of these statuses.
func (r reply) want(statuses ...int) reply {
	r.p.Helper()
	if !slices.Contains(statuses, r.Status) {
		r.p.Fatalf("%s: got status %d, want %d: %s", r.Asked, r.Status, statuses, r.Body)
	}
	return r
}

// because is want for a refusal with a reason.
func (r reply) because(status int, reason string) {
	r.p.Helper()
	if r.want(status); r.Text("reason") != reason || status == http.StatusTooManyRequests && r.Header.Get("Retry-After") == "" {
		r.p.Fatalf("%s: got %s, Retry-After %q, want reason %s", r.Asked, r.Body, r.Header.Get("Retry-After"), reason)
	}
}

// same fails the attack unless two answers are identical except for time and request id.
func (r reply) same(other reply) {
	r.p.Helper()
	a, b := r.Header.Clone(), other.Header.Clone()
	for _, h := range []http.Header{a, b} {
		h.Del("Date")
		h.Del("X-Request-Id")
	}
	if r.Status != other.Status || r.Body != other.Body || !maps.EqualFunc(a, b, slices.Equal) {
		r.p.Fatalf("%s and %s are told apart:\n%d %v %s\n%d %v %s", r.Asked, other.Asked, r.Status, a, r.Body, other.Status, b, other.Body)
	}
}

// add adds a memo and returns its id.
func (v *visitor) add(content string) string {
	id := v.post("/api/memos", person.JSON("content", content)).want(http.StatusCreated).Text("id")
	v.p.secret(content, id)
	return id
}

// list returns the contents of the memos that a person sees.
func (v *visitor) list() (all []string) {
	memos, _ := v.get("/api/memos?limit=100").want(http.StatusOK).Value("memos").([]any)
	for _, m := range memos {
		content, _ := m.(map[string]any)["content"].(string)
		all = append(all, content)
	}
	return all
}

// family returns the id of a person's family.
func (v *visitor) family() string { return v.get("/api/me").want(http.StatusOK).Text("family", "id") }

// invite makes an invitation and returns its digits, "" if there are none, and its link's
// token.
func (v *visitor) invite() (code, token string) {
	sheet := v.post("/api/family/invite-codes", "").want(http.StatusCreated)
	token, ok := strings.CutPrefix(sheet.Text("link"), v.p.home+"/join#")
	if !ok {
		v.p.Fatalf("the link %q is not the page with the token in the fragment", sheet.Text("link"))
	}
	v.p.secret(token)
	return sheet.Text("code"), token
}

// joinBy asks to join by "inviteCode" or "inviteToken".
func (v *visitor) joinBy(kind, value string) reply {
	return v.post("/api/family/join", person.JSON(kind, value))
}
