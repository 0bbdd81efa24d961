package skill_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"voicememo/models"
	"voicememo/skill/skilltest"
	"voicememo/skill/talk"
)

// lines are what the tests of screens say, in both languages.
var lines = map[string]map[string]string{
	"ja-JP": {
		"open": "家族ボイスメモを開いて", "read": "一覧", "next": "次", "no": "いいえ", "help": "ヘルプ", "new": "新しいメモを読んで",
		"add": "バターを追加", "find": "石鹸を探して", "found": "memo 3を探して", "delete": "2番を削除", "done": "2番、済み",
		"one": "1番を読んで", "bought": "バター買った", "stop": "ストップ",
		"undo": "元に戻して", "all": "全部消して", "yes": "はい",
		"other": "石鹸を消して", "code": "招待コードを作って", "connect": "アカウントにつなぐ",
		"butter": "バター", "title": "家族ボイスメモ",
	},
	"en-US": {
		"open": "open family voice memo", "read": "read the memos", "next": "next", "no": "no", "help": "help", "new": "what's new",
		"add": "add butter", "find": "find soap", "found": "find memo 3", "delete": "delete number two", "done": "number two is done",
		"one": "read number one", "bought": "I bought butter", "stop": "stop",
		"undo": "undo", "all": "delete all memos", "yes": "yes",
		"other": "delete soap", "code": "make an invite code", "connect": "connect to a family",
		"butter": "butter", "title": "Family Voice Memo",
	},
}

// inBoth runs a test in both languages.
func inBoth(t *testing.T, test func(t *testing.T, w *world, tk *talk.Talk, say map[string]string)) {
	t.Helper()
	for locale, say := range lines {
		t.Run(locale, func(t *testing.T) {
			w := newWorld(t)
			w.english = locale == "en-US"
			test(t, w, w.show(locale), say)
		})
	}
}

// withoutMic checks that a reply leaves the session open without a microphone, and that it
// remembers the list.
func withoutMic(t testing.TB, a talk.Answer) {
	t.Helper()
	var e skilltest.Envelope
	if err := json.Unmarshal(a.Response, &e); err != nil {
		t.Fatal(err)
	}
	if e.Response.End != nil || len(e.Attributes["reading"]) == 0 {
		t.Errorf("got shouldEndSession %v and attributes %v, want none and a reading", e.Response.End, e.Attributes)
	}
}

// wordsOf returns the title of a screen with examples, and the examples.
func wordsOf(t testing.TB, a talk.Answer) (title string, examples []string) {
	t.Helper()
	d, ok := screenOf(t, a.Response)
	p := d.Datasources["words"].Properties
	if !ok || d.Token != "words" || p.Text == "" || p.Hint == "" {
		t.Fatalf("reply has no words on the screen: %.300s", a.Response)
	}
	for _, e := range p.Examples {
		examples = append(examples, e.Words)
	}
	return p.Title, examples
}

// TestLaunchShowsTheList: all that are counted, with the words of each language.
func TestLaunchShowsTheList(t *testing.T) {
	t.Parallel()
	buttons := map[string]drawnRow{
		"ja-JP": {DoneLabel: "1番を完了にする", DeleteLabel: "1番を削除"},
		"en-US": {DoneLabel: "Mark number 1 as done", DeleteLabel: "Delete number 1"},
	}
	inBoth(t, func(t *testing.T, w *world, tk *talk.Talk, say map[string]string) {
		numberedMemos(w, 23)
		a := w.says(tk, say["open"])
		if got, want := drawnBy(t, a), list(make([]string, 21)...); got != want || !a.Open {
			t.Errorf("got %s, open %v", got, a.Open)
		}
		d, _ := screenOf(t, a.Response)
		r, want := rowsOf(t, a.Response)[0], buttons[tk.Locale]
		if d.Datasources["memos"].Properties.Title != say["title"] || r.DoneLabel != want.DoneLabel || r.DeleteLabel != want.DeleteLabel || r.UndoLabel != "" || r.By == "" {
			t.Errorf("words: %+v", r)
		}
		w.says(tk, say["delete"])
		if slices.Contains(w.contents(), "memo 2") {
			t.Error("a number on the screen does not work")
		}
	})
}

// TestReadingScrolls: the screen has more memos than are read, and scrolls to the page.
func TestReadingScrolls(t *testing.T) {
	t.Parallel()
	inBoth(t, func(t *testing.T, w *world, tk *talk.Talk, say map[string]string) {
		numberedMemos(w, 23)
		w.says(tk, say["open"], say["no"])
		a := w.says(tk, say["read"])
		if got := drawnBy(t, a); got != list(make([]string, 21)...) || strings.Contains(a.Speech, "memo 6") {
			t.Errorf("got %s and %q", got, a.Speech)
		}
		for _, first := range []int{5, 10, 15} {
			d, _ := screenOf(t, w.says(tk, say["next"]).Response)
			if got := d.Datasources["memos"].Properties.First; got != first {
				t.Errorf("got row %d, want %d", got, first)
			}
		}
		if got := drawnBy(t, w.says(tk, say["next"])); got != list(make([]string, 23)...) {
			t.Errorf("after the last numbered memo: got %s", got)
		}
	})
}

// TestAddedMemoIsOnTop: without a reading it is number one, and a one-shot's list can be
// used; with one, its numbers stay.
func TestAddedMemoIsOnTop(t *testing.T) {
	t.Parallel()
	inBoth(t, func(t *testing.T, w *world, tk *talk.Talk, say map[string]string) {
		numberedMemos(w, 2)
		a := w.says(tk, say["add"])
		if got, want := drawnBy(t, a), "1 "+say["butter"]+", 2 memo 1, 3 memo 2"; got != want {
			t.Errorf("one-shot: got %s, want %s", got, want)
		}
		withoutMic(t, a)
		w.touches(tk, "delete 1")
		w.now = w.now.Add(time.Minute)
		w.says(tk, say["open"], say["no"])
		w.says(tk, say["read"])
		a = w.says(tk, say["add"])
		if got, want := drawnBy(t, a), w.word("新 ", "New ")+say["butter"]+", 1 memo 1, 2 memo 2"; got != want {
			t.Errorf("in a session: got %s, want %s", got, want)
		}
		if d, _ := screenOf(t, a.Response); d.Datasources["memos"].Properties.First != 0 {
			t.Error("the screen scrolls past the new memo")
		}
		w.touches(tk, "done "+w.word("新", "New"))
		if got := drawnBy(t, w.says(tk, say["delete"])); !strings.HasSuffix(got, "1 memo 1, -2 memo 2") || !strings.HasPrefix(got, "+") {
			t.Errorf("a number moved: got %s", got)
		}
	})
}

func TestFirstMemoOfTheSessionIsDrawn(t *testing.T) {
	t.Parallel()
	inBoth(t, func(t *testing.T, w *world, tk *talk.Talk, say map[string]string) {
		if title, examples := wordsOf(t, w.says(tk, say["open"])); title != say["title"] || len(examples) < 3 {
			t.Errorf("empty list: got %s, %q", title, examples)
		}
		if got := drawnBy(t, w.says(tk, say["add"])); got != "1 "+say["butter"] {
			t.Errorf("got %s", got)
		}
	})
}

// TestScreenOfNothing: an empty list, a search without a hit and no news say so, with
// examples. Nothing can be touched, so a one-shot ends.
func TestScreenOfNothing(t *testing.T) {
	t.Parallel()
	inBoth(t, func(t *testing.T, w *world, tk *talk.Talk, say map[string]string) {
		for _, line := range []string{"read", "find", "other", "new", "all", "delete", "done"} {
			a := w.says(tk, say[line])
			title, examples := wordsOf(t, a)
			if title == "" || len(examples) == 0 || a.State != nil || len(a.Screen.Targets) > 0 {
				t.Errorf("%s: got %s, %q, session %s", line, title, examples, a.State)
			}
		}
		numberedMemos(w, 3)
		w.says(tk, say["read"])
		a := w.says(tk, say["find"])
		if title, _ := wordsOf(t, a); !strings.Contains(title, w.word("石鹸", "soap")) {
			t.Errorf("got title %s", title)
		}
		if got := drawnBy(t, w.says(tk, say["delete"])); got != list("", "-", "") {
			t.Errorf("after a search without a hit: got %s", got)
		}
		if got := drawnBy(t, w.says(tk, say["found"])); got != "1 memo 3" {
			t.Errorf("search: got %s", got)
		}
	})
}

// TestExamplesOfAOneShot: its session is over, so the screen says how to open the skill, and
// after that its examples work.
func TestExamplesOfAOneShot(t *testing.T) {
	t.Parallel()
	inBoth(t, func(t *testing.T, w *world, tk *talk.Talk, say map[string]string) {
		a := w.says(tk, say["find"])
		d, _ := screenOf(t, a.Response)
		_, examples := wordsOf(t, a)
		if hint := d.Datasources["words"].Properties.Hint; a.Open || !strings.Contains(hint, say["open"]) {
			t.Errorf("one-shot: got %s, listening %v", hint, a.Open)
		}
		for _, example := range examples {
			opened := w.says(tk, say["open"])
			d, _ := screenOf(t, opened.Response)
			if hint := d.Datasources["words"].Properties.Hint; strings.Contains(hint, say["open"]) {
				t.Errorf("in a session: got %s", hint)
			}
			if a := w.says(tk, strings.Trim(example, `「」"`)); a.Screen == nil || a.Speech == opened.Speech {
				t.Errorf("%s: got %q", example, a.Speech)
			}
			w.says(tk, say["undo"], say["stop"])
		}
	})
}

// TestOneShotsLeaveTheirListOpen: every one-shot that shows a list.
func TestOneShotsLeaveTheirListOpen(t *testing.T) {
	t.Parallel()
	inBoth(t, func(t *testing.T, w *world, tk *talk.Talk, say map[string]string) {
		numberedMemos(w, 4)
		for _, line := range []string{"read", "found", "one", "add", "bought", "undo"} {
			tk := w.show(tk.Locale)
			a := w.says(tk, say[line])
			if drawnBy(t, a) == "" || a.Open {
				t.Errorf("%s: got %q, listening %v", line, a.Speech, a.Open)
			}
			withoutMic(t, a)
		}
	})
}

// TestMemosOfOthersOnAScreen: their buttons work, and no part of the screen has an account.
func TestMemosOfOthersOnAScreen(t *testing.T) {
	t.Parallel()
	inBoth(t, func(t *testing.T, w *world, tk *talk.Talk, say map[string]string) {
		taro := w.household("Taro")
		w.write(taro, "memo 1", time.Hour)
		for _, step := range []struct{ touch, want string }{{"", list("")}, {"done 1", list("+")}, {"undo 1", list("")}, {"delete 1", list("-")}, {"undo 1", list("")}} {
			var a talk.Answer
			if step.touch == "" {
				a = w.says(tk, say["read"])
			} else {
				a = w.touches(tk, step.touch)
			}
			if got := drawnBy(t, a); got != step.want {
				t.Errorf("%s: got %s, want %s", step.touch, got, step.want)
			}
			d, _ := screenOf(t, a.Response)
			ref, _ := base64.RawURLEncoding.DecodeString(rowsOf(t, a.Response)[0].Ref)
			for _, id := range []models.UserID{taro.ID, w.device().ID} {
				if shown := fmt.Sprint(d, string(ref)); strings.Contains(shown, string(id)) {
					t.Errorf("%s is on the screen", id)
				}
			}
		}
	})
}

// TestHelpIsDrawn: the help for the menu shows what can be said; that for a question
// about the list leaves it.
func TestHelpIsDrawn(t *testing.T) {
	t.Parallel()
	inBoth(t, func(t *testing.T, w *world, tk *talk.Talk, say map[string]string) {
		numberedMemos(w, 7)
		w.says(tk, say["open"], say["no"])
		if title, examples := wordsOf(t, w.says(tk, say["help"])); title == "" || len(examples) < 6 {
			t.Errorf("got %s, %q", title, examples)
		}
		w.says(tk, say["read"])
		if a := w.says(tk, say["help"]); a.Screen != nil {
			t.Errorf("the help for reading on replaces the list: %q", a.Screen.Texts)
		}
	})
}

// TestExamplesOnScreensAreUnderstood: every example is a phrase of an intent.
func TestExamplesOnScreensAreUnderstood(t *testing.T) {
	t.Parallel()
	inBoth(t, func(t *testing.T, w *world, tk *talk.Talk, say map[string]string) {
		m := matcherOf(t, tk.Locale)
		_, none := wordsOf(t, w.says(tk, say["open"]))
		_, missed := wordsOf(t, w.says(tk, say["find"]))
		_, help := wordsOf(t, w.says(tk, say["help"]))
		for _, example := range slices.Concat(none, missed, help) {
			words := strings.Trim(example, `「」"`)
			understood(t, m, words, talk.Elicited{})
		}
	})
}

// TestDeleteAllShowsWhatIsCounted: before the yes and after it, when each can be brought
// back.
func TestDeleteAllShowsWhatIsCounted(t *testing.T) {
	t.Parallel()
	inBoth(t, func(t *testing.T, w *world, tk *talk.Talk, say map[string]string) {
		numberedMemos(w, 30)
		if got := drawnBy(t, w.says(tk, say["all"])); got != list(make([]string, 30)...) {
			t.Errorf("asked: got %s", got)
		}
		if got := drawnBy(t, w.says(tk, say["yes"])); got != list(slices.Repeat([]string{"-"}, 30)...) {
			t.Errorf("deleted: got %s", got)
		}
		w.touches(tk, "undo 30")
		if got := fmt.Sprint(w.contents()); got != "[memo 30]" {
			t.Errorf("got %s in the list", got)
		}
	})
}

// TestScreenAfterLeaving: no memo of a family that the account left is drawn.
func TestScreenAfterLeaving(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.write(w.household("太郎"), "家族の秘密", time.Hour)
	tk := w.show("ja-JP")
	if got := drawnBy(t, w.says(tk, "家族ボイスメモを開いて", "一覧")); got != "1 家族の秘密" {
		t.Fatalf("got %s", got)
	}
	stale, err := tk.Shown().Find("delete 1")
	w.must(err)
	w.says(tk, "家族から抜ける", "はい")
	a, err := tk.Touch(t.Context(), stale)
	w.must(err)
	if a.Speech != "そのメモはもうありません。" || strings.Contains(string(a.Response), "秘密") {
		t.Errorf("got %q: %s", a.Speech, a.Response)
	}
}
