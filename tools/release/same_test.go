package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// TestFilesAreTheSame: the same programs make the same bytes of each kind of file.
func TestFilesAreTheSame(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	put(t, folder, "go.mod", "module voicememo\n\ngo 1.26.0\n")
	put(t, folder, "main.go", "package main\n\nfunc main() {}\n")
	for _, name := range []string{"webapi/app/package-lock.json", "infra/packages"} {
		target := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(target), 0o700); err != nil {
			t.Fatal(err)
		}
		source, err := filepath.Abs(filepath.Join("../..", name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(source, target); err != nil {
			t.Fatal(err)
		}
	}
	build := exec.Command("go", "build", "-o", "hello", ".")
	build.Dir = folder
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	program, err := os.ReadFile(filepath.Join(folder, "hello"))
	if err != nil {
		t.Fatal(err)
	}
	source := tree{root: folder, commit: "0123456789abcdef", time: time.Unix(1_790_000_000, 0).UTC(), number: "1.0.0", version: "1.0.0-snapshot+0123456"}
	s := shared{
		documents: []file{text("LICENSE", []byte("l")), text("CHANGELOG.md", []byte("## Unreleased\n\n- new\n"))},
		units:     []file{text("voicememo.service", []byte("ExecStart=/usr/local/bin/voicememo"))},
	}
	var programs []built
	for _, p := range platforms {
		programs = append(programs, built{platform: p, program: program, licences: []byte("l")})
	}
	first, err := assemble(t.Context(), source, s, programs)
	if err != nil {
		t.Fatal(err)
	}
	second, err := assemble(t.Context(), source, s, programs)
	if err != nil {
		t.Fatal(err)
	}
	if len(first) != len(platforms)+2*3+4 {
		t.Errorf("got %d files", len(first))
	}
	for i := range first {
		if first[i].name != second[i].name || !bytes.Equal(first[i].content, second[i].content) {
			t.Errorf("%s: got different bytes", first[i].name)
		}
	}
}
