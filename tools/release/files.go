package main

import (
	"bytes"
	"compress/gzip"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// file is a file or a folder to be written somewhere: to the release, an archive, a
// package or the image.
type file struct {
	name    string // with slashes
	mode    fs.FileMode
	content []byte
}

// text returns a file that everyone can read.
func text(name string, content []byte) file { return file{name: name, mode: 0o644, content: content} }

// under returns the files in a folder.
func under(folder string, files []file) (moved []file) {
	for _, f := range files {
		f.name = folder + "/" + f.name
		moved = append(moved, f)
	}
	return moved
}

// withFolders adds the folders that files are in and that are not listed, each before what
// is in it.
func withFolders(files []file) (all []file) {
	seen := map[string]bool{}
	for _, f := range files {
		if f.mode.IsDir() {
			seen[f.name] = true
		}
	}
	for _, f := range files {
		for i, c := range f.name {
			if folder := f.name[:i]; c == '/' && folder != "" && !seen[folder] {
				seen[folder] = true
				all = append(all, file{name: folder, mode: fs.ModeDir | 0o755})
			}
		}
		all = append(all, f)
	}
	return all
}

// compressed returns the content in the form of gzip, without a name or a time.
func compressed(content []byte) ([]byte, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(content); err != nil {
		return nil, err
	}
	err = w.Close()
	return b.Bytes(), err
}

// write replaces the earlier release in a folder.
func write(folder string, files []file) error {
	if err := os.MkdirAll(folder, 0o750); err != nil {
		return err
	}
	old, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	for _, entry := range old {
		if name := entry.Name(); strings.HasPrefix(name, "voicememo") || name == checksumsName || name == notesName {
			if err := os.Remove(filepath.Join(folder, name)); err != nil {
				return err
			}
		}
	}
	for _, f := range files {
		if err := os.WriteFile(filepath.Join(folder, f.name), f.content, f.mode.Perm()); err != nil {
			return err
		}
	}
	return nil
}
