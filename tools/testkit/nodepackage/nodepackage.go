// Package nodepackage installs programs for Node.js with their dependencies, for tests
// that compare this project with independent implementations.
package nodepackage

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"voicememo/tools/testkit/must"
)

// Install installs the program in a directory in the user's cache, once for each version of
// its files, and returns the directory there. The files are package.json,
// package-lock.json and the program, which has the given name.
func Install(t testing.TB, from, program string) string {
	t.Helper()
	cache, err := os.UserCacheDir()
	must.OK(t, err)
	sum := sha256.New()
	files := map[string][]byte{}
	for _, name := range []string{"package.json", "package-lock.json", program} {
		if files[name], err = os.ReadFile(filepath.Join(from, name)); err != nil { //nolint:gosec // a test names it
			t.Fatal(err)
		}
		sum.Write(files[name])
	}
	dir := filepath.Join(cache, "voicememo", filepath.Base(from)+"-"+hex.EncodeToString(sum.Sum(nil)[:8]))
	if _, err := os.Stat(dir); err == nil {
		return dir
	}
	install(t, dir, files)
	return dir
}

// install creates dir with the files and their dependencies, or nothing.
func install(t testing.TB, dir string, files map[string][]byte) {
	t.Helper()
	must.OK(t, os.MkdirAll(filepath.Dir(dir), 0o700))
	fresh, err := os.MkdirTemp(filepath.Dir(dir), "installing-*")
	must.OK(t, err)
	defer func() { _ = os.RemoveAll(fresh) }()
	for name, content := range files {
		must.OK(t, os.WriteFile(filepath.Join(fresh, name), content, 0o600))
	}
	cmd := exec.CommandContext(t.Context(), "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
	cmd.Dir = fresh
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("this test needs Node and npm: npm ci: %v\n%s", err, out)
	}
	if err := os.Rename(fresh, dir); err != nil {
		if _, other := os.Stat(dir); other != nil { // otherwise another process was first
			t.Fatal(err)
		}
	}
}
