// Package privatefile atomically writes small files that only their owner may read.
package privatefile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Create writes a file that must not exist yet, and makes its directory (0700) if
// necessary. The error is fs.ErrExist if the file exists.
func Create(path string, data []byte) error {
	return write(path, data, os.Link)
}

// Replace writes a file, in place of an existing one if there is one. If path is a
// symbolic link, it replaces the target, because other links may lead there.
func Replace(path string, data []byte) error {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	return write(path, data, os.Rename)
}

// write writes a temporary file beside path (0600, as os.CreateTemp makes it) and puts it
// in place with put. First it removes the temporary files of killed writers.
func write(path string, data []byte, put func(from, to string) error) (err error) {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	if release, err := lock(dir, true); err == nil {
		defer release()
		removeAll(leftovers(path))
	}
	f, err := os.CreateTemp(dir, prefix(path)+"*")
	if err != nil {
		return err
	}
	defer func() {
		if rm := os.Remove(f.Name()); rm != nil && !errors.Is(rm, fs.ErrNotExist) {
			err = errors.Join(err, rm)
		}
	}()
	handOver(f)
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	return put(f.Name(), path)
}
