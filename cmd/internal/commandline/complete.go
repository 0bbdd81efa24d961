package commandline

import (
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"
)

// The kinds of values that the tag complete of a flag or an argument names besides a list
// of words. Without the tag a FILE, a DIR and an enum are recognized.
const (
	files    = "files"
	dirs     = "directories"
	location = "location" // sqlite:DIRECTORY or dynamodb:ENVIRONMENT
	command  = "command"  // a command of this program
)

// word is one possible next word.
type word struct{ text, about string }

// answer is how a word may be completed.
type answer struct {
	kind   string // files or dirs: by the shell; "": with words
	prefix string // the part of the word before what is completed, such as --to=
	words  []word
	more   bool // a completed word continues, so no space follows it
}

// Complete writes how the last word may be completed, for the script that Script returns
// for the shell: a line with the kind and the length of what comes before the completed
// part, in bytes, then a line for each possible word, with a tab before its description.
func Complete(w io.Writer, app *kong.Application, shell string, words []string) error {
	if shell == "bash" {
		words = joined(words)
	}
	if len(words) == 0 {
		words = []string{""}
	}
	last := words[len(words)-1]
	a := complete(read(app, words[:len(words)-1]), last)
	kind := a.kind
	switch {
	case kind == "" && a.more:
		kind = "part"
	case kind == "":
		kind = "words"
	}
	cut := 0
	if shell == "bash" { // which completes only what follows one of these
		cut = strings.LastIndexAny(last, "=:") + 1
	}
	if _, err := fmt.Fprintf(w, "%s %d\n", kind, len(a.prefix)); err != nil {
		return err
	}
	for _, word := range a.words {
		text := a.prefix + word.text
		if !strings.HasPrefix(text, last) {
			continue
		}
		if _, err := fmt.Fprintf(w, "%s\t%s\n", text[cut:], word.about); err != nil {
			return err
		}
	}
	return nil
}

// joined joins the words that bash has split at = and :, such as --from = sqlite : .
func joined(words []string) (all []string) {
	glue := false
	for i, word := range words {
		separates := i > 0 && (word == "=" || word == ":" || word == "::")
		if (separates || glue) && len(all) > 0 {
			all[len(all)-1] += word
		} else {
			all = append(all, word)
		}
		glue = separates
	}
	return all
}

// complete returns how the word after l may be completed.
func complete(l line, typed string) answer {
	switch {
	case l.flag != nil:
		return ofValue(l, l.flag.Value, typed)
	case !l.onlyArgs && strings.HasPrefix(typed, "--") && strings.Contains(typed, "="):
		name, value, _ := strings.Cut(typed[2:], "=")
		f := l.find(name)
		if f == nil {
			return answer{}
		}
		a := ofValue(l, f.Value, value)
		a.prefix = "--" + name + "=" + a.prefix
		return a
	case !l.onlyArgs && strings.HasPrefix(typed, "-"):
		return ofFlags(l)
	case len(l.args) == 0 && len(commands(l.node)) > 0:
		return answer{words: describe(l.node)}
	}
	if p := l.positional(); p != nil {
		return ofValue(l, p, typed)
	}
	if l.onlyArgs || typed != "" {
		return answer{}
	}
	return ofFlags(l)
}

// positional returns the next argument of the command; nil: it takes no more.
func (l line) positional() *kong.Positional {
	all, n := l.node.Positional, len(l.args)
	switch {
	case n < len(all):
		return all[n]
	case len(all) > 0 && all[len(all)-1].IsCumulative():
		return all[len(all)-1]
	}
	return nil
}

// ofFlags returns the flags that can still be added.
func ofFlags(l line) answer {
	a := answer{}
	for _, f := range l.flags() {
		if !l.given[f.Name] || f.IsCumulative() {
			a.words = append(a.words, word{"--" + f.Name, brief(f.Help)})
		}
	}
	return a
}

// describe returns the commands of a node.
func describe(n *kong.Node) (all []word) {
	for _, c := range commands(n) {
		all = append(all, word{c.Name, brief(c.Help)})
	}
	return all
}

// ofValue returns the values of a flag or an argument.
func ofValue(l line, v *kong.Value, typed string) answer {
	switch kind := kindOf(v); kind {
	case files, dirs:
		return answer{kind: kind}
	case location:
		return ofLocation(typed)
	case command:
		return ofCommand(l)
	case "":
		return answer{}
	default:
		a := answer{}
		for _, text := range strings.Split(kind, ",") {
			a.words = append(a.words, word{text: text})
		}
		return a
	}
}

// kindOf returns what the values of a flag or an argument are: one of the kinds above, or a
// list of words; "": anything.
func kindOf(v *kong.Value) string {
	placeholder := v.Tag.PlaceHolder
	switch {
	case v.Tag.Has("complete"):
		return v.Tag.Get("complete")
	case v.Enum != "":
		return strings.Join(v.EnumSlice(), ",")
	case placeholder == "FILE":
		return files
	case placeholder == "DIR":
		return dirs
	case placeholder == "LOCATION":
		return location
	}
	return ""
}

func ofLocation(typed string) answer {
	switch engine, _, named := strings.Cut(typed, ":"); {
	case engine == "sqlite" && named:
		return answer{kind: dirs, prefix: "sqlite:"}
	case engine == "dynamodb" && named:
		return answer{prefix: "dynamodb:", words: []word{{text: "dev"}, {text: "stg"}, {text: "prod"}}}
	}
	return answer{more: true, words: []word{{"sqlite:", "a data directory"}, {"dynamodb:", "the tables of an environment"}}}
}

// ofCommand returns the commands below the one that the arguments name.
func ofCommand(l line) answer {
	root := l.node
	for root.Parent != nil {
		root = root.Parent
	}
	for _, name := range l.args {
		if root = child(root, name); root == nil {
			return answer{}
		}
	}
	return answer{words: describe(root)}
}

// brief returns the first sentence of a help text.
func brief(help string) string {
	first, _, _ := strings.Cut(strings.ReplaceAll(help, "\n", " "), ". ")
	return strings.TrimSuffix(first, ".")
}
