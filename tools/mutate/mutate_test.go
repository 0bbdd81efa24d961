package main

import (
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"voicememo/tools/testkit/program"
)

const planted = "./testdata/planted"

func TestPlanted(t *testing.T) {
	program.Needed(t)
	var out strings.Builder
	err := mutate(t.Context(), options{seed: 1, n: 100, want: 70, patterns: []string{planted}}, "", &out)
	if err == nil || !strings.Contains(err.Error(), "want 70 %") {
		t.Errorf("got %v, want an error, as too few are killed", err)
	}
	var got []string
	for line := range strings.Lines(out.String()) {
		if before, after, ok := strings.Cut(strings.TrimSpace(line), "  ->  "); ok {
			word, _, _ := strings.Cut(line, " tools/mutate")
			got = append(got, strings.TrimSpace(word)+": "+before[strings.Index(before, ": ")+2:]+" -> "+after)
		}
	}
	slices.Sort(got)
	want := []string{
		`SURVIVED: func (r *Room) note(text string) { r.notes = append(r.notes, strings.ToUpper(text)) } -> func (r *Room) note(text string) { _ = append(r.notes, strings.ToUpper(text)) }`,
		`SURVIVED: r.note("seat") -> (nothing)`,
		`killed: if r.seats < 1 { -> if r.seats <= 1 {`,
		`killed: if r.seats < 1 { -> if r.seats < 2 {`,
		`killed: return false -> return true`,
		`killed: return true -> return false`,
	}
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if want := "4 of 6 viable mutants killed (66.7 %)"; !strings.Contains(out.String(), want) {
		t.Errorf("got %s, want %s", &out, want)
	}
}

// TestMutants checks the mutants of each form of code; "|" separates them.
func TestMutants(t *testing.T) {
	for code, want := range map[string]string{
		"if a <= b && c > d { f() }":                     "if a <= b || c > d { f() }|if a < b && c > d { f() }|if a <= b && c >= d { f() }|if a <= b && c > d {  }",
		"if err != nil { return }":                       "",
		"if lerr == nil && ok { return }":                "if lerr == nil || ok { return }",
		"if x, err = f(); err != nil { return 1, g(2) }": "if _, _ = f(); err != nil { return 1, g(2) }",
		"if err != nil { f(); return }":                  "if err != nil { ; return }",
		"if ok { return }":                               "if !ok { return }",
		"if !f() { return }":                             "if f() { return }",
		"x := 1":                                         "x := 2",
		"x, y = y, x":                                    "_, _ = y, x",
		"_ = f()":                                        "",
		"x = a + 200":                                    "_ = a + 200|x = a - 200",
		`x = a + "b" + c`:                                `_ = a + "b" + c`,
		"x = false":                                      "_ = false|x = true",
		`s.Logger.Info("text", "n", n+1)`:                "",
		`s.Logger.ErrorContext(ctx, "no")`:               "",
		"defer f()":                                      "",
	} {
		t.Run(code, func(t *testing.T) {
			dir := t.TempDir()
			source := "package p\nfunc (s *S[T]) F() {\n" + code + "\n}\nfunc (S) String() string { return f(1) }\n"
			if err := os.WriteFile(filepath.Join(dir, "p.go"), []byte(source), 0o600); err != nil {
				t.Fatal(err)
			}
			found, err := pkg{dir: dir, root: dir, files: []string{"p.go"}}.mutants()
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, m := range found {
				got = append(got, m.after)
				if m.before != code || m.function != "S.F" || m.line != 3 || m.file != "p.go" {
					t.Errorf("got %+v, want line 3 of S.F in p.go", m)
				}
				mutated := source[:m.start] + m.text + source[m.end:]
				if _, err := parser.ParseFile(token.NewFileSet(), "", mutated, 0); err != nil {
					t.Errorf("got %v, want Go:\n%s", err, mutated)
				}
			}
			if got := strings.Join(got, "|"); got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

// TestDraw checks that the seed decides the order, and that a change elsewhere does not
// alter it.
func TestDraw(t *testing.T) {
	var all []mutant
	for i := range 50 {
		all = append(all, mutant{identity: identity{file: "a.go", before: fmt.Sprint(i)}})
	}
	first := draw(all, 1, 20)
	if again := draw(all, 1, 20); !slices.Equal(again, first) {
		t.Errorf("got %v, want %v", again, first)
	}
	if other := draw(all, 2, 20); slices.Equal(other, first) {
		t.Errorf("got %v with another seed, want another order", other)
	}
	fewer := slices.DeleteFunc(slices.Clone(all), func(m mutant) bool { return m == first[3] })
	if got, want := draw(fewer, 1, 19), slices.Delete(slices.Clone(first), 3, 4); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := len(draw(all, 1, 80)); got != 50 {
		t.Errorf("got %d, want all 50", got)
	}
}

func TestEquivalent(t *testing.T) {
	list := "# A list.\n\na/b.go S.F\n- f()\n+\nf does nothing.\n\n# Another.\na/b.go -\n- n = 1\n+ n = 2\nAny number\nis good.\n"
	known, err := parseEquivalents(list)
	want := []identity{{"a/b.go", "S.F", "f()", ""}, {"a/b.go", "-", "n = 1", "n = 2"}}
	if err != nil || !slices.Equal(known, want) {
		t.Fatalf("got %q, %v, want %q", known, err, want)
	}
	other := mutant{identity: identity{"a/b.go", "S.G", "f()", ""}}
	left, err := without([]mutant{{identity: want[0]}, other, {identity: want[1]}}, known)
	if err != nil || !slices.Equal(left, []mutant{other}) {
		t.Errorf("got %v, %v, want %v", left, err, other)
	}
	if left, err := without([]mutant{other, {identity: want[1]}}, known); err == nil {
		t.Errorf("got %v, want an error, as one is not in the source", left)
	}
	if left, err := without([]mutant{{identity: identity{file: "c/d.go"}}}, known); err != nil || len(left) != 1 {
		t.Errorf("got %v, %v, want the mutant of another package", left, err)
	}
	for _, bad := range []string{"a/b.go S.F\n- f()\n+\n", "a/b.go S.F\nf()\n+\nreason\n", "a/b.go\n- f()\n+\nreason\n"} {
		if got, err := parseEquivalents(bad); err == nil {
			t.Errorf("%q: got %v, want an error", bad, got)
		}
	}
}

func TestVerdict(t *testing.T) {
	for _, c := range []struct {
		out    string
		passed bool
		want   verdict
	}{
		{"ok  	voicememo/memo	0.1s\n", true, survived},
		{"--- FAIL: TestMemo\nFAIL	voicememo/memo	0.1s\n", false, killed},
		{"panic: test timed out after 10s\nFAIL	voicememo/memo	10s\n", false, timedOut},
		{"FAIL	voicememo/memo [build failed]\n", false, notViable},
	} {
		if got := judge(c.out, c.passed); got != c.want {
			t.Errorf("%q: got %v, want %v", c.out, got, c.want)
		}
	}
}

func TestRefusals(t *testing.T) {
	stale := "tools/mutate/testdata/planted/planted.go Room.Seat\n- gone()\n+\nIt was not there.\n"
	for name, c := range map[string]struct {
		patterns   []string
		equivalent string
		want       string
	}{
		"no packages":      {nil, "", "no package"},
		"unknown package":  {[]string{"./nowhere"}, "", "go list"},
		"stale equivalent": {[]string{planted}, stale, "gone()"},
		"no such form":     {[]string{planted}, "words\n", "words"},
	} {
		t.Run(name, func(t *testing.T) {
			err := mutate(t.Context(), options{n: 1, patterns: c.patterns}, c.equivalent, &strings.Builder{})
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want an error with %q", err, c.want)
			}
		})
	}
}
