package main

import (
	"bytes"
	"context"
	"debug/buildinfo"
	"encoding/base64"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

// sbom returns the list of what the programs contain, in the form of CycloneDX: Go itself,
// each module as the programs name it, and the npm packages of the page.
func sbom(ctx context.Context, t tree, programs []built) (file, error) {
	modules, goVersion, err := modulesOf(programs)
	if err != nil {
		return file{}, err
	}
	bundled, err := t.bundled()
	if err != nil {
		return file{}, err
	}
	requires, err := moduleGraph(ctx, t, modules)
	if err != nil {
		return file{}, err
	}
	main := goComponent("voicememo", t.version, cdx.ComponentTypeApplication)
	main.Licenses = &cdx.Licenses{{License: &cdx.License{ID: "MIT"}}}
	components := []cdx.Component{goComponent("std", strings.TrimPrefix(goVersion, "go"), cdx.ComponentTypeLibrary)}
	dependencies := []cdx.Dependency{}
	for _, path := range slices.Sorted(maps.Keys(modules)) {
		c := goComponent(path, modules[path], cdx.ComponentTypeLibrary)
		components = append(components, c)
		dependencies = append(dependencies, cdx.Dependency{Ref: c.BOMRef, Dependencies: &[]string{}})
		for _, to := range requires[path] {
			last := dependencies[len(dependencies)-1].Dependencies
			*last = append(*last, golang(to, modules[to]))
		}
	}
	components = append(components, npmComponents(bundled)...)
	all := make([]string, 0, len(components))
	for _, c := range components {
		all = append(all, c.BOMRef)
	}
	dependencies = append([]cdx.Dependency{{Ref: main.BOMRef, Dependencies: &all}}, dependencies...)
	bom := cdx.NewBOM()
	bom.Metadata = &cdx.Metadata{Timestamp: t.time.Format(time.RFC3339), Component: &main}
	bom.Components, bom.Dependencies = &components, &dependencies
	var b bytes.Buffer
	err = cdx.NewBOMEncoder(&b, cdx.BOMFileFormatJSON).SetPretty(true).Encode(bom)
	return text("voicememo_"+t.version+"_sbom.cdx.json", b.Bytes()), err
}

// modulesOf returns the version of each module in the programs, and the version of Go.
func modulesOf(programs []built) (modules map[string]string, goVersion string, err error) {
	modules = map[string]string{}
	for _, b := range programs {
		info, err := buildinfo.Read(bytes.NewReader(b.program))
		if err != nil {
			return nil, "", fmt.Errorf("%s: %w", b.name(), err)
		}
		for _, m := range info.Deps {
			modules[m.Path] = m.Version
		}
		goVersion = info.GoVersion
	}
	return modules, goVersion, nil
}

// moduleGraph returns which of the modules each of them requires.
func moduleGraph(ctx context.Context, t tree, modules map[string]string) (map[string][]string, error) {
	out, err := output(goCommand(ctx, t, host, "mod", "graph"))
	if err != nil {
		return nil, err
	}
	requires := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		from, to, _ := strings.Cut(strings.TrimSpace(line), " ")
		path, version, _ := strings.Cut(from, "@")
		required, _, _ := strings.Cut(to, "@")
		if modules[path] == version && modules[required] != "" && !slices.Contains(requires[path], required) {
			requires[path] = append(requires[path], required)
		}
	}
	for _, all := range requires {
		slices.Sort(all)
	}
	return requires, nil
}

// golang returns the package URL of a Go module.
func golang(path, version string) string {
	return "pkg:golang/" + path + "@" + strings.ReplaceAll(version, "+", "%2B")
}

func goComponent(path, version string, kind cdx.ComponentType) cdx.Component {
	return cdx.Component{BOMRef: golang(path, version), Type: kind, Name: path, Version: version, PackageURL: golang(path, version)}
}

// npmComponents returns the packages of the page with their licences and hashes.
func npmComponents(bundled []npmPackage) (all []cdx.Component) {
	for _, p := range bundled {
		url := "pkg:npm/" + strings.ReplaceAll(p.name, "@", "%40") + "@" + p.Version
		c := cdx.Component{BOMRef: url, Type: cdx.ComponentTypeLibrary, Name: p.name, Version: p.Version, PackageURL: url}
		if p.License != "" {
			c.Licenses = &cdx.Licenses{{License: &cdx.License{ID: p.License}}}
		}
		if sum, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(p.Integrity, "sha512-")); err == nil {
			c.Hashes = &[]cdx.Hash{{Algorithm: cdx.HashAlgoSHA512, Value: fmt.Sprintf("%x", sum)}}
		}
		all = append(all, c)
	}
	return all
}
