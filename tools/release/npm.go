package main

import (
	"encoding/json"
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// npmPackage is a package of npm that the page's bundle contains.
type npmPackage struct {
	name         string
	folder       string
	Version      string
	License      string
	Integrity    string // a hash as npm writes it: sha512- and base64
	Dev          bool
	Dependencies map[string]string
}

// bundled returns the packages that the page depends on, directly and indirectly: those of
// the lock file that are not for development.
func (t tree) bundled() (all []npmPackage, err error) {
	const app = "webapi/app"
	content, err := t.read(app + "/package-lock.json")
	if err != nil {
		return nil, err
	}
	var lock struct{ Packages map[string]npmPackage }
	if err := json.Unmarshal(content, &lock); err != nil {
		return nil, err
	}
	for _, path := range slices.Sorted(maps.Keys(lock.Packages)) {
		p := lock.Packages[path]
		if path == "" || p.Dev {
			continue
		}
		p.name = path[strings.LastIndex(path, "node_modules/")+len("node_modules/"):]
		p.folder = filepath.Join(t.root, app, path)
		all = append(all, p)
	}
	return all, nil
}

// packages returns the packages as modules.
func packages(all []npmPackage) (modules []module) {
	for _, p := range all {
		modules = append(modules, module{name: p.name, version: p.Version, folders: []string{p.folder}})
	}
	return modules
}
