// Package permission reports which user owns a file, and what to do about one that this user
// may not use.
package permission

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"runtime"
	"strconv"

	"voicememo/cmd/voicememo/internal/cli"
)

// Advise adds to an error about a file that this user may not use whose it is, and what to
// do. Other errors stay as they are.
func Advise(err error) error {
	var of *fs.PathError
	if !errors.Is(err, fs.ErrPermission) || !errors.As(err, &of) || runtime.GOOS == "windows" { // which has no such owners
		return err
	}
	path, info := Barrier(of.Path)
	if info == nil {
		return err
	}
	if owner := int(OwnerOf(info)); owner != os.Geteuid() {
		return fmt.Errorf("%w; %s belongs to %s, and this command runs as %s: run it as %[3]s, or make %[4]s the owner",
			err, path, userName(owner), userName(os.Geteuid()))
	}
	return fmt.Errorf("%w; run: chmod u+rwX %s", err, cli.ShellWord(path))
}

// Barrier returns what keeps this user from a path: the path itself or, if it cannot be
// looked at, the nearest folder above it that can.
func Barrier(path string) (string, fs.FileInfo) {
	for {
		if info, err := os.Stat(path); err == nil {
			return path, info
		}
		above := filepath.Dir(path)
		if above == path {
			return "", nil
		}
		path = above
	}
}

// userName names a user in a sentence.
func userName(id int) string {
	if u, err := user.LookupId(strconv.Itoa(id)); err == nil {
		return "the user " + u.Username
	}
	return "the user with the id " + strconv.Itoa(id)
}
