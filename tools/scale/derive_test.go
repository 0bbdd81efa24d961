package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestPage: the committed page and plots are those that the committed measurements lead
// to.
func TestPage(t *testing.T) {
	files, err := pages()
	must(t, err)
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join("../..", name))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what tools/scale derives (%v): run go run ./tools/scale", name, err)
		}
	}
}

// TestWrite: the page and its plots are written below a root.
func TestWrite(t *testing.T) {
	root := t.TempDir()
	if write(root) == nil {
		t.Error("without folders: got no error")
	}
	must(t, os.MkdirAll(filepath.Join(root, "docs/images"), 0o700))
	must(t, write(root))
	for _, name := range []string{pageFile, lightPlot, darkPlot} {
		if info, err := os.Stat(filepath.Join(root, name)); err != nil || info.Size() == 0 {
			t.Errorf("%s: got %v, want a file", name, err)
		}
	}
}

// TestPrices: free amounts cost nothing and lower prices apply to what exceeds their
// tiers only.
func TestPrices(t *testing.T) {
	for name, c := range map[string]struct{ got, want float64 }{
		"free":          {lambdaCalls.of(0.9), 0},
		"beyond free":   {lambdaCalls.of(3), 0.4},
		"nothing free":  {lambdaCalls.full(3), 0.6},
		"first tier":    {httpCalls.of(300), 300},
		"second tier":   {httpCalls.of(400), 390},
		"three tiers":   {transferOut.full(60e3), 10e3*0.09 + 40e3*0.085 + 10e3*0.07},
		"free and tier": {logWritten.of(10e3 + 5), 10e3 * 0.5},
	} {
		if d := c.got - c.want; d > 1e-6 || d < -1e-6 {
			t.Errorf("%s: got %v, want %v", name, c.got, c.want)
		}
	}
}

// TestTopShare: the approximation is close to the sum.
func TestTopShare(t *testing.T) {
	for _, n := range []int{1, 10, 1000} {
		var sum float64
		for _, w := range weights(n) {
			sum += w
		}
		if got, want := topShare(float64(n)), 1/sum; got < want*0.97 || got > want*1.03 {
			t.Errorf("topShare(%d): got %v, want %v", n, got, want)
		}
	}
}

// TestReached: a limit is reached at the number of families where its share is 1.
func TestReached(t *testing.T) {
	l := limit{share: func(n float64) float64 { return n * n / 1e8 }}
	if got := l.reached(); got != 10000 {
		t.Errorf("got %v, want 10000", got)
	}
}

// TestFormats: numbers have few digits.
func TestFormats(t *testing.T) {
	for got, want := range map[string]string{
		count(1234567): "1,234,567", count(12): "12", figure(0): "0", figure(1.5): "1.5", figure(0.123): "0.12", figure(0.001234): "0.001",
		figure(12.34): "12", figure(1234.5): "1,230", money(0.0012): "0.0012", money(2.345): "2.35", money(12345): "12,345",
		percent(0.5): "50 %", percent(0.00001): "< 0.01 %", kilobytes(420): "420 B", kilobytes(80500): "80 KB", families(1): "1 family",
	} {
		if got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
