package main

import (
	"context"
	"slices"
	"strings"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/household"
)

// stranger is the role of a person who is not signed in.
const stranger role = -1

// screen is something that the page can show.
type screen struct {
	name   string
	path   string // where the page is opened
	who    role   // who opens it
	only   device
	isBare bool                                // shows no place of the app
	before string                              // JavaScript that runs before the page's own
	flags  []string                            // of the server
	seed   func(context.Context, stored) error // what happened before; nil: nothing
	steps  func(context.Context, *visit) error // lead from the place to the screen
}

// device says on which devices a screen exists.
type device int

const (
	anywhere device = iota
	phones
	desks
)

func (s screen) on(k kind) bool {
	return s.only == anywhere || (s.only == desks) == k.wide
}

// place returns the id of the place that the page opens with.
func (s screen) place() string {
	switch s.path {
	case "/trash", "/family", "/you":
		return s.path[1:]
	}
	return "memos"
}

// screens are all of them, in the order of the index.
var screens = slices.Concat(memoScreens, writingScreens, stateScreens, trashScreens, familyScreens, accountScreens, outsideScreens)

// does returns the steps of a screen that are the same everywhere.
func does(steps ...chromium.Step) func(context.Context, *visit) error {
	return func(_ context.Context, v *visit) error { return v.window.Do(steps...) }
}

// says returns the steps of a screen that depend on what its people say.
func says(steps func(v *visit) []chromium.Step) func(context.Context, *visit) error {
	return func(_ context.Context, v *visit) error { return v.window.Do(steps(v)...) }
}

// text returns words in the language of the visit.
func (v *visit) text(w words) string { return w.in(v.language) }

// line1 returns the first line of a memo, by which it is found.
func (v *visit) line1(w words) string {
	first, _, _ := strings.Cut(v.text(w), "\n")
	return first
}

// opens opens a memo.
func (v *visit) opens(w words) chromium.Step {
	return chromium.Steps(household.Opens(v.line1(w)), chromium.Sees("memo-panel", ""))
}

// unfocused removes the ring of the focus and the pointer, which a touch would not leave.
var unfocused = chromium.Steps(run("document.activeElement?.blur()"), chromium.Points(0, 0))

// toTheTop scrolls to the beginning.
var toTheTop = run("scrollTo(0, 0)")

// run evaluates a script.
func run(script string) chromium.Step {
	return func(w *chromium.Window) error {
		_, err := chromium.Eval[struct{}](w, script+"; undefined")
		return err
	}
}
