package main

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"go/format"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/template"

	"voicememo/tools/testkit/cfn"
)

// lists are the files with a list of modules: their template, and the folder that has a
// folder for each module in the list.
var lists = []struct{ file, template, folder string }{
	{"cmd/internal/modules/onsqlite/list.go", "onsqlite.tmpl", "infra/sqlite"},
	{"cmd/internal/modules/ondynamo/list.go", "ondynamo.tmpl", "infra/dynamo"},
	{"cmd/internal/modules/inweb/list.go", "inweb.tmpl", "webapi"},
	{"cmd/internal/modules/inskill/list.go", "inskill.tmpl", "skill"},
	{"webapi/app/src/modules.ts", "page.tmpl", "webapi/app/src"},
}

//go:embed *.tmpl
var templates embed.FS

// files returns the content of each file by its path below root.
func files(root string) (map[string][]byte, error) {
	text, err := os.ReadFile(filepath.Join(root, "cmd/modules.txt")) //nolint:gosec // of this repository
	if err != nil {
		return nil, err
	}
	modules, err := parse(string(text))
	if err != nil {
		return nil, err
	}
	parsed, err := template.ParseFS(templates, "*.tmpl")
	if err != nil {
		return nil, err
	}
	made := map[string][]byte{}
	for _, l := range lists {
		there, err := with(modules, root, l.folder, "")
		if err != nil {
			return nil, err
		}
		var out bytes.Buffer
		if err := parsed.ExecuteTemplate(&out, l.template, there); err != nil {
			return nil, err
		}
		if made[l.file] = out.Bytes(); strings.HasSuffix(l.file, ".go") {
			if made[l.file], err = format.Source(out.Bytes()); err != nil {
				return nil, fmt.Errorf("%s: %w", l.file, err)
			}
		}
	}
	made["infra/template.yaml"], err = stack(root, modules)
	return made, err
}

var (
	comment = regexp.MustCompile(`#.*`)
	name    = regexp.MustCompile(`^[a-z]+$`)
)

// parse returns the modules of cmd/modules.txt.
func parse(text string) (modules []string, err error) {
	for _, m := range strings.Fields(comment.ReplaceAllString(text, "")) {
		if !name.MatchString(m) || slices.Contains(modules, m) {
			return nil, fmt.Errorf("cmd/modules.txt: %q is not a name of lower-case letters, or is there twice", m)
		}
		modules = append(modules, m)
	}
	return modules, nil
}

// with returns the modules that have a folder or file in a folder: their name with suffix.
func with(modules []string, root, folder, suffix string) (there []string, err error) {
	for _, m := range modules {
		switch _, err := os.Stat(filepath.Join(root, folder, m+suffix)); {
		case err == nil:
			there = append(there, m)
		case !errors.Is(err, fs.ErrNotExist):
			return nil, err
		}
	}
	return there, nil
}

const written = "# Written by go generate ./cmd from core.yaml and modules/*.yaml. Do not edit.\n#\n"

// stack returns infra/template.yaml.
func stack(root string, modules []string) ([]byte, error) {
	folder := filepath.Join(root, "infra")
	core, err := os.ReadFile(filepath.Join(folder, "core.yaml")) //nolint:gosec // of this repository
	if err != nil {
		return nil, err
	}
	there, err := with(modules, folder, "modules", ".yaml")
	if err != nil {
		return nil, err
	}
	var parts []string
	for _, m := range there {
		part, err := os.ReadFile(filepath.Join(folder, "modules", m+".yaml")) //nolint:gosec // likewise
		if err != nil {
			return nil, err
		}
		parts = append(parts, string(part))
	}
	merged, err := cfn.Merge(string(core), parts...)
	return []byte(written + merged), err
}
