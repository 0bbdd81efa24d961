package main

import (
	"maps"
	"os"
	"path/filepath"
	"testing"
)

// folders makes a folder "a" of this checkout, to which it changes, and of a commit.
func folders(t *testing.T) (there string) {
	t.Helper()
	here, there := t.TempDir(), t.TempDir()
	t.Chdir(here)
	for path, text := range map[string]string{
		filepath.Join(here, "a", "new"): "new", filepath.Join(here, "a", "both"): "new",
		filepath.Join(there, "a", "old"): "old", filepath.Join(there, "a", "both"): "old",
	} {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return there
}

// contents returns the files of the commit's folder "a".
func contents(t *testing.T, there string) map[string]string {
	t.Helper()
	files, err := os.ReadDir(filepath.Join(there, "a"))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, f := range files {
		text, err := os.ReadFile(filepath.Join(there, "a", f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all[f.Name()] = string(text)
	}
	return all
}

// TestReplace checks that a folder of a commit becomes that of this checkout.
func TestReplace(t *testing.T) {
	there := folders(t)
	if err := replace(there, "a"); err != nil {
		t.Fatal(err)
	}
	if got, want := contents(t, there), (map[string]string{"new": "new", "both": "new"}); !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestComplete checks that a commit gets only the files that it does not have.
func TestComplete(t *testing.T) {
	there := folders(t)
	if err := complete(there, "a"); err != nil {
		t.Fatal(err)
	}
	if got, want := contents(t, there), (map[string]string{"new": "new", "both": "old", "old": "old"}); !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
