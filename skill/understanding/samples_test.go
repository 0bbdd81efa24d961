package understanding

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// The samples of the interaction models are written as forms (form.go) in en.samples and
// ja.samples. There a form stands for all the phrases that it fits, as they are written: words
// keep their spelling, a slot such as <memoText> becomes {memoText}, and what may be repeated is
// there once or not at all. Besides their own named forms they have those of the rules.

// maxSamples is the maximum number of samples of an intent. A form that stands for more has too
// many alternatives side by side.
const maxSamples = 500

// phrasing has what people say to a skill in one language.
type phrasing struct {
	spaced bool
	named  map[string]string
	lines  map[string][][2]string // the lines of each section: a name and a form
}

// phrasingOf reads the samples of a language.
func phrasingOf(t testing.TB, language string) *phrasing {
	t.Helper()
	p := &phrasing{spaced: language != "ja", named: map[string]string{}, lines: map[string][][2]string{}}
	for _, file := range []string{language + ".rules", language + ".samples"} {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		section := ""
		for line := range strings.SplitSeq(strings.ReplaceAll(string(raw), "\n  ", " "), "\n") {
			name, text, ok := strings.Cut(line, " = ")
			switch {
			case strings.HasPrefix(line, "["):
				section = strings.Trim(line, "[]")
			case !ok || strings.HasPrefix(line, "#"):
			case unicode.IsLower(rune(name[0])):
				p.named[name] = text
			case strings.HasSuffix(file, ".samples"):
				p.lines[section] = append(p.lines[section], [2]string{name, text})
			}
		}
	}
	return p
}

// of returns the phrases of the lines of a section that have a name, each once.
func (p *phrasing) of(t testing.TB, section, name string) (all []string) {
	t.Helper()
	for _, line := range p.lines[section] {
		if line[0] != name {
			continue
		}
		found, err := p.phrases(line[1])
		if err != nil {
			t.Fatalf("%s: %.40s: %v", name, line[1], err)
		}
		all = append(all, found...)
	}
	return once(slices.DeleteFunc(all, func(phrase string) bool {
		return phrase == "" || strings.Count(phrase, "please") > 1
	}))
}

// once returns the strings of a list without those that are there already.
func once(all []string) (out []string) {
	seen := map[string]bool{}
	for _, s := range all {
		if !seen[s] {
			seen[s] = true
			out = append(out, s)
		}
	}
	return out
}

// phrases returns all phrases that a form stands for.
func (p *phrasing) phrases(text string) ([]string, error) {
	r := reader{text: text}
	all, err := p.alternatives(&r)
	if err == nil && r.at < len(text) {
		err = fmt.Errorf("%q does not belong here", text[r.at:])
	}
	return all, err
}

func (p *phrasing) alternatives(r *reader) (all []string, err error) {
	for {
		one, err := p.sequence(r)
		if err != nil {
			return nil, err
		}
		all = append(all, one...)
		if r.at == len(r.text) || r.text[r.at] != '|' {
			return all, nil
		}
		r.at++
	}
}

func (p *phrasing) sequence(r *reader) ([]string, error) {
	all := []string{""}
	for r.at < len(r.text) && strings.IndexByte("|)]", r.text[r.at]) < 0 {
		if r.text[r.at] == ' ' {
			r.at++
			continue
		}
		next, err := p.part(r)
		if err != nil {
			return nil, err
		}
		var longer []string
		for _, a := range all {
			for _, b := range next {
				longer = append(longer, p.join(a, b))
			}
		}
		all = longer
	}
	return all, nil
}

func (p *phrasing) part(r *reader) ([]string, error) {
	c := r.text[r.at]
	switch c {
	case '(', '[':
		r.at++
		inner, err := p.alternatives(r)
		if err != nil || r.at == len(r.text) {
			return nil, fmt.Errorf("a bracket is open: %w", err)
		}
		r.at++
		starred := r.at < len(r.text) && r.text[r.at] == '*'
		if starred {
			r.at++
		}
		if c == '[' || starred {
			inner = append([]string{""}, inner...)
		}
		return inner, nil
	case '{', '<':
		end := strings.IndexAny(r.text[r.at:], "}>")
		if end < 0 {
			return nil, fmt.Errorf("%q is open", r.text[r.at:])
		}
		name := r.text[r.at+1 : r.at+end]
		r.at += end + 1
		if c == '<' {
			return []string{"{" + name + "}"}, nil
		}
		text, ok := p.named[name]
		if !ok {
			return nil, fmt.Errorf("there is no {%s}", name)
		}
		return p.phrases(text)
	case '~', '!', '*':
		return nil, fmt.Errorf("%q has no phrases", r.text[r.at:])
	}
	end := r.at + strings.IndexAny(r.text[r.at:]+" ", " |()[]{}<>!*~")
	word := r.text[r.at:end]
	r.at = end
	return []string{word}, nil
}

// join returns a phrase and words that follow it: with a space between words, in a language that
// has none only beside a slot. "'s" follows without one.
func (p *phrasing) join(phrase, words string) string {
	slot := strings.HasSuffix(phrase, "}") || strings.HasPrefix(words, "{")
	if phrase == "" || words == "" || strings.HasPrefix(words, "'") || !p.spaced && !slot {
		return phrase + words
	}
	return phrase + " " + words
}

func TestPhrases(t *testing.T) {
	for text, want := range map[string]string{
		"add <memoText> [please]":      "add {memoText}|add {memoText} please",
		"(what is | what's) (new)*":    "what is|what is new|what's|what's new",
		"{greeting} number <n> 's off": "hi number {n}'s off|hey number {n}'s off",
	} {
		p := phrasing{spaced: true, named: map[string]string{"greeting": "hi | hey"}}
		if got, err := p.phrases(text); strings.Join(got, "|") != want || err != nil {
			t.Errorf("%s: got %q, %v, want %q", text, got, err, want)
		}
	}
	p := phrasing{}
	if got, err := p.phrases("メモに <memoText> [を | って] (書いて)"); strings.Join(got, "|") != "メモに {memoText} 書いて|メモに {memoText} を書いて|メモに {memoText} って書いて" || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
}
