package chromium

import (
	"os"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// Picture writes a screenshot of the window to a PNG file.
func Picture(file string) Step {
	return func(w *Window) error {
		shot, err := w.Shot()
		if err != nil {
			return err
		}
		return os.WriteFile(file, shot, 0o644) //nolint:gosec // a public picture
	}
}

// Shot returns a screenshot of the window as a PNG file.
func (w *Window) Shot() ([]byte, error) {
	shot, err := chromedp.Call(w.ctx, page.CaptureScreenshot, page.CaptureScreenshotParams{})
	return shot.Data, err
}
