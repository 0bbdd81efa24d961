// Command scale derives what many families cost and load on AWS, and writes
// docs/scaling.md with its plots. The derivation has three inputs: measured.json, which
// the tests of this package measure on the local engine (make scale); the model of one
// family's day (traffic.go); and the prices and quotas of AWS with their sources
// (prices.go, quotas.go). No derived figure is typed by hand.
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	if err := write("."); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// write writes the page and its plots below the root of the repository.
func write(root string) error {
	files, err := pages()
	if err != nil {
		return err
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(root, name), content, 0o644); err != nil { //nolint:gosec // a public page
			return err
		}
	}
	return nil
}

// The files that pages returns.
const (
	pageFile  = "docs/scaling.md"
	lightPlot = "docs/images/scaling-light.svg"
	darkPlot  = "docs/images/scaling-dark.svg"
)

// pages returns the files by name, derived from measured.json.
func pages() (map[string][]byte, error) {
	m, err := readMeasured()
	if err != nil {
		return nil, err
	}
	page, err := m.page()
	if err != nil {
		return nil, err
	}
	return map[string][]byte{pageFile: page, lightPlot: m.plot(light), darkPlot: m.plot(dark)}, nil
}
