package skill_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"voicememo/models"
	"voicememo/skill/talk"
)

// TestStrangersWrongCodeRefusesNoGuest checks that guests whose first code is correct
// join or ask immediately, whatever a stranger has tried, and hear nothing about
// waiting or the store.
func TestStrangersWrongCodeRefusesNoGuest(t *testing.T) {
	for name, tc := range map[string]struct {
		families, wrong int
		ja, en          string
	}{
		"one family, one wrong code":    {1, 1, "さんの家族に入りました。", "You've joined "},
		"ten families, one wrong code":  {10, 1, "さんの返事を待ちます。確認番号は、", "I'm waiting for "},
		"ten families, two wrong codes": {10, 2, "さんの返事を待ちます。確認番号は、", "I'm waiting for "},
	} {
		t.Run(name, func(t *testing.T) {
			bilingualInBubble(t, func(t *testing.T, w *world, locale string) {
				var codes []string
				for i := range tc.families {
					codes = append(codes, w.code(w.person(fmt.Sprint("P", i))))
				}
				wrong := "0000"
				for strings.Contains(strings.Join(codes, " "), wrong) {
					wrong += "1"
					wrong = wrong[1:]
				}
				join := w.word("招待コード %s で参加", "join with code %s")
				for range tc.wrong {
					a := w.says(w.other(locale), fmt.Sprintf(join, wrong), w.word("はい", "yes"))
					if !strings.HasPrefix(a.Speech, w.word("その招待コードは使えません。", "That invite code doesn't work.")) {
						t.Errorf("stranger: got speech %q", a.Speech)
					}
				}
				for i := range min(2, tc.families) {
					guest := w.talk(locale)
					guest.UserID = fmt.Sprint("amzn1.ask.account.GUEST", i)
					w.says(guest, fmt.Sprintf(join, codes[i]))
					began := time.Now()
					a := w.says(guest, w.word("はい", "yes"))
					if took := time.Since(began); !strings.Contains(a.Speech, w.word(tc.ja, tc.en)) || took > 2*time.Second {
						t.Errorf("after %v: guest %d got speech %q", took, i, a.Speech)
					}
				}
			})
		})
	}
}

// TestLateRefusalStaysWhatItIs checks that a late refusal is neither blamed on the
// store nor logged as a failure.
func TestLateRefusalStaysWhatItIs(t *testing.T) {
	for name, tc := range map[string]struct {
		err    error
		want   string
		failed bool
	}{
		"a wait":           {models.TooMany(models.ReasonWait, time.Minute), "番号が合わなかったようです。", false},
		"a wrong code":     {models.NotFound(models.ReasonInviteNotValid), "その招待コードは使えません。", false},
		"a full family":    {models.Conflict(models.ReasonFamilyFull), "その家族は人数がいっぱいです。", false},
		"the store":        {errSecret, plainJa, true},
		"an unknown error": {context.DeadlineExceeded, plainJa, true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t, withoutCodes(func(ctx context.Context) error {
					<-ctx.Done()
					return tc.err
				}))
				a := w.says(w.talk("ja-JP"), "招待コード 1234 で参加", "はい")
				if !strings.HasPrefix(a.Speech, tc.want) || strings.Contains(w.log.String(), "turn failed") != tc.failed {
					t.Errorf("got speech %q, log: %s", a.Speech, w.log.String())
				}
			})
		})
	}
}

// TestInvitationNamesEveryStep checks that the skill understands the phrases that the
// speech and the screen tell people to say.
func TestInvitationNamesEveryStep(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		say := w.word("招待コードを作って", "make an invite code")
		a := w.says(w.show(locale), say)
		d, _ := screenOf(t, a.Response)
		p := d.Datasources["invite"].Properties
		steps := map[string][]string{
			a.Speech: {w.word("アレクサ、家族ボイスメモを開いて", "Alexa, open family voice memo"), w.word("家族に参加", "join a family")},
			p.How:    {w.word("アレクサ、家族ボイスメモを開いて", "Alexa, open family voice memo"), w.word("招待コード "+p.Digits+" で参加", "join with code "+p.Digits)},
		}
		for text, words := range steps {
			for _, step := range words {
				understood(t, matcherOf(t, locale), step, talk.Elicited{})
				if !strings.Contains(text, step) {
					t.Errorf("%q does not name %q", text, step)
				}
			}
		}
		w.asking()
		d, _ = screenOf(t, w.says(w.show(locale), say).Response)
		if asks := w.word("家族にはいれます", "once you say yes"); !strings.Contains(d.Datasources["invite"].Properties.How, asks) || strings.Contains(p.How, asks) {
			t.Errorf("card %q, then %q", p.How, d.Datasources["invite"].Properties.How)
		}
	})
}
