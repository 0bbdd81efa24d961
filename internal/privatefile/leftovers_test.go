package privatefile_test

import (
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"

	"voicememo/internal/privatefile"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// littered makes a directory with a file, its temporary files of killed writers, and files
// with similar names.
func littered(t *testing.T) (path string) {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"keys.json", ".keys.json-", ".keys.json-1x", ".keys.json-123", ".other.json-123", "keys.json-123"} {
		must.OK(t, os.WriteFile(filepath.Join(dir, name), []byte("secret"), 0o600))
	}
	must.OK(t, os.Mkdir(filepath.Join(dir, ".keys.json-456"), 0o700))
	return filepath.Join(dir, "keys.json")
}

// leftIn lists the directory of a file.
func leftIn(t *testing.T, path string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(path))
	must.OK(t, err)
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// TestLeftoversGo: the next writer and RemoveLeftovers remove only files with exactly the
// names of temporary files, also if the path is a link.
func TestLeftoversGo(t *testing.T) {
	want := []string{".keys.json-", ".keys.json-1x", ".keys.json-456", ".other.json-123", "keys.json", "keys.json-123"}
	for name, do := range map[string]func(path string) error{
		"replace": func(path string) error { return privatefile.Replace(path, []byte("new")) },
		"read":    func(path string) error { privatefile.RemoveLeftovers(path); return nil },
		"link": func(path string) error {
			link := filepath.Join(t.TempDir(), "link")
			err := os.Symlink(path, link)
			privatefile.RemoveLeftovers(link)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := littered(t)
			must.OK(t, do(path))
			check.Slices(t, leftIn(t, path), want)
		})
	}
}

// TestLeftoversOfTheLivingStay: the temporary file of a writer that holds the directory's
// lock stays.
func TestLeftoversOfTheLivingStay(t *testing.T) {
	path := littered(t)
	writer, err := os.Open(filepath.Dir(path))
	must.OK(t, err)
	defer writer.Close()
	must.OK(t, syscall.Flock(int(writer.Fd()), syscall.LOCK_EX))
	privatefile.RemoveLeftovers(path)
	if got := leftIn(t, path); !slices.Contains(got, ".keys.json-123") {
		t.Errorf("got %v, want .keys.json-123 in it", got)
	}
}
