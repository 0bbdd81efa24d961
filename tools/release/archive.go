package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"io/fs"
	"strings"
	"time"
)

// packArchive returns the archive of a platform: one folder with the program and what
// belongs to it.
func packArchive(t tree, s shared, b built) (file, error) {
	name := b.archive(t.version)
	files := under("voicememo_"+t.version+"_"+b.label(), s.archive(b))
	packed, err := tarred(files, t.time)
	if strings.HasSuffix(name, ".zip") {
		packed, err = zipped(files, t.time)
	} else if err == nil {
		packed, err = compressed(packed)
	}
	return text(name, packed), err
}

// owner returns the id of the user that owns a file of an image or of a package: root.
type owner func(file) (uid int)

// tarred returns the files as root's, in this order, with the folders that they are in.
func tarred(files []file, at time.Time) ([]byte, error) {
	return tarredFor(files, at, func(file) int { return 0 })
}

func tarredFor(files []file, at time.Time, of owner) ([]byte, error) {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, f := range withFolders(files) {
		header := &tar.Header{
			Name: f.name, Mode: int64(f.mode.Perm()), Size: int64(len(f.content)), ModTime: at,
			Typeflag: tar.TypeReg, Uid: of(f), Gid: of(f), Format: tar.FormatGNU,
		}
		if f.mode.IsDir() {
			header.Typeflag, header.Name = tar.TypeDir, f.name+"/"
		}
		if err := w.WriteHeader(header); err != nil {
			return nil, err
		}
		if _, err := w.Write(f.content); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return b.Bytes(), err
}

func zipped(files []file, at time.Time) ([]byte, error) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, f := range withFolders(files) {
		header := &zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: at}
		header.SetMode(f.mode)
		if f.mode.IsDir() {
			header.Name, header.Method = f.name+"/", zip.Store
			header.SetMode(fs.ModeDir | f.mode.Perm())
		}
		entry, err := w.CreateHeader(header)
		if err != nil {
			return nil, err
		}
		if _, err := entry.Write(f.content); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return b.Bytes(), err
}
