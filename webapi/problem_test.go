package webapi

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"

	"voicememo/auth"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// reasons reads the reasons that package models declares.
func reasons(t *testing.T) (all []models.Reason) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "../models/errors.go", nil, 0)
	must.OK(t, err)
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if kind, named := identOf(spec, ok); named && kind == "Reason" {
			text, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
			must.OK(t, err)
			all = append(all, models.Reason(text))
		}
		return true
	})
	if len(all) < 20 {
		t.Fatalf("only %d reasons found", len(all))
	}
	return all
}

func identOf(spec *ast.ValueSpec, ok bool) (string, bool) {
	if !ok {
		return "", false
	}
	ident, ok := spec.Type.(*ast.Ident)
	if !ok {
		return "", false
	}
	return ident.Name, true
}

func TestEveryCodeHasAStatus(t *testing.T) {
	if len(statuses) != len(models.Codes()) {
		t.Errorf("%d statuses for %d codes", len(statuses), len(models.Codes()))
	}
	for _, code := range models.Codes() {
		if statuses[code] < 400 {
			t.Errorf("%s has status %d", code, statuses[code])
		}
	}
}

func TestCataloguesSayTheSame(t *testing.T) {
	known := reasons(t)
	slices.Sort(known)
	for _, words := range catalogues() {
		t.Run(words.tag, func(t *testing.T) {
			for _, code := range models.Codes() {
				sentence(t, words.tag, string(code), words.codes[code])
			}
			if got := slices.Sorted(maps.Keys(words.reasons)); !slices.Equal(got, known) {
				t.Errorf("reasons %v, want %v", got, known)
			}
			for reason, text := range words.reasons {
				sentence(t, words.tag, string(reason), text)
			}
			for _, reason := range limits {
				if strings.Count(words.reasons[reason], inTime) != 1 {
					t.Errorf("%s does not name the time: %q", reason, words.reasons[reason])
				}
			}
			for i, text := range []string{words.requestOver, words.askerOwns, words.digitsNotValid, words.numberNotValid, words.nameNotYet, words.echoIsMember, words.echoAsked, words.tryAgain} {
				sentence(t, words.tag, fmt.Sprint("phrase ", i), text)
			}
		})
	}
}

// sentence checks that a text is a sentence in the catalogue's language.
func sentence(t *testing.T, tag, key, text string) {
	t.Helper()
	japanese := strings.ContainsFunc(text, func(r rune) bool { return unicode.In(r, unicode.Hiragana, unicode.Katakana) })
	if japanese != (tag == "ja") || !strings.HasSuffix(text, map[string]string{"ja": "。", "en": "."}[tag]) {
		t.Errorf("%s: %s: %q", tag, key, text)
	}
}

func TestLanguages(t *testing.T) {
	s := newSite(t)
	for header, want := range map[string]string{
		"": "en", "ja": "ja", "ja-JP": "ja", "en-GB,ja;q=0.9": "en", "ja;q=0.9,en;q=0.1": "ja", "fr-FR,ja;q=0.5": "ja",
		"fr": "en", "*": "en", ";;;": "en", strings.Repeat("ja,", 2000): "ja",
	} {
		r := s.ask("", "GET", "/api/me", "", "Accept-Language: "+header)
		if got := r.header.Get("Content-Language"); got != want {
			t.Errorf("Accept-Language %.40q: %q, want %q", header, got, want)
		}
		if r.header.Get("Vary") != "Accept-Language, Cookie" {
			t.Errorf("got Vary %q, want Accept-Language, Cookie", r.header.Get("Vary"))
		}
	}
	if p := s.ask("", "GET", "/api/me", "", "Accept-Language: ja").problem(); p.Detail != "サインインしてください。" {
		t.Errorf("got detail %q, want %q", p.Detail, "サインインしてください。")
	}
}

// failingAuth fails with a given error.
type failingAuth struct {
	standIn
	fail func() error
}

func (a failingAuth) Identify(http.ResponseWriter, *http.Request) (auth.Identity, error) {
	return auth.Identity{}, a.fail()
}

const internals = "dial tcp 10.0.0.1: secret table"

func TestFaultsTellNothingInternal(t *testing.T) {
	cause := errors.New(internals)
	cases := map[string]struct {
		fail   func() error
		status int
	}{
		"unknown error":   {func() error { return cause }, 500},
		"internal":        {func() error { return models.Internalf("store: %w", cause) }, 500},
		"unknown code":    {func() error { return &models.Error{Code: "odd", Err: cause} }, 500},
		"unavailable":     {func() error { return models.Unavailable(cause) }, 503},
		"deadline":        {func() error { return fmt.Errorf("%s: %w", internals, context.DeadlineExceeded) }, 503},
		"wrapped refusal": {func() error { return fmt.Errorf("%s: %w", internals, &models.Error{Code: models.CodeUnauthenticated}) }, 401},
		"panic":           {func() error { panic(internals) }, 500},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			s := newSite(t, func(o *Options) { o.Auth = failingAuth{fail: c.fail} })
			w := s.serve(fuzzRequest("GET", "/api/me", ""))
			if w.Code != c.status || strings.Contains(w.Body.String(), "tcp") || strings.Contains(fmt.Sprint(w.Header()), "tcp") {
				t.Errorf("got %d %s %v, want %d without internals", w.Code, w.Body, w.Header(), c.status)
			}
			for line := range strings.Lines(s.log.String()) {
				if strings.Contains(line, "tcp") && !strings.Contains(line, `"level":"ERROR"`) {
					t.Errorf("log: %s", line)
				}
			}
			if name == "panic" && !strings.Contains(s.log.String(), `"stack":"goroutine`) {
				t.Errorf("no stack in %s", s.log)
			}
		})
	}
}

func TestRetryAfter(t *testing.T) {
	for want, err := range map[string]error{
		"5":   models.Unavailable(errors.New("away")),
		"61":  models.TooMany(models.ReasonWait, 60*time.Second+time.Millisecond),
		"120": &models.Error{Code: models.CodeUnavailable, RetryAfter: 2 * time.Minute},
	} {
		s := newSite(t, func(o *Options) { o.Auth = failingAuth{fail: func() error { return err }} })
		r := s.serve(fuzzRequest("GET", "/api/me", ""))
		if got := r.Header().Get("Retry-After"); got != want || !strings.Contains(r.Body.String(), `"retryAfter":`+want) ||
			strings.Contains(r.Body.String(), `"retryAt"`) != models.IsCode(err, models.CodeTooMany) { // only limits name a time
			t.Errorf("Retry-After %q, want %q: %s", got, want, r.Body)
		}
	}
}

func TestOtherMethodsAreNamed(t *testing.T) {
	allow := newSite(t).ask("taro", "PATCH", "/api/memos", "").want(405).header.Get("Allow")
	for _, method := range []string{"GET", "HEAD", "POST", "DELETE"} {
		if !strings.Contains(allow, method) {
			t.Errorf("Allow %q lacks %s", allow, method)
		}
	}
}

func TestLogHasNothingPersonal(t *testing.T) {
	w := newWorld(t)
	w.ask("taro", "POST", "/api/memos", `{"content":"ひみつの箱","x":1}`).want(400)
	w.ask("taro", "GET", "/api/memos?q=hakobune", "").want(200)
	w.ask("jiro", "POST", "/api/family/join", object("inviteCode", "9876")).want(404)
	w.ask("jiro", "POST", "/api/family/join", object("inviteToken", "SecretOfALink")).want(404)
	w.ask("jiro", "POST", "/api/family/invitations/preview", object("inviteToken", "SecretOfALink")).want(404)
	w.ask("jiro", "POST", "/api/family/echos", object("number", "98769876")).want(404)
	w.ask("", "POST", "/auth/login", object("inviteToken", "SecretOfALink")).want(200)
	w.ask("taro", "PUT", w.ids.Replace("/api/memos/{milk}"), object("content", "卵")).want(200)
	log := regexp.MustCompile(`"time":"[^"]*"`).ReplaceAllString(w.log.String(), "") // its digits may match a number below
	for _, personal := range []string{"taro", "hanako", "jiro", "example.com", "ひみつ", "hakobune", "9876", "Secret", w.ids.Replace("{milk}"), "token"} {
		if strings.Contains(log, personal) {
			t.Errorf("the log has %q", personal)
		}
	}
	if !strings.Contains(log, `"method":"PUT","route":"/api/memos/:id","status":200,"ms":`) {
		t.Errorf("no line for the edit in %s", log)
	}
}

// fullDisk stores nothing.
type fullDisk struct{ memo.Store }

func (fullDisk) Add(context.Context, models.Memo, int) (models.Memo, bool, error) {
	return models.Memo{}, false, models.UnavailableFor(models.ReasonStorageFull, errors.New(internals))
}

// TestFullDiskIsSaid: in the reader's language, the answer says what does not work, what
// still works, and that the operator must act.
func TestFullDiskIsSaid(t *testing.T) {
	s := newSite(t)
	m := s.add("taro", "牛乳")
	s.use(func(o *Options) { o.Memos = memo.NewService(fullDisk{s.db.Memos()}, o.Families) })
	for tag, want := range map[string][]string{"en": {"disk is full", "can still be deleted"}, "ja": {"ディスクに空きがない", "消すことはできます"}} {
		r := s.ask("taro", "POST", "/api/memos", object("content", "卵"), "Accept-Language: "+tag).want(503)
		p := r.problem()
		for _, text := range want {
			if !strings.Contains(p.Detail, text) {
				t.Errorf("%s: got %q, want %q in it", tag, p.Detail, text)
			}
		}
		if p.Reason != models.ReasonStorageFull || r.header.Get("Retry-After") == "" {
			t.Errorf("%s: got reason %q and %v, want storage_full and Retry-After", tag, p.Reason, r.header)
		}
	}
	s.ask("taro", "DELETE", "/api/memos/"+m.ID, "").want(200)
}
