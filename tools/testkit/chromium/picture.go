package chromium

import (
	"os"
	"path/filepath"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// Picture writes a screenshot of the window to a PNG file, or to a WebP file if its name says so.
func Picture(file string) Step {
	return func(w *Window) error {
		params := page.CaptureScreenshotParams{}
		if filepath.Ext(file) == ".webp" {
			params = page.CaptureScreenshotParams{Format: page.CaptureScreenshotFormatWebp, Quality: new(int64(60))}
		}
		shot, err := w.shot(params)
		if err != nil {
			return err
		}
		return os.WriteFile(file, shot, 0o644) //nolint:gosec // a public picture
	}
}

// Shot returns a screenshot of the window as a PNG file.
func (w *Window) Shot() ([]byte, error) {
	return w.shot(page.CaptureScreenshotParams{})
}

func (w *Window) shot(params page.CaptureScreenshotParams) ([]byte, error) {
	shot, err := chromedp.Call(w.ctx, page.CaptureScreenshot, params)
	return shot.Data, err
}
