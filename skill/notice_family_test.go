package skill_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"voicememo/family"
	"voicememo/invite"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/skill"
)

// connected is an Echo with two memos that was added to a family and has not said so
// yet. It returns the words of that notice.
func (w *world) connected(locale string) string {
	w.t.Helper()
	w.write(w.device(), w.word("卵を買う", "buy eggs"), time.Hour)
	w.write(w.device(), w.word("牛乳を買う", "buy milk"), time.Minute)
	w.connects(locale)
	w.enters(w.word("花子", "Hanako"))
	return w.word("花子さんの家族に入りました。これまでのメモ2件も、いっしょに移しました。", "You've joined Hanako's family. Your 2 memos moved over too. ")
}

// TestNoticeIsToldOnce checks that the first reply has the notice, whatever is said.
func TestNoticeIsToldOnce(t *testing.T) {
	for name, line := range map[string][2]string{
		"launch":         {"家族ボイスメモを開いて", "open family voice memo"},
		"add":            {"牛乳を買う を追加", "add buy milk"},
		"read":           {"一覧", "read the memos"},
		"members":        {"家族は誰", "who is in my family"},
		"help":           {"ヘルプ", "help"},
		"stop":           {"ストップ", "stop"},
		"not understood": {"むにゃむにゃ", "mumble"},
		"a question":     {"家族に参加", "join a family"},
		"an error":       {"私の名前は" + strings.Repeat("長", 51), "add " + strings.Repeat("long ", 101)},
	} {
		t.Run(name, func(t *testing.T) {
			bilingual(t, func(t *testing.T, w *world, locale string) {
				notice := w.connected(locale)
				tk := w.talk(locale)
				if a := w.says(tk, w.word(line[0], line[1])); !strings.HasPrefix(a.Speech, notice) || a.Speech == notice {
					t.Errorf("got speech %q", a.Speech)
				}
				if a := w.says(tk, w.word("一覧", "read the memos")); strings.Contains(a.Speech, strings.TrimSpace(notice)) {
					t.Errorf("then %q", a.Speech)
				}
			})
		})
	}
}

// TestNoticeLeavesNoAccountBehind checks that a turn that needs no account creates
// none.
func TestNoticeLeavesNoAccountBehind(t *testing.T) {
	w := newWorld(t)
	w.says(w.talk("ja-JP"), "ヘルプ")
	if _, err := w.families.Person(t.Context(), echo); !models.IsReason(err, models.ReasonPerson) {
		t.Errorf("got an account, want none: %v", err)
	}
}

// TestNoticeWithTheLongestReading checks that the longest reply with a notice still
// obeys the rules.
func TestNoticeWithTheLongestReading(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		for i := range 6 {
			w.write(w.device(), strings.Repeat(w.word("長", "long "), 90), time.Duration(i)*400*day)
		}
		w.connects(locale)
		w.enters(strings.Repeat(w.word("寿", "Max "), 12))
		if a := w.says(w.talk(locale), w.word("一覧", "read the memos")); !strings.HasPrefix(a.Speech, w.word("寿寿", "You've joined Max Max")) {
			t.Errorf("got speech %q", a.Speech)
		}
	})
}

// TestNoticeOutOfDate checks that an outdated notice is not said.
func TestNoticeOutOfDate(t *testing.T) {
	for name, happens := range map[string]func(w *world){
		"left": func(w *world) {
			_, err := w.families.Leave(w.t.Context(), w.device())
			w.must(err)
		},
		"removed": func(w *world) { w.must(w.families.Remove(w.t.Context(), w.owner(), echo)) },
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.connected("ja-JP")
			happens(w)
			if a := w.says(w.talk("ja-JP"), "ヘルプ"); strings.Contains(a.Speech, "入りました") {
				t.Errorf("got speech %q", a.Speech)
			}
			if got := w.account(echo).Echo.Notice; got != "" {
				t.Errorf("got notice %q after the turn", got)
			}
		})
	}
}

// TestNoticeOfAnOwner checks that the next owner is mentioned only for an interim
// owner.
func TestNoticeOfAnOwner(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		twoEchos(w)
		w.must(w.families.Disable(t.Context(), echo))
		w.code(w.account(kitchen))
		w.joins(w.word("花子", "Hanako"))
		if a := w.says(w.other(locale), w.word("ヘルプ", "help")); strings.Contains(a.Speech, w.word("代表になりました", "owns the family")) {
			t.Errorf("got speech %q", a.Speech)
		}
		if got := w.account(kitchen).Echo.Notice; got != "" {
			t.Errorf("got notice %q after the turn", got)
		}
	})
}

// uncounted is a memo store that cannot count memos.
type uncounted struct{ memo.Store }

func (uncounted) Count(context.Context, models.UserID) (int, error) { return 0, errSecret }

// TestNoticeIsKeptUntilItIsTold checks that failures on the way to a notice neither
// spoil the answer nor lose the notice.
func TestNoticeIsKeptUntilItIsTold(t *testing.T) {
	for name, tc := range map[string]struct {
		breaks func(*world, *skill.Options)
		line   string
		told   bool
	}{
		"not stored as stated": {unrecorded(errSecret, func(p family.Patch) bool { return p.Notice != nil }), "一覧", true},
		"no count":             {withMemos(func(s memo.Store) memo.Store { return uncounted{s} }), "一覧", false},
		"no family":            {failsAt("Members", errSecret), "一覧", false},
		"no account":           {failsAt("Person", errSecret), "ヘルプ", false},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			notice := w.connected("ja-JP")
			w.with(tc.breaks)
			if a := w.says(w.talk("ja-JP"), tc.line); strings.HasPrefix(a.Speech, notice) != tc.told || a.Speech == plainJa {
				t.Errorf("got speech %q", a.Speech)
			}
			w.restore()
			if a := w.says(w.talk("ja-JP"), "一覧"); !strings.HasPrefix(a.Speech, notice) {
				t.Errorf("next turn: got speech %q", a.Speech)
			}
		})
	}
}

// TestNotesAreBrief checks that an answer waits only briefly for work it does not need.
func TestNotesAreBrief(t *testing.T) {
	for line, tc := range map[string]struct{ call, want string }{"一覧": {"Update", "1番、"}, "ヘルプ": {"Person", "「メモを読んで」"}} {
		t.Run(line, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t, ownTimes)
				lived(w)
				w.must(w.families.MarkListened(t.Context(), w.device(), models.Speaker{Device: talkDevice}, w.now.Add(-2*day)))
				w.with(failing(func(ctx context.Context, call string, _ family.Patch) error {
					if call != tc.call {
						return nil
					}
					<-ctx.Done()
					return ctx.Err()
				}))
				began := time.Now()
				if a := w.says(w.talk("ja-JP"), line); !strings.Contains(a.Speech, tc.want) {
					t.Errorf("got %q, want it to contain %q", a.Speech, tc.want)
				}
				if took := time.Since(began); took != 300*time.Millisecond {
					t.Errorf("got an answer after %v, want one after 300ms", took)
				}
			})
		})
	}
}

// TestNoticeIsNotForTouches checks that the reply to a touch, which may not be heard,
// has no notice.
func TestNoticeIsNotForTouches(t *testing.T) {
	w := newWorld(t)
	notice := w.connected("ja-JP")
	_, err := w.invites.RedeemCode(t.Context(), w.kitchen(), w.code(w.owner()), invite.Alexa)
	w.must(err)
	tk := w.show("ja-JP")
	tk.UserID = kitchen
	a := w.says(tk, "一覧")
	target, err := a.Screen.Find("delete 1")
	w.must(err)
	tk.UserID = echo
	a, err = tk.Touch(t.Context(), target)
	w.must(err)
	if got := a.Speech; strings.HasPrefix(got, notice) || !strings.Contains(got, "消しました") {
		t.Errorf("got speech %q, want the deletion without a notice", got)
	}
	if got := w.account(echo).Echo.Notice; got != models.NoticeJoined {
		t.Errorf("notice %q", got)
	}
}
