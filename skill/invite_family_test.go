package skill_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"voicememo/models"
)

// spelled returns the digits of a code as they are said slowly.
func (w *world) spelled(code string) string {
	return strings.Join(strings.Split(code, ""), w.word("、\n", ",\n"))
}

// codeOf returns the code on a card.
func codeOf(title string) string { return title[strings.LastIndex(title, " ")+1:] }

func TestInviteCode(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		_, err := w.families.SetTimeZone(t.Context(), w.device(), w.word("Asia/Tokyo", "America/New_York"), true)
		w.must(err)
		a := w.says(w.talk(locale), w.word("招待コードを作って", "make an invite code"))
		digits := w.spelled(codeOf(a.CardTitle))
		want := w.word(
			"招待コードは、\n"+digits+"。\nもう一度言います。\n"+digits+"。\n5分間使えます。参加する人は、「アレクサ、家族ボイスメモを開いて」、続けて「家族に参加」と言い、聞かれたら番号を言ってください。ウェブの画面でも入力できます。",
			"The invite code is\n"+digits+".\nOnce more:\n"+digits+".\nIt's good for 5 minutes. To join, say \"Alexa, open family voice memo\", then \"join a family\", and the digits when you're asked. You can also enter them on the web page.",
		)
		if a.Speech != want || a.Open {
			t.Errorf("got %q, want %q, open %v", a.Speech, want, a.Open)
		}
		if want := codeOf(a.CardTitle) + w.word("（10時05分まで）", " (until 9:05 PM EDT)"); a.Card != want {
			t.Errorf("card: got %q, want %q", a.Card, want)
		}
		if strings.Contains(withoutChance.ReplaceAllString(w.log.String(), ""), codeOf(a.CardTitle)) {
			t.Errorf("log contains the code: %s", w.log.String())
		}
	})
}

// TestInviteCodeAgain checks that asking again returns the valid code and says how long
// it remains valid.
func TestInviteCodeAgain(t *testing.T) {
	for name, tc := range map[string]struct {
		after  time.Duration
		same   bool
		ja, en string
	}{
		"at once":           {0, true, "4分間使えます。", "It's good for 4 minutes."},
		"two minutes left":  {150 * time.Second, true, "2分間使えます。", "It's good for 2 minutes."},
		"a minute left":     {200 * time.Second, true, "あと1分ほど使えます。", "It's good for about one more minute."},
		"some seconds left": {4*time.Minute + 20*time.Second, true, "あと少しで使えなくなります。", "It's good for less than a minute."},
		"too late":          {5 * time.Minute, false, "5分間使えます。", "It's good for 5 minutes."},
	} {
		t.Run(name, func(t *testing.T) {
			bilingual(t, func(t *testing.T, w *world, locale string) {
				ask := w.word("招待コードを教えて", "give me an invite code")
				first := w.says(w.talk(locale), ask)
				w.pass(tc.after)
				again := w.says(w.talk(locale), ask)
				if same := codeOf(first.CardTitle) == codeOf(again.CardTitle); same != tc.same {
					t.Errorf("%q, then %q", first.CardTitle, again.CardTitle)
				}
				if want := w.word(tc.ja, tc.en); !strings.Contains(again.Speech, want) {
					t.Errorf("got %q, want %q", again.Speech, want)
				}
			})
		})
	}
}

func TestInviteByAMember(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		w.household(w.word("太郎", "Taro"))
		a := w.says(w.talk(locale), w.word("招待コードを作って", "make an invite code"))
		if want := w.word("招待コードを作れるのは、代表の太郎さんだけです。", "Only the family's owner, Taro, can make an invite code."); a.Speech != want || a.Card != "" {
			t.Errorf("got speech %q, card %q", a.Speech, a.Card)
		}
		if !strings.Contains(w.log.String(), `"reason":"owner_only"`) {
			t.Errorf("log: %s", w.log.String())
		}
	})
}

func TestNoInviteCode(t *testing.T) {
	for name, tc := range map[string]struct {
		err    error
		ja, en string
	}{
		"too many": {
			err: models.TooMany(models.ReasonManyLinks, 20*time.Minute),
			ja:  "招待をたくさん作ったので、今は作れません。20分ほど待ってから、もう一度試してください。", en: "Too many invitations were made. Please wait about 20 minutes, then try again.",
		},
		"not admitted": {
			err: models.Forbidden(models.ReasonNotAdmitted),
			ja:  "それは、招待してくれた家族に入ってからできます。", en: "You can do that once you're in the family that invited you.",
		},
		"away": {err: errSecret, ja: plainJa, en: plainEn},
	} {
		t.Run(name, func(t *testing.T) {
			for locale, want := range map[string]string{"ja-JP": tc.ja, "en-US": tc.en} {
				w := newWorld(t, withoutCodes(func(context.Context) error { return tc.err }))
				w.english = locale == "en-US"
				if a := w.says(w.talk(locale), w.word("招待コードを作って", "make an invite code")); a.Speech != want || a.Open || a.Card != "" {
					t.Errorf("got speech %q, open %v", a.Speech, a.Open)
				}
			}
		})
	}
}

// TestFromOneEchoToAnother checks that another Echo can use the code of the first.
func TestFromOneEchoToAnother(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		w.says(w.talk(locale), w.word("牛乳を買う を追加", "add buy milk"))
		w.invited = codeOf(w.says(w.talk(locale), w.word("招待コードを作って", "make an invite code")).CardTitle)
		a := w.converse(w.other(locale), w.both(
			[]exchange{{"卵を買う を追加", nil}, {"招待コード %s で参加", []string{"ですね？"}}, {"はい", []string{"もう1台のエコーと、同じ家族になりました。これまでのメモ1件も、いっしょに移しました。間違えたときは、「家族から抜ける」と言ってください。ほかにメモすることはありますか？"}}},
			[]exchange{{"add buy eggs", nil}, {"join with code %s", []string{"Is that right?"}}, {"yes", []string{"You're now in the same family as the other Echo. Your memo moved over too. If that was a mistake, say leave the family. Anything else?"}}},
		))
		if n := len(w.contents()); n != 2 || !a.Open {
			t.Errorf("%d memos, open %v", n, a.Open)
		}
	})
}

// TestRepeatingWhatIsNotAMemo checks that "repeat" repeats the code and the members.
func TestRepeatingWhatIsNotAMemo(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		repeat := w.word("もう一度", "say that again")
		tk := w.talk(locale)
		first := w.says(tk, w.word("家族ボイスメモを開いて", "open family voice memo"), w.word("招待コードを作って", "make an invite code"))
		again := w.says(tk, repeat)
		if first.CardTitle != again.CardTitle || !strings.Contains(again.Speech, w.spelled(codeOf(first.CardTitle))) {
			t.Errorf("got speech %q, then %q", first.Speech, again.Speech)
		}
		first = w.says(tk, w.word("家族は誰", "who is in my family"))
		if again := w.says(tk, repeat); first.Speech != again.Speech {
			t.Errorf("got speech %q, then %q", first.Speech, again.Speech)
		}
	})
}
