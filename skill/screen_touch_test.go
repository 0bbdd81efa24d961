package skill_test

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"voicememo/memo"
	"voicememo/models"
	"voicememo/skill"
	"voicememo/skill/talk"
)

// TestTouchesOfAOneShot: the buttons of a list work after its reply, while the screen is
// shown, and in a session of their own after that.
func TestTouchesOfAOneShot(t *testing.T) {
	t.Parallel()
	inBoth(t, func(t *testing.T, w *world, tk *talk.Talk, say map[string]string) {
		numberedMemos(w, 3)
		a := w.says(tk, say["read"])
		if got := drawnBy(t, a); got != list("", "", "") || a.Open {
			t.Errorf("got %s, listening %v", got, a.Open)
		}
		withoutMic(t, a)
		for _, step := range []struct{ touch, want, ja, en string }{
			{"done 2", list("", "+", ""), "「memo 2」を完了にしました。", "Done: memo 2."},
			{"delete 3", list("", "+", "-"), "「memo 3」を消しました。", "Deleted: memo 3."},
			{"undo 2", list("", "", "-"), "「memo 2」を元に戻しました。", ""},
			{"undo 3", list("", "", ""), "「memo 3」を元に戻しました。", ""},
		} {
			a := w.touches(tk, step.touch)
			if got := drawnBy(t, a); got != step.want || a.Open || !strings.HasPrefix(a.Speech, w.word(step.ja, step.en)) || a.Speech == "" {
				t.Errorf("%s: got %s, %q", step.touch, got, a.Speech)
			}
		}
		w.now = w.now.Add(time.Minute)
		raw := w.touches(tk, "done 3")
		if got := drawnBy(t, raw); got != list("", "", "+") || !bytes.Contains(raw.Request, []byte(`"new":true`)) {
			t.Errorf("after the session: got %s", got)
		}
		if got := w.contents(); len(got) != 3 {
			t.Errorf("got %v in the list", got)
		}
	})
}

// TestVoiceTakesBackTouches: in the session, the last touch first.
func TestVoiceTakesBackTouches(t *testing.T) {
	t.Parallel()
	inBoth(t, func(t *testing.T, w *world, tk *talk.Talk, say map[string]string) {
		numberedMemos(w, 7)
		w.says(tk, say["read"])
		w.touches(tk, "done 2")
		w.touches(tk, "delete 3")
		if got := drawnBy(t, w.says(tk, say["undo"])); got != list("", "+", "", "", "", "", "") {
			t.Errorf("first undo: got %s", got)
		}
		if got := drawnBy(t, w.says(tk, say["undo"])); got != list("", "", "", "", "", "", "") {
			t.Errorf("second undo: got %s", got)
		}
	})
}

// TestTouchTakesBackWords: what was said is undone by touch, and then nothing is left for
// a spoken undo.
func TestTouchTakesBackWords(t *testing.T) {
	t.Parallel()
	inBoth(t, func(t *testing.T, w *world, tk *talk.Talk, say map[string]string) {
		numberedMemos(w, 2)
		w.says(tk, say["read"])
		if got := drawnBy(t, w.says(tk, say["done"])); got != list("", "+") {
			t.Errorf("done: got %s", got)
		}
		if got := drawnBy(t, w.touches(tk, "undo 2")); got != list("", "") {
			t.Errorf("undone: got %s", got)
		}
		w.says(tk, say["delete"])
		if got := drawnBy(t, w.touches(tk, "undo 2")); got != list("", "") {
			t.Errorf("restored: got %s", got)
		}
		a := w.says(tk, say["undo"])
		if len(w.contents()) != 2 || strings.Contains(a.Speech, "memo") && !strings.Contains(a.Speech, "?") {
			t.Errorf("got %q and %v", a.Speech, w.contents())
		}
	})
}

// TestVoiceTakesBackATouchLater: in another session of the voice that spoke before the
// touch.
func TestVoiceTakesBackATouchLater(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	numberedMemos(w, 3)
	tk := w.show("ja-JP")
	tk.PersonID = talk.VoiceID("花子")
	w.says(tk, "一覧", "家族ボイスメモを開いて", "いいえ", "ストップ", "一覧")
	voice := tk.PersonID
	tk.PersonID = "" // Alexa recognises no voice in a touch
	w.touches(tk, "done 2")
	w.touches(tk, "delete 3")
	w.now = w.now.Add(time.Minute)
	tk.PersonID = talk.VoiceID("太郎")
	w.says(tk, "元に戻して")
	if got := w.contents(); !slices.Equal(got, []string{"memo 1", "memo 2"}) {
		t.Errorf("another voice: got %v", got)
	}
	w.now = w.now.Add(time.Minute)
	tk.PersonID = voice
	w.says(tk, "元に戻して")
	if got := w.contents(); !slices.Equal(got, []string{"memo 1", "memo 2", "memo 3"}) {
		t.Errorf("the same voice: got %v", got)
	}
}

// TestTouchKeepsTheOfferToRead: other questions lapse.
func TestTouchKeepsTheOfferToRead(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	numberedMemos(w, 7)
	tk := w.show("en-US")
	w.says(tk, "open family voice memo", "read the memos")
	w.touches(tk, "delete 3")
	a := w.says(tk, "yes")
	if d, _ := screenOf(t, a.Response); d.Datasources["memos"].Properties.First != 5 || !strings.Contains(a.Speech, "memo 7") {
		t.Errorf("the offer to read on lapsed: %q", a.Speech)
	}
	w.says(tk, "delete everything")
	w.touches(tk, "done 1")
	w.says(tk, "yes")
	if got := w.contents(); len(got) != 6 {
		t.Errorf("a question survived a touch: got %v", got)
	}
}

// replayed sends the last request of an answer again, as it was.
func (w *world) replayed(a talk.Answer) []byte {
	w.t.Helper()
	out, err := w.send(w.t.Context(), a.Request)
	w.must(err)
	return out
}

// TestReplayedTouch: a second delivery does nothing more, and what it did can be undone.
func TestReplayedTouch(t *testing.T) {
	t.Parallel()
	for _, action := range []string{"done", "delete"} {
		t.Run(action, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			numberedMemos(w, 3)
			tk := w.show("ja-JP")
			w.says(tk, "一覧")
			first := w.touches(tk, action+" 2")
			before := versionOf(t, w, "memo 2")
			again := w.replayed(first)
			if got := speechOf(t, again); got != first.Speech || versionOf(t, w, "memo 2") != before {
				t.Errorf("got %q, version %d, want %q, %d", got, versionOf(t, w, "memo 2"), first.Speech, before)
			}
			undone := w.touches(tk, "undo 2")
			before = versionOf(t, w, "memo 2")
			w.replayed(undone)
			if got := versionOf(t, w, "memo 2"); got != before || len(w.contents()) != 3 {
				t.Errorf("undo: got version %d, want %d", got, before)
			}
		})
	}
}

// memoOf returns a memo of the Echo's account, from the list or the trash.
func memoOf(t testing.TB, w *world, content string) models.Memo {
	t.Helper()
	for _, deleted := range []bool{false, true} {
		list, err := w.memos.List(t.Context(), w.device(), memo.Query{Deleted: deleted})
		w.must(err)
		for _, m := range list.Memos {
			if m.Content == content {
				return m
			}
		}
	}
	t.Fatalf("no memo with content %q", content)
	return models.Memo{}
}

func versionOf(t testing.TB, w *world, content string) int64 {
	t.Helper()
	return memoOf(t, w, content).Version
}

// shownRef returns the reference to a memo on a screen of a family: the first eight bytes
// of HMAC-SHA256 of the author under the family, and the id.
func shownRef(family models.FamilyID, author models.UserID, id models.MemoID) string {
	h := hmac.New(sha256.New, []byte(family))
	h.Write([]byte(author))
	return base64.RawURLEncoding.EncodeToString(append(h.Sum(nil)[:8], id...))
}

// touchRequest turns a spoken request into a touch.
func touchRequest(t testing.TB, raw []byte, arguments ...any) []byte {
	t.Helper()
	raw = changed(t, raw, "request.type", "Alexa.Presentation.APL.UserEvent")
	raw = changed(t, raw, "request.intent", nil)
	return changed(t, raw, "request.arguments", arguments)
}

func TestTouchesThatDoNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	numberedMemos(w, 2)
	hanako := w.person("Hanako")
	secret := w.write(hanako, "a secret", time.Minute)
	a := w.says(w.show("ja-JP"), "家族ボイスメモを開いて")
	u := w.device()
	own := memoOf(t, w, "memo 1")
	unknown := shownRef(u.FamilyID, u.ID, "0000000000000000000000000")
	const gone = "そのメモはもうありません。"
	for name, tc := range map[string]struct {
		arguments []any
		want      string
	}{
		"no arguments":            {nil, ""},
		"another action":          {[]any{"purge", unknown}, ""},
		"no reference":            {[]any{"delete", "?"}, ""},
		"too short a reference":   {[]any{"delete", "MTIzNDU2Nzg"}, ""},
		"a number":                {[]any{"delete", 2}, ""},
		"an object":               {[]any{map[string]any{}, unknown}, ""},
		"one too many":            {[]any{"delete", unknown, unknown}, ""},
		"unknown":                 {[]any{"delete", unknown}, gone},
		"unknown, done":           {[]any{"done", unknown}, gone},
		"unknown, undone":         {[]any{"undo", unknown}, gone},
		"of another family":       {[]any{"delete", shownRef(hanako.FamilyID, hanako.ID, secret.ID)}, gone},
		"of another family, done": {[]any{"done", shownRef(hanako.FamilyID, hanako.ID, secret.ID)}, gone},
		"of another's author":     {[]any{"delete", shownRef(u.FamilyID, hanako.ID, secret.ID)}, gone},
		"of an author's account":  {[]any{"delete", own.Ref().String()}, ""},
		"keyed with another's":    {[]any{"delete", shownRef(hanako.FamilyID, own.UserID, own.ID)}, gone},
		"another's id as its own": {[]any{"delete", shownRef(u.FamilyID, u.ID, secret.ID)}, gone},
		"undone, but in the list": {[]any{"undo", shownRef(u.FamilyID, own.UserID, own.ID)}, "「memo 1」は、もう元に戻っています。"},
	} {
		t.Run(name, func(t *testing.T) {
			out, err := w.send(t.Context(), touchRequest(t, a.Request, tc.arguments...))
			w.must(err)
			if tc.want == "" {
				if !bytes.Contains(out, []byte(`"response":{}`)) {
					t.Errorf("got reply %s, want silence", out)
				}
			} else if got := speechOf(t, out); got != tc.want || brief(rowsOf(t, out)) != list("", "") {
				t.Errorf("got reply %.300s", out)
			}
			if bytes.Contains(out, []byte("secret")) || len(w.contents()) != 2 {
				t.Errorf("%v: %s", w.contents(), out)
			}
		})
	}
	if kept, err := w.memos.List(t.Context(), hanako, memo.Query{}); err != nil || len(kept.Memos) != 1 || kept.Memos[0].Version != 1 {
		t.Errorf("the other family's memo: got %+v, %v", kept.Memos, err)
	}
}

// TestTouchOfAMemoThatChanged: the sentence says how the memo is now.
func TestTouchOfAMemoThatChanged(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	numberedMemos(w, 7)
	tk := w.show("ja-JP")
	w.says(tk, "家族ボイスメモを開いて", "一覧")
	_, err := w.memos.Trash(t.Context(), w.device(), memoOf(t, w, "memo 4").Ref())
	w.must(err)
	_, _, err = w.memos.DoneEach(t.Context(), w.device(), []models.MemoRef{memoOf(t, w, "memo 5").Ref()}, true)
	w.must(err)
	stale := tk.Shown()
	for _, step := range []struct{ touch, want, rows string }{
		{"delete 4", "そのメモはもう消してあります。", list("", "", "", "-", "+", "", "")},
		{"done 4", "そのメモはもう消してあります。", list("", "", "", "-", "+", "", "")},
		{"done 5", "そのメモはもう完了しています。", list("", "", "", "-", "+", "", "")},
		{"delete 5", "「memo 5」を消しました。", list("", "", "", "-", "-", "", "")},
	} {
		target, err := stale.Find(step.touch)
		w.must(err)
		a, err := tk.Touch(t.Context(), target)
		w.must(err)
		if got := drawnBy(t, a); a.Speech != step.want || got != step.rows {
			t.Errorf("%s: got %q, %s", step.touch, a.Speech, got)
		}
	}
	w.now = w.now.Add(models.TrashDays*24*time.Hour + time.Hour)
	if a := w.touches(tk, "undo 4"); a.Speech != "そのメモはもうありません。" || strings.Contains(drawnBy(t, a), "memo 4") {
		t.Errorf("after its time: got %q, %s", a.Speech, drawnBy(t, a))
	}
}

// TestTouchOfAnExpiredMemo: a memo that has been done for three days is in the trash, and
// undo brings it back as open.
func TestTouchOfAnExpiredMemo(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	numberedMemos(w, 2)
	tk := w.show("ja-JP")
	w.says(tk, "一覧")
	w.touches(tk, "done 1")
	w.now = w.now.AddDate(0, 0, models.DoneDays).Add(time.Hour)
	a := w.touches(tk, "undo 1")
	if m := memoOf(t, w, "memo 1"); m.Done() || m.Deleted || a.Speech != "「memo 1」を元に戻しました。" {
		t.Errorf("got %q and %+v", a.Speech, m)
	}
}

func TestTouchWithTheStoreAway(t *testing.T) {
	t.Parallel()
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
			for _, button := range []string{"delete 1", "done 2"} {
				a := w.touches(tk, button)
				if a.Speech != tc.want || len(w.contents()) != 2 || !strings.Contains(w.log.String(), tc.in) {
					t.Errorf("%s: got speech %q, log %s", button, a.Speech, w.log.String())
				}
				withoutMic(t, a)
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

// unlisted is a memo store that can be listed only so often.
type unlisted struct {
	memo.Store
	left *int
}

func (s unlisted) List(ctx context.Context, l memo.Listing) (memo.Page, error) {
	if *s.left--; *s.left < 0 {
		return memo.Page{}, models.Unavailable(errors.New("away"))
	}
	return s.Store.List(ctx, l)
}

// TestAddWithoutAList: the screen is not needed, so the memo is added and said.
func TestAddWithoutAList(t *testing.T) {
	t.Parallel()
	left := 1 // to look for a repeat
	w := newWorld(t, withMemos(func(s memo.Store) memo.Store { return unlisted{s, &left} }))
	numberedMemos(w, 1)
	a := w.says(w.show("ja-JP"), "牛乳を追加")
	if left = 1; a.Screen != nil || a.Speech != "牛乳、ですね。メモしました。" || !slices.Contains(w.contents(), "牛乳") {
		t.Errorf("got %q, %v", a.Speech, w.contents())
	}
}

func TestTouchNeedsAnAccount(t *testing.T) {
	t.Parallel()
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
