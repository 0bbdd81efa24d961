package chromium

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// Settings are a person's device.
type Settings struct {
	Language      string  // the one language of the browser, such as "ja"
	Width, Height int64   // of the window, in CSS pixels; 0: a phone, 390 by 844
	Scale         float64 // device pixels per CSS pixel; 0: 1
	Dark          bool    // prefers dark colours
	Forced        bool    // the system chooses the colours, as for high contrast
	Before        string  // JavaScript that runs in each page before its own
	TimeZone      string  // IANA name; "": the machine's
	Shared        bool    // uses the cookies and the storage of the browser's profile
}

// Window is one tab of one person, with cookies and storage of its own unless it shares
// the browser's. It prefers reduced motion, so that nothing moves under the pointer. Use
// it from one goroutine at a time.
type Window struct {
	ctx   context.Context
	close context.CancelFunc
	watch *watch

	driver    Driver
	clipboard *sync.Mutex // held by a window that uses the browser's only clipboard
	scale     float64
	forced    bool
}

// Open opens an empty window.
func (b *Browser) Open(s Settings) (*Window, error) {
	var options []chromedp.ContextOption
	if !s.Shared {
		options = append(options, chromedp.WithNewBrowserContext())
	}
	return b.tab(b.ctx, s, options...)
}

// Beside opens another tab with the cookies and storage of w.
func (b *Browser) Beside(w *Window, s Settings) (*Window, error) { return b.tab(w.ctx, s) }

func (b *Browser) tab(parent context.Context, s Settings, options ...chromedp.ContextOption) (*Window, error) {
	ctx, cancel := chromedp.NewContext(parent, options...)
	w := &Window{ctx: ctx, close: cancel, watch: &watch{}, driver: devtools{}, clipboard: &b.clipboard, scale: max(s.Scale, 1), forced: s.Forced}
	err := errors.Join(chromedp.Listen(ctx, w.watch.note), chromedp.Listen(ctx, w.goesOn), w.settle(b.agent, s))
	if err != nil {
		cancel()
		return nil, err
	}
	return w, nil
}

// goesOn says yes when the page asks before it is left. Chromium waits for the answer, so it
// is not given where the event is noted.
func (w *Window) goesOn(event any) {
	if _, ok := event.(*page.EventJavascriptDialogOpening); ok {
		go func() {
			_ = call(w, page.HandleJavaScriptDialog, page.HandleJavaScriptDialogParams{Accept: true}) // the window may be closing
		}()
	}
}

// Close closes the window and discards its cookies and storage.
func (w *Window) Close() {
	if _, ok := w.driver.(devtools); ok { // a page that asks before it closes would keep the tab open
		ctx, cancel := context.WithTimeout(w.ctx, time.Second)
		defer cancel()
		_ = command(ctx, page.Navigate, page.NavigateParams{URL: "about:blank"})
	}
	w.close()
}

// Dark switches between light and dark colours.
func (w *Window) Dark(dark bool) error {
	scheme, forced := "light", "none"
	if dark {
		scheme = "dark"
	}
	if w.forced {
		forced = "active"
	}
	return call(w, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"},
		{Name: "forced-colors", Value: forced},
	}})
}

// Force says whether the system chooses the colours, as for high contrast.
func (w *Window) Force(forced bool) error {
	w.forced = forced
	return w.Dark(false)
}

// Resize sets the size of the window in CSS pixels.
func Resize(width, height int64) Step {
	return func(w *Window) error { return w.resize(width, height) }
}

// TextSize sets the browser's font size in CSS pixels; the default is 16.
func TextSize(pixels int64) Step {
	return func(w *Window) error {
		return call(w, page.SetFontSizes, page.SetFontSizesParams{FontSizes: &page.FontSizes{Standard: pixels}})
	}
}

func (w *Window) resize(width, height int64) error {
	return call(w, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: width, Height: height, DeviceScaleFactor: w.scale, Mobile: true,
	})
}

func (w *Window) settle(agent string, s Settings) error {
	if s.Width == 0 {
		s.Width, s.Height = 390, 844
	}
	err := errors.Join(
		call(w, emulation.SetUserAgentOverride, emulation.SetUserAgentOverrideParams{UserAgent: agent, AcceptLanguage: s.Language}),
		w.resize(s.Width, s.Height),
		w.Dark(s.Dark),
		w.before(violations),
		w.before(s.Before),
	)
	if s.TimeZone != "" {
		err = errors.Join(err, call(w, emulation.SetTimezoneOverride, emulation.SetTimezoneOverrideParams{TimezoneID: s.TimeZone}))
	}
	return err
}

// violations logs every violation of the content security policy, Trusted Types included,
// as an error to the console, where watch records it.
const violations = `addEventListener('securitypolicyviolation',
	(e) => console.error('violates ' + e.effectiveDirective + ': ' + e.blockedURI + ' ' + e.sample))`

// before runs a script in each page before the page's own.
func (w *Window) before(script string) error {
	return call(w, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script})
}

// call sends the window's Chromium a command and drops its result.
func call[P, R any](w *Window, c cdp.Command[P, R], params P) error {
	if _, ok := w.driver.(devtools); !ok {
		return errors.ErrUnsupported
	}
	return command(w.ctx, c, params)
}

// Network slows every request of the window down: the latency of each, and bytes per
// second in both directions.
func Network(latency time.Duration, bytesPerSecond float64) Step {
	return func(w *Window) error {
		return call(w, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{
			MatchedNetworkConditions: []*network.Conditions{{
				Latency: float64(latency.Milliseconds()), DownloadThroughput: bytesPerSecond, UploadThroughput: bytesPerSecond,
			}},
		})
	}
}

// Offline takes the window off the network, or puts it on again, and tells the page.
func Offline(off bool) Step {
	return func(w *Window) error {
		return errors.Join(
			call(w, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{
				MatchedNetworkConditions: []*network.Conditions{{Offline: off, DownloadThroughput: -1, UploadThroughput: -1}},
			}),
			call(w, network.OverrideNetworkState, network.OverrideNetworkStateParams{
				Offline: off, DownloadThroughput: -1, UploadThroughput: -1,
			}),
		)
	}
}

// Saves lets the windows that share the browser's profile save files in a folder.
func Saves(folder string) Step {
	return func(w *Window) error {
		return call(w, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
			Behavior: browser.SetDownloadBehaviorBehaviorAllow, DownloadPath: folder,
		})
	}
}

// HasCookies sets the cookies of a Cookie header for an address.
func HasCookies(address, header string) Step {
	return func(w *Window) error {
		given, err := http.ParseCookie(header)
		for _, c := range given {
			secure := true
			err = errors.Join(err, call(w, network.SetCookie, network.SetCookieParams{
				Name: c.Name, Value: c.Value, URL: address, Path: "/", Secure: &secure,
			}))
		}
		return err
	}
}
