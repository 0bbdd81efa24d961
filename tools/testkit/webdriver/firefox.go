package webdriver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"

	"voicememo/tools/testkit/chromium"
)

// firefox is a running Firefox. Each window has a user context of its own, which has its
// own cookies and storage.
type firefox struct {
	process
	ctx     context.Context
	profile string
	conn    *websocket.Conn

	mu      sync.Mutex
	last    int
	waiting map[int]chan<- answer
}

// answer is what Firefox answers to a command.
type answer struct {
	ID      int             `json:"id"`
	Type    string          `json:"type"` // "success", "error" or "event"
	Result  json.RawMessage `json:"result"`
	Error   string          `json:"error"`
	Message string          `json:"message"`
}

// firefoxSettings are reduced motion, as in the windows of Chromium, and nothing that asks
// other hosts.
const firefoxSettings = `user_pref("ui.prefersReducedMotion", 1);
user_pref("app.update.enabled", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("remote.active-protocols", 1);
`

// Firefox starts Firefox, which has the language of the machine.
func Firefox(ctx context.Context) (Browser, error) {
	path, err := programOf("/usr/bin/firefox-esr", "/usr/bin/firefox")
	if err != nil {
		return nil, err
	}
	profile, err := os.MkdirTemp("", "firefox")
	if err != nil {
		return nil, err
	}
	f := &firefox{ctx: ctx, profile: profile, waiting: map[int]chan<- answer{}}
	if err := f.start(path); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

func (f *firefox) start(path string) error {
	err := os.WriteFile(filepath.Join(f.profile, "user.js"), []byte(firefoxSettings), 0o600)
	if err != nil {
		return err
	}
	var address string
	f.process, address, err = start(f.ctx, "WebDriver BiDi listening on ", []string{"HOME=" + f.profile}, path,
		"--headless", "--no-remote", "--profile", f.profile, "--remote-debugging-port", "0")
	if err != nil {
		return err
	}
	f.conn, _, err = websocket.Dial(f.ctx, address+"/session", nil) //nolint:bodyclose // the package closes it
	if err != nil {
		return err
	}
	f.conn.SetReadLimit(1 << 24)
	go f.listen()
	return f.call(f.ctx, "session.new", action{"capabilities": action{}}, nil)
}

// listen hands the answers to those who wait for them.
func (f *firefox) listen() {
	for {
		var a answer
		if err := wsjson.Read(f.ctx, f.conn, &a); err != nil {
			return
		}
		f.mu.Lock()
		waiting := f.waiting[a.ID]
		delete(f.waiting, a.ID)
		f.mu.Unlock()
		if waiting != nil {
			waiting <- a
		}
	}
}

// call sends a command and decodes its result into out, unless that is nil.
func (f *firefox) call(ctx context.Context, method string, params, out any) error {
	answered := make(chan answer, 1)
	f.mu.Lock()
	f.last++
	id := f.last
	f.waiting[id] = answered
	f.mu.Unlock()
	if err := wsjson.Write(f.ctx, f.conn, action{"id": id, "method": method, "params": params}); err != nil {
		return err
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case a := <-answered:
		if a.Type != "success" {
			return fmt.Errorf("%s: %s: %s", method, a.Error, a.Message)
		}
		if out == nil {
			return nil
		}
		return json.Unmarshal(a.Result, out)
	}
}

// Open opens a window of a person's own.
func (f *firefox) Open(ctx context.Context) (*chromium.Window, error) {
	var person struct {
		UserContext string `json:"userContext"`
	}
	var tab struct {
		Context string `json:"context"`
	}
	err := f.call(ctx, "browser.createUserContext", action{}, &person)
	if err == nil {
		err = f.call(ctx, "browsingContext.create", action{"type": "window", "userContext": person.UserContext}, &tab)
	}
	if err == nil {
		err = f.call(ctx, "browsingContext.setViewport", action{"context": tab.Context, "viewport": action{"width": width, "height": height}}, nil)
	}
	if err != nil {
		return nil, err
	}
	return chromium.NewWindow(f.ctx, firefoxTab{f, tab.Context}), nil
}

// Close ends the browser and its windows.
func (f *firefox) Close() error {
	var err error
	if f.conn != nil {
		_ = f.conn.CloseNow() // Firefox may have ended before
	}
	if f.cmd != nil {
		err = f.stop()
	}
	return errors.Join(err, os.RemoveAll(f.profile))
}

// firefoxTab is the chromium.Driver of a tab.
type firefoxTab struct {
	browser *firefox
	id      string
}

// Navigate is of chromium.Driver.
func (t firefoxTab) Navigate(ctx context.Context, address string) error {
	return t.browser.call(ctx, "browsingContext.navigate", action{"context": t.id, "url": address, "wait": "complete"}, nil)
}

// Eval is of chromium.Driver.
func (t firefoxTab) Eval(ctx context.Context, expression string) (json.RawMessage, error) {
	var out struct {
		Type   string `json:"type"`
		Result struct {
			Value string `json:"value"`
		} `json:"result"`
		ExceptionDetails struct {
			Text string `json:"text"`
		} `json:"exceptionDetails"`
	}
	err := t.browser.call(ctx, "script.evaluate", action{
		"expression": asJSON(expression), "awaitPromise": true, "target": action{"context": t.id},
	}, &out)
	if err == nil && out.Type != "success" {
		err = errors.New(out.ExceptionDetails.Text)
	}
	return json.RawMessage(out.Result.Value), err
}

// Click is of chromium.Driver.
func (t firefoxTab) Click(ctx context.Context, x, y float64) error {
	return t.perform(ctx, clicking(x, y))
}

// Insert is of chromium.Driver.
func (t firefoxTab) Insert(ctx context.Context, text string) error {
	return t.perform(ctx, typing(text, chromium.None))
}

// Press is of chromium.Driver.
func (t firefoxTab) Press(ctx context.Context, pressed string, held chromium.Modifier) error {
	return t.perform(ctx, typing(keys.Replace(pressed), held))
}

func (t firefoxTab) perform(ctx context.Context, actions []any) error {
	return t.browser.call(ctx, "input.performActions", action{"context": t.id, "actions": actions}, nil)
}
