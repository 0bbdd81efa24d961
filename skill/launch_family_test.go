package skill_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"voicememo/family"
	"voicememo/memo"
	"voicememo/models"
)

// TestFailedLaunchIsNoGreeting checks that a launch that fails does not count as one that
// said how to leave a memo.
func TestFailedLaunchIsNoGreeting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, listing(func(context.Context, memo.Store, memo.Listing) (memo.Page, error) {
			time.Sleep(50 * time.Millisecond)
			return memo.Page{}, errSecret
		}))
		for range models.Greetings {
			w.launch(w.talk("ja-JP"))
		}
		if n := w.device().Skill.Greeted; n != 0 {
			t.Errorf("got Greeted %d after launches that failed, want 0", n)
		}
	})
}

// TestLaunchTellsWhatIsNew checks that a launch counts the memos of others that are new
// since the account last heard the list, or all of theirs if it never did, and asks
// whether to read them. Without any, it asks what to do.
func TestLaunchTellsWhatIsNew(t *testing.T) {
	for name, tc := range map[string]struct {
		before, own, after int // memos: heard ones, then new ones of the Echo and of others
		listened           bool
		ja, en             string // "": no news
	}{
		"nothing yet":                  {0, 0, 0, false, "", ""},
		"one, never heard":             {0, 0, 1, false, "メモが1件あります。", "There is one memo."},
		"some, never heard":            {1, 0, 2, false, "メモが3件あります。", "There are 3 memos."},
		"some and own, never heard":    {1, 1, 2, false, "新しいメモが3件あります。", "There are 3 new memos."},
		"only own, never heard":        {0, 3, 0, false, "", ""},
		"many, never heard":            {0, 0, 21, false, "メモが20件以上あります。", "There are more than 20 memos."},
		"nothing new":                  {3, 0, 0, true, "", ""},
		"only the speaker's own":       {3, 2, 0, true, "", ""},
		"one new":                      {3, 1, 1, true, "新しいメモが1件あります。", "There is one new memo."},
		"some new":                     {3, 0, 5, true, "新しいメモが5件あります。", "There are 5 new memos."},
		"twenty new":                   {30, 0, 20, true, "新しいメモが20件あります。", "There are 20 new memos."},
		"many new":                     {0, 0, 40, true, "新しいメモが20件以上あります。", "There are more than 20 new memos."},
		"new behind the speaker's own": {5, 19, 8, true, "新しいメモが2件以上あります。", "There are at least 2 new memos."},
		"one behind the speaker's own": {5, 20, 8, true, "新しいメモが1件以上あります。", "There are at least 1 new memos."},
	} {
		t.Run(name, func(t *testing.T) {
			bilingual(t, func(t *testing.T, w *world, locale string) {
				w.introduced()
				taro := w.household(w.word("太郎", "Taro"))
				for i := range tc.before {
					w.write(taro, fmt.Sprintf("before %d", i), time.Hour)
				}
				if tc.listened {
					w.must(w.families.MarkListened(t.Context(), w.device(), models.Speaker{Device: talkDevice}, w.now))
				}
				w.pass(time.Minute)
				for i := range tc.after {
					w.write(taro, fmt.Sprintf("after %d", i), time.Second)
				}
				for i := range tc.own {
					w.write(w.device(), fmt.Sprintf("own %d", i), 0)
				}
				want := w.word("家族ボイスメモです。", "Hi, this is Family Voice Memo. ") + w.menu()
				if tc.ja != "" {
					want = w.word("家族ボイスメモです。"+tc.ja+"読みましょうか？", "Hi, this is Family Voice Memo. "+tc.en+" Would you like to listen?")
				}
				if a := w.launch(w.talk(locale)); a.Speech != want {
					t.Errorf("got %q, want %q", a.Speech, want)
				}
			})
		})
	}
}

// TestIntroductionThatCannotBeRecorded checks that it is said once more.
func TestIntroductionThatCannotBeRecorded(t *testing.T) {
	w := newWorld(t, unrecorded(errSecret, func(p family.Patch) bool { return p.Greeted != nil }))
	for range models.Greetings + 1 {
		if a := w.launch(w.talk("ja-JP")); !strings.HasSuffix(a.Speech, "そのまま言ってください。何をメモしますか？") || !a.Open {
			t.Errorf("got speech %q, open %v", a.Speech, a.Open)
		}
	}
}

func TestLaunchReadsOneShortPage(t *testing.T) {
	lists, limit := 0, 0
	w := newWorld(t, listing(func(ctx context.Context, s memo.Store, l memo.Listing) (memo.Page, error) {
		lists, limit = lists+1, max(limit, l.Limit)
		return s.List(ctx, l)
	}))
	taro := w.household("太郎")
	for i := range 90 {
		w.write(taro, fmt.Sprint(i), time.Hour)
	}
	w.launch(w.talk("ja-JP"))
	if lists != 1 || limit > 21 {
		t.Errorf("%d lists of up to %d memos", lists, limit)
	}
}

func TestLaunchWithAnEmptyPageThatGoesOn(t *testing.T) {
	w := newWorld(t, listing(func(context.Context, memo.Store, memo.Listing) (memo.Page, error) {
		return memo.Page{Next: &models.Position{Timestamp: began, ID: "1"}}, nil
	}))
	w.introduced()
	if a := w.launch(w.talk("ja-JP")); a.Speech != "家族ボイスメモです。何をメモしますか？" {
		t.Errorf("got speech %q", a.Speech)
	}
}

func TestLaunchWhenTheVoiceCannotBeNoted(t *testing.T) {
	for name, tc := range map[string]struct {
		err  error
		want string
		open bool
	}{
		"too many voices": {models.Conflict(models.ReasonTooManyVoices), "家族ボイスメモです。何をメモしますか？", true},
		"away":            {models.Unavailable(errors.New("secret endpoint")), plainJa, false},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, unrecorded(tc.err, func(p family.Patch) bool { return p.Voices != nil }))
			w.introduced()
			if a := w.launch(w.spokenBy(w.talk("ja-JP"), taroVoice)); a.Speech != tc.want || a.Open != tc.open {
				t.Errorf("got speech %q, open %v", a.Speech, a.Open)
			}
		})
	}
}
