package skill_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// exchanges are the conversations that documents quote, each with the state before it.
var exchanges = []struct {
	file, locale string
	voice        string // the recognised voice; "": none
	before       []func(*world)
}{
	{"README.md", "en-US", "Taro: ", []func(*world){milkOfYesterday}},
	{"README.ja.md", "ja-JP", "太郎: ", []func(*world){milkOfYesterday}},
	{"docs/guide/family.md", "en-US", "", []func(*world){fresh, twoNews}},
	{"docs/guide/family.ja.md", "ja-JP", "", []func(*world){fresh, twoNews}},
}

// milkOfYesterday is Hanako's family with an Echo that knows Taro's voice.
func milkOfYesterday(w *world) {
	w.introduced()
	w.write(w.household(w.word("花子", "Hanako")), w.word("牛乳を買う", "buy milk"), day)
	tk := w.talk(w.word("ja-JP", "en-US"))
	w.hears(tk, w.word("太郎: 私は太郎", "Taro: my name is Taro"))
	w.hears(tk, w.word("太郎: はい", "Taro: yes"))
}

// twoNews is a family with two memos that are newer than the Echo's last reading.
func twoNews(w *world) {
	w.introduced()
	taro := w.household(w.word("太郎", "Taro"))
	w.write(taro, w.word("本を返す", "return the books"), day)
	w.says(w.talk(w.word("ja-JP", "en-US")), w.word("一覧", "read the memos"))
	w.pass(time.Hour)
	w.write(taro, w.word("卵を買う", "buy eggs"), time.Minute)
	w.write(taro, w.word("傘を忘れない", "don't forget the umbrella"), time.Minute)
}

var (
	quotation = regexp.MustCompile(`(?m)(?:^> \*\*.+\n?)+`)
	quoteLine = regexp.MustCompile(`(?m)^> \*\*(.+?):\*\* (.+?)(?:<br>)?$`)
)

// TestExchangesOfTheDocuments checks that the quoted answers are the skill's answers,
// word for word.
func TestExchangesOfTheDocuments(t *testing.T) {
	for _, e := range exchanges {
		raw, err := os.ReadFile(filepath.Join("..", e.file))
		if err != nil {
			t.Fatal(err)
		}
		found := quotation.FindAllString(string(raw), -1)
		if len(found) != len(e.before) {
			t.Fatalf("%s: got %d conversations", e.file, len(found))
		}
		for i, before := range e.before {
			t.Run(e.file, func(t *testing.T) {
				w := newWorld(t)
				w.english = e.locale == "en-US"
				before(w)
				w.holds(e.locale, e.voice, quoteLine.FindAllStringSubmatch(found[i], -1))
			})
		}
	}
}

// holds says the lines of a person and compares Alexa's answers with the lines after
// them.
func (w *world) holds(locale, voice string, lines [][]string) {
	w.t.Helper()
	if len(lines) < 2 || len(lines)%2 != 0 {
		w.t.Fatalf("%d lines", len(lines))
	}
	tk := w.talk(locale)
	for i := 0; i < len(lines); i += 2 {
		said, want := unquoted(lines[i][2]), lines[i+1][2]
		if lines[i+1][1] != "Alexa" {
			w.t.Fatalf("no answer to %q", said)
		}
		got := strings.ReplaceAll(w.hears(tk, voice+said).Speech, "\n", w.word("", " "))
		if got != want {
			w.t.Errorf("%q: got\n%s\nwant\n%s", said, got, want)
		}
	}
}
