package texts

import (
	"io/fs"
	"strings"
)

// Document is a longer text. Its file is like Markdown: "# " before the title, "## " before
// the heading of a section, "- " before an entry of a list, and each paragraph in one line.
type Document struct {
	Title    string
	Intro    []string // the paragraphs before the first section
	Sections []Section
}

// Section is a heading with paragraphs and a list.
type Section struct {
	Heading    string
	Text, List []string
}

// LoadDocument returns the document of a file.
func LoadDocument(files fs.FS, name string) (d Document) {
	for line := range strings.SplitSeq(read(files, name), "\n") {
		mark, text, _ := strings.Cut(line, " ")
		switch last := len(d.Sections) - 1; {
		case line == "":
		case mark == "#":
			d.Title = text
		case mark == "##":
			d.Sections = append(d.Sections, Section{Heading: text})
		case last < 0:
			d.Intro = append(d.Intro, line)
		case mark == "-":
			d.Sections[last].List = append(d.Sections[last].List, text)
		default:
			d.Sections[last].Text = append(d.Sections[last].Text, line)
		}
	}
	return d
}
