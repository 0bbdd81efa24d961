package skill_test

import (
	"strings"
	"testing"
	"time"

	"voicememo/invite"
	"voicememo/models"
	"voicememo/skill/talk"
)

// lost is an Echo with memos whose skill was disabled; it returns under another
// account. The recovery number is the one on the card of the first memo.
func (w *world) lost(locale string, memos ...string) *talk.Talk {
	w.t.Helper()
	tk := w.talk(locale)
	for _, m := range memos {
		w.read(w.says(tk, w.word("アレクサ、家族ボイスメモで"+m+"を追加", "ask family voice memo to add "+m)))
	}
	w.disables(tk)
	return tk
}

// TestCardOfTheFirstMemo checks that this card, and no other, has the recovery number.
func TestCardOfTheFirstMemo(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		add := w.word("牛乳を買う を追加", "add buy milk")
		first := w.says(w.talk(locale), add)
		w.read(first)
		if w.recovery == "" || !strings.HasPrefix(first.Card, w.word("牛乳を買う\n\n復元番号: ", "buy milk\n\nRecovery number: ")+w.recovery) ||
			!strings.Contains(first.Card, w.word("「メモを取り戻す」", `"get my memos back"`)) || strings.Contains(first.Card, "{") {
			t.Errorf("card %q", first.Card)
		}
		if strings.ContainsAny(first.Speech, "0123456789") {
			t.Errorf("got speech %q", first.Speech)
		}
		w.pass(time.Minute)
		if later := w.says(w.talk(locale), w.word("卵を追加", "add eggs")); later.Card != w.word("卵", "eggs") {
			t.Errorf("later card: got %q", later.Card)
		}
		for _, number := range []string{w.recovery, strings.ReplaceAll(w.recovery, " ", "")} {
			if strings.Contains(w.log.String(), number) {
				t.Errorf("log contains the number: %s", w.log.String())
			}
		}
	})
}

// TestMemoWithoutARecoveryNumber checks that the memo is still added, and that the next
// card has the number.
func TestMemoWithoutARecoveryNumber(t *testing.T) {
	w := newWorld(t)
	w.with(failsAt("SetRecovery", errSecret))
	if a := w.says(w.talk("ja-JP"), "牛乳を買う を追加"); a.Speech != "牛乳を買う、ですね。メモしました。" || a.Card != "牛乳を買う" {
		t.Errorf("got speech %q, card %q", a.Speech, a.Card)
	}
	w.restore()
	w.read(w.says(w.talk("ja-JP"), "卵を買う を追加"))
	if w.recovery == "" || len(w.contents()) != 2 {
		t.Errorf("number %q, memos %q", w.recovery, w.contents())
	}
}

// TestRecovering checks that all memos come back, once, and that the list gets new
// numbers.
func TestRecovering(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		for name, tc := range map[string]struct {
			memos  []string
			ja, en string
		}{
			"none": {nil, "番号は合っていますが、戻すメモはありませんでした。", "The number is right, but there were no memos to bring back."},
			"one":  {[]string{w.word("牛乳", "milk")}, "メモが1件戻りました。", "One memo is back."},
			"two":  {[]string{w.word("牛乳", "milk"), w.word("卵", "eggs")}, "メモが2件戻りました。", "2 memos are back."},
		} {
			t.Run(name, func(t *testing.T) {
				w := newWorld(t)
				w.english = locale == "en-US"
				if tc.memos == nil {
					number, err := w.families.RecoveryNumber(t.Context(), w.device())
					w.must(err)
					w.recovery = number
				}
				tk := w.lost(locale, tc.memos...)
				say := w.withCode(w.word("%r でメモを取り戻す", "recover my memos with %r"))
				if a := w.says(tk, say, w.word("はい", "yes")); !strings.HasPrefix(a.Speech, w.word(tc.ja, tc.en)) {
					t.Errorf("got speech %q", a.Speech)
				}
				w.must(tk.End(t.Context()))
				if a := w.says(tk, say, w.word("はい", "yes")); !strings.HasPrefix(a.Speech, w.word("その番号のメモは見つかりませんでした。", "I couldn't find any memos for that number.")) {
					t.Errorf("again: got speech %q", a.Speech)
				}
				if n, err := w.memos.CountOf(t.Context(), echo); err != nil || n != len(tc.memos) {
					t.Errorf("%d memos, %v", n, err)
				}
			})
		}
	})
}

// TestHeardRecoveryNumbers checks that a number in any form that Alexa writes is read
// back in groups, and that an invalid one does not count as an attempt.
func TestHeardRecoveryNumbers(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		for heard, right := range map[string]bool{
			"1234567890": true, "１２３４５６７８９０": true, "一二三四五六七八九〇": true, "一二三四五六七八九零": true, "123 456 7890": true,
			"123-456-7890": true, "123　456　7890": true, "1、2、3、4、5、6、7、8、9、0": true, "1,234,567,890": true,
			"0123456789": false, "12345678": false, "123456789": false, "12345678901": false, "十億": false, "?": false, "": false,
		} {
			w.run(heard, func(t *testing.T) {
				tk := w.talk(locale)
				tk.Send = sendChanged(w, func(raw []byte) []byte { return changed(t, raw, "request.intent.slots.number.value", heard) })
				a := w.says(tk, w.word("9999999999 でメモを取り戻す", "recover my memos with 9999999999"))
				want := w.word("復元番号は、1、2、3。4、5、6。7、8、9、0、ですね？", "I heard 1, 2, 3. 4, 5, 6. 7, 8, 9, 0. Is that right?")
				if !right {
					want = w.word("10桁の復元番号を、1桁ずつ教えてもらえますか？", "What's the ten digit recovery number?")
				}
				if !strings.HasSuffix(a.Speech, want) || !strings.Contains(string(a.Response), `"slotToElicit":"number"`) == !right {
					t.Errorf("got %q, want %q", a.Speech, want)
				}
			})
		}
	})
}

// TestTooManyRecoveryNumbers checks that after many wrong numbers the reply says how
// long to wait, also for the correct one.
func TestTooManyRecoveryNumbers(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		tk := w.lost(locale, w.word("牛乳", "milk"))
		again, err := w.families.Ensure(t.Context(), models.Profile{ID: enabledAgain, Name: "Echo", Source: models.SourceAlexa})
		w.must(err)
		for range 20 {
			if _, err := w.invites.AddEcho(t.Context(), again, "9999999999"); !models.IsReason(err, models.ReasonInviteNotValid) {
				t.Fatal(err)
			}
		}
		a := w.says(tk, w.withCode(w.word("復元番号は %r", "my recovery number is %r")), w.word("はい", "yes"))
		if want := w.word("番号が合わなかったようです。60分ほど待ってから、もう一度試してください。", "Too many wrong numbers were tried. Please wait about 60 minutes, then try again."); a.Speech != want || a.Open {
			t.Errorf("got speech %q, open %v", a.Speech, a.Open)
		}
	})
}

// TestRecoveryNumberIsNoConnectionNumber checks that eight digits do not add another
// Echo, and that a yes without ten digits does nothing.
func TestRecoveryNumberIsNoConnectionNumber(t *testing.T) {
	w := newWorld(t)
	w.connects("ja-JP")
	kitchen := w.other("ja-JP")
	if a := w.says(kitchen, strings.ReplaceAll(w.connection, " ", "")+" でメモを取り戻す"); a.Speech != "復元番号は10桁の数字です。10桁の復元番号を、1桁ずつ教えてもらえますか？" {
		t.Errorf("got speech %q", a.Speech)
	}
	for _, forged := range []any{strings.ReplaceAll(w.connection, " ", ""), "0123456789", strings.Repeat("1", 5000)} {
		tk := w.other("ja-JP")
		w.says(tk, "1234567890 でメモを取り戻す")
		tk.Send = sendChanged(w, func(raw []byte) []byte { return changed(t, raw, "session.attributes.number", forged) })
		if a := w.says(tk, "はい"); a.Speech != "10桁の復元番号を、1桁ずつ教えてもらえますか？" {
			t.Errorf("%.20v: got speech %q", forged, a.Speech)
		}
	}
	if got := w.people(w.device()); len(got) != 1 {
		t.Errorf("got members %q", got)
	}
}

// TestRecoveringIntoAFamily checks that the memos join the list of the family that the
// Echo was added to in the meantime.
func TestRecoveringIntoAFamily(t *testing.T) {
	w := newWorld(t)
	tk := w.lost("ja-JP", "牛乳")
	hanako := w.person("花子")
	again, err := w.families.Ensure(t.Context(), models.Profile{ID: enabledAgain, Name: "エコー", Source: models.SourceAlexa})
	w.must(err)
	_, err = w.invites.RedeemCode(t.Context(), again, w.code(hanako), invite.Alexa)
	w.must(err)
	w.says(tk, w.withCode("%r でメモを取り戻す"), "はい")
	list, err := w.memos.List(t.Context(), hanako, memoQuery)
	if err != nil || len(list.Memos) != 1 || list.Memos[0].Content != "牛乳" {
		t.Errorf("%+v, %v", list.Memos, err)
	}
}
