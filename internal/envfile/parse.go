package envfile

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

const (
	newlines   = "\n\r"
	whiteSpace = " \t" + newlines
	comments   = "#;"
	escapable  = "\"\\`$" // after a backslash in double quotes
)

// named matches the name of a variable.
var named = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// Parse reads the text of a file. The error is an *Error.
func Parse(text string) (*File, error) {
	f, s := &File{}, &scanner{text: text, line: 1}
	for s.at < len(s.text) {
		p, err := s.part()
		if err != nil {
			return nil, err
		}
		f.parts = append(f.parts, p)
	}
	return f, nil
}

// scanner reads a text from a position on.
type scanner struct {
	text string
	at   int
	line int
}

// next returns the next byte; false: the text ends.
func (s *scanner) next() (c byte, ok bool) {
	if s.at == len(s.text) {
		return 0, false
	}
	c = s.text[s.at]
	s.at++
	if c == '\n' {
		s.line++
	}
	return c, true
}

// in reports whether a set contains a byte.
func in(set string, c byte) bool { return strings.IndexByte(set, c) >= 0 }

// part reads a setting, a comment or white space.
func (s *scanner) part() (part, error) {
	from, line := s.at, s.line
	p, err := part{}, error(nil)
	switch c := s.text[s.at]; {
	case in(whiteSpace, c):
		for s.at < len(s.text) && in(whiteSpace, s.text[s.at]) {
			_, _ = s.next()
		}
	case in(comments, c):
		err = s.comment()
	default:
		p.setting, err = s.setting()
	}
	p.text = s.text[from:s.at]
	if err == nil && !isText(p.text) {
		err = &Error{line, "contains a character that is not text in UTF-8"}
	}
	if err != nil {
		return part{}, err
	}
	return p, nil
}

// isText reports whether a text is UTF-8 without control characters.
func isText(text string) bool {
	control := func(r rune) bool { return r < ' ' && !strings.ContainsRune(whiteSpace, r) || r == 0x7f }
	return utf8.ValidString(text) && !strings.ContainsFunc(text, control)
}

// comment reads a comment. systemd before version 254 continues a comment after a backslash
// at the end of its line, and later versions do not, so such a comment is an error.
func (s *scanner) comment() error {
	line := s.line
	for c, ok := s.next(); ok && !in(newlines, c); c, ok = s.next() {
		if c != '\\' {
			continue
		}
		if c, ok = s.next(); !ok || in(newlines, c) {
			return &Error{line, "is a comment that ends with a backslash, after which some versions of systemd also ignore the next line"}
		}
	}
	return nil
}

// setting reads NAME=VALUE and the end of its line.
func (s *scanner) setting() (*Setting, error) {
	from, line := s.at, s.line
	c, ok := s.next()
	for ; ok && c != '='; c, ok = s.next() {
		if in(newlines, c) {
			ok = false
			break
		}
	}
	if !ok {
		return nil, &Error{line, "is not NAME=VALUE"}
	}
	name := strings.TrimRight(s.text[from:s.at-1], whiteSpace)
	if !named.MatchString(name) {
		return nil, &Error{line, "has a name that is not that of a variable"}
	}
	value, err := s.value()
	return &Setting{Name: name, Value: value, Line: line}, err
}

// value reads a value, which may have several quoted parts, and the end of its line.
func (s *scanner) value() (string, error) {
	value := &strings.Builder{}
	for c, ok := s.next(); ok && !in(newlines, c); c, ok = s.next() {
		switch {
		case in(whiteSpace, c):
		case c == '\'' || c == '"':
			if err := s.quoted(c, value); err != nil {
				return "", err
			}
		default:
			s.at--
			return s.bare(value)
		}
	}
	return value.String(), nil
}

// bare reads the rest of a value after its first character that is not in quotes. Quotes
// are ordinary characters there, and only white space at the end is cut off.
func (s *scanner) bare(value *strings.Builder) (string, error) {
	end := value.Len() // of the value without white space at its end
	for c, ok := s.next(); ok && !in(newlines, c); c, ok = s.next() {
		escaped := c == '\\'
		if escaped {
			line := s.line
			if c, ok = s.next(); !ok {
				return "", &Error{line, "ends with a backslash, and there is no next line"}
			}
		}
		if !escaped || !in(newlines, c) {
			value.WriteByte(c)
		}
		if escaped || !in(whiteSpace, c) {
			end = value.Len()
		}
	}
	return value.String()[:end], nil
}

// quoted reads a part of a value up to the closing quote. Only double quotes have escapes.
func (s *scanner) quoted(quote byte, value *strings.Builder) error {
	line := s.line
	for c, ok := s.next(); ok; c, ok = s.next() {
		switch {
		case c == quote:
			return nil
		case c != '\\' || quote == '\'':
			value.WriteByte(c)
			continue
		}
		switch c, ok = s.next(); {
		case !ok:
		case in(escapable, c):
			value.WriteByte(c)
		case c != '\n':
			value.WriteByte('\\')
			value.WriteByte(c)
		}
	}
	return &Error{line, "has a quote that is not closed"}
}
