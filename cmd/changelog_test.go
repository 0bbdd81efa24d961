package cmd_test

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

var (
	changelogVersion = regexp.MustCompile(`^(\d+\.\d+\.\d+) - (\d{4}-\d{2}-\d{2})$`)
	changelogParts   = []string{"What stays", "Added", "Changed", "Deprecated", "Removed", "Fixed", "Security", "Upgrading"}
)

// TestChangelog: the changelog has the form of Keep a Changelog, and its newest version is
// that of the program.
func TestChangelog(t *testing.T) {
	t.Parallel()
	text := fileText(t, "../CHANGELOG.md")
	for _, broken := range brokenChangelog(text, strings.TrimSpace(fileText(t, "internal/version/VERSION"))) {
		t.Error(broken)
	}
}

// TestBrokenChangelog: a violation of each rule is found.
func TestBrokenChangelog(t *testing.T) {
	t.Parallel()
	const good = "# Changelog\n\n## Unreleased\n\n## 1.1.0 - 2026-12-01\n\n### Added\n- a\n\n## 1.0.0 - 2026-11-26\n\n### Added\n- b\n"
	if broken := brokenChangelog(good, "1.1.0"); len(broken) > 0 {
		t.Fatal(broken)
	}
	for name, c := range map[string]struct{ old, with, want string }{
		"no heading for changes": {"## Unreleased\n", "", "the first heading is 1.1.0 - 2026-12-01"},
		"another version":        {"1.1.0", "1.1.1", "the newest version is 1.1.1, but VERSION has 1.1.0"},
		"no date":                {" - 2026-12-01", "", "\"1.1.0\" is not a version with its date"},
		"no such day":            {"2026-12-01", "2026-13-01", "month out of range"},
		"a wrong order":          {"## 1.0.0", "## 1.10.0", "1.10.0 is after 1.1.0"},
		"a later day":            {"1.0.0 - 2026-11-26", "1.0.0 - 2026-12-26", "1.0.0 is newer than 1.1.0"},
		"an unknown part":        {"### Added", "### News", "### News"},
		"an empty part":          {"\n- a\n", "\n", "Added of 1.1.0 - 2026-12-01 is empty"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := strings.Join(brokenChangelog(strings.Replace(good, c.old, c.with, 1), "1.1.0"), "\n")
			if !strings.Contains(got, c.want) {
				t.Errorf("got %q, want %q in it", got, c.want)
			}
		})
	}
}

// brokenChangelog returns a sentence for each violation of the form.
func brokenChangelog(text, version string) (all []string) {
	sections := strings.Split("\n"+text, "\n## ")[1:]
	title := func(section string) string { head, _, _ := strings.Cut(section, "\n"); return head }
	if len(sections) < 2 || title(sections[0]) != "Unreleased" {
		return []string{"the first heading is " + title(sections[0]) + ", want Unreleased and a version below it"}
	}
	var above, aboveDate string
	for _, section := range sections[1:] {
		match := changelogVersion.FindStringSubmatch(title(section))
		if match == nil {
			return append(all, `"`+title(section)+`" is not a version with its date`)
		}
		if _, err := time.Parse(time.DateOnly, match[2]); err != nil {
			all = append(all, err.Error())
		}
		switch {
		case above == "" && match[1] != version:
			all = append(all, "the newest version is "+match[1]+", but VERSION has "+version)
		case above != "" && compareVersions(match[1], above) >= 0:
			all = append(all, match[1]+" is after "+above)
		case above != "" && match[2] > aboveDate:
			all = append(all, match[1]+" is newer than "+above)
		}
		above, aboveDate = match[1], match[2]
	}
	for _, section := range sections {
		all = append(all, brokenParts(section)...)
	}
	return all
}

// brokenParts checks the headings of a version, and that there is something below each.
func brokenParts(section string) (all []string) {
	head, _, _ := strings.Cut(section, "\n")
	for _, part := range strings.Split(section, "\n### ")[1:] {
		name, content, _ := strings.Cut(part, "\n")
		if !slices.Contains(changelogParts, name) {
			all = append(all, "### "+name+" is none of "+strings.Join(changelogParts, ", "))
		}
		if strings.TrimSpace(content) == "" {
			all = append(all, name+" of "+head+" is empty")
		}
	}
	return all
}

// compareVersions compares two versions of three numbers.
func compareVersions(a, b string) int {
	return slices.CompareFunc(strings.Split(a, "."), strings.Split(b, "."), func(x, y string) int {
		return cmp.Or(cmp.Compare(len(x), len(y)), cmp.Compare(x, y))
	})
}
