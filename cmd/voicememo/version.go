package main

import (
	"fmt"
	"runtime"

	"voicememo/cmd/internal/version"
)

type versionCmd struct{}

// Run prints the version.
func (versionCmd) Run(t terminal) error {
	_, err := fmt.Fprintf(t.Out, "voicememo %s (%s, %s/%s)\n", version.String(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}
