package main

import (
	"os"
	"path/filepath"
	"testing"
)

func TestWrite(t *testing.T) {
	folder := t.TempDir()
	if err := write(folder); err == nil {
		t.Error("write with a missing model: got no error")
	}
	if err := os.WriteFile(filepath.Join(folder, "en-US.json"), []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := write(folder); err != nil {
		t.Fatal(err)
	}
	for _, locale := range copies {
		if got, err := os.ReadFile(filepath.Join(folder, locale+".json")); err != nil || string(got) != "{}" {
			t.Errorf("%s: %q, %v", locale, got, err)
		}
	}
}
