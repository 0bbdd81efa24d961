package cfn

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"gopkg.in/yaml.v3"
)

var (
	place = regexp.MustCompile(`^( *)# modules: (.+)$`) // a line of the core
	into  = regexp.MustCompile(`^# into: (.+)$`)        // a line of a module's part
)

// Merge returns the core of a template with the parts of modules inserted. Each line
// "# modules: NAME" of the core is replaced by what follows the lines "# into: NAME" of
// the parts, with the indentation of that line, and with empty lines between them if one
// precedes that line. What precedes the first "# into:" of a part is a comment about the
// part. An error names the place that the core lacks, or has twice.
func Merge(core string, parts ...string) (string, error) {
	lines := strings.Split(core, "\n")
	inserted := map[string][]string{} // sections by place
	for _, line := range lines {
		at := place.FindStringSubmatch(line)
		if at == nil {
			continue
		}
		if _, twice := inserted[at[2]]; twice {
			return "", fmt.Errorf("the core has the place %q twice", at[2])
		}
		inserted[at[2]] = nil
	}
	for _, part := range parts {
		if err := cut(part, inserted); err != nil {
			return "", err
		}
	}
	var out []string
	for i, line := range lines {
		at := place.FindStringSubmatch(line)
		switch {
		case at != nil:
			out = append(out, indented(inserted[at[2]], at[1], i > 0 && lines[i-1] == "")...)
		case line != "" || len(out) == 0 || out[len(out)-1] != "": // an unused place leaves two empty lines
			out = append(out, line)
		}
	}
	return strings.Join(out, "\n"), nil
}

// indented returns the lines of sections, with empty lines between the sections if apart.
func indented(sections []string, by string, apart bool) (out []string) {
	for i, section := range sections {
		if i > 0 && apart {
			out = append(out, "")
		}
		for line := range strings.SplitSeq(section, "\n") {
			if line != "" {
				line = by + line
			}
			out = append(out, line)
		}
	}
	return out
}

// cut adds the sections of a part to those of each place.
func cut(part string, inserted map[string][]string) error {
	name := ""
	for line := range strings.SplitSeq(strings.TrimSpace(part), "\n") {
		if to := into.FindStringSubmatch(line); to != nil {
			name = to[1]
			sections, known := inserted[name]
			if !known {
				return fmt.Errorf("the core has no place %q", name)
			}
			inserted[name] = append(sections, "")
			continue
		}
		if name != "" {
			last := &inserted[name][len(inserted[name])-1]
			*last += line + "\n"
		}
	}
	for name, sections := range inserted {
		for i := range sections {
			inserted[name][i] = strings.Trim(sections[i], "\n")
		}
	}
	return nil
}

// Core reads the template of a folder without its modules: core.yaml.
func Core(folder string) (*yaml.Node, error) {
	core, err := os.ReadFile(filepath.Join(folder, "core.yaml")) //nolint:gosec // the developer's own template
	if err != nil {
		return nil, err
	}
	merged, err := Merge(string(core))
	if err != nil {
		return nil, err
	}
	return parse([]byte(merged))
}
