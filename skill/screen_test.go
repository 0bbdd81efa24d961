package skill_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"voicememo/skill/skilltest"
	"voicememo/skill/talk"
)

const aplRender = "Alexa.Presentation.APL.RenderDocument"

// drawn is the part of a RenderDocument directive that the tests check.
type drawn struct {
	Type, Token string
	Document    map[string]any
	Datasources map[string]struct {
		Type       string
		Properties struct {
			Title                       string
			First                       int
			Rows                        []drawnRow
			Text, Hint                  string
			Examples                    []struct{ Words string }
			Digits, Spelled, Until, How string
			Across                      int
		}
	}
}

type drawnRow struct {
	Number, Content, By, State, Ref string

	DoneLabel, DeleteLabel, UndoLabel string
}

// show starts a conversation with an Echo that has a screen. No screen may have an
// account's id, not even encoded.
func (w *world) show(locale string) *talk.Talk {
	w.t.Helper()
	tk := w.talk(locale)
	tk.Screen, tk.Send = true, func(ctx context.Context, raw []byte) ([]byte, error) {
		out, err := w.send(ctx, raw)
		if d, ok := screenOf(w.t, out); err == nil && ok {
			for _, r := range d.Datasources["memos"].Properties.Rows {
				ref, err := base64.RawURLEncoding.DecodeString(r.Ref)
				if w.must(err); bytes.Contains(ref, []byte("amzn1")) || bytes.Contains(ref, []byte("google")) {
					w.t.Errorf("the reference %q has an account's id", ref)
				}
			}
		}
		return out, err
	}
	return tk
}

// screenOf returns the screen of a reply; ok is false if it has none.
func screenOf(t testing.TB, reply []byte) (drawn, bool) {
	t.Helper()
	var e skilltest.Envelope
	if err := json.Unmarshal(reply, &e); err != nil {
		t.Fatal(err)
	}
	for _, raw := range e.Response.Directives {
		var d drawn
		if err := json.Unmarshal(raw, &d); err != nil {
			t.Fatal(err)
		}
		if d.Type == aplRender {
			return d, true
		}
	}
	return drawn{}, false
}

// rowsOf returns the text of a list screen.
func rowsOf(t testing.TB, reply []byte) []drawnRow {
	t.Helper()
	d, ok := screenOf(t, reply)
	if !ok || d.Token != "list" || d.Document["type"] != "APL" || d.Datasources["memos"].Type != "object" {
		t.Fatalf("reply has no list: %.300s", reply)
	}
	return d.Datasources["memos"].Properties.Rows
}

// brief returns the rows as "1 content", with a minus for deleted ones and a plus for done
// ones.
func brief(rows []drawnRow) string {
	sign := map[string]string{"open": "", "done": "+", "deleted": "-"}
	var out []string
	for _, r := range rows {
		out = append(out, sign[r.State]+r.Number+" "+html.UnescapeString(r.Content))
	}
	return strings.Join(out, ", ")
}

// list returns the rows of memos numbered from 1, as brief does.
func list(signs ...string) string {
	var out []string
	for i, sign := range signs {
		out = append(out, fmt.Sprintf("%s%d memo %d", sign, i+1, i+1))
	}
	return strings.Join(out, ", ")
}

// drawnBy returns the rows that an answer draws.
func drawnBy(t testing.TB, a talk.Answer) string {
	t.Helper()
	return brief(rowsOf(t, a.Response))
}

// touches presses a button by its name, such as "delete 2".
func (w *world) touches(tk *talk.Talk, name string) talk.Answer {
	w.t.Helper()
	target, err := tk.Shown().Find(name)
	w.must(err)
	a, err := tk.Touch(w.t.Context(), target)
	w.must(err)
	return a
}

// numberedMemos writes n memos of the Echo, the newest of them "memo 1".
func numberedMemos(w *world, n int) {
	for i := n; i > 0; i-- {
		w.write(w.device(), fmt.Sprintf("memo %d", i), time.Duration(i)*time.Hour)
	}
}

func TestNothingIsDrawnWithoutAScreen(t *testing.T) {
	w := newWorld(t)
	numberedMemos(w, 7)
	tk := w.talk("ja-JP")
	for _, line := range []string{"家族ボイスメモを開いて", "一覧", "2番を削除", "元に戻して", "招待コードを作って"} {
		if a := w.says(tk, line); bytes.Contains(a.Response, []byte("APL")) {
			t.Errorf("%s: %.300s", line, a.Response)
		}
	}
}

func TestScreenOfNastyMemos(t *testing.T) {
	for name, content := range map[string]string{
		"expressions": strings.Repeat("${system.x}#{y}", 30),
		"markup":      strings.Repeat("<b>&", 125),
		"quotes":      strings.Repeat(`"\`, 250),
		"separators":  "x" + strings.Repeat("\u2028x", 249),
		"emoji":       strings.Repeat("🥛", 500),
		"a resource":  "@" + strings.Repeat("字", 499),
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			want := strings.ReplaceAll(content, "\u2028", "\n")
			for i := range 25 {
				w.write(w.device(), content, time.Duration(i)*time.Minute)
			}
			tk := w.show("ja-JP")
			a := w.says(tk, "家族ボイスメモを開いて", "一覧")
			rows := rowsOf(t, a.Response)
			if len(rows) < 18 {
				t.Errorf("got %d rows, want at least 18", len(rows))
			}
			for _, r := range rows {
				if html.UnescapeString(strings.ReplaceAll(r.Content, "<br>", "\n")) != want {
					t.Errorf("shown: %.60s", r.Content)
				}
				for _, s := range []string{r.Content, r.By, r.DoneLabel, r.DeleteLabel} {
					if strings.Contains(s, "${") || strings.Contains(s, "#{") || strings.HasPrefix(s, "@") {
						t.Errorf("evaluated: %.60s", s)
					}
				}
			}
			if out := tk.Shown(); out == nil || !slices.ContainsFunc(out.Texts, func(s string) bool { return strings.Contains(s, strings.ReplaceAll(want, "\n", " ")) }) {
				t.Errorf("document does not show %q", want)
			}
		})
	}
}

// withoutChance matches the values that may contain any four digits by chance.
var withoutChance = regexp.MustCompile(`"(time|requestId)":"[^"]*"`)

func TestCodeIsDrawn(t *testing.T) {
	for locale, want := range map[string]struct{ say, title string }{
		"ja-JP": {"招待コードを作って", "招待コード"},
		"en-US": {"make an invite code", "Invite code"},
	} {
		t.Run(locale, func(t *testing.T) {
			w := newWorld(t)
			a := w.says(w.show(locale), want.say)
			d, ok := screenOf(t, a.Response)
			p := d.Datasources["invite"].Properties
			if !ok || d.Token != "code" || p.Title != want.title || len(p.Digits) != 4 || !strings.Contains(p.Until, "5") ||
				!strings.Contains(p.How, p.Digits) || strings.Contains(p.Spelled, p.Digits) {
				t.Errorf("drawn: %+v", d)
			}
			if log := withoutChance.ReplaceAllString(w.log.String(), ""); strings.Contains(log, p.Digits) {
				t.Errorf("logged: %s", log)
			}
		})
	}
}
