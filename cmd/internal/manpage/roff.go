package manpage

import "strings"

// roff is text with macros, such as .SH, each on its own line.
type roff struct{ text strings.Builder }

func (r *roff) write(text string) { _, _ = r.text.WriteString(text) } // never fails

// macro writes a macro with quoted arguments.
func (r *roff) macro(name string, args ...string) {
	r.write("." + name)
	for _, arg := range args {
		r.write(` "` + strings.ReplaceAll(escape(arg), `"`, `\(dq`) + `"`)
	}
	r.write("\n")
}

// maxWidth is the width of a line of the source, in bytes.
const maxWidth = 78

// line writes text that is escaped already, in lines of at most maxWidth.
func (r *roff) line(text string) {
	width := 0
	for i, word := range strings.Fields(text) {
		switch {
		case i == 0:
		case width+len(word) >= maxWidth:
			r.write("\n")
			width = 0
			if word[0] == '.' || word[0] == '\'' {
				word = `\&` + word
			}
		default:
			r.write(" ")
			width++
		}
		r.write(word)
		width += len(word)
	}
	r.write("\n")
}

// item writes an item of a list, whose tag and text are escaped already.
func (r *roff) item(tag, text string) {
	r.macro("TP")
	r.line(tag)
	r.line(text)
}

// example writes lines that are not wrapped.
func (r *roff) example(lines string) {
	r.macro("PP")
	r.macro("nf")
	r.macro("RS", "4")
	for line := range strings.Lines(lines) {
		r.write(escape(strings.TrimSuffix(line, "\n")) + "\n")
	}
	r.macro("RE")
	r.macro("fi")
}

var escapes = strings.NewReplacer(`\`, `\e`, "-", `\-`, "\n", " ", "^", `\(ha`, "~", `\(ti`, "`", `\(ga`)

// escape returns text that roff prints unchanged: hyphens remain hyphens, so that a flag can
// be copied, and a period or an apostrophe at the start of a line does not begin a macro.
func escape(text string) string {
	text = escapes.Replace(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		return `\&` + text
	}
	return text
}

func bold(text string) string { return `\fB` + escape(text) + `\fR` }

func italic(text string) string { return `\fI` + escape(text) + `\fR` }
