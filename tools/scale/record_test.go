package main

import (
	"encoding/json"
	"errors"
	"io/fs"
	"math"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"
)

// record changes measured.json after a long form.
func record(t *testing.T, change func(*Measured)) {
	t.Helper()
	if !long() {
		return
	}
	var m Measured
	raw, err := os.ReadFile("measured.json")
	if err == nil {
		err = json.Unmarshal(raw, &m)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	m.Taken, m.Machine = time.Now().UTC().Format(time.DateOnly), processor()+", "+runtime.Version()
	change(&m)
	raw, err = json.MarshalIndent(m, "", "\t")
	must(t, err)
	must(t, os.WriteFile("measured.json", append(raw, '\n'), 0o644)) //nolint:gosec // public
}

// processor returns the name and number of the processors.
func processor() string {
	info, _ := os.ReadFile("/proc/cpuinfo") // other systems have none
	for line := range strings.Lines(string(info)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return runtime.GOARCH
}

// rounded returns a number with three decimals, so that the file stays readable.
func rounded(n float64) float64 { return math.Round(n*1000) / 1000 }
