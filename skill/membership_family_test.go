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
	"voicememo/skill"
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

// TestMishearingCostsNoTry checks that the correct code works however often misheard
// digits were rejected.
func TestMishearingCostsNoTry(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		inviting(w)
		tk := w.talk(locale)
		for range 8 {
			w.says(tk, w.word("招待コード 9999 で参加", "join with code 9999"), w.word("いいえ", "no"))
		}
		w.converse(tk, w.both(
			[]exchange{{"%s", []string{"ですね？"}}, {"はい", []string{"太郎さんの家族に入りました。メモも2件、一緒に移りました。間違えたときは、「家族から抜ける」と言ってください。"}}},
			[]exchange{{"%s", []string{"Is that right?"}}, {"yes", []string{"You've joined Taro's family. 2 memos came along. If that was a mistake, say leave the family."}}},
		))
	})
}

// TestWrongCodes checks that after the third wrong code there is a wait, also for the
// correct one.
func TestWrongCodes(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		inviting(w)
		wrong := "0000"
		if w.invited == wrong {
			wrong = "1111"
		}
		join := w.word("招待コード %v で参加", "join with code %v")
		for range 3 {
			a := w.says(w.talk(locale), fmt.Sprintf(join, wrong), w.word("はい", "yes"))
			if !strings.HasPrefix(a.Speech, w.word("その招待コードは使えません。", "That invite code doesn't work.")) {
				t.Errorf("got speech %q", a.Speech)
			}
		}
		wait := w.word("招待コードの間違いが続きました。1分ほど待ってから、もう一度試してください。「アカウントにつなぐ」と言うと、番号をお伝えします。家族の人がウェブの画面で入力すれば、待たずに参加できます。ほかには？",
			"Too many invite codes were tried. Please wait a minute, then try again. Or say connect to a family, and have a member enter the number on the web page. Anything else?")
		tk := w.talk(locale)
		if a := w.says(tk, fmt.Sprintf(join, w.invited), w.word("はい", "yes")); a.Speech != wait || !a.Open {
			t.Errorf("got speech %q, open %v", a.Speech, a.Open)
		}
		w.pass(time.Minute)
		if a := w.says(tk, fmt.Sprintf(join, w.invited), w.word("はい", "yes")); !strings.Contains(a.Speech, w.word("家族に入りました", "You've joined")) {
			t.Errorf("got speech %q", a.Speech)
		}
	})
}

// TestJoiningForgetsTheNumbers checks that joining drops the numbers of the former
// list.
func TestJoiningForgetsTheNumbers(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		inviting(w)
		taro := w.account("google-" + w.word("太郎", "Taro"))
		w.write(taro, w.word("傘", "umbrella"), 0)
		tk := w.talk(locale)
		w.converse(tk, w.both(
			[]exchange{{"一覧", nil}, {"招待コード %s で参加", nil}, {"はい", []string{"家族に入りました"}}, {"1番を削除", []string{"!消しました", "傘"}}},
			[]exchange{{"read the memos", nil}, {"join with code %s", nil}, {"yes", []string{"You've joined"}}, {"delete number 1", []string{"!deleted", "umbrella"}}},
		))
		if n := len(w.contents()); n != 3 {
			t.Errorf("%d memos", n)
		}
	})
}

func TestLeaving(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		taro := w.household(w.word("太郎", "Taro"))
		w.write(taro, w.word("傘", "umbrella"), 0)
		w.write(w.device(), w.word("牛乳", "milk"), time.Minute)
		tk := w.talk(locale)
		w.converse(tk, w.both(
			[]exchange{
				{"一覧", []string{"傘"}},
				{"家族から抜けたい", []string{"太郎さんの家族から抜けると", "本当にこの家族から抜けますか？"}},
				{"いいえ", []string{"!抜けました"}},
				{"家族から抜ける", []string{"本当に"}},
				{"ヘルプ", []string{"本当に"}},
				{"はい", []string{"家族から抜けました。"}},
				{"1番を削除", []string{"!消しました", "!傘", "牛乳"}},
			},
			[]exchange{
				{"read the memos", []string{"umbrella"}},
				{"i want to leave the family", []string{"If you leave Taro's family", "Do you really want to leave this family?"}},
				{"no", []string{"!You've left"}},
				{"leave the family", []string{"really"}},
				{"help", []string{"really"}},
				{"yes", []string{"You've left the family."}},
				{"delete number 1", []string{"!deleted", "!umbrella", "milk"}},
			},
		))
		if got := w.people(taro); len(got) != 1 {
			t.Errorf("%q are left", got)
		}
	})
}

// TestLeavingIsPersonal checks that only the voice that was asked may confirm leaving.
// Joining is not personal, because short answers are often not recognised.
func TestLeavingIsPersonal(t *testing.T) {
	for name, tc := range map[string]struct {
		asked, answers string
		leaves, joins  bool
	}{
		"the same voice":           {taroVoice, taroVoice, true, true},
		"no voice recognised":      {"", "", true, true},
		"another voice":            {taroVoice, hanakoVoice, false, false},
		"an unknown voice":         {taroVoice, "", false, true},
		"a voice after an unknown": {"", taroVoice, false, true},
	} {
		t.Run(name, func(t *testing.T) {
			bilingual(t, func(t *testing.T, w *world, locale string) {
				inviting(w)
				confirm := func(ask string) string {
					tk := w.spokenBy(w.talk(locale), tc.asked)
					w.says(tk, w.withCode(ask))
					return w.says(w.spokenBy(tk, tc.answers), w.word("はい", "yes")).Speech
				}
				other := w.word("ほかの人の声だったので", "Someone else answered")
				got := confirm(w.word("招待コード %s で参加", "join with code %s"))
				if strings.Contains(got, w.word("家族に入りました", "You've joined")) != tc.joins || strings.Contains(got, other) == tc.joins {
					t.Errorf("joining: got speech %q", got)
				}
				if !tc.joins {
					w.household(w.word("太郎", "Taro"))
				}
				got = confirm(w.word("家族から抜ける", "leave the family"))
				if strings.Contains(got, w.word("家族から抜けました", "You've left")) != tc.leaves || strings.Contains(got, other) == tc.leaves {
					t.Errorf("leaving: got speech %q", got)
				}
			})
		})
	}
}

func TestWhoCannotLeave(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		leave := w.word("家族から抜ける", "leave the family")
		if a := w.says(w.talk(locale), leave); a.Speech != w.word("ほかに誰もいないので、抜ける家族がありません。", "There's no one else here, so there's no family to leave.") || a.Open {
			t.Errorf("got speech %q", a.Speech)
		}
		code := w.code(w.device())
		w.says(w.other(locale), w.word("招待コード "+code+" で参加", "join with code "+code), w.word("はい", "yes"))
		if a := w.says(w.talk(locale), leave); a.Speech != w.word("このエコーが代表なので、ほかの人がいるうちは抜けられません。ほかの人は、「家族から抜ける」と言うか、ウェブの画面で抜けられます。", "This Echo owns the family, so it can't leave while others are in it. They can leave on the web page, or by saying: leave the family.") || a.Open {
			t.Errorf("got speech %q", a.Speech)
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

// leavingFails is a family service with a fixed result of Leave.
type leavingFails struct {
	skill.Families
	err error
}

func (l leavingFails) Leave(context.Context, models.User) (models.FamilyID, error) { return "", l.err }

// TestWhatCanHappenWhileLeaving checks changes between the question and the yes.
func TestWhatCanHappenWhileLeaving(t *testing.T) {
	for name, tc := range map[string]struct {
		err    error
		ja, en string
		open   bool
	}{
		"removed meanwhile": {models.Conflict(models.ReasonAlone), "家族から抜けました。", "You've left the family.", true},
		"owner meanwhile":   {models.Forbidden(models.ReasonHandOverFirst), "今の家族の代表なので", "You own your current family", false},
		"away":              {models.Unavailable(context.DeadlineExceeded), plainJa, plainEn, false},
	} {
		t.Run(name, func(t *testing.T) {
			for locale, want := range map[string]string{"ja-JP": tc.ja, "en-US": tc.en} {
				w := newWorld(t, func(_ *world, o *skill.Options) { o.Families = leavingFails{o.Families, tc.err} })
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

// TestRepeatedYesLeavesOnce checks that a repeat of the request gets the same answer.
func TestRepeatedYesLeavesOnce(t *testing.T) {
	w := newWorld(t)
	w.household("太郎")
	a := w.says(w.talk("ja-JP"), "家族から抜ける", "はい")
	again, err := w.send(t.Context(), a.Request)
	w.must(err)
	if string(again) != string(a.Response) {
		t.Errorf("got a different reply to the repeat: %s", again)
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
		if a := w.says(w.talk(locale), ask); !strings.HasPrefix(a.Speech, w.word("家族はまだ、このエコーだけです。", "So far, it's just this Echo.")) || a.Card != "" || a.Open {
			t.Errorf("got speech %q", a.Speech)
		}
		taro := w.household(w.word("太郎", "Taro"))
		a := w.says(w.talk(locale), ask)
		if want := w.word("家族は2人です。代表は太郎さんで、ほかはこのエコーです。", "There are 2 of you. The owner is Taro. Also in the family: this Echo."); a.Speech != want {
			t.Errorf("got speech %q", a.Speech)
		}
		_, err := w.invites.RedeemCode(t.Context(), w.person(w.word("お母さん", "Hanako")), w.code(taro), "web")
		w.must(err)
		a = w.says(w.talk(locale), ask)
		if want := w.word("家族は3人です。代表は太郎さんで、ほかはこのエコー、お母さんです。", "There are 3 of you. The owner is Taro. Also in the family: this Echo and Hanako."); a.Speech != want {
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
