package main

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"io"
	"io/fs"
	"os"
	"time"
)

// file is one file of the zip.
type file struct {
	name    string
	mode    fs.FileMode
	content []byte
}

// epoch is the modification time of every file: the earliest that a zip can represent, so
// that the bytes do not depend on a clock.
var epoch = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)

// archive writes a zip of files in this order.
func archive(to io.Writer, files []file) error {
	z := zip.NewWriter(to)
	for _, f := range files {
		header := &zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: epoch}
		header.SetMode(f.mode)
		w, err := z.CreateHeader(header)
		if err != nil {
			return err
		}
		if _, err := w.Write(f.content); err != nil {
			return err
		}
	}
	return z.Close()
}

// replace writes a zip to path by one rename from temporary, in the same file system, and
// returns the hash of its bytes.
func replace(path, temporary string, files []file) (sum [sha256.Size]byte, err error) {
	var b bytes.Buffer
	if err := archive(&b, files); err != nil {
		return sum, err
	}
	if err := os.WriteFile(temporary, b.Bytes(), 0o644); err != nil { //nolint:gosec // what is deployed is not secret
		return sum, err
	}
	return sha256.Sum256(b.Bytes()), os.Rename(temporary, path)
}
