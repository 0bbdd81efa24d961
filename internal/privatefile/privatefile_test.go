package privatefile_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"voicememo/internal/privatefile"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

func TestCreateOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "file")
	var made atomic.Int64
	var wait sync.WaitGroup
	for range 20 {
		wait.Go(func() {
			switch err := privatefile.Create(path, []byte("first")); {
			case err == nil:
				made.Add(1)
			case !errors.Is(err, fs.ErrExist):
				t.Error(err)
			}
		})
	}
	wait.Wait()
	check.Equal(t, made.Load(), 1, "writers that created the file")
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("got mode %v, %v; want 0600", info.Mode(), err)
	}
	if info, err := os.Stat(filepath.Dir(path)); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("got directory mode %v, %v; want 0700", info.Mode(), err)
	}
}

func TestReplaceLeavesNothingBehind(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	for _, text := range []string{"one", "two"} {
		must.OK(t, privatefile.Replace(path, []byte(text)))
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != "two" {
		t.Errorf("read %q, %v", got, err)
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(entries) != 1 {
		t.Errorf("directory holds %v, %v", entries, err)
	}
}

// TestReplaceThroughALink: several servers can share a file through links.
func TestReplaceThroughALink(t *testing.T) {
	file, link := filepath.Join(t.TempDir(), "file"), filepath.Join(t.TempDir(), "link")
	must.OK(t, errors.Join(privatefile.Create(file, []byte("one")), os.Symlink(file, link), privatefile.Replace(link, []byte("two"))))
	if got, err := os.ReadFile(file); err != nil || string(got) != "two" {
		t.Errorf("behind the link is %q, %v", got, err)
	}
}

// TestMadeByRoot: a file that root makes in a user's directory belongs to that user. Run as
// another user, the test checks that the file belongs to them.
func TestMadeByRoot(t *testing.T) {
	dir, owner := t.TempDir(), os.Geteuid()
	if owner == 0 {
		owner = 65534
	}
	must.OK(t, os.Chown(dir, owner, -1))
	path := filepath.Join(dir, "file")
	for name, put := range map[string]func(string, []byte) error{"Create": privatefile.Create, "Replace": privatefile.Replace} {
		_ = os.Remove(path)
		must.OK(t, put(path, []byte("x")))
		info, err := os.Stat(path)
		must.OK(t, err)
		if got := int(info.Sys().(*syscall.Stat_t).Uid); got != owner {
			t.Errorf("%s: got owner %d, want %d", name, got, owner)
		}
	}
}
