package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// licencesName is the file with the licences of all third-party code.
const licencesName = "THIRD-PARTY-LICENSES.txt"

// licenceFile matches the names of files with a licence.
var licenceFile = regexp.MustCompile(`(?i)^[^.]*(licen[cs]e|copying|notice)[^.]*(\.(txt|md))?$`)

// module is third-party code in the program: a Go module or an npm package.
type module struct {
	name, version string
	folders       []string // that may contain its licences
}

// linked returns the modules that have packages in the program for a platform.
func linked(ctx context.Context, t tree, p platform) (modules []module, err error) {
	const format = `{{with .Module}}{{if not .Main}}{{.Path}}|{{.Version}}|{{.Dir}}|{{$.Dir}}{{end}}{{end}}`
	out, err := output(goCommand(ctx, t, p, "list", "-deps", "-f", format, "./cmd/voicememo"))
	if err != nil {
		return nil, err
	}
	at := map[string]int{}
	for line := range strings.Lines(string(out)) {
		fields := strings.Split(strings.TrimSpace(line), "|")
		if len(fields) != 4 { // a package of the standard library or of this repository
			continue
		}
		i, ok := at[fields[0]]
		if !ok {
			i = len(modules)
			at[fields[0]] = i
			modules = append(modules, module{name: fields[0], version: fields[1]})
		}
		for folder := fields[3]; len(folder) >= len(fields[2]); folder = filepath.Dir(folder) {
			if !slices.Contains(modules[i].folders, folder) {
				modules[i].folders = append(modules[i].folders, folder)
			}
		}
	}
	slices.SortFunc(modules, func(a, b module) int { return strings.Compare(a.name, b.name) })
	return modules, nil
}

// thirdParty returns the licences of Go, of the modules and of the npm packages in the
// page. Each text is there once, below the names of all that it applies to.
func thirdParty(ctx context.Context, t tree, modules []module) ([]byte, error) {
	root, err := output(goCommand(ctx, t, host, "env", "GOROOT"))
	if err != nil {
		return nil, err
	}
	standard := module{name: "The Go standard library", folders: []string{strings.TrimSpace(string(root))}}
	bundled, err := t.bundled()
	if err != nil {
		return nil, err
	}
	users := map[string][]string{}
	var texts []string
	for _, m := range slices.Concat([]module{standard}, modules, packages(bundled)) {
		found, err := m.licences()
		if err != nil {
			return nil, err
		}
		for _, licence := range found {
			if users[licence] == nil {
				texts = append(texts, licence)
			}
			users[licence] = append(users[licence], strings.TrimSpace(m.name+" "+m.version))
		}
	}
	var b bytes.Buffer
	b.WriteString("Voice Memo contains code of others under the following licences.\n")
	for _, licence := range texts {
		_, _ = fmt.Fprintf(&b, "\n%[1]s\n%[2]s\n%[1]s\n\n%[3]s\n", strings.Repeat("=", 78), strings.Join(users[licence], "\n"), licence)
	}
	return b.Bytes(), nil
}

// licences returns the texts of the licences of a module.
func (m module) licences() (texts []string, err error) {
	for _, folder := range m.folders {
		entries, err := os.ReadDir(folder)
		if err != nil {
			return nil, err
		}
		for _, entry := range entries {
			if entry.IsDir() || !licenceFile.MatchString(entry.Name()) {
				continue
			}
			content, err := os.ReadFile(filepath.Join(folder, entry.Name()))
			if err != nil {
				return nil, err
			}
			texts = append(texts, strings.TrimSpace(strings.ReplaceAll(string(content), "\r\n", "\n")))
		}
	}
	if len(texts) == 0 {
		return nil, fmt.Errorf("%s %s has no file with its licence", m.name, m.version)
	}
	return texts, nil
}
