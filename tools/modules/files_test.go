package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"voicememo/tools/testkit/must"
)

// TestCurrent: the committed files are those that cmd/modules.txt leads to.
func TestCurrent(t *testing.T) {
	made, err := files("../..")
	must.OK(t, err)
	for name, want := range made {
		got, err := os.ReadFile(filepath.Join("../..", name))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what tools/modules writes (%v): run go generate ./cmd", name, err)
		}
	}
}
