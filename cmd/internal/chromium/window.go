package chromium

import (
	"context"
	"errors"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// Settings are a person's device.
type Settings struct {
	Language      string  // the one language of the browser, such as "ja"
	Width, Height int64   // of the window, in CSS pixels; 0: a phone, 390 by 844
	Scale         float64 // device pixels per CSS pixel; 0: 1
	Dark          bool    // prefers dark colours
	TimeZone      string  // IANA name; "": the machine's
}

// Window is one tab of one person: nobody else's cookies or storage are in it.
// It prefers reduced motion, so that nothing moves under the pointer. Use it
// from one goroutine at a time.
type Window struct {
	ctx   context.Context
	close context.CancelFunc
	watch *watch
}

// Open opens an empty window.
func (b *Browser) Open(s Settings) (*Window, error) {
	ctx, cancel := chromedp.NewContext(b.ctx, chromedp.WithNewBrowserContext())
	w := &Window{ctx: ctx, close: cancel, watch: &watch{}}
	err := errors.Join(chromedp.Listen(ctx, w.watch.note), w.settle(b.agent, s))
	if err != nil {
		cancel()
		return nil, err
	}
	return w, nil
}

// Close closes the window and forgets all it kept.
func (w *Window) Close() { w.close() }

// Dark switches between light and dark colours.
func (w *Window) Dark(dark bool) error {
	scheme := "light"
	if dark {
		scheme = "dark"
	}
	return call(w, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"},
	}})
}

func (w *Window) settle(agent string, s Settings) error {
	if s.Width == 0 {
		s.Width, s.Height = 390, 844
	}
	err := errors.Join(
		call(w, emulation.SetUserAgentOverride, emulation.SetUserAgentOverrideParams{UserAgent: agent, AcceptLanguage: s.Language}),
		call(w, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
			Width: s.Width, Height: s.Height, DeviceScaleFactor: max(s.Scale, 1), Mobile: true,
		}),
		w.Dark(s.Dark),
	)
	if s.TimeZone != "" {
		err = errors.Join(err, call(w, emulation.SetTimezoneOverride, emulation.SetTimezoneOverrideParams{TimezoneID: s.TimeZone}))
	}
	return err
}

// call gives Chromium a command whose answer says nothing.
func call[P, R any](w *Window, command cdp.Command[P, R], params P) error {
	_, err := chromedp.Call(w.ctx, command, params)
	return err
}
