package manpage

import (
	"bytes"
	"testing"

	"github.com/alecthomas/kong"
)

// small is a program with one command.
type small struct {
	Add struct {
		Words []string `arg:"" help:"What to add."`
		To    string   `help:".hidden files, 100 % of them, in C:\\dir." placeholder:"DIR"`
		Mode  string   `enum:"a,b" default:"a" env:"SMALL_MODE" help:"How."`
		Quiet bool     `short:"q" help:"Say less."`
		Old   bool     `hidden:""`
	} `cmd:"" help:"Add 'it' \"now\"."`
	Old struct{} `cmd:"" hidden:""`
}

// TestWrite: text stands for itself, and what the help hides is not in the page.
func TestWrite(t *testing.T) {
	t.Parallel()
	k, err := kong.New(&small{}, kong.Name("small"), kong.Description("Adds things. And more."))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	err = Write(&out, Page{App: k.Model, Date: "2026-01-02", Source: "small 1.0", Sections: []Section{
		{Title: "FILES", Blocks: []Block{{Tag: "~/x-y", Text: "A file."}, {Text: "More."}, {Example: true, Text: ".a  b\n'c\n\\d"}}},
		{Title: "ENVIRONMENT", Blocks: Variables(k.Model)},
	}})
	if err != nil {
		t.Fatal(err)
	}
	const want = `.TH "SMALL" 1 "2026-01-02" "small 1.0" "User Commands"
.SH "NAME"
small \- Adds things
.SH "SYNOPSIS"
\fBsmall\fR \fICOMMAND\fR [\fIFLAG\fR ...] [\fIARGUMENT\fR ...]
.SH "DESCRIPTION"
Adds things. And more.
.TP
\fB\-h\fR, \fB\-\-help\fR
Show context\-sensitive help.
.SH "COMMANDS"
.SS "add <words> ... [flags]"
Add 'it' "now".
.TP
\fIwords\fR
What to add.
.TP
\fB\-\-to\fR=\fIDIR\fR
\&.hidden files, 100 % of them, in C:\edir.
.TP
\fB\-\-mode\fR=a|b
How. Environment: \fBSMALL_MODE\fR.
.TP
\fB\-q\fR, \fB\-\-quiet\fR
Say less.
.SH "FILES"
.TP
\fB\(ti/x\-y\fR
A file.
.PP
More.
.PP
.nf
.RS "4"
\&.a  b
\&'c
\ed
.RE
.fi
.SH "ENVIRONMENT"
.TP
\fBSMALL_MODE\fR
\-\-mode of add.
`
	if got := out.String(); got != want {
		t.Errorf("got\n%s", got)
	}
}

// TestLongLines: lines are broken between words, and none begins as a macro.
func TestLongLines(t *testing.T) {
	t.Parallel()
	var r roff
	word := "01234567890123456789012345678901234567"
	r.line(word + " " + word + " .b 'c")
	if got, want := r.text.String(), word+" "+word+"\n\\&.b 'c\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
