package runtimeapi

import (
	"archive/zip"
	"errors"
	"io"
	"os"
	"path/filepath"
)

// Unpack extracts the files of a function's zip into folder, with their modes.
func Unpack(file, folder string) error {
	r, err := zip.OpenReader(file)
	if err != nil {
		return err
	}
	defer func() { _ = r.Close() }()
	for _, f := range r.File {
		if err := unpack(f, folder); err != nil {
			return err
		}
	}
	return nil
}

func unpack(f *zip.File, folder string) (err error) {
	if !filepath.IsLocal(f.Name) {
		return errors.New("runtimeapi: the zip names a file outside of itself")
	}
	from, err := f.Open()
	if err != nil {
		return err
	}
	defer func() { _ = from.Close() }()
	path := filepath.Join(folder, f.Name) //nolint:gosec // it is local, see above
	if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
		return err
	}
	to, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, f.Mode().Perm())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, to.Close()) }()
	_, err = io.Copy(to, from) //nolint:gosec // the project's own zip
	return err
}
