package main

import (
	"bytes"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

// TestChecksums: each file but the notes has its sum, and the notes have all of them.
func TestChecksums(t *testing.T) {
	t.Parallel()
	p := made(t)
	sums, notes := string(p.read(t, checksumsName)), string(p.read(t, notesName))
	entries, err := os.ReadDir(p.folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() == notesName || e.Name() == checksumsName {
			continue
		}
		sum := sha256.Sum256(p.read(t, e.Name()))
		if !strings.Contains(sums, hex.EncodeToString(sum[:])+"  "+e.Name()+"\n") {
			t.Errorf("%s is not in %s", e.Name(), checksumsName)
		}
		if !strings.Contains(notes, "| "+e.Name()+" |") || !strings.Contains(notes, hex.EncodeToString(sum[:])) {
			t.Errorf("%s is not in %s", e.Name(), notesName)
		}
	}
	if got := strings.Count(sums, "\n"); got != len(entries)-2 {
		t.Errorf("got %d sums, want %d", got, len(entries)-2)
	}
}

// TestNotes: they begin with the version, have the changes, and start the archive.
func TestNotes(t *testing.T) {
	t.Parallel()
	p := made(t)
	notes := string(p.read(t, notesName))
	archive := platforms[0].archive(p.version)
	for _, want := range []string{"# Voice Memo " + p.version + "\n\n", "\n\n## First start\n", "\ntar xzf " + archive + "\ncd " + strings.TrimSuffix(archive, ".tar.gz") + "\n./voicememo serve --dev\n"} {
		if !strings.Contains(notes, want) {
			t.Errorf("the notes lack %q", want)
		}
	}
}

// TestSBOM: it is valid and lists each module of each program, and the page's packages.
func TestSBOM(t *testing.T) {
	t.Parallel()
	p := made(t)
	f, err := os.Open(filepath.Join(p.folder, "voicememo_"+p.version+"_sbom.cdx.json"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	bom := new(cdx.BOM)
	if err := cdx.NewBOMDecoder(f, cdx.BOMFileFormatJSON).Decode(bom); err != nil {
		t.Fatal(err)
	}
	if c := bom.Metadata.Component; c.Name != "voicememo" || c.Version != p.version {
		t.Errorf("got %s %s, want voicememo %s", c.Name, c.Version, p.version)
	}
	listed := map[string]bool{}
	for _, c := range *bom.Components {
		if listed[c.BOMRef] || c.BOMRef != c.PackageURL || c.Version == "" {
			t.Errorf("got %q twice or without a version", c.BOMRef)
		}
		listed[c.BOMRef] = true
	}
	for _, on := range p.platforms {
		info, err := buildinfo.Read(bytes.NewReader(p.contents(t, on)[on.program()].content))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range info.Deps {
			if !listed[golang(m.Path, m.Version)] {
				t.Errorf("%s: %s %s is not listed", on.name(), m.Path, m.Version)
			}
		}
		if !listed["pkg:golang/std@"+strings.TrimPrefix(info.GoVersion, "go")] {
			t.Errorf("%s is not listed", info.GoVersion)
		}
	}
	if len(listed) < 40 || !strings.Contains(strings.Join(*(*bom.Dependencies)[0].Dependencies, " "), "pkg:npm/%40preact/signals@") {
		t.Errorf("got %d components, want 40 or more with those of the page", len(listed))
	}
}

// TestChangesOf: which part of the changelog the notes have.
func TestChangesOf(t *testing.T) {
	t.Parallel()
	const head, next, released = "# Changelog\n\n## Unreleased\n", "\n- next\n", "\n## 1.0.0 - 2026-12-01\n\n- first\n\n## 0.9.0\n\n- old\n"
	for name, c := range map[string]struct{ version, changelog, want string }{
		"release":            {"1.0.0", head + next + released, "- first"},
		"snapshot":           {"1.0.0-snapshot+abcdef1", head + next + released, "- next"},
		"snapshot before":    {"1.0.0-snapshot+abcdef1", head + released, "- first"},
		"snapshot, no lines": {"1.0.0-snapshot+abcdef1", head, "Nothing has changed that a user sees."},
		"no heading":         {"1.0.0", head + next, ""},
		"empty heading":      {"1.0.0", head + "\n## 1.0.0\n", ""},
	} {
		got, err := changesOf(tree{number: "1.0.0", version: c.version}, c.changelog)
		if got != c.want || (err != nil) != (c.want == "") {
			t.Errorf("%s: got %q, %v, want %q", name, got, err, c.want)
		}
	}
}
