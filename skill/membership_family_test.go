package skill_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"voicememo/invite"
	"voicememo/models"
)

// TestHeardDigits checks that a code in any form that Alexa writes is read back digit
// by digit, with its zeros.
func TestHeardDigits(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		for heard, want := range map[string]string{
			"1234": "1234", "12": "0012", "0": "0000", "１２３４": "1234", "一二三四": "1234", "〇一二〇": "0120", "零零一二": "0012",
			"1 2 3 4": "1234", "1、2、3、4": "1234", "12-34": "1234", "12345": "", "一二三四五": "", "千二百": "", "?": "",
		} {
			w.run(heard, func(t *testing.T) {
				tk := w.talk(locale)
				tk.Send = sendChanged(w, func(raw []byte) []byte { return changed(t, raw, "request.intent.slots.inviteCode.value", heard) })
				got := w.says(tk, w.word("招待コード 9999 で参加", "join with code 9999")).Speech
				spelled := strings.Join(strings.Split(want, ""), w.word("、", ", "))
				wanted := w.word("招待コードは、"+spelled+"、ですね？", "I heard "+spelled+". Is that right?")
				if want == "" {
					wanted = w.word("4桁の招待コードを教えてもらえますか？", "What's the four digit invite code?")
				}
				if !strings.HasSuffix(got, wanted) {
					t.Errorf("got %q, want %q", got, wanted)
				}
			})
		}
	})
}

// TestNoAdviceThatAnEchoCannotFollow checks that an Echo, which has no page to hand a
// family over on, hears advice that it can follow.
func TestNoAdviceThatAnEchoCannotFollow(t *testing.T) {
	w := newWorld(t)
	taro, hanako := w.person("太郎"), w.person("花子")
	_, err := w.invites.RedeemCode(t.Context(), taro, w.code(w.device()), invite.Web)
	w.must(err)
	w.code(hanako)
	for _, lines := range [][]string{{"家族から抜ける"}, {w.withCode("招待コード %s で参加"), "はい"}} {
		if a := w.says(w.talk("ja-JP"), lines...); !strings.Contains(a.Speech, "ほかの人がいるうちは") || strings.Contains(a.Speech, "譲") {
			t.Errorf("got speech %q", a.Speech)
		}
	}
	_, err = w.families.Leave(t.Context(), w.account(string(taro.ID)))
	w.must(err)
	if a := w.says(w.talk("ja-JP"), w.withCode("招待コード %s で参加"), "はい"); !strings.HasPrefix(a.Speech, "花子さんの家族に入りました。") {
		t.Errorf("got speech %q", a.Speech)
	}
}

// TestWhatCanHappenWhileLeaving checks changes between the question and the yes.
func TestWhatCanHappenWhileLeaving(t *testing.T) {
	for name, tc := range map[string]struct {
		err    error
		ja, en string
		open   bool
	}{
		"removed meanwhile": {models.Conflict(models.ReasonAlone), "家族から抜けました。", "You've left the family.", true},
		"owner meanwhile":   {models.Forbidden(models.ReasonHandOverFirst), "今の家族の代表なので", "You're the owner of your current family", false},
		"away":              {models.Unavailable(context.DeadlineExceeded), plainJa, plainEn, false},
	} {
		t.Run(name, func(t *testing.T) {
			for locale, want := range map[string]string{"ja-JP": tc.ja, "en-US": tc.en} {
				w := newWorld(t, failsAt("Leave", tc.err))
				w.english = locale == "en-US"
				w.household(w.word("太郎", "Taro"))
				a := w.says(w.talk(locale), w.word("家族から抜ける", "leave the family"), w.word("はい", "yes"))
				if !strings.HasPrefix(a.Speech, want) || a.Open != tc.open {
					t.Errorf("got speech %q, open %v", a.Speech, a.Open)
				}
			}
		})
	}
}

// TestYesLeavesTheFamilyThatWasNamed checks that a yes does not leave a family that the
// account joined after the question.
func TestYesLeavesTheFamilyThatWasNamed(t *testing.T) {
	w := newWorld(t)
	w.household("太郎")
	hanako := w.person("花子")
	tk := w.talk("ja-JP")
	w.says(tk, "家族から抜ける")
	other := w.talk("ja-JP")
	w.says(other, "家族から抜ける", "はい")
	w.code(hanako)
	w.converse(other, []exchange{
		{"招待コード %s で参加", nil},
		{"はい", []string{"花子さんの家族に入りました。"}},
	})
	a := w.says(tk, "はい")
	if !strings.HasPrefix(a.Speech, "花子さんの家族から抜けると") || !a.Open || len(w.people(hanako)) != 2 {
		t.Errorf("got speech %q and family %q", a.Speech, w.people(hanako))
	}
	if a := w.says(tk, "はい"); !strings.HasPrefix(a.Speech, "家族から抜けました。") || len(w.people(hanako)) != 1 {
		t.Errorf("got speech %q and family %q", a.Speech, w.people(hanako))
	}
}

func TestMembers(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		ask := w.word("家族は誰", "who is in my family")
		if a := w.says(w.talk(locale), ask); !strings.HasPrefix(a.Speech, w.word("まだ、このエコーだけで使っています。", "So far, it's just this Echo.")) || a.Card != "" || a.Open {
			t.Errorf("got speech %q", a.Speech)
		}
		taro := w.household(w.word("太郎", "Taro"))
		a := w.says(w.talk(locale), ask)
		if want := w.word("いま、太郎さんと、このエコーで使っています。代表は太郎さんです。", "This list is shared by Taro and this Echo. The owner is Taro."); a.Speech != want {
			t.Errorf("got speech %q", a.Speech)
		}
		_, err := w.invites.RedeemCode(t.Context(), w.person(w.word("お母さん", "Hanako")), w.code(taro), "web")
		w.must(err)
		a = w.says(w.talk(locale), ask)
		if want := w.word("いま、太郎さん、お母さんと、このエコーで使っています。代表は太郎さんです。", "This list is shared by Taro, Hanako and this Echo. The owner is Taro."); a.Speech != want {
			t.Errorf("got speech %q", a.Speech)
		}
		if want := w.word("太郎さん（代表）\nこのエコー\nお母さん", "Taro (owner)\nthis Echo\nHanako"); a.Card != want {
			t.Errorf("card %q", a.Card)
		}
	})
}

// TestFullFamilyOfLongNames checks that the reply for the largest family still obeys
// the rules.
func TestFullFamilyOfLongNames(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		owner := w.household(strings.Repeat(w.word("寿", "Max "), 12))
		for i := 2; i < models.MaxMembers; i++ {
			name := fmt.Sprint(i) + strings.Repeat(w.word("寿", "<&\">"), 11)
			_, err := w.invites.RedeemCode(t.Context(), w.person(name), w.code(owner), "web")
			w.must(err)
			w.pass(time.Hour)
		}
		tk := w.talk(locale)
		w.launch(tk)
		a := w.says(tk, w.word("家族は誰", "who is in my family"))
		lines := strings.Split(a.Card, "\n")
		if len(lines) != models.MaxMembers || !slices.Contains(lines, w.word("このエコー", "this Echo")) {
			t.Errorf("card %q", a.Card)
		}
		for i := 2; i < models.MaxMembers; i++ {
			if !strings.Contains(a.Speech, fmt.Sprint(i)) {
				t.Errorf("number %d is missing: %q", i, a.Speech)
			}
		}
	})
}
