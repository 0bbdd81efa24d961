// Package privatefile writes small files that only their owner may read, whole
// or not at all.
package privatefile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Create writes a file that must not exist yet, making its directory (0700) if
// need be. The error is fs.ErrExist when somebody else was first.
func Create(path string, data []byte) error {
	return write(path, data, os.Link)
}

// Replace writes a file in place of the one that may be there. A link stays one: what
// it leads to is replaced, for it may lead others there, too.
func Replace(path string, data []byte) error {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	return write(path, data, os.Rename)
}

// write fills a temporary file beside path (0600, as os.CreateTemp makes it)
// and puts it there in one step. What killed writers have left goes first.
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
