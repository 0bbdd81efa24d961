package skill_test

import (
	"bufio"
	"os"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"voicememo/models"
	"voicememo/skill"
	"voicememo/skill/talk"
	"voicememo/skill/understanding"
)

// phrase is a line of a list of phrases: what families say, and what it means.
type phrase struct{ intent, words, value string }

// phrasesOf reads the list of a locale.
func phrasesOf(t testing.TB, locale string) (all []phrase) {
	t.Helper()
	file, err := os.Open("testdata/phrases." + locale + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		if parts := strings.Split(lines.Text(), "\t"); !strings.HasPrefix(lines.Text(), "#") && len(parts) == 3 {
			all = append(all, phrase{parts[0], parts[1], parts[2]})
		}
	}
	if err := lines.Err(); err != nil || len(all) < 300 {
		t.Fatalf("got %d phrases and %v, want 300 or more", len(all), err)
	}
	return all
}

// awaited are the questions after which any words are a memo's text, with the lines that
// lead to them.
var awaited = []struct {
	question string
	ja, en   []string
}{
	{"menu", nil, nil},
	{"else", []string{"一覧"}, []string{"read the memos"}},
	{"text", []string{"メモを追加"}, []string{"add a memo"}},
	{"another", []string{"切手を追加して"}, []string{"add stamps"}},
}

// await leads a conversation to the question with an index, in a list of three memos.
func (w *world) await(locale string, question int) *talk.Talk {
	w.t.Helper()
	memos := []string{w.word("牛乳", "milk"), w.word("卵", "eggs"), w.word("傘", "umbrella")}
	if !slices.Equal(w.contents(), memos) || len(w.finished()) > 0 {
		w.clear()
		w.fill(memos)
	}
	tk := w.opened(w.talk(locale))
	q := awaited[question]
	var a talk.Answer
	for _, line := range map[bool][]string{true: q.en, false: q.ja}[w.english] {
		a = w.says(tk, line)
	}
	if len(q.ja) > 0 && (a.Elicited.Intent != "AddMemoIntent" || !a.Open) {
		w.t.Fatalf("%s: no text is awaited after %q", q.question, a.Speech)
	}
	return tk
}

// takes says words where a memo's text is awaited, and checks what became of them: they
// were added as a memo that the reply names, or they are a command, a correction or a
// closing, and no memo left the list without its name. It returns the memos that were
// added.
func (w *world) takes(t interface{ Errorf(string, ...any) }, m *understanding.Matcher, tk *talk.Talk, words string) (added []string) {
	w.t.Helper()
	before, done := w.list(), w.finished()
	a := w.meant(tk, "AddMemoIntent", "memoText", words)
	after := w.list()
	for _, n := range after {
		if !slices.ContainsFunc(before, func(m models.Memo) bool { return m.ID == n.ID }) {
			added = append(added, n.Content)
		}
	}
	for _, m := range before {
		stays := slices.ContainsFunc(after, func(n models.Memo) bool { return n.Content == m.Content })
		if !stays && !strings.Contains(a.Speech, m.Content) {
			t.Errorf("%q: %q left the list without its name: %q", words, m.Content, a.Speech)
		}
	}
	for _, content := range w.finished() {
		if !slices.Contains(done, content) && !strings.Contains(a.Speech, content) {
			t.Errorf("%q: %q is done without its name: %q", words, content, a.Speech)
		}
	}
	_, corrects := m.Correction(words)
	meaning, commands := m.Command(words)
	other := corrects || m.Closing(words) || commands && (meaning.Intent != "AddMemoIntent" || meaning.Value == "")
	switch {
	case len(added) == 0 && !other:
		t.Errorf("%q: got no memo and no command: %q", words, a.Speech)
	case len(added) > 1, len(added) == 1 && !strings.Contains(a.Speech, added[0]) && !strings.Contains(a.Speech, "…"):
		t.Errorf("%q: got memos %q without their text in %q", words, added, a.Speech)
	case len(added) == 1 && !other && added[0] != strings.TrimSpace(m.Carried(words)) && (!commands || added[0] != meaning.Value):
		t.Errorf("%q: got memo %q, want %q or %q", words, added[0], m.Carried(words), meaning.Value)
	}
	return added
}

// TestWordsWhereTextIsAwaited checks every phrase of the lists where a memo's text is
// awaited, after each of the questions in turn. A memo that a phrase carries is added
// without the words around it, and no other phrase is added to the list in silence.
func TestWordsWhereTextIsAwaited(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		m := skill.PhrasesOf(locale)
		for i, p := range phrasesOf(t, locale) {
			added := w.takes(t, m, w.await(locale, i%len(awaited)), p.words)
			if meaning, ok := m.Command(p.words); ok && meaning.Intent == "AddMemoIntent" && p.intent == meaning.Intent && p.value == meaning.Value && !slices.Equal(added, []string{p.value}) {
				t.Errorf("%q after %q: got memos %q, want %q", p.words, awaited[i%len(awaited)].question, added, p.value)
			}
			w.pass(day)
		}
	})
}

// memoLike are texts that are memos although they look like something else.
var memoLike = map[string][]string{
	"ja-JP": {
		"大丈夫か電話で確認", "ありがとうカードを買う", "いいえと言う練習", "終わりの会は3時", "違う色のペンを買う", "取り消し線の引き方を調べる",
		"お母さんに元気か聞く", "全部洗う", "2番ホームで待ち合わせ", "ヘルプデスクに電話", "次の日曜は運動会", "続きの本を借りる", "ないしょの話", "もう一度歯医者に行く",
	},
	"en-US": {
		"no sugar for grandma", "stop the newspaper in may", "cancel the gym membership", "thank you cards for the party", "done deal with the plumber",
		"help emma with her homework", "next sunday is the fair", "undo the christmas lights", "all the windows need cleaning", "number two pencils for school",
		"i'm good at chess club form", "that's all folks poster", "wrong size shoes go back", "repeat the prescription",
	},
}

// TestMemosThatLookLikeCommands checks texts that begin like a command, a closing or a
// correction but are memos.
func TestMemosThatLookLikeCommands(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		m := skill.PhrasesOf(locale)
		for _, words := range memoLike[locale] {
			for question := range awaited {
				if added := w.takes(t, m, w.await(locale, question), words); !slices.Equal(added, []string{words}) {
					t.Errorf("%q after %q: got memos %q, want the words", words, awaited[question].question, added)
				}
				w.pass(day)
			}
		}
	})
}

// TestAnyTextWhereTextIsAwaited checks random texts, and random texts around phrases.
func TestAnyTextWhereTextIsAwaited(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		m := skill.PhrasesOf(locale)
		var known []string
		for _, p := range phrasesOf(t, locale) {
			known = append(known, p.words)
		}
		rapid.Check(t, func(rt *rapid.T) {
			text := rapid.OneOf(memoText(w), rapid.Custom(func(rt *rapid.T) string {
				return rapid.SampledFrom(known).Draw(rt, "before") + w.word("", " ") + memoText(w).Draw(rt, "text")
			}), rapid.Custom(func(rt *rapid.T) string {
				return memoText(w).Draw(rt, "text") + w.word("", " ") + rapid.SampledFrom(known).Draw(rt, "after")
			})).Filter(func(s string) bool { return len([]rune(s)) <= 60 }).Draw(rt, "words")
			w.takes(rt, m, w.await(locale, rapid.IntRange(0, len(awaited)-1).Draw(rt, "question")), text)
			w.pass(day)
		})
	})
}
