package chromium

import (
	"context"
	_ "embed" // for find.js
	"encoding/json"
	"errors"
	"fmt"
	"time"
	"unicode/utf16"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp/kb"
)

// patience is how long a step waits for the page before it fails: far more than a slow
// machine needs, because only a broken page uses it up.
const patience = 40 * time.Second

// pause is the time between two checks of the page.
const pause = 40 * time.Millisecond

//go:embed find.js
var findScript string

// Step is something that a person does in a window, or waits to see there. Its error says
// what was missing.
type Step func(w *Window) error

// Do runs steps one after the other and stops at the first that fails.
func (w *Window) Do(steps ...Step) error {
	for _, step := range steps {
		if err := step(w); err != nil {
			return err
		}
	}
	return nil
}

// Steps returns one step that consists of several, in this order.
func Steps(steps ...Step) Step {
	return func(w *Window) error { return w.Do(steps...) }
}

// Visit opens an address.
func Visit(address string) Step {
	return func(w *Window) error { return w.driver.Navigate(w.ctx, address) }
}

// Sees waits until a target (see find.js) with the text is on the page. The text may be
// "".
func Sees(target, text string) Step {
	return Until(fmt.Sprintf("%s %q is there", target, text), found(target, text)+".length > 0")
}

// Misses waits until no target with the text is on the page.
func Misses(target, text string) Step {
	return Until(fmt.Sprintf("%s %q is gone", target, text), found(target, text)+".length === 0")
}

// Counts waits until exactly n targets have the text.
func Counts(n int, target, text string) Step {
	return Until(fmt.Sprintf("%s %q is there %d times", target, text, n), fmt.Sprintf("%s.length === %d", found(target, text), n))
}

// Until waits for a JavaScript condition. It counts as not met between two documents.
func Until(what, condition string) Step {
	return func(w *Window) error {
		return w.wait(what, func() bool {
			met, err := Eval[bool](w, condition)
			return err == nil && met
		})
	}
}

// Clicks clicks the middle of a target, and leaves the pointer there.
func Clicks(target, text string) Step {
	return func(w *Window) error {
		x, y, err := w.middle(target, text)
		if err != nil {
			return err
		}
		return w.driver.Click(w.ctx, x, y)
	}
}

// middle scrolls a target into view and returns its middle once it rests there, nothing
// covers it and the page has been painted: before that Chromium drops input.
func (w *Window) middle(target, text string) (x, y float64, err error) {
	script := fmt.Sprintf(`(async ([e]) => {
		if (!e || e.disabled || document.readyState !== 'complete' || !performance.getEntriesByType('paint').length) return [];
		e.scrollIntoView({ block: 'center', behavior: 'instant' });
		const middle = () => {
			const box = e.getBoundingClientRect();
			return [box.x + box.width / 2, box.y + box.height / 2];
		};
		const before = middle();
		// Within a frame nothing moves, however long the frame takes; a tab in the background has none.
		await Promise.race([
			new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
			new Promise((rested) => setTimeout(rested, 300)),
		]);
		const [x, y] = middle();
		return x === before[0] && y === before[1] && e.contains(document.elementFromPoint(x, y)) ? [x, y] : [];
	})(%s)`, found(target, text))
	var at []float64
	err = w.wait(fmt.Sprintf("%s %q can be reached", target, text), func() (ready bool) {
		at, _ = Eval[[]float64](w, script)
		return len(at) == 2
	})
	if err != nil {
		return 0, 0, err
	}
	return at[0], at[1], nil
}

// ClicksIn clicks a target in the first row that has the text; row is also a target.
func ClicksIn(row, text, target string) Step {
	inside := fmt.Sprintf(`[data-testid="%s"]`, target)
	marked := fmt.Sprintf(`(document.querySelector('[data-meant]')?.removeAttribute('data-meant'),
		!!%s.some((row) => row.querySelector(%q)?.toggleAttribute('data-meant', true)))`, found(row, text), inside)
	return Steps(Until(fmt.Sprintf("%s is in %s %q", target, row, text), marked), Clicks("[data-meant]", ""))
}

// Points moves the pointer to a point of the view, in CSS pixels.
func Points(x, y float64) Step {
	return func(w *Window) error {
		return call(w, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseMoved, X: x, Y: y})
	}
}

// ClicksAt clicks a point of the view, in CSS pixels, so many times in a row.
func ClicksAt(x, y float64, times int64) Step {
	return func(w *Window) error {
		err := w.Do(Points(x, y))
		for n := int64(1); n <= times && err == nil; n++ {
			mouse := input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMousePressed, X: x, Y: y, Button: input.MouseButtonLeft, ClickCount: n}
			err = call(w, input.DispatchMouseEvent, mouse)
			mouse.Type = input.DispatchMouseEventTypeMouseReleased
			err = errors.Join(err, call(w, input.DispatchMouseEvent, mouse))
		}
		return err
	}
}

// Writes replaces the text of a field.
func Writes(target, text string) Step {
	return func(w *Window) error {
		if err := w.Do(Clicks(target, ""), PressesWith(Control, "a")); err != nil {
			return err
		}
		return w.driver.Insert(w.ctx, text)
	}
}

// Pastes replaces the text of a field by way of the clipboard: it writes the text there,
// cuts it and pastes it, all by the keyboard.
func Pastes(target, text string) Step { return Steps(Writes(target, text), PastesAgain) }

// PastesAgain cuts all of the field that has the focus and pastes it there.
func PastesAgain(w *Window) error {
	w.clipboard.Lock()
	defer w.clipboard.Unlock()
	return w.Do(PressesWith(Control, "a"), PressesWith(Control, "x"), PressesWith(Control, "v"))
}

// Composes lets an input method show what it composes, in the field that has the focus.
// Commits ends that with a text.
func Composes(text string) Step {
	return func(w *Window) error {
		end := int64(len(utf16.Encode([]rune(text))))
		return call(w, input.ImeSetComposition, input.ImeSetCompositionParams{Text: text, SelectionStart: end, SelectionEnd: end})
	}
}

// Commits lets an input method put a text in the place of what it has composed, by the
// Enter key, which the page sees as a key of the input method.
func Commits(text string) Step {
	return func(w *Window) error {
		enter := input.DispatchKeyEventParams{Type: kb.KeyRawDown, Key: "Process", Code: "Enter", WindowsVirtualKeyCode: 229}
		if err := call(w, input.DispatchKeyEvent, enter); err != nil {
			return err
		}
		enter.Type = kb.KeyUp
		return errors.Join(w.driver.Insert(w.ctx, text), call(w, input.DispatchKeyEvent, enter))
	}
}

// Presses presses keys: characters, or those of chromedp's package kb.
func Presses(keys string) Step { return PressesWith(None, keys) }

// PressesWith presses keys while a modifier is held.
func PressesWith(held Modifier, keys string) Step {
	return func(w *Window) error { return w.driver.Press(w.ctx, keys, held) }
}

// maxTabs is more than the number of tab stops on any screen.
const maxTabs = 80

// TabsTo reaches a target with the Tab key alone, and checks that its focus is visible.
func TabsTo(target, text string) Step {
	there := found(target, text) + "[0] === document.activeElement && document.activeElement.matches(':focus-visible')"
	return func(w *Window) error {
		if err := w.Do(Sees(target, text)); err != nil {
			return err
		}
		for range maxTabs {
			if yes, err := Eval[bool](w, there); err != nil || yes {
				return err
			}
			if err := w.Do(Presses(kb.Tab)); err != nil {
				return err
			}
		}
		return fmt.Errorf("%s %q cannot be reached by the Tab key", target, text)
	}
}

// Read waits for a target and returns its value or its text.
func (w *Window) Read(target string) (string, error) {
	if err := w.Do(Sees(target, "")); err != nil {
		return "", err
	}
	return Eval[string](w, fmt.Sprintf("(([e]) => e.value ?? e.textContent)(%s)", found(target, "")))
}

// Eval evaluates JavaScript in the page, bypassing its content security policy, and
// returns the value; it awaits a promise. With T struct{} it drops the value.
func Eval[T any](w *Window, script string) (T, error) {
	ctx, cancel := context.WithTimeout(w.ctx, patience)
	defer cancel()
	var value T
	raw, err := w.driver.Eval(ctx, script)
	if _, dropped := any(value).(struct{}); dropped || err != nil {
		return value, err
	}
	if err := json.Unmarshal(raw, &value); err != nil {
		return value, fmt.Errorf("got %q from the page: %w", raw, err)
	}
	return value, nil
}

// found returns the JavaScript expression for a target's elements.
func found(target, text string) string {
	arguments, err := json.Marshal([]string{target, text})
	if err != nil {
		panic(err) // strings never fail
	}
	return fmt.Sprintf("(%s)(...%s)", findScript, arguments)
}

// wait checks repeatedly until met. Its error contains what the page shows.
func (w *Window) wait(what string, met func() bool) error {
	for end := time.Now().Add(patience); ; time.Sleep(pause) {
		if met() {
			return nil
		}
		if err := w.ctx.Err(); err != nil {
			return err
		}
		if time.Now().After(end) {
			shown, _ := Eval[string](w, "location.href + '\\n' + document.body.innerText")
			return fmt.Errorf("waited in vain until %s; the page shows\n%s", what, shown)
		}
	}
}
