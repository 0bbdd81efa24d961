package app_test

import (
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"voicememo/webapi/app"
)

// TestDist holds with and without a bundle: Built says whether there is a page,
// and a page has everything it refers to.
func TestDist(t *testing.T) {
	page, err := fs.ReadFile(app.Dist(), "index.html")
	japanese, _ := fs.ReadFile(app.Dist(), "index.ja.html")
	if app.Built() != (err == nil) {
		t.Fatalf("Built() = %v, reading index.html: %v", app.Built(), err)
	}
	if !app.Built() {
		if _, err := fs.Stat(app.Dist(), ".gitkeep"); err != nil {
			t.Fatalf("the empty bundle: %v", err)
		}
		return
	}
	for _, m := range regexp.MustCompile(`(?:src|href)="([^"]+)"`).FindAllStringSubmatch(string(page)+string(japanese), -1) {
		if _, err := fs.Stat(app.Dist(), strings.TrimPrefix(m[1], "/")); err != nil {
			t.Errorf("the page refers to %s: %v", m[1], err)
		}
	}
}
