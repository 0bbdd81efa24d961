package skill_test

import (
	"context"
	"strings"
	"testing"

	"voicememo/invite"
	"voicememo/models"
	"voicememo/skill"
)

// TestLaunchWhileWaiting: an Echo that asked hears at each launch, once, who has to
// answer and its check number, until there is an answer.
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
				said := w.asksFor(taro, w.word("太郎さんの返事を待っています。", "I am waiting for Taro to answer. "))
				tk := w.talk(locale)
				if a := w.launch(tk); strings.Count(a.Speech, said) != 1 {
					t.Errorf("said %q, want %q", a.Speech, said)
				}
				if a := w.says(tk, w.word("一覧", "read the memos")); strings.Contains(a.Speech, said) {
					t.Errorf("the list: said %q", a.Speech)
				}
				happens(w, taro)
				if a := w.launch(w.talk(locale)); strings.Contains(a.Speech, said) {
					t.Errorf("afterwards: said %q", a.Speech)
				}
			})
		})
	}
}

// asksFor lets the Echo ask to come into a person's family and returns what it hears
// at launch.
func (w *world) asksFor(owner models.User, waits string) string {
	w.t.Helper()
	w.must(w.families.SetAskBeforeJoin(w.t.Context(), owner, true))
	entry, err := w.invites.RedeemCode(w.t.Context(), w.device(), w.code(owner), invite.Alexa)
	w.must(err)
	check := w.spelledOut(entry.Request.Check)
	return waits + w.word("確認番号は、"+check+"です。", "The check number is "+check+". ")
}

// TestWaitingForAnUnnamedEcho: what has no name is not waited for by name.
func TestWaitingForAnUnnamedEcho(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		said := w.asksFor(w.kitchen(), w.word("ほかのエコーの返事を待っています。", "I am waiting for an answer at the other Echo. "))
		if a := w.launch(w.talk(locale)); !strings.Contains(a.Speech, said) {
			t.Errorf("said %q, want %q", a.Speech, said)
		}
	})
}

// waitingAs is a family service that knows one open request.
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

// TestWaitingWithoutACheckNumber: a request of an earlier version has none.
func TestWaitingWithoutACheckNumber(t *testing.T) {
	w := newWorld(t)
	w.asksFor(w.person("太郎"), "")
	w.skill.Families = waitingAs{Families: w.skill.Families}
	if a := w.launch(w.talk("ja-JP")); !strings.Contains(a.Speech, "返事を待っています。") || strings.Contains(a.Speech, "確認番号") {
		t.Errorf("said %q", a.Speech)
	}
}

func TestWaitingThatCannotBeRead(t *testing.T) {
	for name, tc := range map[string]struct {
		err  error
		want string
	}{
		"away":    {models.Unavailable(context.DeadlineExceeded), plainJa},
		"decided": {models.NotFound(models.ReasonPerson), "家族ボイスメモです。メモはまだありません。何をしますか？"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.asksFor(w.person("太郎"), "")
			w.skill.Families = waitingAs{Families: w.skill.Families, err: tc.err}
			if a := w.launch(w.talk("ja-JP")); a.Speech != tc.want {
				t.Errorf("said %q, want %q", a.Speech, tc.want)
			}
		})
	}
}

// TestUnnamedEchoIsTurnedAway, and let in, without a name.
func TestUnnamedEchoIsTurnedAway(t *testing.T) {
	for name, tc := range map[string]struct{ ja, en, wantJa, wantEn string }{
		"turned away": {"いいえ", "no", "そのエコーの申し込みを断りました。", "I have turned that Echo away. "},
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
					t.Errorf("said %q", a.Speech)
				}
			})
		})
	}
}

// TestRepeatOfARequestThatIsOver tells that it is over.
func TestRepeatOfARequestThatIsOver(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		w.asking()
		u := w.applies(w.word("花子", "Hanako"))
		tk := w.talk(locale)
		w.launch(tk)
		w.must(w.families.Withdraw(t.Context(), u))
		want := w.word("その申し込みは、もうありません。何をしますか？", "That request is gone. What would you like to do?")
		if a := w.says(tk, w.word("もう一度", "repeat")); a.Speech != want {
			t.Errorf("said %q, want %q", a.Speech, want)
		}
	})
}
