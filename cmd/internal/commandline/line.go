// Package commandline reads the command line of a program described by kong: it completes
// it in a shell, and names the mistakes for which kong has no plain sentence.
package commandline

import (
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// line is what the words of a command line are.
type line struct {
	node      *kong.Node      // the command
	flag      *kong.Flag      // the flag whose value comes next; nil: none
	args      []string        // the arguments of the command
	given     map[string]bool // the names of its flags
	onlyArgs  bool            // after --
	valueless *kong.Flag      // the first flag whose value is missing; nil: none
	unknown   bool            // the command has not one of the flags
}

// read reads the words of a command line, without the name of the program. It never fails:
// a word that the program would refuse counts as an argument or as an unknown flag.
func read(app *kong.Application, words []string) line {
	l := line{node: app.Node, given: map[string]bool{}}
	for _, word := range words {
		l.add(word)
	}
	return l
}

func (l *line) add(word string) {
	isFlag := !l.onlyArgs && len(word) > 2 && strings.HasPrefix(word, "--")
	if l.flag != nil && isFlag && l.valueless == nil {
		l.valueless = l.flag
	}
	switch {
	case l.flag != nil:
		l.flag = nil
	case isFlag:
		name, _, hasValue := strings.Cut(word[2:], "=")
		l.given[name] = true
		f := l.find(name)
		if f == nil {
			l.unknown = true
		} else if !f.IsBool() && !hasValue {
			l.flag = f
		}
	case !l.onlyArgs && word == "--":
		l.onlyArgs = true
	case !l.onlyArgs && len(word) > 1 && word[0] == '-': // all short flags are booleans
	default:
		if next := child(l.node, word); next != nil && len(l.args) == 0 {
			l.node = next
			return
		}
		l.args = append(l.args, word)
	}
}

// child returns the command with a name below a node; nil: there is none.
func child(n *kong.Node, name string) *kong.Node {
	i := slices.IndexFunc(n.Children, func(c *kong.Node) bool { return c.Name == name || slices.Contains(c.Aliases, name) })
	if i < 0 {
		return nil
	}
	return n.Children[i]
}

// commands returns the commands below a node that its help lists.
func commands(n *kong.Node) (all []*kong.Node) {
	for _, c := range n.Children {
		if !c.Hidden {
			all = append(all, c)
		}
	}
	return all
}

// flags returns the flags of the command and of those above it that its help lists.
func (l line) flags() []*kong.Flag { return slices.Concat(l.node.AllFlags(true)...) }

// find returns the flag with a name; nil: there is none.
func (l line) find(name string) *kong.Flag {
	all := l.flags()
	i := slices.IndexFunc(all, func(f *kong.Flag) bool { return f.Name == name })
	if i < 0 {
		return nil
	}
	return all[i]
}
