package skill_test

import (
	"context"
	"strings"
	"testing"

	"voicememo/invite"
	"voicememo/models"
	"voicememo/skill"
)

// TestLaunchWhileWaiting checks that an Echo with a request hears at each launch, once,
// who has to answer and its check number, until there is an answer.
func TestLaunchWhileWaiting(t *testing.T) {
	for name, happens := range map[string]func(w *world, owner models.User){
		"withdrawn": func(w *world, _ models.User) { w.must(w.families.Withdraw(w.t.Context(), w.device())) },
		"refused":   func(w *world, owner models.User) { w.must(w.families.Refuse(w.t.Context(), owner, w.device().ID)) },
		"lapsed":    func(w *world, _ models.User) { w.pass(models.RequestLifetime) },
		"admitted": func(w *world, owner models.User) {
			_, err := w.families.Allow(w.t.Context(), owner, w.device().ID)
			w.must(err)
		},
	} {
		t.Run(name, func(t *testing.T) {
			bilingual(t, func(t *testing.T, w *world, locale string) {
				taro := w.person(w.word("太郎", "Taro"))
				said := w.asksFor(taro, w.word("太郎さんの返事を待っています。", "I'm waiting for Taro to answer. "))
				tk := w.talk(locale)
				if a := w.launch(tk); strings.Count(a.Speech, said) != 1 {
					t.Errorf("got %q, want %q", a.Speech, said)
				}
				if a := w.says(tk, w.word("一覧", "read the memos")); strings.Contains(a.Speech, said) {
					t.Errorf("list: got speech %q", a.Speech)
				}
				happens(w, taro)
				if a := w.launch(w.talk(locale)); strings.Contains(a.Speech, said) {
					t.Errorf("afterwards: got speech %q", a.Speech)
				}
			})
		})
	}
}

// asksFor makes the Echo ask to join a person's family, and returns the speech of its
// launch.
func (w *world) asksFor(owner models.User, waits string) string {
	w.t.Helper()
	w.must(w.families.SetAskBeforeJoin(w.t.Context(), owner, true))
	entry, err := w.invites.RedeemCode(w.t.Context(), w.device(), w.code(owner), invite.Alexa)
	w.must(err)
	check := w.spelledOut(entry.Request.Check)
	return waits + w.word("確認番号は、"+check+"です。", "The check number is "+check+". ")
}

// TestWaitingForAnUnnamedEcho checks that an owner without a name is not named.
func TestWaitingForAnUnnamedEcho(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		said := w.asksFor(w.kitchen(), w.word("ほかのエコーの返事を待っています。", "I'm waiting for an answer from the other Echo. "))
		if a := w.launch(w.talk(locale)); !strings.Contains(a.Speech, said) {
			t.Errorf("got %q, want %q", a.Speech, said)
		}
	})
}

// waitingAs is a family service with one open request.
type waitingAs struct {
	skill.Families
	request models.Request
	err     error
}

func (s waitingAs) Waiting(ctx context.Context, actor models.User) (models.Family, models.Request, error) {
	f, err := s.FamilyOf(ctx, actor)
	if err == nil {
		err = s.err
	}
	return f, s.request, err
}

// TestWaitingWithoutACheckNumber checks a request of an earlier version, which has no
// check number.
func TestWaitingWithoutACheckNumber(t *testing.T) {
	w := newWorld(t)
	w.asksFor(w.person("太郎"), "")
	w.skill.Families = waitingAs{Families: w.skill.Families}
	if a := w.launch(w.talk("ja-JP")); !strings.Contains(a.Speech, "返事を待っています。") || strings.Contains(a.Speech, "確認番号") {
		t.Errorf("got speech %q", a.Speech)
	}
}

func TestWaitingThatCannotBeRead(t *testing.T) {
	for name, tc := range map[string]struct {
		err  error
		want string
	}{
		"away":    {models.Unavailable(context.DeadlineExceeded), plainJa},
		"decided": {models.NotFound(models.ReasonPerson), "家族ボイスメモです。何をメモしますか？"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.introduced()
			w.asksFor(w.person("太郎"), "")
			w.skill.Families = waitingAs{Families: w.skill.Families, err: tc.err}
			if a := w.launch(w.talk("ja-JP")); a.Speech != tc.want {
				t.Errorf("got %q, want %q", a.Speech, tc.want)
			}
		})
	}
}

// TestUnnamedEchoIsTurnedAway checks the sentences for refusing and admitting an Echo
// without a name.
func TestUnnamedEchoIsTurnedAway(t *testing.T) {
	for name, tc := range map[string]struct{ ja, en, wantJa, wantEn string }{
		"turned away": {"いいえ", "no", "そのエコーの申し込みを断りました。", "I've turned that Echo away. "},
		"let in":      {"はい", "yes", "そのエコーが家族に入りました。", "That Echo is in the family now. "},
	} {
		t.Run(name, func(t *testing.T) {
			bilingual(t, func(t *testing.T, w *world, locale string) {
				w.asking()
				_, err := w.invites.RedeemCode(t.Context(), w.kitchen(), w.code(w.device()), invite.Alexa)
				w.must(err)
				tk := w.talk(locale)
				w.launch(tk)
				if a := w.says(tk, w.word(tc.ja, tc.en)); !strings.HasPrefix(a.Speech, w.word(tc.wantJa, tc.wantEn)) {
					t.Errorf("got speech %q", a.Speech)
				}
			})
		})
	}
}

// TestRepeatOfARequestThatIsOver checks that "repeat" says that the request is no
// longer open.
func TestRepeatOfARequestThatIsOver(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		w.asking()
		u := w.applies(w.word("花子", "Hanako"))
		tk := w.talk(locale)
		w.launch(tk)
		w.must(w.families.Withdraw(t.Context(), u))
		want := w.word("その申し込みは、もうありません。", "That request is no longer open. ") + w.menu()
		if a := w.says(tk, w.word("もう一度", "repeat")); a.Speech != want {
			t.Errorf("got %q, want %q", a.Speech, want)
		}
	})
}
