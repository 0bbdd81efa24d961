// Package manpage writes the manual page of a program described by kong, in the man macros
// of roff (man(7)).
package manpage

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// Page is a manual page. Its sections stand between the commands and the end.
type Page struct {
	App      *kong.Application
	Date     string // YYYY-MM-DD; "": not stated
	Source   string // the name and version of the program
	Sections []Section
}

// Section is a section, such as FILES.
type Section struct {
	Title  string
	Blocks []Block
}

// Block is a paragraph, or an item of a list if it has a tag.
type Block struct {
	Tag     string
	Text    string
	Example bool // Text is lines for a shell, which are not wrapped
}

// Write writes a page of section 1.
func Write(w io.Writer, p Page) error {
	var r roff
	about, _, _ := strings.Cut(p.App.Help, ". ")
	r.write(fmt.Sprintf(".TH \"%s\" 1 \"%s\" \"%s\" \"User Commands\"\n", strings.ToUpper(p.App.Name), p.Date, escape(p.Source)))
	r.macro("SH", "NAME")
	r.line(escape(p.App.Name) + ` \- ` + escape(strings.TrimSuffix(about, ".")))
	r.macro("SH", "SYNOPSIS")
	r.line(bold(p.App.Name) + " " + italic("COMMAND") + " [" + italic("FLAG") + " ...] [" + italic("ARGUMENT") + " ...]")
	r.macro("SH", "DESCRIPTION")
	r.line(escape(p.App.Help))
	r.flags(p.App.Flags)
	r.macro("SH", "COMMANDS")
	for _, n := range p.App.Leaves(true) {
		r.command(n)
	}
	for _, s := range p.Sections {
		r.section(s)
	}
	_, err := io.WriteString(w, r.text.String())
	return err
}

// command writes a command with its flags and arguments.
func (r *roff) command(n *kong.Node) {
	r.macro("SS", n.Summary())
	r.line(escape(n.Help))
	if n.Detail != "" {
		r.macro("PP")
		r.line(escape(n.Detail))
	}
	for _, a := range n.Positional {
		r.item(italic(a.Name), escape(a.Help))
	}
	r.flags(n.Flags)
}

// flags writes flags with the variables that set them.
func (r *roff) flags(all []*kong.Flag) {
	for _, f := range all {
		if f.Hidden {
			continue
		}
		about := escape(f.Help)
		if len(f.Envs) > 0 {
			about += " Environment: " + bold(strings.Join(f.Envs, ", ")) + "."
		}
		r.item(flagName(f), about)
	}
}

// flagName returns the forms of a flag, such as -q, --quiet.
func flagName(f *kong.Flag) string {
	name := bold("--" + f.Name)
	if f.Short != 0 {
		name = bold("-"+string(f.Short)) + ", " + name
	}
	switch {
	case f.IsBool():
		return name
	case f.Enum != "":
		return name + "=" + escape(strings.Join(f.EnumSlice(), "|"))
	}
	return name + "=" + italic(f.FormatPlaceHolder())
}

func (r *roff) section(s Section) {
	r.macro("SH", s.Title)
	for i, b := range s.Blocks {
		switch {
		case b.Example:
			r.example(b.Text)
		case b.Tag != "":
			r.item(bold(b.Tag), escape(b.Text))
		default:
			if i > 0 {
				r.macro("PP")
			}
			r.line(escape(b.Text))
		}
	}
}

// Variables returns an item for each environment variable that sets a flag, in alphabetical
// order, with the flag and its commands.
func Variables(app *kong.Application) (all []Block) {
	flags, users := map[string]string{}, map[string][]string{}
	for _, n := range app.Leaves(true) {
		for _, f := range n.Flags {
			for _, variable := range f.Envs {
				flags[variable] = "--" + f.Name
				users[variable] = append(users[variable], n.Path())
			}
		}
	}
	for variable, flag := range flags {
		all = append(all, Block{Tag: variable, Text: fmt.Sprintf("%s of %s.", flag, strings.Join(users[variable], ", "))})
	}
	slices.SortFunc(all, func(a, b Block) int { return cmp.Compare(a.Tag, b.Tag) })
	return all
}
