package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// version is set by the linker: -X main.version=v1.2.3.
var version = "" //nolint:gochecknoglobals // the linker can set nothing else

type versionCmd struct{}

// Run prints the version, or the commit a plain build came from.
func (versionCmd) Run(t terminal) error {
	v := version
	if v == "" {
		v = "development build"
		if info, ok := debug.ReadBuildInfo(); ok {
			for _, s := range info.Settings {
				if s.Key == "vcs.revision" {
					v += " " + s.Value
				}
			}
		}
	}
	_, err := fmt.Fprintf(t.Out, "voicememo %s (%s, %s/%s)\n", v, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}
