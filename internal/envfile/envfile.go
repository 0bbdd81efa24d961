// Package envfile reads and edits the environment files that voicememo setup writes and
// that systemd.exec(5) describes for EnvironmentFile=: lines NAME=VALUE, values plain or in
// one pair of quotes, comments that begin with # or ;. Every value has the meaning that it
// has for systemd. What systemd would ignore or read over several lines is an error.
package envfile

import (
	"fmt"
	"strings"
)

// File is the contents of an environment file. The zero value is an empty file.
type File struct {
	parts []part // their texts, joined, are the text of the file
}

// part is a line with its end.
type part struct {
	text    string
	setting *Setting // nil: a comment or white space
}

// Setting is the assignment of a value to a variable.
type Setting struct {
	Name, Value string
	Line        int // from 1
}

// Error is a line that is not understood.
type Error struct {
	Line    int
	Problem string
}

// Error returns the line and the problem.
func (e *Error) Error() string { return fmt.Sprintf("line %d %s", e.Line, e.Problem) }

// Settings returns the settings in the order of the file. If a name occurs several times,
// the last one applies.
func (f *File) Settings() (all []Setting) {
	for _, p := range f.parts {
		if p.setting != nil {
			all = append(all, *p.setting)
		}
	}
	return all
}

// Get returns the value of a variable, and whether the file sets it.
func (f *File) Get(name string) (value string, ok bool) {
	if i := f.last(name); i >= 0 {
		return f.parts[i].setting.Value, true
	}
	return "", false
}

// last returns the index of the setting of a variable that applies; -1: there is none.
func (f *File) last(name string) int {
	for i := len(f.parts) - 1; i >= 0; i-- {
		if s := f.parts[i].setting; s != nil && s.Name == name {
			return i
		}
	}
	return -1
}

// Set sets a variable to a value that Check accepts: where the file sets it already, or at
// the end of the file. A value that is set already stays as it is written.
func (f *File) Set(name, value string) {
	at := f.last(name)
	if at >= 0 && f.parts[at].setting.Value == value {
		return
	}
	p := part{name + "=" + value + "\n", &Setting{Name: name, Value: value}}
	if at >= 0 {
		p.setting.Line = f.parts[at].setting.Line
		f.parts[at] = p
		return
	}
	text := f.String()
	if text != "" && !strings.HasSuffix(text, "\n") {
		f.parts = append(f.parts, part{text: "\n"})
		text += "\n"
	}
	p.setting.Line = strings.Count(text, "\n") + 1
	f.parts = append(f.parts, p)
}

// Remove removes every setting of a variable.
func (f *File) Remove(name string) {
	kept := f.parts[:0:0]
	for _, p := range f.parts {
		if p.setting == nil || p.setting.Name != name {
			kept = append(kept, p)
		}
	}
	f.parts = kept
}

// String returns the text of the file.
func (f *File) String() string {
	var b strings.Builder
	for _, p := range f.parts {
		b.WriteString(p.text)
	}
	return b.String()
}
