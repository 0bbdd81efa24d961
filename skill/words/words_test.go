package words

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

var (
	sentenceEnd = regexp.MustCompile(`[。？]|[.?](?: |$)`)
	question    = regexp.MustCompile(`\?$|？([^。？]*ください。)?$`) // a request may say how to answer
	example     = regexp.MustCompile(`^Say|^You can say|「`)
)

// TestKeys: the source names every key of the catalogues, and the catalogues have a sentence
// for every key that it names.
func TestKeys(t *testing.T) {
	english := English()
	sources, err := filepath.Glob("keys*.go")
	if err != nil {
		t.Fatal(err)
	}
	named := map[Key]bool{}
	for _, source := range sources {
		raw, err := os.ReadFile(source)
		if err != nil {
			t.Fatal(err)
		}
		for _, quoted := range regexp.MustCompile(`[={,] ?"([a-z_.]+)"`).FindAllStringSubmatch(string(raw), -1) {
			named[Key(quoted[1])] = true
			if !english.Has(Key(quoted[1])) {
				t.Errorf("%s: there is no sentence for %s", source, quoted[1])
			}
		}
	}
	for k := range english {
		kind, _, _ := strings.Cut(string(k), ".")
		if !named[k] && !slices.Contains([]string{"ask", "reprompt", "help", "error"}, kind) {
			t.Errorf("no key in the source is %s", k)
		}
	}
}

func TestText(t *testing.T) {
	c := Catalogue{"k": "<{a}{b}>"}
	for name, tc := range map[string]struct {
		args Args
		want string
	}{
		"filled": {Args{"a": "1", "b": "2"}, "<12>"},
		"placeholders in arguments are left alone": {Args{"a": "{b}", "b": "2"}, "<{b}2>"},
		"control characters":                       {Args{"a": "x\ny\x00", "b": ""}, "<x y >"},
		"broken UTF-8":                             {Args{"a": "\xff", "b": "z"}, "<z>"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := c.Text("k", tc.args); got != tc.want {
				t.Errorf("Text: got %q, want %q", got, tc.want)
			}
		})
	}
}

// TestPlural: one thing has the first of the alternatives, any other number the last.
func TestPlural(t *testing.T) {
	c := Catalogue{"k": "one {x}|{count} {x}s", "one": "{count} {x}"}
	for n, want := range map[int]string{0: "0 as, 0 a", 1: "one a, 1 a", 2: "2 as, 2 a"} {
		if got := c.Plural("k", n, Args{"x": "a"}) + ", " + c.Plural("one", n, Args{"x": "a"}); got != want {
			t.Errorf("%d: got %q, want %q", n, got, want)
		}
	}
}

// TestQuestionsAndHelp checks that a question asks, that its reprompt is a short sentence
// with an example, and that help has at most two sentences.
func TestQuestionsAndHelp(t *testing.T) {
	const longestReprompt = 60
	for name, c := range map[string]Catalogue{"ja": Japanese(), "en": English()} {
		questions := 0
		for k, text := range c {
			kind, _, _ := strings.Cut(string(k), ".")
			asks := question.MatchString(text)
			switch kind {
			case "ask":
				questions++
				if !asks {
					t.Errorf("%s: %s does not ask: %q", name, k, text)
				}
				continue
			case "reprompt":
				for _, text := range c.Words(k) {
					if n := utf8.RuneCountInString(text); n > longestReprompt || !example.MatchString(text) {
						t.Errorf("%s: %s has %d characters or no example: %q", name, k, n, text)
					}
				}
			case "help":
				if n := sentenceEnd.FindAllString(text, -1); len(n) > 2 {
					t.Errorf("%s: %s: got %d sentences, want at most 2: %q", name, k, len(n), text)
				}
			}
			if asks && len(c.Words(k)) == 1 {
				t.Errorf("%s: %s asks but is not a question: %q", name, k, text)
			}
		}
		if questions < 20 {
			t.Errorf("%s: got %d questions, want at least 20", name, questions)
		}
	}
}

func TestMonths(t *testing.T) {
	for name, c := range map[string]Catalogue{"ja": Japanese(), "en": English()} {
		if n := len(c.Words(Months)); n != 12 {
			t.Errorf("%s: got %d months, want 12", name, n)
		}
	}
}

// TestMisreadWords: no Japanese sentence has a word that a speech engine has misread.
func TestMisreadWords(t *testing.T) {
	for word, reading := range map[string]string{
		"何ですか": "ナニデスカ", "別の方": "ベツノホー", "いる間": "イルマ", "家族に入れ": "イレ", "まだ入れ": "イレ",
		"画面に入れ": "ハイレ", "十分": "ジューブン", "一日": "イチニチ",
	} {
		for key, sentence := range Japanese() {
			if strings.Contains(sentence, word) {
				t.Errorf("%s contains %s, which may be read %s", key, word, reading)
			}
		}
	}
}
