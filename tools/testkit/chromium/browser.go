// Package chromium drives a real Chromium for the tests and screenshots of the page:
// windows with their own cookies, steps that a person could take by mouse or keyboard,
// and a record of the browser's errors and warnings.
package chromium

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"sync"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"
)

// names are the packaged names of Chromium on PATH, and the path of Chrome on macOS.
var names = []string{
	"chromium", "chromium-browser", "google-chrome",
	"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
}

// ErrMissing is returned if there is no Chromium on this machine.
var ErrMissing = errors.New("no Chromium found: install chromium, chromium-browser or google-chrome on PATH")

// Browser is a running headless Chromium, with a profile of its own that is deleted when
// it is closed.
type Browser struct {
	ctx   context.Context
	close context.CancelFunc
	agent string

	clipboard sync.Mutex
}

// Start starts Chromium, which ends with ctx at the latest. ErrMissing: there is no
// Chromium.
func Start(ctx context.Context) (*Browser, error) { return start(ctx) }

// StartIn is Start with the profile in a directory, where it stays when Chromium ends.
func StartIn(ctx context.Context, profile string) (*Browser, error) {
	return start(ctx, chromedp.UserDataDir(profile))
}

func start(ctx context.Context, more ...chromedp.ExecAllocatorOption) (*Browser, error) {
	path, err := find()
	if err != nil {
		return nil, err
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
	)
	options = append(options, more...)
	allocator, stop := chromedp.NewExecAllocator(ctx, options...)
	root, cancel := chromedp.NewContext(allocator)
	b := &Browser{ctx: root, close: func() { cancel(); stop() }}
	version, err := chromedp.CallBrowser(root, browser.GetVersion, cdp.Empty{})
	if err != nil {
		b.close()
		return nil, fmt.Errorf("%s does not start: %w", path, err)
	}
	b.agent = version.UserAgent
	return b, nil
}

// Close ends Chromium and waits until it has exited.
func (b *Browser) Close() { b.close() }

// Quit ends Chromium as when a person closes its last window, so that its profile is
// completely on the disk, and waits until it has exited.
func (b *Browser) Quit() error {
	defer b.close()
	return chromedp.Cancel(b.ctx)
}

func find() (string, error) {
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", ErrMissing
}
