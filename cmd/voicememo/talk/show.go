package talk

import (
	"bytes"
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"

	"voicememo/skill/talk"
)

// show prints the speech of an answer and, if enabled, the screen, the session's state
// and the JSON.
func (e *echo) show(a talk.Answer) {
	e.script.remember(a.Speech, a.Card)
	if e.command.JSON {
		e.print("  [request] " + pretty(a.Request))
		e.print("  [response] " + pretty(a.Response))
	}
	e.print(speaker + strings.ReplaceAll(a.Speech, "\n", "\n"+indent))
	if a.Card != "" {
		e.print("  [card] " + strings.TrimSpace(a.CardTitle+" "+lineEnds.ReplaceAllString(a.Card, " / ")))
	}
	if a.Screen != nil {
		e.showScreen(a.Screen)
	}
	if e.command.State {
		e.showState(a)
	}
}

// lineEnds matches the end of a line and the empty lines after it.
var lineEnds = regexp.MustCompile(`\n+`)

func (e *echo) showScreen(s *talk.Screen) {
	e.print("  [screen] " + strings.Join(s.Texts, " | "))
	if len(s.Targets) == 0 {
		return
	}
	names := make([]string, len(s.Targets))
	for i, t := range s.Targets {
		names[i] = "/touch " + t.String()
	}
	e.print("  [touch] " + strings.Join(names, ", "))
}

// showState prints what the session remembers, one line for each key.
func (e *echo) showState(a talk.Answer) {
	if a.State == nil {
		e.print("  [state] does not listen, remembers nothing")
		return
	}
	listens := "listens"
	if !a.Open {
		listens = "does not listen"
	}
	if a.Elicited.Slot != "" {
		listens += " for " + a.Elicited.Slot + " of " + a.Elicited.Intent
	}
	e.print("  [state] " + listens)
	var remembered map[string]json.RawMessage
	if err := json.Unmarshal(a.State, &remembered); err != nil {
		return // not an object: nothing is remembered
	}
	for _, key := range slices.Sorted(maps.Keys(remembered)) {
		e.print("          " + key + ": " + brief(string(remembered[key])))
	}
}

// brief truncates a text that is too long for a line.
func brief(s string) string {
	const room = 100
	if r := []rune(s); len(r) > room {
		return string(r[:room]) + "…"
	}
	return s
}

func pretty(raw []byte) string {
	var b bytes.Buffer
	if err := json.Indent(&b, raw, indent, "  "); err != nil {
		return string(raw)
	}
	return b.String()
}
