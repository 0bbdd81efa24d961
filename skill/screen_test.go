package skill_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"voicememo/memo"
	"voicememo/models"
	"voicememo/skill"
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
			Rows                        []drawnRow
			Digits, Spelled, Until, How string
			Across                      int
		}
	}
}

type drawnRow struct {
	Number, Content, By, Action, Ref, Button, Label string
	Deleted                                         bool
}

// show starts a conversation with an Echo that has a screen. Its session continues
// after a touch: a reply without shouldEndSession keeps the session open while a screen
// is shown ("Manage the Skill Session and Session Attributes").
func (w *world) show(locale string) *talk.Talk {
	w.t.Helper()
	tk := w.talk(locale)
	var kept map[string]json.RawMessage
	tk.Screen, tk.Send = true, func(ctx context.Context, raw []byte) ([]byte, error) {
		if kept != nil {
			raw = changed(w.t, changed(w.t, raw, "session.new", false), "session.attributes", kept)
		}
		out, err := w.send(ctx, raw)
		if kept = nil; err == nil && isTouch(raw) {
			var e skilltest.Envelope
			w.must(json.Unmarshal(out, &e))
			kept = e.Attributes
		}
		return out, err
	}
	return tk
}

func isTouch(request []byte) bool {
	return bytes.Contains(request, []byte(`"Alexa.Presentation.APL.UserEvent"`))
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

// brief returns the rows as "1 content", with a minus for deleted ones.
func brief(rows []drawnRow) string {
	var out []string
	for _, r := range rows {
		sign := ""
		if r.Deleted {
			sign = "-"
		}
		out = append(out, sign+r.Number+" "+html.UnescapeString(r.Content))
	}
	return strings.Join(out, ", ")
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

func TestListIsDrawn(t *testing.T) {
	for locale, want := range map[string]struct{ open, list, title, button, undo, label, next string }{
		"ja-JP": {"家族ボイスメモを開いて", "一覧", "家族ボイスメモ", "削除", "元に戻す", "1番を削除", "次"},
		"en-US": {"open family voice memo", "read the memos", "Family Voice Memo", "Delete", "Undo", "Delete number 1", "next"},
	} {
		t.Run(locale, func(t *testing.T) {
			w := newWorld(t)
			numberedMemos(w, 6)
			tk := w.show(locale)
			w.says(tk, want.open)
			a := w.says(tk, want.list)
			d, _ := screenOf(t, a.Response)
			rows := rowsOf(t, a.Response)
			if got := brief(rows); got != "1 memo 1, 2 memo 2, 3 memo 3, 4 memo 4, 5 memo 5" {
				t.Errorf("drawn: %s", got)
			}
			r := rows[0]
			if d.Datasources["memos"].Properties.Title != want.title || r.Button != want.button || r.Label != want.label || r.By == "" {
				t.Errorf("words: %+v", r)
			}
			if got := brief(rowsOf(t, w.says(tk, want.next).Response)); got != "6 memo 6" {
				t.Errorf("drawn after %s: %s", want.next, got)
			}
			deleted := rowsOf(t, w.touches(tk, "delete 6").Response)[0]
			if !deleted.Deleted || deleted.Action != "undo" || deleted.Button != want.undo {
				t.Errorf("deleted: %+v", deleted)
			}
		})
	}
}

func TestTouchDeletesAndRestores(t *testing.T) {
	w := newWorld(t)
	numberedMemos(w, 7)
	tk := w.show("ja-JP")
	w.says(tk, "家族ボイスメモを開いて", "一覧")
	a := w.touches(tk, "delete 2")
	if a.Speech != "「memo 2」を消しました。" || brief(rowsOf(t, a.Response)) != "1 memo 1, -2 memo 2, 3 memo 3, 4 memo 4, 5 memo 5" {
		t.Errorf("%q, %s", a.Speech, brief(rowsOf(t, a.Response)))
	}
	if slices.Contains(w.contents(), "memo 2") {
		t.Error("memo 2 is still in the list")
	}
	a = w.says(tk, "2番を削除")
	if !strings.Contains(a.Speech, "2番はもう消しました") {
		t.Errorf("deleted number still works after the touch: %q", a.Speech)
	}
	a = w.touches(tk, "undo 2")
	if a.Speech != "「memo 2」を元に戻しました。" || !slices.Contains(w.contents(), "memo 2") {
		t.Errorf("%q, %v", a.Speech, w.contents())
	}
	a = w.says(tk, "元に戻して")
	if len(w.contents()) != 7 || strings.Contains(a.Speech, "memo 2") {
		t.Errorf("second undo: got %q", a.Speech)
	}
	if a = w.says(tk, "2番を削除"); slices.Contains(w.contents(), "memo 2") {
		t.Errorf("the number does not work after the undo: %q", a.Speech)
	}
	if got := brief(rowsOf(t, a.Response)); !strings.Contains(got, "-2 memo 2") {
		t.Errorf("screen was not redrawn after words: %s", got)
	}
}

func TestVoiceUndoesATouchAndReadsOn(t *testing.T) {
	w := newWorld(t)
	numberedMemos(w, 7)
	tk := w.show("en-US")
	w.says(tk, "open family voice memo", "read the memos")
	w.touches(tk, "delete 3")
	if a := w.says(tk, "yes"); brief(rowsOf(t, a.Response)) != "6 memo 6, 7 memo 7" {
		t.Errorf("the offer to read on lapsed: %q", a.Speech)
	}
	w.touches(tk, "delete 7")
	w.says(tk, "undo")
	if got := w.contents(); !slices.Contains(got, "memo 7") || slices.Contains(got, "memo 3") {
		t.Errorf("undone: %v", got)
	}
}

func TestTouchWithoutASession(t *testing.T) {
	w := newWorld(t)
	numberedMemos(w, 7)
	tk := w.show("ja-JP")
	w.says(tk, "家族ボイスメモを開いて", "一覧")
	w.touches(tk, "delete 2")
	raw := touchRequest(t, w.says(tk, "一覧").Request, "undo", refOf(t, w, "memo 2"))
	raw = changed(t, raw, "session.attributes", map[string]any{})
	out, err := w.send(t.Context(), raw)
	w.must(err)
	if got := brief(rowsOf(t, out)); got != "1 memo 1, 2 memo 2, 3 memo 3, 4 memo 4, 5 memo 5, 6 memo 6" {
		t.Errorf("drawn: %s", got)
	}
	raw = changed(t, touchRequest(t, raw, "delete", refOf(t, w, "memo 7")), "session.attributes", map[string]any{})
	out, err = w.send(t.Context(), raw)
	w.must(err)
	if got := brief(rowsOf(t, out)); got != "1 memo 1, 2 memo 2, 3 memo 3, 4 memo 4, 5 memo 5, -6 memo 7" {
		t.Errorf("drawn: %s", got)
	}
}

// refOf returns the opaque reference of a memo of the Echo's account.
func refOf(t testing.TB, w *world, content string) string {
	t.Helper()
	u := w.device()
	for _, deleted := range []bool{false, true} {
		list, err := w.memos.List(t.Context(), u, memo.Query{Deleted: deleted})
		w.must(err)
		for _, m := range list.Memos {
			if m.Content == content {
				return m.Ref().String()
			}
		}
	}
	t.Fatalf("no memo with content %q", content)
	return ""
}

// touchRequest turns a spoken request into a touch.
func touchRequest(t testing.TB, raw []byte, arguments ...any) []byte {
	t.Helper()
	raw = changed(t, raw, "request.type", "Alexa.Presentation.APL.UserEvent")
	raw = changed(t, raw, "request.intent", nil)
	return changed(t, raw, "request.arguments", arguments)
}

func TestTouchesThatDoNothing(t *testing.T) {
	w := newWorld(t)
	numberedMemos(w, 2)
	stranger := w.write(w.person("Hanako"), "a secret", time.Minute)
	tk := w.show("ja-JP")
	a := w.says(tk, "家族ボイスメモを開いて")
	unknown := models.MemoRef{UserID: echo, ID: "0000000000000000000000000"}.String()
	for name, tc := range map[string]struct {
		arguments []any
		want      string
	}{
		"no arguments":        {nil, ""},
		"another action":      {[]any{"purge", unknown}, ""},
		"no reference":        {[]any{"delete", "?"}, ""},
		"a number":            {[]any{"delete", 2}, ""},
		"an object":           {[]any{map[string]any{}, unknown}, ""},
		"one too many":        {[]any{"delete", unknown, unknown}, ""},
		"unknown":             {[]any{"delete", unknown}, "そのメモはもうありません。"},
		"unknown, undone":     {[]any{"undo", unknown}, "そのメモはもうありません。"},
		"of another family":   {[]any{"delete", stranger.Ref().String()}, "そのメモはもうありません。"},
		"undone, but in list": {[]any{"undo", refOf(t, w, "memo 1")}, "そのメモはもう元に戻っています。"},
	} {
		t.Run(name, func(t *testing.T) {
			out, err := w.send(t.Context(), touchRequest(t, a.Request, tc.arguments...))
			if err != nil {
				t.Fatal(err)
			}
			var e skilltest.Envelope
			if err := json.Unmarshal(out, &e); err != nil {
				t.Fatal(err)
			}
			switch {
			case tc.want == "" && !bytes.Contains(out, []byte(`"response":{}`)):
				t.Errorf("got reply %s", out)
			case tc.want != "" && (e.Response.Speech == nil || !strings.Contains(e.Response.Speech.SSML, tc.want)):
				t.Errorf("got reply %.300s", out)
			}
			if _, ok := screenOf(t, out); ok != strings.Contains(name, "in list") {
				t.Errorf("drawn: %v", ok)
			}
			if bytes.Contains(out, []byte("secret")) || len(w.contents()) != 2 {
				t.Errorf("%v: %s", w.contents(), out)
			}
		})
	}
}

func TestTouchOfADeletedMemo(t *testing.T) {
	w := newWorld(t)
	numberedMemos(w, 7)
	tk := w.show("ja-JP")
	w.says(tk, "家族ボイスメモを開いて", "一覧")
	ref, err := models.ParseMemoRef(refOf(t, w, "memo 4"))
	w.must(err)
	_, err = w.memos.Trash(t.Context(), w.device(), ref)
	w.must(err)
	a := w.touches(tk, "delete 4")
	if a.Speech != "そのメモはもう消してあります。" || !strings.Contains(brief(rowsOf(t, a.Response)), "-4 memo 4") {
		t.Errorf("%q, %s", a.Speech, brief(rowsOf(t, a.Response)))
	}
	w.now = w.now.Add(models.TrashDays*24*time.Hour + time.Hour)
	if a = w.touches(tk, "undo 4"); a.Speech != "そのメモはもうありません。" {
		t.Errorf("got speech %q", a.Speech)
	}
}

func TestTouchWithTheStoreAway(t *testing.T) {
	for name, tc := range map[string]struct {
		err      error
		want, in string
	}{
		"away":    {models.Unavailable(errors.New("secret endpoint")), plainJa, "unavailable"},
		"unknown": {errors.New("secret disk"), wrongJa, "internal"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, withMemos(func(s memo.Store) memo.Store { return stuck{s, tc.err} }))
			numberedMemos(w, 2)
			tk := w.show("ja-JP")
			w.says(tk, "家族ボイスメモを開いて", "一覧")
			a := w.touches(tk, "delete 1")
			if a.Speech != tc.want || len(w.contents()) != 2 || !strings.Contains(w.log.String(), tc.in) {
				t.Errorf("got speech %q, log %s", a.Speech, w.log.String())
			}
			var e skilltest.Envelope
			w.must(json.Unmarshal(a.Response, &e))
			if len(e.Attributes["reading"]) == 0 {
				t.Error("session attributes have no reading")
			}
		})
	}
}

// stuck is a memo store that can only be read.
type stuck struct {
	memo.Store
	err error
}

func (s stuck) Update(context.Context, models.MemoRef, memo.Change) (models.Memo, error) {
	return models.Memo{}, s.err
}

func TestTouchNeedsAnAccount(t *testing.T) {
	w := newWorld(t)
	a := w.says(w.show("ja-JP"), "家族ボイスメモを開いて")
	raw := touchRequest(t, a.Request)
	for _, path := range []string{"context.System.user", "session.user"} {
		raw = changed(t, raw, path, map[string]any{"userId": ""})
	}
	if _, err := w.skill.Handle(t.Context(), raw); !errors.Is(err, skill.ErrEnvelope) {
		t.Errorf("got %v", err)
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
			for i := range 25 {
				w.write(w.device(), content, time.Duration(i)*time.Minute)
			}
			tk := w.show("ja-JP")
			a := w.says(tk, "家族ボイスメモを開いて", "一覧")
			for _, r := range rowsOf(t, a.Response) {
				if html.UnescapeString(r.Content) != content {
					t.Errorf("shown: %.60s", r.Content)
				}
				for _, s := range []string{r.Content, r.By, r.Label} {
					if strings.Contains(s, "${") || strings.Contains(s, "#{") || strings.HasPrefix(s, "@") {
						t.Errorf("evaluated: %.60s", s)
					}
				}
			}
			if out := tk.Shown(); out == nil || !slices.ContainsFunc(out.Texts, func(s string) bool { return strings.Contains(s, content) }) {
				t.Errorf("document does not show %q", content)
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
