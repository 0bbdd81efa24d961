package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"voicememo/tools/testkit/check"
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

// TestMissing checks that a page without one of its figures is an error.
func TestMissing(t *testing.T) {
	text := read(t, inCheckout(resultsFile))
	for _, name := range []string{"BenchmarkLive", "BenchmarkServe/memos=1000000/add", "BenchmarkMachine/start", "commit:"} {
		if _, err := page(strings.ReplaceAll(text, name, "Absent")); err == nil {
			t.Errorf("without %s: got a page, want an error", name)
		}
	}
}

// TestCapacity checks how the table of the capacity tests becomes results.
func TestCapacity(t *testing.T) {
	const out = `    capacity_test.go:1: 
        access         RCU    at most   WCU    at most
        add memo       0.00   0.00      5.00   5.00
        a move         0.10   as many   4.02   4.02
        add memo       0.50   1.00      6.00   7.00
`
	const want = "BenchmarkCapacity/add_memo 1 0.50 RCU 6.00 WCU 7.00 promised-WCU 1.00 promised-RCU 0.00 few-RCU 5.00 few-WCU\n" +
		"BenchmarkCapacity/a_move 1 0.10 RCU 4.02 WCU 4.02 promised-WCU\n"
	check.Equal(t, capacityResults(out), want)
	r, err := parse(want)
	must.OK(t, err)
	if kept, all := r.promised(); kept != 2 || all != 2 {
		t.Errorf("got %d of %d kept, want 2 of 2", kept, all)
	}
	if same, all := r.steady(); same != 0 || all != 1 {
		t.Errorf("got %d of %d the same, want 0 of 1", same, all)
	}
}
