package webdriver

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strconv"

	"voicememo/tools/testkit/chromium"
)

// webkit is WebKitGTK on a screen of its own. A driver has one window, so each window has
// a driver.
type webkit struct {
	screen  process
	display string
	browser string // the path of MiniBrowser
	drivers []process
}

// WebKit prepares WebKitGTK, which has the language of the machine.
func WebKit(ctx context.Context) (Browser, error) {
	found, err := filepath.Glob("/usr/lib/*/webkit2gtk-4.*/MiniBrowser")
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, errors.New("WebKitGTK's MiniBrowser is not on this machine")
	}
	// Xvfb writes the number of the display that it has found free as a line of its own.
	screen, number, err := start(ctx, "", nil, "Xvfb", "-displayfd", "1", "-screen", "0", "1280x1024x24", "-nolisten", "tcp")
	if err != nil {
		return nil, err
	}
	return &webkit{screen: screen, display: ":" + number, browser: found[0]}, nil
}

// Open opens a window of a person's own.
func (k *webkit) Open(ctx context.Context) (*chromium.Window, error) {
	port, err := freePort()
	if err != nil {
		return nil, err
	}
	home := "http://127.0.0.1:" + strconv.Itoa(port)
	env := []string{
		"DISPLAY=" + k.display, "GTK_A11Y=none", "NO_AT_BRIDGE=1",
		"LIBGL_ALWAYS_SOFTWARE=1", "WEBKIT_DISABLE_DMABUF_RENDERER=1", "GSETTINGS_BACKEND=memory",
	}
	driver, err := startQuiet(ctx, home+"/status", env, "/usr/bin/WebKitWebDriver", "--port="+strconv.Itoa(port))
	if err != nil {
		return nil, err
	}
	k.drivers = append(k.drivers, driver)
	var session struct {
		ID string `json:"sessionId"`
	}
	starting, cancel := context.WithTimeout(ctx, startTime)
	defer cancel()
	err = ask(starting, http.MethodPost, home+"/session", action{"capabilities": action{"alwaysMatch": action{
		"webkitgtk:browserOptions": action{"binary": k.browser, "args": []string{"--automation"}},
	}}}, &session)
	if err != nil {
		return nil, err
	}
	w := webkitWindow{home + "/session/" + session.ID}
	if err := ask(ctx, http.MethodPost, w.session+"/window/rect", action{"width": width, "height": height}, nil); err != nil {
		return nil, err
	}
	return chromium.NewWindow(ctx, w), nil
}

// Close ends the browser and its windows.
func (k *webkit) Close() error {
	var err error
	for _, d := range append(k.drivers, k.screen) {
		err = errors.Join(err, d.stop())
	}
	return err
}

// freePort returns a port of this machine that no program listens on.
func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer func() { _ = l.Close() }()
	return l.Addr().(*net.TCPAddr).Port, nil
}

// webkitWindow is the chromium.Driver of a session.
type webkitWindow struct{ session string }

// Navigate is of chromium.Driver.
func (w webkitWindow) Navigate(ctx context.Context, address string) error {
	return ask(ctx, http.MethodPost, w.session+"/url", action{"url": address}, nil)
}

// Eval is of chromium.Driver.
func (w webkitWindow) Eval(ctx context.Context, expression string) (json.RawMessage, error) {
	var value string
	err := ask(ctx, http.MethodPost, w.session+"/execute/async", action{
		"script": fmt.Sprintf("const done = arguments[0]; %s.then(done, (e) => done('!' + e))", asJSON(expression)), "args": []any{},
	}, &value)
	if err == nil && len(value) > 0 && value[0] == '!' {
		err = errors.New(value[1:])
	}
	return json.RawMessage(value), err
}

// Click is of chromium.Driver.
func (w webkitWindow) Click(ctx context.Context, x, y float64) error {
	return w.perform(ctx, clicking(x, y))
}

// Insert is of chromium.Driver.
func (w webkitWindow) Insert(ctx context.Context, text string) error {
	return w.perform(ctx, typing(text, chromium.None))
}

// Press is of chromium.Driver.
func (w webkitWindow) Press(ctx context.Context, pressed string, held chromium.Modifier) error {
	return w.perform(ctx, typing(keys.Replace(pressed), held))
}

func (w webkitWindow) perform(ctx context.Context, actions []any) error {
	return ask(ctx, http.MethodPost, w.session+"/actions", action{"actions": actions}, nil)
}

// ask sends a command of WebDriver and decodes the value of the answer into out, unless
// that is nil.
func ask(ctx context.Context, method, address string, body, out any) error {
	sent, err := json.Marshal(body)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, method, address, bytes.NewReader(sent))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		return err
	}
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("%s %s: %s: %s", method, address, res.Status, raw)
	}
	var answered struct {
		Value json.RawMessage `json:"value"`
	}
	if err := json.Unmarshal(raw, &answered); err != nil || out == nil {
		return err
	}
	return json.Unmarshal(answered.Value, out)
}
