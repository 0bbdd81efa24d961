// Command englishmodels copies the interaction model of en-US to the other English
// locales. `go generate ./skill` runs it in the directory of package skill.
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

// copies are Alexa's English locales other than en-US.
var copies = []string{"en-AU", "en-CA", "en-GB", "en-IN"}

func main() {
	if err := write(filepath.Join("skill-package", "interactionModels", "custom")); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// write copies the model within a directory.
func write(folder string) error {
	model, err := os.ReadFile(filepath.Join(folder, "en-US.json"))
	if err != nil {
		return err
	}
	for _, locale := range copies {
		if err := os.WriteFile(filepath.Join(folder, locale+".json"), model, 0o644); err != nil { //nolint:gosec // a source file, readable by all
			return err
		}
	}
	return nil
}
