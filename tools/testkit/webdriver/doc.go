// Package webdriver drives browsers other than Chromium for the tests of the page:
// Firefox by WebDriver BiDi (https://w3c.github.io/webdriver-bidi/), and WebKitGTK by
// classic WebDriver (https://www.w3.org/TR/webdriver2/). Their windows take the steps of
// package chromium.
package webdriver

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/chromedp/chromedp/kb"

	"voicememo/tools/testkit/chromium"
)

// Browser opens windows of one browser.
type Browser interface {
	// Open opens an empty window of a person's own, with the size of a phone. It ends with
	// the browser.
	Open(ctx context.Context) (*chromium.Window, error)
	// Close ends the browser and removes what it kept.
	Close() error
}

// The size of a window in CSS pixels: a phone's.
const (
	width  = 390
	height = 844
)

// asJSON returns an expression that evaluates to a text: the value of another expression,
// awaited, as JSON; "" for undefined.
func asJSON(expression string) string {
	return fmt.Sprintf("(async () => JSON.stringify(await (%s)) ?? '')()", strings.TrimSpace(expression))
}

// keys are the characters by which WebDriver names keys that write nothing
// (https://www.w3.org/TR/webdriver2/#keyboard-actions), by the names of package kb.
var keys = strings.NewReplacer(
	kb.Tab, "\uE004", kb.Enter, "\uE007", "\n", "\uE007", kb.Escape, "\uE00C", kb.Backspace, "\uE003", kb.Delete, "\uE017",
	kb.ArrowLeft, "\uE012", kb.ArrowUp, "\uE013", kb.ArrowRight, "\uE014", kb.ArrowDown, "\uE015", kb.Home, "\uE011", kb.End, "\uE010",
)

// modifiers are the characters of the modifier keys.
var modifiers = map[chromium.Modifier]string{chromium.Shift: "\uE008", chromium.Control: "\uE009"}

// typing returns the actions of a keyboard that presses keys one after the other, while a
// modifier is held unless it is None.
func typing(text string, held chromium.Modifier) []any {
	var steps []any
	for _, key := range text {
		steps = append(steps, action{"type": "keyDown", "value": string(key)}, action{"type": "keyUp", "value": string(key)})
	}
	if modifier, isHeld := modifiers[held]; isHeld {
		steps = slices.Concat([]any{action{"type": "keyDown", "value": modifier}}, steps, []any{action{"type": "keyUp", "value": modifier}})
	}
	return []any{action{"type": "key", "id": "keyboard", "actions": steps}}
}

// clicking returns the actions of a mouse that clicks a point of the view.
func clicking(x, y float64) []any {
	return []any{action{"type": "pointer", "id": "mouse", "actions": []any{
		action{"type": "pointerMove", "x": int(x), "y": int(y)},
		action{"type": "pointerDown", "button": 0}, action{"type": "pointerUp", "button": 0},
	}}}
}

type action map[string]any

// programOf returns the first of some programs that this machine has.
func programOf(paths ...string) (string, error) {
	for _, path := range paths {
		if _, err := os.Stat(path); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("none of %s is on this machine", strings.Join(paths, ", "))
}
