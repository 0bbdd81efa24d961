// Command englishmodels copies the interaction model of en-US to the other
// English locales. It is run by `go generate ./skill`, in the folder of that
// package.
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

// copies are the English locales of Alexa besides en-US.
var copies = []string{"en-AU", "en-CA", "en-GB", "en-IN"}

func main() {
	if err := write(filepath.Join("skill-package", "interactionModels", "custom")); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// write copies the model within a folder.
func write(folder string) error {
	model, err := os.ReadFile(filepath.Join(folder, "en-US.json"))
	if err != nil {
		return err
	}
	for _, locale := range copies {
		if err := os.WriteFile(filepath.Join(folder, locale+".json"), model, 0o644); err != nil { //nolint:gosec // a source file, read by everybody
			return err
		}
	}
	return nil
}
