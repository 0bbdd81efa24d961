package chromium

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Driver is what the steps of a person need of a browser.
type Driver interface {
	// Navigate opens an address and waits until the page is loaded.
	Navigate(ctx context.Context, address string) error
	// Eval evaluates a JavaScript expression, awaits a promise and returns the value as
	// JSON; it is empty for undefined.
	Eval(ctx context.Context, expression string) (json.RawMessage, error)
	// Click clicks a point of the view, in CSS pixels.
	Click(ctx context.Context, x, y float64) error
	// Insert types characters into the element that has the focus.
	Insert(ctx context.Context, text string) error
	// Press presses keys: characters, or those of chromedp's package kb, while a modifier
	// is held unless it is None.
	Press(ctx context.Context, keys string, held Modifier) error
}

// Modifier is a key that is held while others are pressed.
type Modifier string

// The modifiers.
const (
	None    Modifier = ""
	Shift   Modifier = "Shift"
	Control Modifier = "Control"
)

// edits are the editing commands of Control with a key, which a headless Chromium leaves to
// the client of its protocol.
var edits = map[string]string{"a": "selectAll", "c": "copy", "v": "paste", "x": "cut"}

// NewWindow returns a window of another browser, which ends with ctx or with Close. It
// records no complaints and no hosts, and what emulates a device returns
// errors.ErrUnsupported.
func NewWindow(ctx context.Context, d Driver) *Window {
	ctx, cancel := context.WithCancel(ctx)
	return &Window{ctx: ctx, close: cancel, watch: &watch{}, driver: d, clipboard: new(sync.Mutex)}
}

// devtools drives a tab of Chromium, which its context names.
type devtools struct{}

// Navigate is of Driver.
func (d devtools) Navigate(ctx context.Context, address string) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for {
		opened, err := chromedp.Call(ctx, page.Navigate, page.NavigateParams{URL: address})
		if err == nil && opened.ErrorText != "" && opened.ErrorText != replaced {
			err = fmt.Errorf("%s: %s", address, opened.ErrorText)
		}
		if err == nil {
			err = d.load(ctx)
		}
		if err != nil || opened.ErrorText == "" {
			return err
		}
	}
}

// replaced is the error of a navigation in whose place the page has begun another one. A
// person would then go to the address again.
const replaced = "net::ERR_ABORTED"

// load waits until the document that is there now, or the next one, is loaded.
func (d devtools) load(ctx context.Context) error {
	for ctx.Err() == nil {
		raw, err := d.Eval(ctx, "document.readyState === 'complete' || new Promise((done) => addEventListener('load', () => done(true)))")
		if err == nil && string(raw) == "true" { // it fails between two documents
			return nil
		}
	}
	return ctx.Err()
}

// Eval is of Driver.
func (devtools) Eval(ctx context.Context, expression string) (json.RawMessage, error) {
	return chromedp.Run(ctx, chromedp.Evaluate[[]byte](expression, chromedp.EvalAwaitPromise))
}

// Click is of Driver.
func (devtools) Click(ctx context.Context, x, y float64) error {
	return chromedp.Do(ctx, chromedp.MouseClickXY(x, y))
}

// Insert is of Driver.
func (devtools) Insert(ctx context.Context, text string) error {
	return command(ctx, input.InsertText, input.InsertTextParams{Text: text})
}

// Press is of Driver.
func (devtools) Press(ctx context.Context, keys string, held Modifier) error {
	options := []chromedp.KeyOption{raw}
	switch held {
	case Shift:
		options = append(options, chromedp.KeyModifiers(chromedp.ModifierShift))
	case Control:
		options = append(options, chromedp.KeyModifiers(chromedp.ModifierCtrl), edit)
	}
	return chromedp.Do(ctx, chromedp.KeyEvent(keys, options...))
}

// edit adds the editing command of a key with Control.
func edit(key *input.DispatchKeyEventParams) {
	if command := edits[key.Key]; command != "" && key.Type == kb.KeyRawDown {
		key.Commands = []string{command}
	}
}

// raw has a key go down as a keyboard's does: where the page prevents the default action,
// no character follows.
func raw(key *input.DispatchKeyEventParams) {
	if key.Type == kb.KeyDown {
		key.Type = kb.KeyRawDown
	}
}

// command sends Chromium a command and drops its result.
func command[P, R any](ctx context.Context, c cdp.Command[P, R], params P) error {
	_, err := chromedp.Call(ctx, c, params)
	return err
}
