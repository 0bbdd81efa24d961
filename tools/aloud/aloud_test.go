package main

import (
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
