package chromium

import (
	"context"
	"strings"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// Memory returns a snapshot of the window's JavaScript heap after a garbage collection.
func (w *Window) Memory() (string, error) {
	ctx, stop := context.WithCancel(w.ctx)
	defer stop()
	var all strings.Builder
	err := chromedp.Listen(ctx, func(event any) {
		if chunk, ok := event.(*heapprofiler.EventAddHeapSnapshotChunk); ok {
			all.WriteString(chunk.Chunk)
		}
	})
	if err != nil {
		return "", err
	}
	for _, command := range []cdp.Command[cdp.Empty, cdp.Empty]{heapprofiler.Enable, heapprofiler.CollectGarbage} {
		if err := call(w, command, cdp.Empty{}); err != nil {
			return "", err
		}
	}
	if err := call(w, heapprofiler.TakeHeapSnapshot, heapprofiler.TakeHeapSnapshotParams{}); err != nil {
		return "", err
	}
	return all.String(), nil
}

// SetCookie sets a cookie of the window for an address, with the attributes that the
// name's prefix requires (RFC 6265bis section 4.1.3).
func (w *Window) SetCookie(address, name, value string) error {
	return call(w, network.SetCookie, network.SetCookieParams{
		URL: address, Name: name, Value: value, Path: "/", Secure: new(true), HTTPOnly: new(true), SameSite: network.CookieSameSiteLax,
	})
}
