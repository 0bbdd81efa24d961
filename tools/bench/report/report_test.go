package main

import (
	"os"
	"path/filepath"
	"testing"

	"voicememo/tools/testkit/must"
)

// inCheckout returns the path of a file below the checkout.
func inCheckout(path string) string { return filepath.Join("..", "..", "..", filepath.FromSlash(path)) }

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	must.OK(t, err)
	return string(text)
}

// rendered returns the files of the committed results.
func rendered(t *testing.T) map[string]string {
	t.Helper()
	files, err := page(read(t, inCheckout(resultsFile)))
	must.OK(t, err)
	return files
}

// TestPage checks that the committed page and plots are those of the committed results.
func TestPage(t *testing.T) {
	files := rendered(t)
	if want := 1 + 2*len(plots); len(files) != want {
		t.Errorf("got %d files, want %d", len(files), want)
	}
	for path, want := range files {
		if got := read(t, inCheckout(path)); got != want {
			t.Errorf("%s is not what the results say; run: make bench RENDER=1", path)
		}
	}
}
