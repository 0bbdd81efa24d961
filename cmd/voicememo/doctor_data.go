package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"voicememo/cmd/internal/app"
	"voicememo/infra/sqlite"
)

// checkData makes sure that nobody but its owner can read the data directory.
func checkData(_ context.Context, c app.Config) []finding {
	f := finding{what: "data directory " + c.Data}
	open, err := readableByOthers(c.Data)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		f.what += " (not there; the first start makes it)"
	case err != nil:
		f.advice = fmt.Sprintf("it cannot be read (%v); run this as the user who runs the server", err)
	case open != "":
		f.advice = fmt.Sprintf("%s can be read by others, and memos and keys are secrets; run: chmod -R go-rwx %s", open, c.Data)
	}
	return []finding{f}
}

// readableByOthers gives the first of a directory and what is in it that is open to
// more than its owner, or "".
func readableByOthers(dir string) (first string, err error) {
	if _, err := os.Stat(dir); err != nil || runtime.GOOS == "windows" { // which has no such modes
		return "", err
	}
	err = filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		switch {
		case errors.Is(err, fs.ErrNotExist): // SQLite's files come and go
			return nil
		case err != nil:
			return err
		case info.Mode().Perm()&0o077 != 0 && info.Mode()&fs.ModeSymlink == 0:
			first = path
			return fs.SkipAll
		}
		return nil
	})
	return first, err
}

// spare is the free space that a server should have beside twice its database:
// for its log, and for a copy when an upgrade brings the schema up to date. In bytes.
const spare = 100e6

// checkDisk makes sure that the disk is not about to be full.
func checkDisk(_ context.Context, c app.Config) []finding {
	free, known := freeSpace(c.Data)
	if !known {
		return nil
	}
	f := finding{what: "disk (" + size(free) + " free)"}
	need := int64(spare)
	if info, err := os.Stat(filepath.Join(c.Data, sqlite.FileName)); err == nil {
		need += 2 * info.Size()
	}
	if free < need {
		f.advice = fmt.Sprintf("make room: %s should be free where %s is", size(need), c.Data)
	}
	return []finding{f}
}
