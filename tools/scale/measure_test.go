package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"voicememo/infra/dynamo"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/skill/talk"
	"voicememo/tools/testkit/devsignin"
	"voicememo/tools/testkit/functiontest"
	"voicememo/tools/testkit/localengine"
	"voicememo/tools/testkit/meter"
	"voicememo/tools/testkit/runtimeapi"
	"voicememo/tools/testkit/services"
)

// TestMeasure measures each request of the model at the built functions. Its short form
// checks that each one works and reports a cost.
func TestMeasure(t *testing.T) {
	if testing.Short() {
		t.Skip("builds both functions")
	}
	f := newFunctions(t)
	got := map[string]Action{}
	for _, r := range model {
		got[r.action] = f.measure(t, r.action)
		if a := got[r.action]; a.CPU <= 0 || a.Answer <= 0 || r.action != "web: page" && a.Requests == 0 {
			t.Errorf("%s: got %+v, want a cost", r.action, a)
		}
	}
	counting := f.counting(t)
	record(t, func(m *Measured) {
		for action, a := range got {
			m.Actions[action] = a
		}
		m.Counting = counting
	})
}

// functions are both built functions, a family of an Echo and a person, and the meter of
// their requests.
type functions struct {
	meter      *meter.Meter
	db         *dynamo.DB
	skill, web *runtimeapi.Process
	through    http.RoundTripper
	cookie     string
	echo       models.UserID
	owner      models.User
	calls      []call
}

// call is one measured call of a function.
type call struct {
	cost          meter.Cost
	requests      []meter.Request
	cpu           time.Duration
	answer, wrote int
}

// tablesOf are the names of the tables for the functions.
var tablesOf = dynamo.TablesOf(functiontest.Environment)

// newFunctions starts the functions. The family has a hundred memos, an hour old.
func newFunctions(t *testing.T) *functions {
	t.Helper()
	aws := functiontest.NewAWS(t)
	f := &functions{meter: &meter.Meter{}, db: aws.DB, echo: talk.DefaultUserID}
	front := httptest.NewServer(f.meter.Handler(aws))
	t.Cleanup(front.Close)
	env, _ := aws.Web(t, home)
	env = slices.Concat(env, localengine.Environ(front.URL), []string{
		"AWS_ENDPOINT_URL=" + front.URL, "VOICEMEMO_ALEXA_SKILL_ID=" + talk.DefaultApplicationID, "VOICEMEMO_RATE_WRITES=0",
	})
	start := func(name string) *runtimeapi.Process {
		folder := filepath.Join(t.TempDir(), name)
		must(t, functiontest.Build(runtime.GOARCH, "voicememo/cmd/"+name, folder))
		return functiontest.Start(t, folder, env...)
	}
	f.skill, f.web = start("skill-lambda"), start("web-lambda")
	f.through = toFunction{functiontest.Events{Instance: f.web}}
	var err error
	f.cookie, err = devsignin.SignInThrough(t.Context(), f.through, home, "太郎")
	must(t, err)
	f.settle(t)
	return f
}

// sinceJoin is how long after a join lists are read twice, because an index may lag.
const sinceJoin = 50 * time.Second

// settle makes the Echo a member of the person's family.
func (f *functions) settle(t *testing.T) {
	t.Helper()
	s := &site{Services: services.Over(f.db)}
	var me struct {
		User struct{ UserID models.UserID }
	}
	must(t, json.Unmarshal(f.ask(t, "GET", "/api/me", "").body, &me))
	owner, err := s.Families.Person(t.Context(), me.User.UserID)
	must(t, err)
	echo, err := s.Families.Ensure(t.Context(), models.Profile{ID: f.echo, Name: "エコー", Source: models.SourceAlexa})
	must(t, err)
	members := s.join(t, owner, echo)
	f.owner = members[0]
	earlier := time.Now().Add(-time.Hour)
	s.Memos.Now = func() time.Time { return earlier }
	for i := range 100 {
		earlier = earlier.Add(time.Second) // a page of memos of the same time would need a second query
		_, _, err := s.Memos.Add(t.Context(), members[i%2], memo.Draft{Content: fmt.Sprintf("牛乳とパンを%d個買って帰る", i+1), Key: memo.NewKey()})
		must(t, err)
	}
	if long() {
		time.Sleep(sinceJoin)
	}
	for range 3 { // the first launches explain the skill and are counted
		f.say(t, "家族ボイスメモを開いて", "ストップ")
	}
}

// toFunction sends requests for home to the web function, and others to their hosts.
type toFunction struct{ function http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (f toFunction) RoundTrip(r *http.Request) (*http.Response, error) {
	if strings.HasPrefix(r.URL.String(), home) {
		return f.function.RoundTrip(r)
	}
	return http.DefaultTransport.RoundTrip(r)
}

// spoken are the words of each kind of turn, after those that are not measured.
var spoken = map[string][]string{
	"voice: launch": {"家族ボイスメモを開いて"},
	"voice: add":    {"牛乳とパンを NUMBER 個買って帰る を追加"}, // the same words twice would be a question
	"voice: read":   {"一覧"},
	"voice: done":   {"一覧", "1 番済み"},
	"voice: delete": {"一覧", "1 番を削除"},
	"voice: undo":   {"一覧", "1 番を削除", "元に戻して"},
	"voice: stop":   {"家族ボイスメモを開いて", "ストップ"},
}

// measure repeats a kind of request and returns the medians.
func (f *functions) measure(t *testing.T, action string) Action {
	t.Helper()
	times := 5
	if long() {
		times = 60
	}
	f.calls = nil
	for n := range times {
		if words, ok := spoken[action]; ok {
			f.say(t, numbered(words, n)...)
		} else {
			f.visit(t, strings.TrimPrefix(action, "web: "), n)
		}
	}
	return f.median(t, action)
}

// numbered puts a number into words.
func numbered(words []string, n int) (all []string) {
	for _, w := range words {
		all = append(all, strings.ReplaceAll(w, "NUMBER", strconv.Itoa(n)))
	}
	return all
}

// say speaks words in a new conversation and keeps the cost of the last ones.
func (f *functions) say(t *testing.T, words ...string) {
	t.Helper()
	tk, err := talk.New(talk.Options{UserID: string(f.echo), Send: func(ctx context.Context, raw []byte) (answer []byte, err error) {
		f.observe(t, f.skill, func() int {
			answer, err = f.skill.Invoke(ctx, raw)
			return len(answer)
		})
		return answer, err
	}})
	must(t, err)
	before := len(f.calls)
	for _, w := range words {
		answer, err := tk.Say(t.Context(), w)
		must(t, err)
		if answer.Speech == "" {
			t.Errorf("%s: got no answer", w)
		}
	}
	f.calls = append(f.calls[:before], f.calls[len(f.calls)-1])
}

// visit sends a kind of request to the web function. Changes are of a memo that is added
// for it.
func (f *functions) visit(t *testing.T, kind string, n int) {
	t.Helper()
	const list = "/api/memos?limit=50"
	before := len(f.calls)
	switch kind {
	case "page":
		f.ask(t, "GET", "/", "")
	case "me":
		f.ask(t, "GET", "/api/me", "")
	case "list":
		f.ask(t, "GET", list, "")
	case "unchanged":
		etag := f.ask(t, "GET", list, "").header.Get("ETag")
		if r := f.ask(t, "GET", list, "", "If-None-Match", etag); r.status != http.StatusNotModified {
			t.Errorf("a matching ETag: got %d, want 304", r.status)
		}
	case "seen":
		f.ask(t, "PUT", "/api/me/seen", `{"until":"`+models.FormatTime(time.Now().Add(-time.Hour).Add(time.Duration(n)*time.Second))+`"}`)
	default:
		f.change(t, kind, n)
	}
	f.calls = append(f.calls[:before], f.calls[len(f.calls)-1])
}

func (f *functions) change(t *testing.T, kind string, n int) {
	t.Helper()
	added := f.ask(t, "POST", "/api/memos", fmt.Sprintf(`{"content":"クリーニングを%d時までに取りに行く"}`, n), "Idempotency-Key", string(memo.NewKey()))
	var m struct{ ID string }
	must(t, json.Unmarshal(added.body, &m))
	match := []string{"If-Match", `"1"`}
	switch target := "/api/memos/" + m.ID; kind {
	case "edit":
		f.ask(t, "PUT", target, `{"content":"クリーニングを水曜日までに取りに行く"}`, match...)
	case "done":
		f.ask(t, "PUT", target+"/done", `{"done":true}`, match...)
	case "delete":
		f.ask(t, "DELETE", target, "", match...)
	}
}

// answered is a response of the web function.
type answered struct {
	status int
	header http.Header
	body   []byte // unpacked
	size   int    // of headers and body as they were sent
}

// ask sends a request as the page does.
func (f *functions) ask(t *testing.T, method, target, body string, headers ...string) (a answered) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, home+target, strings.NewReader(body))
	must(t, err)
	r.Header = http.Header{"Accept": {"application/json"}, "Accept-Language": {"ja"}, "Cookie": {f.cookie}, "Origin": {home}}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	f.observe(t, f.web, func() int {
		a = send(t, f.through, r)
		return a.size
	})
	if a.status >= 400 {
		t.Fatalf("%s %s: got %d, %s", method, target, a.status, a.body)
	}
	return a
}

// logPatience is how long a line of a function may take until it is in its log.
const logPatience = time.Second

// observe calls a function and keeps what that cost.
func (f *functions) observe(t *testing.T, p *runtimeapi.Process, do func() int) {
	t.Helper()
	f.meter.Reset()
	began, wrote := cpu(t, p.Pid()), len(p.Output())
	answer := do()
	c := call{cost: f.meter.Cost(), requests: f.meter.Requests(), cpu: cpu(t, p.Pid()) - began, answer: answer}
	for end := time.Now().Add(logPatience); c.wrote == 0 && time.Now().Before(end); time.Sleep(time.Millisecond) {
		c.wrote = len(p.Output()) - wrote
	}
	f.calls = append(f.calls, c)
}

// cpu returns the time for which the threads of a process have run (proc(5), schedstat).
func cpu(t *testing.T, pid int) (sum time.Duration) {
	t.Helper()
	files, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", pid))
	must(t, err)
	for _, file := range files {
		raw, _ := os.ReadFile(file) // a thread may have ended
		ran, _, _ := strings.Cut(string(raw), " ")
		ns, _ := strconv.ParseInt(ran, 10, 64)
		sum += time.Duration(ns)
	}
	return sum
}

// median returns the median of each part of the kept calls, and of CPU the mean, because
// a collection of garbage belongs to the calls that made it.
func (f *functions) median(t *testing.T, action string) Action {
	t.Helper()
	of := func(part func(call) float64) float64 {
		var all []float64
		for _, c := range f.calls {
			all = append(all, part(c))
		}
		slices.Sort(all)
		return rounded(all[len(all)/2])
	}
	a := Action{Units: map[string]Units{}}
	a.Requests, a.Sequential = of(func(c call) float64 { return float64(c.cost.Requests) }), of(func(c call) float64 { return float64(c.cost.Sequential) })
	a.Transactions = of(transactions)
	a.Answer, a.Log = of(func(c call) float64 { return float64(c.answer) }), of(func(c call) float64 { return float64(c.wrote) })
	for _, c := range f.calls {
		a.CPU += c.cpu.Seconds() * 1e3 / float64(len(f.calls))
	}
	a.CPU = rounded(a.CPU)
	for _, name := range storeParts {
		u := Units{of(func(c call) float64 { return unitsOf(c.requests, name).Read }), of(func(c call) float64 { return unitsOf(c.requests, name).Write })}
		if u != (Units{}) {
			a.Units[name] = u
		}
	}
	t.Logf("%-16s %+v", action, a)
	return a
}

func transactions(c call) (n float64) {
	for _, r := range c.requests {
		if r.Action == "TransactWriteItems" {
			n++
		}
	}
	return n
}

// unitsOf returns what requests of the functions consumed of a table or index.
func unitsOf(requests []meter.Request, name string) (sum Units) {
	for _, r := range requests {
		for _, u := range r.Used {
			names := tablesOf
			names.Memos, names.Users = suffixed(u.Table, "-memos"), suffixed(u.Table, "-users")
			if part(u, names) == name {
				sum = Units{sum.Read + u.Read, sum.Write + u.Write}
			}
		}
	}
	return sum
}

// suffixed returns a table's name if it ends so.
func suffixed(table, suffix string) string {
	if strings.HasSuffix(table, suffix) {
		return table
	}
	return "none"
}
