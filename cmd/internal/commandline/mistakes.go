package commandline

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

// Mistake returns a sentence on a command line that the program refuses because a command,
// an argument or the value of a flag is missing, or a command does not exist; "": for other
// reasons.
func Mistake(app *kong.Application, words []string) string {
	l := read(app, words)
	switch {
	case l.valueless != nil:
		return needsValue(l.valueless)
	case l.flag != nil:
		return needsValue(l.flag)
	case l.unknown:
		return ""
	case len(commands(l.node)) == 0:
		return needsArgument(l)
	case len(l.args) > 0:
		return unknown(l.node, l.args[0])
	case l.node != app.Node:
		return fmt.Sprintf("%s needs a command: %s", l.node.FullPath(), alternatives(names(l.node)))
	}
	return ""
}

func needsValue(f *kong.Flag) string {
	if f.Enum != "" {
		return fmt.Sprintf("--%s needs a value: %s", f.Name, alternatives(f.EnumSlice()))
	}
	return fmt.Sprintf("--%s needs a value: --%s %s", f.Name, f.Name, f.FormatPlaceHolder())
}

func needsArgument(l line) string {
	p := l.positional()
	if p == nil || !p.Required || len(l.args) >= len(l.node.Positional) {
		return ""
	}
	name := l.node.FullPath()
	if p.Enum != "" {
		return fmt.Sprintf("%s needs an argument: %s", name, alternatives(p.EnumSlice()))
	}
	return fmt.Sprintf("%s needs an argument: %s %s", name, name, p.Summary())
}

// unknown says that a node has no such command.
func unknown(n *kong.Node, word string) string {
	sentence := fmt.Sprintf("there is no command %q", strings.TrimSpace(n.Path()+" "+word))
	if near := nearest(word, names(n)); near != "" {
		return sentence + fmt.Sprintf("; did you mean %q?", strings.TrimSpace(n.Path()+" "+near))
	}
	if n.Parent == nil {
		return sentence + "; " + n.FullPath() + " help lists the commands"
	}
	return sentence + "; there are: " + strings.Join(names(n), ", ")
}

func names(n *kong.Node) (all []string) {
	for _, c := range commands(n) {
		all = append(all, c.Name)
	}
	return all
}

// alternatives joins words, such as "a, b or c".
func alternatives(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// nearest returns the word that was most likely meant: one that begins with what was
// typed, or differs from it in one letter, or in two if it is long; "": none is near.
func nearest(typed string, words []string) string {
	best, least := "", len(typed)
	for _, word := range words {
		allowed := 1
		if len(word) > 5 {
			allowed = 2
		}
		d := Distance(typed, word)
		if len(typed) > 1 && strings.HasPrefix(word, typed) {
			d = 0
		}
		if d <= allowed && d < least {
			best, least = word, d
		}
	}
	return best
}

// Distance returns how many bytes must be inserted, removed, replaced or swapped with the
// next one to turn one word into the other. Swaps, the most frequent mistake of a typist,
// count once, unlike in a Levenshtein distance.
func Distance(a, b string) int {
	before, row := []int(nil), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		next := make([]int, len(b)+1)
		next[0] = i + 1
		for j := range len(b) {
			replaced := row[j]
			if a[i] != b[j] {
				replaced++
			}
			next[j+1] = min(replaced, row[j+1]+1, next[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				next[j+1] = min(next[j+1], before[j-1]+1)
			}
		}
		before, row = row, next
	}
	return row[len(b)]
}

// Find returns the command that words name; nil: there is none.
func Find(app *kong.Application, words []string) *kong.Node {
	node := app.Node
	for _, word := range words {
		if node = child(node, word); node == nil || node.Hidden {
			return nil
		}
	}
	return node
}
