// Command phrases prints how many phrases of independent lists the interaction models
// match literally, by locale and intent.
//
// Text that names a memo to delete or to mark as done by its number counts as that number,
// as in the skill.
//
// A list is a file skill/testdata/phrases.<locale>.txt. Each line has an intent, a
// phrase and the value of its slot, separated by tabs; # begins a comment.
package main

import (
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"voicememo/skill"
	"voicememo/skill/understanding"
)

func main() {
	if err := run(os.DirFS("skill/testdata"), os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "phrases:", err)
		os.Exit(1)
	}
}

// run prints the share of each locale that has a list.
func run(lists fs.FS, w io.Writer) error {
	for _, locale := range []string{"ja-JP", "en-US"} {
		c, err := countAll(lists, locale)
		if err != nil {
			return err
		}
		if err := c.print(w); err != nil {
			return err
		}
	}
	return nil
}

// phrase is a line of a list.
type phrase struct{ intent, text, value string }

// count is the result of a list.
type count struct {
	locale string
	right  map[string]int // phrases that match their intent, by intent
	all    map[string]int // phrases by intent
	missed []phrase       // phrases that match nothing
	wrong  []string       // phrases that match another intent, with that intent
	values []string       // phrases that match their intent with another slot value
}

// countAll matches each phrase of a locale's list, as if it were said to the open skill
// while no question is open.
func countAll(lists fs.FS, locale string) (count, error) {
	c := count{locale: locale, right: map[string]int{}, all: map[string]int{}}
	all, err := read(lists, "phrases."+locale+".txt")
	if err != nil {
		return count{}, err
	}
	m, err := understanding.New(skill.Package(), locale)
	if err != nil {
		return count{}, err
	}
	for _, p := range all {
		c.add(p, numbers(m, m.Best(p.text, understanding.Asked{})))
	}
	return c, nil
}

// numbers returns meanings with text that names a memo by its number or position, such
// as "the first one", replaced by the number. The skill does the same.
func numbers(m *understanding.Matcher, meanings []understanding.Meaning) []understanding.Meaning {
	byNumber := map[string]string{"DeleteByTextIntent": "DeleteMemoIntent", "DoneByTextIntent": "DoneMemoIntent"}
	for i, each := range meanings {
		if n, ok := m.Number(each.Value); ok && n > 0 && byNumber[each.Intent] != "" {
			meanings[i] = understanding.Meaning{Intent: byNumber[each.Intent], Slot: "memoNumber", Value: strconv.Itoa(n)}
		}
	}
	return meanings
}

// add counts a phrase with its meanings. A phrase with several meanings is wrong.
func (c *count) add(p phrase, meanings []understanding.Meaning) {
	c.all[p.intent]++
	got := meanings[0]
	switch {
	case got.Intent == understanding.FallbackIntent:
		c.missed = append(c.missed, p)
	case got.Intent != p.intent || len(meanings) > 1:
		c.wrong = append(c.wrong, fmt.Sprintf("%q: got %v, want %s", p.text, meanings, p.intent))
	case !strings.EqualFold(got.Value, p.value):
		c.right[p.intent]++
		c.values = append(c.values, fmt.Sprintf("%q: got %q, want %q", p.text, got.Value, p.value))
	default:
		c.right[p.intent]++
	}
}

// percent returns the share of phrases that match their intent.
func (c *count) percent() float64 {
	right, all := 0, 0
	for intent, n := range c.all {
		right, all = right+c.right[intent], all+n
	}
	return 100 * float64(right) / float64(all)
}

func (c *count) print(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	_, _ = fmt.Fprintf(t, "%s\tmatched\tof\tshare\t\n", c.locale)
	for _, intent := range slices.Sorted(maps.Keys(c.all)) {
		right, all := c.right[intent], c.all[intent]
		_, _ = fmt.Fprintf(t, "%s\t%d\t%d\t%d %%\t\n", intent, right, all, 100*right/all)
	}
	_, _ = fmt.Fprintf(t, "all\t\t\t%.1f %%\t\nwrong intent\t%d\t\t\t\nother slot value\t%d\t\t\t\n", c.percent(), len(c.wrong), len(c.values))
	if err := t.Flush(); err != nil {
		return err
	}
	for _, p := range c.missed {
		_, _ = fmt.Fprintf(w, "  missed: %s (%s)\n", p.text, p.intent)
	}
	for _, line := range slices.Concat(c.wrong, c.values) {
		_, _ = fmt.Fprintln(w, "  other:", line)
	}
	_, err := fmt.Fprintln(w)
	return err
}

// read reads a list. Every line must have an intent, a phrase and a value, which may be
// empty, and no phrase may appear twice.
func read(lists fs.FS, name string) ([]phrase, error) {
	raw, err := fs.ReadFile(lists, name)
	if err != nil {
		return nil, err
	}
	var all []phrase
	seen := map[string]bool{}
	for i, line := range strings.Split(strings.TrimRight(string(raw), "\n"), "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Split(line, "\t")
		if len(fields) != 3 || fields[0] == "" || fields[1] == "" || seen[fields[1]] {
			return nil, fmt.Errorf("%s:%d: got %q, want an intent, a new phrase and a value", name, i+1, line)
		}
		seen[fields[1]] = true
		all = append(all, phrase{fields[0], fields[1], fields[2]})
	}
	return all, nil
}
