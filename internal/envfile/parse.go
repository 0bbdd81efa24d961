package envfile

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

var (
	// assigned matches NAME=VALUE: the value is in quotes as a whole, or does not begin
	// with one. White space around the name and the value does not count.
	assigned = regexp.MustCompile(`^[ \t]*([A-Za-z_][A-Za-z0-9_]*)[ \t]*=[ \t]*(?:"([^"\\]*)"|'([^']*)'|([^'"\\][^\\]*?)??)[ \t]*$`)
	named    = regexp.MustCompile(`^[ \t]*[A-Za-z_][A-Za-z0-9_]*[ \t]*=`)
)

// Parse reads the text of a file. The error is an *Error.
func Parse(text string) (*File, error) {
	f, number := &File{}, 0
	for line := range strings.Lines(text) {
		number++
		s, problem := parseLine(strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r"))
		if problem != "" {
			return nil, &Error{number, problem}
		}
		if s != nil {
			s.Line = number
		}
		f.parts = append(f.parts, part{line, s})
	}
	return f, nil
}

// parseLine returns the setting of a line, nil for a comment or an empty line, or the
// problem of the line.
func parseLine(line string) (*Setting, string) {
	text := strings.Trim(line, " \t")
	switch {
	case !isText(line):
		return nil, "contains a character that is not text in UTF-8"
	case text == "":
		return nil, ""
	case (text[0] == '#' || text[0] == ';') && strings.HasSuffix(line, `\`):
		return nil, "is a comment that ends with a backslash, after which some versions of systemd also ignore the next line"
	case text[0] == '#' || text[0] == ';':
		return nil, ""
	case !named.MatchString(line):
		return nil, "is not NAME=VALUE with the name of a variable"
	}
	found := assigned.FindStringSubmatch(line)
	if found == nil {
		return nil, "has a backslash, or quotes that do not surround the whole value: write the value plain or in one pair of quotes"
	}
	return &Setting{Name: found[1], Value: found[2] + found[3] + found[4]}, ""
}

// isText reports whether a text is UTF-8 without control characters.
func isText(text string) bool {
	control := func(r rune) bool { return r < ' ' && r != '\t' || r == 0x7f }
	return utf8.ValidString(text) && !strings.ContainsFunc(text, control)
}
