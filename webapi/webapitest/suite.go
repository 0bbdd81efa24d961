package webapitest

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"voicememo/models"
	"voicememo/tools/testkit/must"
	"voicememo/tools/testkit/promised"
	"voicememo/webapi"
	"voicememo/webapi/contracttest"
)

// Deed is a request of an operation of the module that succeeds on a site that Prepare has
// set up. {} in Path and Body stands for the result of Prepare, which may be nil.
type Deed struct {
	Operation               string // its operationId
	Who, Method, Path, Body string
	Status                  int
	Prepare                 func(*Site) string
}

// Suite is what holds for each module's part of the web API.
type Suite struct {
	Open   func(t testing.TB, change ...func(*webapi.Options)) *Site // returns a new site with only that module
	Deeds  []Deed                                                    // at least one of each operation
	Docs   string                                                    // the folder of paths.html and things.html
	Update bool                                                      // write those files instead of comparing them
	Draft  bool                                                      // the module is not released, so nothing of it is promised
}

// Run runs the tests.
func (u Suite) Run(t *testing.T) {
	for name, test := range map[string]func(*testing.T){
		"each route is documented":    u.documented,
		"each route needs its scope":  u.needs,
		"each status is named":        u.statuses,
		"each operation works":        u.deeds,
		"bodies are read strictly":    u.strict,
		"changes are limited":         u.limited,
		"the page of docs is written": u.docs,
		"what was promised stays":     u.promised,
		"the privacy page":            u.privacy,
		"the export":                  u.export,
	} {
		t.Run(name, test)
	}
}

// module returns the part that is tested.
func (s *Site) module() webapi.Module { return s.Options.Modules[0] }

// without is a change of a site to one without the module.
func without(o *webapi.Options) { o.Modules = nil }

// operations calls do with each operation of the module.
func (u Suite) operations(t *testing.T, do func(route string, op *openapi3.Operation)) {
	t.Helper()
	rest := u.Open(t, without).contract
	for route, op := range u.Open(t).contract.Operations() {
		if _, path, _ := strings.Cut(route, " "); rest.Paths.Value(path) == nil {
			do(route, op)
		}
	}
}

// documented: the contract has the module's routes and no others, a route for GET also
// serves HEAD, and a site without the module has none of them.
func (u Suite) documented(t *testing.T) {
	want := map[string]bool{}
	u.operations(t, func(route string, _ *openapi3.Operation) {
		want[route] = true
		if path, read := strings.CutPrefix(route, "GET "); read {
			want["HEAD "+path] = true
		}
	})
	got, rest := u.Open(t).routes(), u.Open(t, without).routes()
	maps.DeleteFunc(got, func(route string, _ bool) bool { return rest[route] })
	if !maps.Equal(got, want) {
		t.Errorf("got routes %q, want %q", slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
	}
	if len(want) == 0 {
		t.Error("got no routes, want some")
	}
}

func (s *Site) routes() map[string]bool {
	all := map[string]bool{}
	for _, r := range s.handler.Routes() {
		all[r.Method+" "+contracttest.Path(r.Path)] = true
	}
	return all
}

// needs: an access without what the contract says that a route needs is refused.
func (u Suite) needs(t *testing.T) {
	s := u.Open(t)
	u.operations(t, func(route string, op *openapi3.Operation) {
		if need := contracttest.Need(op); need == models.NeedPublic || !slices.Contains(models.Needs(), need) {
			t.Errorf("%s: got the need %q, want that of an access", route, need)
		}
		contracttest.CheckNeed(t, route, op, func(caller, method, path, body string) contracttest.Answer {
			r := s.Ask(caller, method, path, body)
			return contracttest.Answer{Status: r.Status, Header: r.Header, Body: []byte(r.Body)}
		})
	})
}

func (u Suite) statuses(t *testing.T) {
	u.operations(t, func(route string, op *openapi3.Operation) {
		method, _, _ := strings.Cut(route, " ")
		for _, status := range contracttest.Statuses(method, op, true) {
			if op.Responses.Status(status) == nil {
				t.Errorf("%s: got no answer %d, want it named", route, status)
			}
		}
	})
}

func (u Suite) deeds(t *testing.T) {
	done := map[string]bool{}
	for _, d := range u.Deeds {
		t.Run(d.Operation, func(t *testing.T) {
			s := u.Open(t)
			d.prepared(s).do(s).Want(d.Status)
			done[d.Operation] = true
		})
	}
	u.operations(t, func(route string, op *openapi3.Operation) {
		if !done[op.OperationID] {
			t.Errorf("got no deed for %s (%s), want one", route, op.OperationID)
		}
	})
}

// prepared returns the deed with what Prepare returned filled in.
func (d Deed) prepared(s *Site) Deed {
	if d.Prepare != nil {
		made := d.Prepare(s)
		d.Path, d.Body = strings.ReplaceAll(d.Path, "{}", made), strings.ReplaceAll(d.Body, "{}", made)
	}
	return d
}

func (d Deed) do(s *Site, headers ...string) Reply {
	s.T.Helper()
	return s.Ask(d.Who, d.Method, d.Path, d.Body, headers...)
}

// strict: a body is exactly the documented JSON object; a request without one may have {}.
func (u Suite) strict(t *testing.T) {
	for _, d := range u.changes() {
		s := u.Open(t)
		d = d.prepared(s)
		bodies := map[string]string{"not JSON": "{broken", "a list": "[]", "null": "null", "two objects": "{} {}",
			"too long": `{"a":"` + strings.Repeat("a", 65<<10) + `"}`, "not UTF-8": "{\"a\":\"\xff\"}", "an unknown field": `{"unheardOf":1}`}
		if d.Body != "" {
			more := strings.TrimSuffix(d.Body, "}")
			bodies["nothing"], bodies["no fields"], bodies["one more field"] = "", "{}", more+`,"unheardOf":1}`
			bodies["each field twice"] = more + "," + strings.TrimPrefix(d.Body, "{")
		}
		for name, body := range bodies {
			wrong := d
			wrong.Body = body
			if p := wrong.do(s).Want(http.StatusBadRequest).Problem(); p.Code != models.CodeInvalid {
				t.Errorf("%s with %s: got code %q, want %q", d.Operation, name, p.Code, models.CodeInvalid)
			}
		}
		if d.Body != "" {
			if p := d.do(s, "Content-Type: text/plain").Want(http.StatusUnsupportedMediaType).Problem(); p.Field != "Content-Type" {
				t.Errorf("%s as text: got field %q, want Content-Type", d.Operation, p.Field)
			}
		}
		d.do(s).Want(d.Status)
	}
}

// changes returns the deeds that may change something.
func (u Suite) changes() (all []Deed) {
	for _, d := range u.Deeds {
		if d.Method != http.MethodGet {
			all = append(all, d)
		}
	}
	return all
}

// limited: the module's changes count as those of the other routes do.
func (u Suite) limited(t *testing.T) {
	for _, d := range u.changes() {
		s := u.Open(t, func(o *webapi.Options) { o.RateWrites = 1 })
		const changes = 2 // the burst
		for range changes {
			s.Ask("rated", http.MethodPost, "/api/memos", `{"content":"a"}`).Want(http.StatusCreated)
		}
		d.Who = "rated"
		if p := d.do(s).Want(http.StatusTooManyRequests).Problem(); p.Reason != models.ReasonManyWrites {
			t.Errorf("%s: got reason %q, want %q", d.Operation, p.Reason, models.ReasonManyWrites)
		}
	}
}

// docs: the HTML of the contract is its YAML as a page, and the page has it.
func (u Suite) docs(t *testing.T) {
	s := u.Open(t)
	part := s.module().Contract()
	paths, things, err := contracttest.Part(s.served("/api/openapi.yaml"), part.Paths, part.Schemas)
	must.OK(t, err)
	for _, file := range []struct{ name, got, want string }{{"paths.html", part.PathsHTML, paths}, {"things.html", part.ThingsHTML, things}} {
		if u.Update {
			if err := os.WriteFile(filepath.Join(u.Docs, file.name), []byte(file.want), 0o644); err != nil { //nolint:gosec // it is public
				t.Fatal(err)
			}
			continue
		}
		if file.got != file.want {
			t.Errorf("%s is not the contract as a page; run this test with -update", filepath.Join(u.Docs, file.name))
		}
		if page := string(s.served("/api/docs")); file.want == "" || strings.Count(page, file.want) != 1 {
			t.Errorf("got a page without the content of %s, want it once", file.name)
		}
	}
}

// promised: what a released module adds to the API stays.
func (u Suite) promised(t *testing.T) {
	if u.Draft {
		return
	}
	core := u.Open(t, without).contract.Promises()
	lines := slices.DeleteFunc(u.Open(t).contract.Promises(), func(line string) bool { return slices.Contains(core, line) })
	promised.Check(t, lines)
}

// privacy: the module says the same in each language, and the page shows all of it.
func (u Suite) privacy(t *testing.T) {
	s := u.Open(t)
	rows, paragraphs := 0, 0
	for _, tag := range []string{"ja", "en"} {
		part, page := s.module().Privacy(tag), string(s.served("/privacy?lang="+tag))
		texts := slices.Clone(part.Seen)
		for _, k := range part.Kept {
			texts = append(texts, k.What, k.Where, k.HowLong)
		}
		for _, text := range texts {
			first, _, _ := strings.Cut(text, "{")
			if text == "" || !strings.Contains(page, plainText(first)) {
				t.Errorf("%s: got a page without %q", tag, text)
			}
		}
		if strings.ContainsAny(page, "{}") {
			t.Errorf("%s: got a page with braces, want none", tag)
		}
		if tag == "en" && (len(part.Kept) != rows || len(part.Seen) != paragraphs) {
			t.Errorf("got %d rows and %d paragraphs in en, want %d and %d as in ja", len(part.Kept), len(part.Seen), rows, paragraphs)
		}
		rows, paragraphs = len(part.Kept), len(part.Seen)
	}
}

// plainText returns a text as HTML has it.
func plainText(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "'", "&#39;", `"`, "&#34;").Replace(text)
}

// export: after each deed, what the module stores about its person is in their export, in
// the form of the schema with its name and "Export", such as NotificationsExport.
func (u Suite) export(t *testing.T) {
	stored := 0
	for _, d := range u.Deeds {
		s := u.Open(t)
		d.prepared(s).do(s)
		person, err := s.Core.Families.Person(context.Background(), models.UserID(d.Who))
		must.OK(t, err)
		name, value, err := s.module().Export(context.Background(), person)
		must.OK(t, err)
		var got struct {
			Modules map[string]json.RawMessage
			Kept    []webapi.Kept
		}
		s.Ask(d.Who, http.MethodGet, "/api/export?format=json&scope=me", "").Want(http.StatusOK).Into(&got)
		raw, present := got.Modules[name]
		if present != (value != nil) {
			t.Errorf("%s: got %s in the export: %v, want %v", d.Operation, name, present, value != nil)
		}
		if !present {
			continue
		}
		stored++
		if err := s.contract.CheckValue(strings.ToUpper(name[:1])+name[1:]+"Export", raw); err != nil {
			t.Errorf("%s: %v", d.Operation, err)
		}
		for _, k := range s.module().Privacy("en").Kept {
			what, _, _ := strings.Cut(k.What, "{")
			if !slices.ContainsFunc(got.Kept, func(other webapi.Kept) bool { return strings.HasPrefix(other.What, what) }) {
				t.Errorf("got %q as kept, want %q among it", got.Kept, k)
			}
		}
	}
	if stored == 0 {
		t.Error("got no export with anything of the module, want one")
	}
}
