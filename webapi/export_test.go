package webapi

import (
	"compress/gzip"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"voicememo/memo"
	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// awkward are contents with characters that have a meaning in a format, newest last.
var awkward = []string{
	"牛乳を買う", `"quoted", with; commas`, "=HYPERLINK(\"https://evil.example\")", "＝1+1", "-5 degrees", "@home",
	"<script>alert(1)</script>", "# no heading", "1. no list", "* _no_ `code` [no](link) &amp; ~~gone~~", `back\slash`, "👨‍👩‍👧‍👦",
}

// exported is a family with awkward memos, one in the trash, and a stranger.
func exported(t *testing.T) world {
	w := newWorld(t)
	w.ask("taro", "DELETE", "/api/memos", "").want(200)
	for _, content := range awkward {
		w.add("hanako", content)
	}
	return w
}

// newestFirst returns the contents of an export of awkward memos, in its order.
func newestFirst() []string {
	all := slices.Clone(awkward)
	slices.Reverse(all)
	return all
}

func TestExportJSON(t *testing.T) {
	w := exported(t)
	r := w.ask("taro", "GET", "/api/export?format=json", "").want(200)
	var list listJSON
	r.into(&list)
	var contents []string
	for _, m := range list.Memos {
		contents = append(contents, m.Content)
	}
	check.Slices(t, contents, newestFirst())
	if got := r.header.Get("Content-Disposition"); got != `attachment; filename="memos-2026-04-01.json"` {
		t.Errorf("Content-Disposition %s", got)
	}
	if head := w.ask("taro", "HEAD", "/api/export?format=json", "").want(200); head.body != "" {
		t.Error("HEAD has a body")
	}
	if empty := w.ask("saburo", "GET", "/api/export?format=json", "").want(200); empty.body != "{\"memos\":[\n]}\n" {
		t.Errorf("nothing: %q", empty.body)
	}
}

func TestExportCSV(t *testing.T) {
	r := exported(t).ask("taro", "GET", "/api/export?format=csv", "").want(200)
	table, marked := strings.CutPrefix(r.body, "\ufeff")
	rows, err := csv.NewReader(strings.NewReader(table)).ReadAll()
	if err != nil || !marked || len(rows) != len(awkward)+1 || strings.Count(table, "\r\n") != len(rows) {
		t.Fatalf("%v, %d rows, marked %v", err, len(rows), marked)
	}
	if got := strings.Join(rows[0], " "); got != "timestamp content createdByName updatedAt id doneAt" {
		t.Errorf("got head %s, want %s", got, "timestamp content createdByName updatedAt id doneAt")
	}
	for i, want := range newestFirst() {
		row := rows[i+1]
		if strings.IndexAny(want, "=-@＝") == 0 {
			want = "'" + want
		}
		if row[1] != want || row[2] != "hanako" || !strings.HasPrefix(row[0], "2026-04-01T") || row[4] == "" || row[5] != "" {
			t.Errorf("row %q, want %q", row, want)
		}
	}
}

func TestExportMarkdown(t *testing.T) {
	w := exported(t)
	w.ask("taro", "PUT", "/api/user/name", object("name", "*Taro*")).want(200)
	r := w.ask("hanako", "GET", "/api/export?format=markdown", "", "Accept-Language: ja").want(200)
	lines := strings.Split(r.body, "\n")
	if lines[0] != `# \*Taro\*さんの家族` || len(lines) != len(awkward)+3 {
		t.Fatalf("%d lines, heading %s", len(lines), lines[0])
	}
	for i, want := range []string{
		`👨‍👩‍👧‍👦`, `back\\slash`, "\\* \\_no\\_ \\`code\\` \\[no\\](link) \\&amp; \\~\\~gone\\~\\~", `1\. no list`, `\# no heading`,
		`\<script\>alert(1)\</script\>`, `@home`, `\-5 degrees`, `＝1+1`, `\=HYPERLINK("https://evil.example")`, `"quoted", with; commas`, `牛乳を買う`,
	} {
		if got := lines[i+2]; !strings.HasPrefix(got, "- "+want+" (hanako, 2026-04-01T") {
			t.Errorf("line %s, want %s", got, want)
		}
	}
}

func TestExportRefused(t *testing.T) {
	w := newWorld(t)
	for _, query := range []string{"", "?format=", "?format=xml", "?format=JSON"} {
		if p := w.ask("taro", "GET", "/api/export"+query, "").want(400).problem(); p.Field != "format" {
			t.Errorf("%s: got field %q, want format", query, p.Field)
		}
	}
	w.ask("", "GET", "/api/export?format=json", "").want(401)
}

// brokenPages fails after the first page.
type brokenPages struct{ memo.Store }

func (b brokenPages) List(ctx context.Context, l memo.Listing) (memo.Page, error) {
	if l.After != nil {
		return memo.Page{}, models.Unavailable(errors.New(internals))
	}
	return b.Store.List(ctx, l)
}

// turningPages calls a function before the second page.
type turningPages struct {
	memo.Store
	turn func(ctx context.Context)
}

func (p turningPages) List(ctx context.Context, l memo.Listing) (memo.Page, error) {
	if l.After != nil {
		p.turn(ctx)
	}
	return p.Store.List(ctx, l)
}

// brokenOff reports whether hanako's export is aborted.
func (d door) brokenOff() bool {
	d.t.Helper()
	req, err := http.NewRequest(http.MethodGet, d.base+"/api/export?format=json", nil)
	must.OK(d.t, err)
	req.Header.Set(person, "hanako")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return true // before anything arrived
	}
	defer func() { _ = res.Body.Close() }()
	_, err = io.ReadAll(res.Body)
	return err != nil
}

// TestExportOfOneFamily: the export of a person who moves to another family meanwhile is
// aborted, so that it does not mix two lists, and that is not logged as an error.
func TestExportOfOneFamily(t *testing.T) {
	d := newDoor(t)
	d.together("taro", "hanako")
	d.add("hanako", "パン")
	for i := range memo.MaxLimit {
		d.add("taro", fmt.Sprint("memo ", i))
	}
	remove := func() { d.ask("taro", "DELETE", "/api/family/members/hanako", "") }
	for _, step := range []struct {
		turn   func()
		broken bool
	}{{func() {}, false}, {remove, true}} {
		d.options.Memos = memo.NewService(turningPages{d.db.Memos(), func(context.Context) { step.turn() }}, d.options.Families)
		other := newDoor(t, func(o *Options) { now := o.Now; *o = d.options; o.Now = now })
		if broken := other.brokenOff(); broken != step.broken {
			t.Errorf("got aborted %v, want %v", broken, step.broken)
		}
	}
	if log := d.log.String(); !strings.Contains(log, "export broken off") || strings.Contains(log, "ERROR") {
		t.Errorf("got %s, want a line about it that is not an error", log)
	}
}

// turningFirst calls a function before each first page.
type turningFirst struct {
	memo.Store
	turn func()
}

func (p turningFirst) List(ctx context.Context, l memo.Listing) (memo.Page, error) {
	if l.After == nil {
		p.turn()
	}
	return p.Store.List(ctx, l)
}

// TestExportBeginsAgain: a person who moves to another family before anything is sent gets
// that family's list under its name, and a refusal if they move again.
func TestExportBeginsAgain(t *testing.T) {
	leave := func(s *site) { s.ask("hanako", "POST", "/api/family/leave", "").want(200) }
	join := func(s *site) { s.together("taro", "hanako") }
	for name, c := range map[string]struct {
		turns  []func(*site)
		status int
		want   string // the beginning of the file
	}{
		"not at all": {nil, 200, "# taro's family\n\n- パン"},
		"once":       {[]func(*site){leave}, 200, "# hanako's family\n\n- パン"},
		"twice":      {[]func(*site){leave, join}, 409, ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSite(t)
			s.together("taro", "hanako")
			s.add("taro", "牛乳")
			s.add("hanako", "パン")
			plain := s.options.Memos
			s.use(func(o *Options) {
				o.Memos = memo.NewService(turningFirst{s.db.Memos(), func() {
					if len(c.turns) > 0 {
						turn := c.turns[0]
						c.turns = c.turns[1:]
						turn(s)
					}
				}}, o.Families)
				o.Memos.Now = plain.Now
			})
			r := s.ask("hanako", "GET", "/api/export?format=markdown", "").want(c.status)
			if c.status == 200 && !strings.HasPrefix(r.body, c.want) {
				t.Errorf("got %q, want it to begin with %q", r.body, c.want)
			}
			if c.status == 409 && r.problem().Reason != models.ReasonMoved {
				t.Errorf("got %s, want the reason moved", r.body)
			}
		})
	}
}

// TestExportBrokenOff: a failed export is aborted, so that a part is not taken for the
// whole.
func TestExportBrokenOff(t *testing.T) {
	d := newDoor(t)
	for i := range memo.MaxLimit + 1 {
		d.add("hanako", fmt.Sprint("memo ", i))
	}
	d.options.Memos = memo.NewService(brokenPages{d.db.Memos()}, d.options.Families)
	broken := newDoor(t, func(o *Options) { now := o.Now; *o = d.options; o.Now = now })
	if log := d.log; !broken.brokenOff() || !strings.Contains(log.String(), "export broken off") {
		t.Errorf("got a complete answer, or log %s, want the aborted export in it", log)
	}
}

// endless is a context that ends with an error when done is closed.
type endless struct {
	context.Context
	done chan struct{}
	end  error
}

// Done implements context.Context.
func (c endless) Done() <-chan struct{} { return c.done }

// Err implements context.Context.
func (c endless) Err() error {
	select {
	case <-c.done:
		return c.end
	default:
		return nil
	}
}

// TestExportBrokenOffIsCounted: the log and the metrics have the status of an aborted
// export, also if it timed out, as on Lambda.
func TestExportBrokenOffIsCounted(t *testing.T) {
	d := newDoor(t)
	for i := range memo.MaxLimit + 1 {
		d.add("taro", fmt.Sprint("memo ", i))
	}
	for name, c := range map[string]struct {
		end    error // of the request's context, in the middle
		status int
		said   int // how many lines about the cause
	}{
		"time is up":      {context.DeadlineExceeded, http.StatusServiceUnavailable, 1},
		"the reader goes": {context.Canceled, statusGone, 0},
	} {
		t.Run(name, func(t *testing.T) {
			var o observed
			ctx := endless{t.Context(), make(chan struct{}), c.end}
			turn := func(reading context.Context) {
				close(ctx.done)
				<-reading.Done() // a moment after ctx, from which it is derived
			}
			d.options.Memos = memo.NewService(turningPages{d.db.Memos(), turn}, d.options.Families)
			other := newSite(t, func(own *Options) {
				now, log := own.Now, own.Logger
				*own = d.options
				own.Now, own.Logger, own.Observe = now, log, o.observe
			})
			req := httptest.NewRequestWithContext(ctx, http.MethodGet, home+"/api/export?format=json", nil)
			req.Header.Set(person, "taro")
			func() {
				defer func() {
					if end, _ := recover().(error); !errors.Is(end, http.ErrAbortHandler) {
						t.Error("the export was not aborted")
					}
				}()
				other.echo.ServeHTTP(httptest.NewRecorder(), req)
			}()
			if status := o.last(t, 1).status; status != c.status {
				t.Errorf("status %d, want %d", status, c.status)
			}
			if log := other.log.String(); strings.Count(log, "export broken off") != c.said || !strings.Contains(log, fmt.Sprintf(`"status":%d`, c.status)) {
				t.Errorf("got log %s, want the aborted export in it", log)
			}
		})
	}
}

// TestExportCompressed: the compressed file unpacks to the uncompressed one.
func TestExportCompressed(t *testing.T) {
	w := exported(t)
	for format := range exportFormats {
		plain := w.ask("taro", "GET", "/api/export?format="+format, "").want(200)
		req := httptest.NewRequestWithContext(t.Context(), "GET", home+"/api/export?format="+format, nil)
		req.Header.Set(person, "taro")
		req.Header.Set("Accept-Encoding", "br, gzip")
		got := httptest.NewRecorder()
		w.echo.ServeHTTP(got, req)
		if got.Header().Get("Content-Encoding") != "gzip" || plain.header.Get("Content-Encoding") != "" {
			t.Errorf("%s: encoded as %q and %q", format, got.Header().Get("Content-Encoding"), plain.header.Get("Content-Encoding"))
		}
		if vary := plain.header.Values("Vary"); !slices.Contains(vary, "Accept-Encoding") {
			t.Errorf("%s: got Vary %q, want Accept-Encoding in it", format, vary)
		}
		z, err := gzip.NewReader(got.Body)
		must.OK(t, err)
		if file, err := io.ReadAll(z); err != nil || string(file) != plain.body {
			t.Errorf("%s: %v, %s", format, err, file)
		}
	}
}

// followed returns the bodies of an export and of the parts to which it links.
func (s *site) followed(who, path string, headers ...string) (parts []string) {
	s.t.Helper()
	for path != "" {
		r := s.ask(who, "GET", path, "", headers...).want(200).unpacked()
		parts = append(parts, r.body)
		link := r.header.Get("Link")
		if head := s.ask(who, "HEAD", path, "", headers...).want(200).header.Get("Link"); head != link {
			s.t.Errorf("HEAD: got Link %q, want %q", head, link)
		}
		path, _ = strings.CutPrefix(strings.TrimSuffix(link, `>; rel="next"`), "<"+home)
	}
	return parts
}

// TestExportParts: an export in parts has in all of them what it has in one answer.
func TestExportParts(t *testing.T) {
	s := exported(t).site
	for i := range memo.MaxLimit { // more than a page
		s.add("taro", fmt.Sprint(strings.Repeat("牛", 50), i))
	}
	s.ask("hanako", "DELETE", "/api/memos/"+s.add("hanako", "old").ID, "").want(200)
	s.freeze()
	for _, c := range []struct {
		who, query string
		most       int // the length of a part
		parts      int // how many there are at least
	}{
		{"taro", "format=json", 1, 100}, {"taro", "format=json", 3000, 5}, {"taro", "format=csv", 1000, 5}, {"taro", "format=markdown", 1000, 5},
		{"taro", "format=json&scope=me", 1000, 5}, {"hanako", "format=json&scope=me", 1, 10}, {"taro", "format=csv", 1 << 20, 1}, {"saburo", "format=json", 1, 1},
	} {
		s.use(func(o *Options) { o.MaxExport = 0 })
		whole := s.ask(c.who, "GET", "/api/export?"+c.query, "").want(200)
		s.use(func(o *Options) { o.MaxExport = c.most })
		for _, encoding := range []string{"identity", "gzip"} {
			parts := s.followed(c.who, "/api/export?"+c.query, "Accept-Encoding: "+encoding)
			if strings.Join(parts, "") != whole.body || len(parts) < c.parts {
				t.Errorf("%s of %s, %d: got %d parts with %d bytes, want %d or more with the %d bytes of one answer", c.query, c.who, c.most, len(parts), len(strings.Join(parts, "")), c.parts, len(whole.body))
			}
			for _, part := range parts {
				if len(part) > c.most+2000 && c.query == "format=csv" {
					t.Errorf("%s: got a part of %d bytes, want at most a memo more than %d", c.query, len(part), c.most)
				}
			}
		}
		if got := s.ask(c.who, "GET", "/api/export?"+c.query, "").header.Get("Content-Type"); (got == whole.header.Get("Content-Type")) != (c.parts == 1) {
			t.Errorf("%s: got the type %s of the first of %d parts", c.query, got, c.parts)
		}
	}
}

// TestExportPartsRefused: a cursor that is not of an export is refused, and so is the next
// part after the person has moved to another family.
func TestExportPartsRefused(t *testing.T) {
	s := exported(t).site
	s.use(func(o *Options) { o.MaxExport = 1 })
	for _, cursor := range []string{"!", "e30", "bnVsbA", exportPlace{Family: "x"}.cursor(), exportPlace{Family: "x", After: "y", List: 2}.cursor()} {
		if p := s.ask("hanako", "GET", "/api/export?format=csv&cursor="+cursor, "").want(400).problem(); p.Field != "cursor" {
			t.Errorf("%s: got field %q, want cursor", cursor, p.Field)
		}
	}
	var next []string
	for _, query := range []string{"format=csv", "format=json&scope=me"} {
		link := s.ask("hanako", "GET", "/api/export?"+query, "").want(200).header.Get("Link")
		next = append(next, strings.TrimPrefix(strings.TrimSuffix(link, `>; rel="next"`), "<"+home))
	}
	s.ask("hanako", "POST", "/api/family/leave", "").want(200)
	for _, path := range next {
		if p := s.ask("hanako", "GET", path, "").want(409).problem(); p.Reason != models.ReasonMoved {
			t.Errorf("%s: got the reason %s, want moved", path, p.Reason)
		}
	}
}

// shortRoom is a writer of answers that takes a limited number of bytes.
type shortRoom struct {
	*httptest.ResponseRecorder
	most int
}

func (w shortRoom) Fits() bool {
	fits := w.Body.Len() <= w.most
	if !fits {
		w.Body.Reset()
	}
	return fits
}

// TestLoggedStatusIsSent: if an answer cannot be sent because it is too long, the log has the
// status of the one that is sent in its place.
func TestLoggedStatusIsSent(t *testing.T) {
	s := newSite(t)
	s.add("taro", strings.Repeat("牛", 100))
	for most, want := range map[int]int{10: 400, 1 << 20: 200} {
		var o observed
		s.use(func(own *Options) { own.Observe = o.observe })
		req := httptest.NewRequestWithContext(t.Context(), http.MethodGet, home+"/api/memos", nil)
		req.Header.Set(person, "taro")
		s.echo.ServeHTTP(shortRoom{httptest.NewRecorder(), most}, req)
		if got := o.last(t, 1).status; got != want || !strings.Contains(s.log.String(), fmt.Sprintf(`"status":%d`, want)) {
			t.Errorf("got status %d, want %d also in the log %s", got, want, s.log)
		}
	}
}
