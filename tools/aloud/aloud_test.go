package main

import (
	"errors"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"voicememo/skill/words"
)

// TestEverySentenceIsInTheTable checks that the table has a reading for exactly the
// sentences of the catalogue: a new wording must be read aloud before it is merged.
func TestEverySentenceIsInTheTable(t *testing.T) {
	b, err := os.ReadFile("readings.txt")
	if err != nil {
		t.Fatal(err)
	}
	read, err := parse(string(b))
	if err != nil {
		t.Fatal(err)
	}
	if got := string(read.text()); got != string(b) {
		t.Error("readings.txt is not as -update writes it")
	}
	want := table{}
	for _, s := range sentences() {
		want[line(s)] = read[line(s)]
		if read[line(s)] == "" {
			t.Errorf("%q is not in readings.txt: run make aloud UPDATE=1 and check its reading", s)
		}
	}
	for sentence := range read {
		if _, ok := want[sentence]; !ok {
			t.Errorf("%q is in readings.txt but no longer said: run make aloud UPDATE=1", sentence)
		}
	}
}

// TestSentencesAreComplete checks that the samples fill every placeholder.
func TestSentencesAreComplete(t *testing.T) {
	all := sentences()
	for _, s := range all {
		if strings.ContainsAny(s, "{}|") {
			t.Errorf("got %q, want no placeholder and no list", s)
		}
	}
	c := words.Japanese()
	for _, want := range []string{"10分前", "4月1日", "メモが1件あります。", c[words.Ask("menu")], c.Text(words.ReadItem, words.Args{"number": "20", "content": "牛乳を買う"})} {
		if !slices.Contains(all, want) {
			t.Errorf("got no %q", want)
		}
	}
}

// TestAmbiguousWords checks that no sentence has a word that Open JTalk, MeCab with
// IPADIC or MeCab with UniDic reads wrongly.
func TestAmbiguousWords(t *testing.T) {
	for _, s := range sentences() {
		for _, w := range ambiguous {
			if strings.Contains(s, w.text) {
				t.Errorf("%q contains %s, which may be read %s", s, w.text, w.reading)
			}
		}
	}
}

// ambiguous lists the words that were misread, with the wrong reading.
var ambiguous = []struct{ text, reading string }{
	{"何ですか", "ナニデスカ"},
	{"別の方", "ベツノホー"},
	{"いる間", "イルマ"},
	{"家族に入れ", "イレ"},
	{"まだ入れ", "イレ"},
	{"画面に入れ", "ハイレ"},
	{"十分", "ジューブン"},
	{"一日", "イチニチ"},
}

const traced = "\n[Text analysis result]\n" +
	"三,名詞,数,*,*,*,*,三,サン,サン,1/2,C3,0\n" +
	"件,名詞,接尾,助数詞,*,*,*,件,ケン,ゲン,1/2,C3,1\n" +
	"、,記号,読点,*,*,*,*,、,、,、,0/0,*,0\n" +
	"です,助動詞,*,*,*,特殊・デス,基本形,です,デス,デス’,1/2,名詞%F2@1/動詞%F1/形容詞%F2@0,0\n" +
	"か,助詞,副助詞／並立助詞／終助詞,*,*,*,*,か,カ,カ,0/1,*,1\n" +
	"？,記号,一般,*,*,*,*,？,？,？,0/0,*,0\n" +
	"\n[Output label]\n0 850000 xx\n"

func TestReading(t *testing.T) {
	for name, tc := range map[string]struct {
		trace, want string
		bad         bool
	}{
		"words":       {trace: traced, want: "サン ケン 、 デス カ ？"},
		"no analysis": {trace: "\n[Output label]\n", bad: true},
		"cut off":     {trace: traced[:strings.Index(traced, "\n\n[Output")], bad: true},
		"columns":     {trace: strings.Replace(traced, ",C3,0\n", "\n", 1), bad: true},
		"empty":       {bad: true},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := reading(tc.trace)
			if got != tc.want || (err != nil) != tc.bad {
				t.Errorf("reading: got %q, %v, want %q, error %v", got, err, tc.want, tc.bad)
			}
		})
	}
}

func TestTable(t *testing.T) {
	for name, tc := range map[string]struct {
		text string
		want table
		bad  bool
	}{
		"two":       {text: "# a\t\nb\tB\nc/d\tC D\n", want: table{"b": "B", "c/d": "C D"}},
		"no tab":    {text: "b B\n", bad: true},
		"no words":  {text: "\tB\n", bad: true},
		"no sounds": {text: "b\t\n", bad: true},
		"twice":     {text: "b\tB\nb\tC\n", bad: true},
		"blank":     {text: "b\tB\n\n", bad: true},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := parse(tc.text)
			if !maps.Equal(got, tc.want) || (err != nil) != tc.bad {
				t.Fatalf("parse: got %v, %v, want %v, error %v", got, err, tc.want, tc.bad)
			}
			if again, err := parse(string(got.text())); !tc.bad && (err != nil || !maps.Equal(again, got)) {
				t.Errorf("parse(text): got %v, %v, want %v", again, err, got)
			}
		})
	}
}

func TestCompare(t *testing.T) {
	want := table{"same": "S", "other": "O", "old": "X"}
	got := want.compare(table{"same": "S", "other": "P", "new": "N"})
	if expected := []string{"new\n  new: N", "other\n  got:  P\n  want: O", "old\n  is no longer said"}; !slices.Equal(got, expected) {
		t.Errorf("compare: got %q, want %q", got, expected)
	}
	if faults := want.compare(want); faults != nil {
		t.Errorf("compare with itself: got %q, want none", faults)
	}
}

func TestReadAll(t *testing.T) {
	all := []string{"a", "b\nc", "d"}
	got, err := readAll(all, func(s string) (string, error) { return strings.ToUpper(s), nil })
	if want := (table{"a": "A", "b/c": "B\nC", "d": "D"}); err != nil || !maps.Equal(got, want) {
		t.Errorf("readAll: got %v, %v, want %v", got, err, want)
	}
	silent := errors.New("silent")
	got, err = readAll(all, func(s string) (string, error) {
		if s == "d" {
			return "", silent
		}
		return s, nil
	})
	if got != nil || !errors.Is(err, silent) {
		t.Errorf("readAll: got %v, %v, want %v", got, err, silent)
	}
}
