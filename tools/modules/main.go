// Command modules writes the files that connect the modules of cmd/modules.txt with the
// rest: a list of them for each engine, each surface and the page, and
// infra/template.yaml. A module is in a list if it has a folder for it. Run it with
// go generate ./cmd.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	root := flag.String("root", ".", "the root of the repository")
	flag.Parse()
	if err := write(*root); err != nil {
		fmt.Fprintln(os.Stderr, "modules:", err)
		os.Exit(1)
	}
}

// write writes all files. If one of them cannot be made, none is changed.
func write(root string) error {
	made, err := files(root)
	if err != nil {
		return err
	}
	for name, content := range made {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
			return err
		}
		if err := os.WriteFile(path, content, 0o644); err != nil { //nolint:gosec // source text
			return err
		}
	}
	return nil
}
