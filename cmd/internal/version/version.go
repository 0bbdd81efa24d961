// Package version is the version of the program: the number in the file VERSION, and
// whether this is a release. See docs/decisions/0062-one-version.md.
package version

import (
	_ "embed"
	"runtime/debug"
	"strings"
	"sync"
)

//go:embed VERSION
var number string

// linked is set by the linker, -X voicememo/cmd/internal/version.linked=1.0.0.
var linked string //nolint:gochecknoglobals // the linker can set nothing else

// String returns the version: 1.0.0 of a release, and 1.0.0-dev+abcdef1 of another build
// at commit abcdef1, which ends in -dirty if files of the commit were changed.
func String() string { return once() }

// once reads what Go knows of the build when it is first needed, not at the start.
//
//nolint:gochecknoglobals // constant
var once = sync.OnceValue(func() string {
	if linked != "" {
		return strings.TrimPrefix(linked, "v")
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	return of(strings.TrimSpace(number), info)
})

// of returns the version of a build without a linked one.
func of(number string, info *debug.BuildInfo) string {
	if info.Main.Version == "v"+number {
		return number // the clean tree of the tag
	}
	built := number + "-dev"
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	if commit := settings["vcs.revision"]; commit != "" {
		built += "+" + commit[:min(7, len(commit))]
		if settings["vcs.modified"] == "true" {
			built += "-dirty"
		}
	}
	return built
}
