package textstest

import (
	"slices"
	"testing"
	"testing/fstest"
)

func TestDifferences(t *testing.T) {
	for _, c := range []struct {
		first, second string
		same          bool
	}{
		{"none", "keine", true},
		{"{b}, {a} and {a}", "{a} {b}", true},
		{"{in time}", "{intime}", false},
		{"{a}", "a", false},
		{"%s is in %d", "%[2]d: %[1]s", true},
		{"%s is in %s", "%s", false},
		{"%d", "%s", false},
		{"open %s within %[3]d: %[2]s", "%[3]d, %[1]s, %s", true},
	} {
		got := differences(map[string]string{"k": c.first}, map[string]string{"k": c.second})
		if (len(got) == 0) != c.same {
			t.Errorf("%q and %q: got %q, want the same: %v", c.first, c.second, got, c.same)
		}
	}
	want := []string{`only the first file has "a"`, `only the second file has "b"`}
	if got := differences(map[string]string{"a": ""}, map[string]string{"b": ""}); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestSame(t *testing.T) {
	files := fstest.MapFS{
		"a.en.txt": {Data: []byte("x = 1 {n}\ny = 2\n")}, "a.ja.txt": {Data: []byte("y = 二\nx = {n} 一\n")},
		"d.en.txt": {Data: []byte("# T\n\nText {n}\n- a\n")}, "d.ja.txt": {Data: []byte("# 題\n\n文{n}\n- い\n")},
	}
	Same(t, files, "a.*.txt")
	SameDocuments(t, files, "d.*.txt")
}
