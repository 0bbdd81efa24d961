package main

import (
	"fmt"
	"runtime"

	"voicememo/cmd/internal/version"
	"voicememo/cmd/voicememo/internal/cli"
)

type versionCmd struct {
	JSON bool `name:"json" env:"-" help:"Print JSON: version, go, os and arch."`
}

// versionReport is the output of version --json.
type versionReport struct {
	Version string `json:"version"`
	Go      string `json:"go"`
	OS      string `json:"os"`
	Arch    string `json:"arch"`
}

func thisVersion() versionReport {
	return versionReport{version.String(), runtime.Version(), runtime.GOOS, runtime.GOARCH}
}

// Run prints the version.
func (c versionCmd) Run(t cli.Terminal) error {
	if c.JSON {
		return cli.WriteJSON(t.Out, thisVersion())
	}
	_, err := fmt.Fprintln(t.Out, thisVersion())
	return err
}

// String returns the line that voicememo --version prints.
func (v versionReport) String() string {
	return fmt.Sprintf("voicememo %s (%s, %s/%s)", v.Version, v.Go, v.OS, v.Arch)
}
