package skill_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"voicememo/memo"
	"voicememo/models"
	"voicememo/skill/talk"
	"voicememo/skill/words"
)

// hasNews reports whether a voice hears of new memos when it opens the skill.
func (w *world) hasNews(locale, voice string) bool {
	w.t.Helper()
	a := w.launch(w.spokenBy(w.talk(locale), voice))
	return strings.HasSuffix(a.Speech, w.word("読みましょうか？", "Would you like to listen?"))
}

// news makes a household that knows two voices, with new memos by another member.
func (w *world) news(contents ...string) {
	w.t.Helper()
	w.named(taroVoice, hanakoVoice)
	other := w.household(w.word("次郎", "Jiro"))
	for i, content := range contents {
		w.write(other, content, time.Duration(len(contents)-i)*time.Minute)
	}
}

// TestNewsAreHeardToTheEnd checks that new memos stay new until all of them were read:
// several pages, or a memo longer than a reply. The new memos are read by "what's new" or
// with the whole list.
func TestNewsAreHeardToTheEnd(t *testing.T) {
	var several []string
	for i := range 7 {
		several = append(several, fmt.Sprintf("errand %d", i))
	}
	for name, contents := range map[string][]string{
		"pages":       several,
		"a long memo": {strings.TrimSpace(strings.Repeat("This sentence is a part of it. ", 16))},
	} {
		t.Run(name, func(t *testing.T) {
			bilingual(t, func(t *testing.T, w *world, locale string) {
				w.news(contents...)
				for voice, line := range map[string]string{
					taroVoice:   w.word("新しいメモを読んで", "read the new memos"),
					hanakoVoice: w.word("一覧", "read the memos"),
				} {
					tk := w.spokenBy(w.talk(locale), voice)
					w.says(tk, line, w.word("ストップ", "stop"))
					if !w.hasNews(locale, voice) {
						t.Errorf("%s: no news after the first part", line)
					}
					tk = w.spokenBy(w.talk(locale), voice)
					a := w.says(tk, line)
					for range 10 {
						if strings.Contains(a.Speech, w.word("以上です。", "That's all.")) {
							break
						}
						a = w.says(tk, w.word("はい", "yes"))
					}
					if w.hasNews(locale, voice) {
						t.Errorf("%s: still news after the last part: %q", line, a.Speech)
					}
				}
			})
		})
	}
}

// TestMemoAddedDuringTheReadingStaysNew checks that only memos from before the reading
// count as heard.
func TestMemoAddedDuringTheReadingStaysNew(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		w.news("1", "2", "3", "4", "5", "6")
		tk := w.spokenBy(w.talk(locale), taroVoice)
		w.says(tk, w.word("新しいメモを読んで", "read the new memos"))
		w.pass(time.Second)
		w.write(w.owner(), w.word("あとから", "afterwards"), 0)
		var a talk.Answer
		for range 2 {
			a = w.says(tk, w.word("はい", "yes"))
		}
		if strings.Contains(a.Speech, w.word("あとから", "afterwards")) || !w.hasNews(locale, taroVoice) {
			t.Errorf("got speech %q, then no news; want the later memo to stay new", a.Speech)
		}
	})
}

// TestMemoThatTheListDidNotHaveYetStaysNew checks that a memo that was added before a
// reading, but that an index did not list yet, is read as new afterwards.
func TestMemoThatTheListDidNotHaveYetStaysNew(t *testing.T) {
	for _, locale := range []string{"ja-JP", "en-US"} {
		t.Run(locale, func(t *testing.T) {
			t.Parallel()
			var hidden models.Memo
			w := newWorld(t, listing(func(ctx context.Context, s memo.Store, l memo.Listing) (memo.Page, error) {
				page, err := s.List(ctx, l)
				page.Memos = slices.DeleteFunc(page.Memos, func(m models.Memo) bool { return m.ID == hidden.ID })
				return page, err
			}))
			w.english = locale == "en-US"
			w.news(w.word("牛乳を買う", "buy milk"))
			hidden = w.write(w.owner(), w.word("傘", "umbrella"), time.Second)
			line := w.word("新しいメモを読んで", "read the new memos")
			for _, want := range []string{w.word("牛乳を買う", "buy milk"), w.word("傘", "umbrella"), w.sentence(words.NoNewMemos)} {
				if a := w.says(w.spokenBy(w.talk(locale), taroVoice), line); !strings.Contains(a.Speech, want) {
					t.Errorf("got speech %q, want %q", a.Speech, want)
				}
				hidden = models.Memo{}
			}
		})
	}
}
