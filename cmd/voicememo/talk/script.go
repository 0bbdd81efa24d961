package talk

import (
	"fmt"
	"regexp"
	"strings"
)

// lineKind is the kind of a line of a transcript. A transcript has the form of talk's own
// output, so that the output can be saved and replayed.
type lineKind int

const (
	lineNothing  lineKind = iota
	lineComment           // # ...
	lineWords             // words to say, with or without the prompt before them
	lineCommand           // /...
	lineExpected          // Alexa: ...
	lineMore              // the next line of the same answer, indented like the first
	lineShown             // [card] and the like, which are not compared
)

type scriptLine struct {
	kind lineKind
	text string
}

const (
	speaker = "Alexa: "
	indent  = "       " // as wide as speaker
)

// script follows a transcript: its lines, the answers and the expected answers.
type script struct {
	last     lineKind
	heard    *string // the answer that has not been compared yet
	expected []string
	code     string // the invite code shown last

	compared, failed int
}

// codeMark stands for the invite code shown last, which is not known beforehand.
const codeMark = "{code}"

// numberPattern matches the numbers on a card. Connection numbers and recovery numbers
// are written in groups.
var numberPattern = regexp.MustCompile(`[0-9]+(?:[ -][0-9]+)*`)

// remember keeps an answer for comparison, and the invite code on its card.
func (s *script) remember(speech, card string) {
	s.heard = &speech
	for _, number := range numberPattern.FindAllString(card, -1) {
		if len(number) == 4 && !strings.ContainsAny(number, " -") {
			s.code = number
			return
		}
	}
}

// take keeps the expected answer of a line.
func (s *script) take(l scriptLine) {
	s.last = l.kind
	if l.kind == lineExpected || l.kind == lineMore {
		s.expected = append(s.expected, l.text)
	}
}

// parse returns the kind and text of a line. Japanese quotation marks are removed: they
// are part of examples, not of speech.
func (s *script) parse(line string) scriptLine {
	text := strings.TrimSpace(line)
	switch {
	case text == "":
		return scriptLine{kind: lineNothing}
	case strings.HasPrefix(line, indent) && (s.last == lineExpected || s.last == lineMore):
		return scriptLine{lineMore, text}
	case strings.HasPrefix(line, indent) && s.last == lineShown, strings.HasPrefix(line, "  ["):
		return scriptLine{kind: lineShown}
	case strings.HasPrefix(text, "#"):
		return scriptLine{lineComment, text}
	}
	if expected, ok := strings.CutPrefix(text, strings.TrimSpace(speaker)); ok {
		return scriptLine{lineExpected, strings.TrimSpace(expected)}
	}
	text = strings.TrimSpace(strings.TrimPrefix(text, strings.TrimSpace(listeningMark)))
	text = strings.TrimSpace(strings.TrimPrefix(text, strings.TrimSpace(promptMark)))
	if strings.HasPrefix(text, "/") {
		return scriptLine{lineCommand, text}
	}
	text = strings.TrimSpace(strings.NewReplacer("「", "", "」", "").Replace(text))
	if text == "" {
		return scriptLine{kind: lineNothing}
	}
	return scriptLine{lineWords, strings.ReplaceAll(text, codeMark, s.code)}
}

// settle compares the last answer with the expected one, and shows the difference.
func (e *echo) settle() {
	s := &e.script
	if len(s.expected) == 0 {
		return
	}
	expected := strings.Join(s.expected, "\n")
	s.expected = nil
	s.compared++
	heard := s.heard
	s.heard = nil
	if heard == nil {
		e.differs(expected, "(nothing more was said)")
	} else if !fits(expected, *heard) {
		e.differs(expected, *heard)
	}
}

func (e *echo) differs(expected, heard string) {
	e.script.failed++
	e.print("  [differs] expected: " + oneLine(expected))
	e.print("            heard:    " + oneLine(heard))
}

// fits reports whether heard matches expected line by line; a * matches anything, and
// spaces at the ends are ignored.
func fits(expected, heard string) bool {
	parts := strings.Split(expected, "*")
	for i, p := range parts {
		parts[i] = regexp.QuoteMeta(p)
	}
	lines := strings.Split(heard, "\n")
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return regexp.MustCompile(`(?s)^` + strings.Join(parts, ".*") + `$`).MatchString(strings.TrimSpace(strings.Join(lines, "\n")))
}

func oneLine(s string) string { return strings.ReplaceAll(s, "\n", " / ") }

// wrong shows a problem. A person who types can go on; a script has failed.
func (e *echo) wrong(problem string) {
	e.print("  [error] " + problem)
	e.script.failed++
}

// verdict returns an error if any line of a script differed or failed.
func (e *echo) verdict() error {
	e.settle()
	if e.script.failed == 0 || e.interactive {
		return nil
	}
	return fmt.Errorf("%d expected answers compared, %d differences and errors", e.script.compared, e.script.failed)
}
