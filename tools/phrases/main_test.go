package main

import (
	"os"
	"testing"
	"testing/fstest"
)

// TestShareOfPhrases checks that at least 85 of 100 phrases match literally in each
// locale, and none matches another intent. A list has at least 300 phrases, so that no
// intent can be left out.
func TestShareOfPhrases(t *testing.T) {
	t.Parallel()
	for _, locale := range []string{"ja-JP", "en-US"} {
		c, err := countAll(os.DirFS("../../skill/testdata"), locale)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(c.missed) + len(c.wrong) + sum(c.right); n < 300 {
			t.Errorf("%s: got %d phrases, want at least 300", locale, n)
		}
		if got := c.percent(); got < 85 {
			t.Errorf("%s: got %.1f %% matched, want at least 85 %%; missed: %v", locale, got, c.missed)
		}
		for _, wrong := range c.wrong {
			t.Errorf("%s: %s", locale, wrong)
		}
	}
}

func sum(counts map[string]int) (n int) {
	for _, c := range counts {
		n += c
	}
	return n
}

// TestTextThatIsANumber checks that text that names a memo by its position counts as its
// number, and text that names the last memo or is not about one does not.
func TestTextThatIsANumber(t *testing.T) {
	t.Parallel()
	lists := fstest.MapFS{"phrases.ja-JP.txt": {Data: []byte(
		"DeleteMemoIntent\t最初を消して\t1\nDoneMemoIntent\t最初のは終わった\t1\nDeleteByTextIntent\t最後を消して\t最後\nAddMemoIntent\t最初を追加\t最初\n",
	)}}
	c, err := countAll(lists, "ja-JP")
	if err != nil {
		t.Fatal(err)
	}
	if len(c.missed)+len(c.wrong)+len(c.values) > 0 {
		t.Errorf("got missed %v, wrong %v, values %v, want none", c.missed, c.wrong, c.values)
	}
}
