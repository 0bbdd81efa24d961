// Package completion completes the command line of a program described by kong in a shell.
package completion

import (
	"embed"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// Hidden is the command with which the scripts ask for completions. It is followed by the
// name of the shell and the words up to the cursor, and must be passed to Complete.
const Hidden = "__complete"

// scripts are the completion scripts.
//
//go:embed voicememo.bash voicememo.zsh voicememo.fish
var scripts embed.FS

// Script returns the completion script for bash, zsh or fish. The script asks the program
// itself, so it stays right when the program is updated.
func Script(shell string) (string, error) {
	raw, err := scripts.ReadFile("voicememo." + shell)
	return string(raw), err
}

// The kinds of answers.
const (
	words       = "words"
	part        = "part"        // words after which no space follows
	files       = "files"       // the shell completes them
	directories = "directories" // likewise
)

// word is one possible next word.
type word struct{ text, about string }

// answer is how a word may be completed.
type answer struct {
	kind   string
	prefix string // the part of the word before what is completed, such as --to=
	words  []word
}

// Complete writes how the last word may be completed, for the script that Script returns
// for the shell: a line with the kind and the length of what comes before the completed
// part, in bytes, then a line for each possible word, with a tab before its description.
func Complete(w io.Writer, app *kong.Application, shell string, line []string) error {
	cut, last := 0, ""
	if shell == "bash" {
		line = joined(line)
	}
	if n := len(line) - 1; n >= 0 {
		line, last = line[:n], line[n]
	}
	if shell == "bash" { // which completes only what follows one of these
		cut = strings.LastIndexAny(last, "=:") + 1
	}
	a := complete(app.Node, line, last)
	lines := fmt.Sprintf("%s %d\n", a.kind, len(a.prefix))
	for _, word := range a.words {
		if text := a.prefix + word.text; strings.HasPrefix(text, last) {
			lines += text[cut:] + "\t" + word.about + "\n"
		}
	}
	_, err := io.WriteString(w, lines)
	return err
}

// joined joins the words that bash has split at = and :, such as --from = sqlite : .
func joined(line []string) (all []string) {
	glue := false
	for i, word := range line {
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

// complete returns how the word after line may be completed.
func complete(node *kong.Node, line []string, typed string) answer {
	var waiting *kong.Flag // its value comes next
	var args []string
	given := map[string]bool{}
	for _, word := range line {
		switch next := child(node, word); {
		case waiting != nil:
			waiting = nil
		case strings.HasPrefix(word, "-"):
			name, _, hasValue := strings.Cut(strings.TrimLeft(word, "-"), "=")
			given[name] = true
			if f := find(node, name); f != nil && !f.IsBool() && !hasValue {
				waiting = f
			}
		case next != nil && len(args) == 0:
			node = next
		default:
			args = append(args, word)
		}
	}
	name, value, hasValue := strings.Cut(strings.TrimPrefix(typed, "--"), "=")
	positional := node.Positional
	switch {
	case waiting != nil:
		return ofValue(node, waiting.Value, args, typed)
	case strings.HasPrefix(typed, "--") && hasValue && find(node, name) != nil:
		a := ofValue(node, find(node, name).Value, args, value)
		a.prefix = "--" + name + "=" + a.prefix
		return a
	case strings.HasPrefix(typed, "-"):
		return ofFlags(node, given)
	case len(args) == 0 && len(node.Children) > 0:
		return describe(node)
	case len(positional) > 0 && (len(args) < len(positional) || positional[len(positional)-1].IsCumulative()):
		return ofValue(node, positional[min(len(args), len(positional)-1)], args, typed)
	case typed == "":
		return ofFlags(node, given)
	}
	return answer{kind: words}
}

// child returns the command with a name below a node; nil: there is none.
func child(n *kong.Node, name string) *kong.Node {
	i := slices.IndexFunc(n.Children, func(c *kong.Node) bool { return c.Name == name && !c.Hidden })
	if i < 0 {
		return nil
	}
	return n.Children[i]
}

// flags returns the flags of a command and of those above it that its help lists.
func flags(n *kong.Node) []*kong.Flag { return slices.Concat(n.AllFlags(true)...) }

// find returns the flag with a name; nil: there is none.
func find(n *kong.Node, name string) *kong.Flag {
	all := flags(n)
	i := slices.IndexFunc(all, func(f *kong.Flag) bool { return f.Name == name })
	if i < 0 {
		return nil
	}
	return all[i]
}

// ofFlags returns the flags that can still be added.
func ofFlags(n *kong.Node, given map[string]bool) answer {
	a := answer{kind: words}
	for _, f := range flags(n) {
		if !given[f.Name] || f.IsCumulative() {
			a.words = append(a.words, word{"--" + f.Name, brief(f.Help)})
		}
	}
	return a
}

// describe returns the commands below a node.
func describe(n *kong.Node) answer {
	a := answer{kind: words}
	for _, c := range n.Children {
		if !c.Hidden {
			a.words = append(a.words, word{c.Name, brief(c.Help)})
		}
	}
	return a
}

// ofValue returns the values of a flag or an argument of a command, by its enum, its
// placeholder (FILE, DIR, LOCATION), or its tag complete (files, command).
func ofValue(n *kong.Node, v *kong.Value, args []string, typed string) answer {
	a := answer{kind: words}
	kind := v.Tag.Get("complete")
	switch {
	case kind == files || v.Tag.PlaceHolder == "FILE":
		return answer{kind: files}
	case v.Tag.PlaceHolder == "DIR":
		return answer{kind: directories}
	case kind == "command":
		for n = n.Parent; n != nil && len(args) > 0; args = args[1:] {
			n = child(n, args[0])
		}
		if n != nil {
			a = describe(n)
		}
	case v.Tag.PlaceHolder == "LOCATION":
		if strings.HasPrefix(typed, "sqlite:") {
			return answer{kind: directories, prefix: "sqlite:"}
		}
		a.kind, a.words = part, []word{{"sqlite:", "a data directory"}}
		for _, environment := range []string{"dev", "stg", "prod"} {
			a.words = append(a.words, word{"dynamodb:" + environment, "the tables of an environment"})
		}
	case v.Enum != "":
		for _, text := range v.EnumSlice() {
			a.words = append(a.words, word{text: text})
		}
	}
	return a
}

// brief returns the first sentence of a help text.
func brief(help string) string {
	first, _, _ := strings.Cut(strings.ReplaceAll(help, "\n", " "), ". ")
	return strings.TrimSuffix(first, ".")
}
