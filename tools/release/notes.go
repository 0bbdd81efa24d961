package main

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"fmt"
	"regexp"
	"strings"
)

// The names of the two files that describe the others.
const (
	checksumsName = "checksums.txt"
	notesName     = "notes.md"
)

// checksums returns the SHA-256 of each file, in the form of sha256sum.
func checksums(files []file) file {
	var b bytes.Buffer
	for _, f := range files {
		_, _ = fmt.Fprintf(&b, "%x  %s\n", sha256.Sum256(f.content), f.name)
	}
	return text(checksumsName, b.Bytes())
}

// firstStart is what a person does with an archive of Linux.
const firstStart = "```sh\ntar xzf %[1]s\ncd %[2]s\n./voicememo serve --dev\n```\n\n" +
	"The page is at http://localhost:8080, with a sign-in for trying it out. `./voicememo setup --to voicememo.env` makes it a server of your own; " +
	"the packages install `voicememo` with its systemd units. `sha256sum --ignore-missing -c " + checksumsName + "` checks what you have downloaded. " +
	"The programs for macOS and Windows are built, but not tested.\n"

// notes returns the notes of the release: what has changed, the first start, and the files.
func notes(t tree, changelog []byte, files []file) (file, error) {
	changes, err := changesOf(t, string(changelog))
	if err != nil {
		return file{}, err
	}
	var b bytes.Buffer
	_, _ = fmt.Fprintf(&b, "# Voice Memo %s\n\n%s\n\n## First start\n\n", t.version, changes)
	p := platforms[0]
	_, _ = fmt.Fprintf(&b, firstStart, p.archive(t.version), strings.TrimSuffix(p.archive(t.version), ".tar.gz"))
	b.WriteString("\n## Files\n\n| file | bytes | SHA-256 |\n|---|---|---|\n")
	for _, f := range files {
		_, _ = fmt.Fprintf(&b, "| %s | %d | `%x` |\n", f.name, len(f.content), sha256.Sum256(f.content))
	}
	return text(notesName, b.Bytes()), nil
}

// changesOf returns what the changelog says of this version: a release has a heading of
// its own, and a snapshot has what is not released yet, or the version that comes next.
func changesOf(t tree, changelog string) (string, error) {
	changes, err := section(changelog, t.number)
	if t.isRelease() && changes == "" && err == nil {
		err = fmt.Errorf("CHANGELOG.md says nothing below %q", "## "+t.number)
	}
	if t.isRelease() {
		return changes, err
	}
	if unreleased, err := section(changelog, "Unreleased"); err == nil && unreleased != "" {
		return unreleased, nil
	}
	return cmp.Or(changes, "Nothing has changed that a user sees."), nil
}

// section returns the text below a heading of the changelog, such as "## 1.0.0 - 2026-12-01".
func section(changelog, version string) (string, error) {
	heading := regexp.MustCompile(`(?m)^## \[?` + regexp.QuoteMeta(version) + `\]?( .*)?$`).FindStringIndex(changelog)
	if heading == nil {
		return "", fmt.Errorf("CHANGELOG.md has no heading %q", "## "+version)
	}
	changes, _, _ := strings.Cut(changelog[heading[1]:], "\n## ")
	return strings.TrimSpace(changes), nil
}
