package skill_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"voicememo/invite"
	"voicememo/models"
)

// connects makes the Echo say its connection number, which its card shows.
func (w *world) connects(locale string) string {
	w.t.Helper()
	a := w.says(w.talk(locale), w.word("アカウントにつなぐ", "connect to a family"))
	w.read(a)
	slow := w.spelled(w.connection[:4]) + w.word("。\n", ".\n") + w.spelled(w.connection[5:])
	if strings.Count(a.Speech, slow) != 2 || a.Open {
		w.t.Errorf("%s: got speech %q, open %v", w.connection, a.Speech, a.Open)
	}
	return w.connection
}

// TestConnectionNumber checks that the number stays the same while it is valid.
func TestConnectionNumber(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		first := w.connects(locale)
		w.pass(9 * time.Minute)
		if again := w.connects(locale); again != first {
			t.Errorf("%s, then %s", first, again)
		}
		w.pass(time.Minute)
		if another := w.connects(locale); another == first {
			t.Errorf("%s again", first)
		}
		for _, number := range []string{w.connection, strings.ReplaceAll(w.connection, " ", "")} {
			if strings.Contains(w.log.String(), number) {
				t.Errorf("log contains the number: %s", w.log.String())
			}
		}
	})
}

func TestConnectionNumberIsDrawn(t *testing.T) {
	for locale, want := range map[string]struct{ say, title, how, spelled string }{
		"ja-JP": {"アカウントにつなぐ", "このエコーの接続番号", "「エコーを追加」", "。"},
		"en-US": {"connect to a family", "Connection number of this Echo", "Add an Echo", ". "},
	} {
		t.Run(locale, func(t *testing.T) {
			w := newWorld(t)
			a := w.says(w.show(locale), want.say)
			w.read(a)
			d, ok := screenOf(t, a.Response)
			p := d.Datasources["invite"].Properties
			if !ok || d.Token != "code" || p.Title != want.title || p.Digits != w.connection || p.Across != 6 ||
				!strings.Contains(p.Until, "10") || !strings.Contains(p.How, want.how) || !strings.Contains(p.Spelled, want.spelled) {
				t.Errorf("drawn: %+v", d)
			}
		})
	}
}

// TestConnectingInAFamilyWithOthers checks that the reply says how to leave the family.
func TestConnectingInAFamilyWithOthers(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		say := w.word("アカウントにつなぐ", "connect to a family")
		_, err := w.invites.RedeemCode(t.Context(), w.kitchen(), w.code(w.device()), invite.Alexa)
		w.must(err)
		owns := w.word("このエコーの家族には、もうほかの人がいます。このエコーが代表なので", "There are already others in this Echo's family. This Echo is the owner of the family")
		if a := w.says(w.talk(locale), say); !strings.HasPrefix(a.Speech, owns) || a.Card != "" || a.Open {
			t.Errorf("got speech %q, card %q", a.Speech, a.Card)
		}
		member := w.word("このエコーは、すでにもう1台のエコーの家族に入っています。ほかの家族に入るときは、先に「家族から抜ける」と言ってください。",
			"This Echo is already in the other Echo's family. To join another one, first say leave the family.")
		if a := w.says(w.other(locale), say); a.Speech != member || a.Card != "" || a.Open {
			t.Errorf("got speech %q, card %q", a.Speech, a.Card)
		}
		if !strings.Contains(w.log.String(), `"reason":"not_alone"`) {
			t.Errorf("log: %s", w.log.String())
		}
	})
}

func TestNoConnectionNumber(t *testing.T) {
	cases := map[string]struct {
		err    error
		ja, en string
	}{
		"none free":         {models.Conflict(models.ReasonCodesExhausted), "すみません、今は空いている番号がありません。数分待ってから、もう一度試してください。", "Sorry, there's no free number right now. Please try again in a few minutes."},
		"the others left":   {models.Conflict(models.ReasonNotAlone), "それは、家族がこのエコーだけのときに使えます。", "That only works for an Echo that is alone in its family."},
		"the store is away": {models.Unavailable(errors.New("secret")), plainJa, plainEn},
		"changes meanwhile": {models.Conflict(models.ReasonMoved), "すみません、ちょうど家族の登録が変わったところです。少し待ってから、もう一度試してください。", "Sorry, your family has just changed. Please try again in a moment."},
		"an unknown error":  {errors.New("secret"), wrongJa, wrongEn},
	}
	bilingual(t, func(t *testing.T, w *world, locale string) {
		for name, tc := range cases {
			w.run(name, func(t *testing.T) {
				w.with(failsAt("SetConnection", tc.err))
				if a := w.says(w.talk(locale), w.word("アカウントにつなぐ", "connect to a family")); a.Speech != w.word(tc.ja, tc.en) || a.Card != "" || a.Open {
					t.Errorf("got speech %q, card %q", a.Speech, a.Card)
				}
			})
		}
	})
}
