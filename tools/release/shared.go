package main

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
)

// shared are the files that do not depend on the platform.
type shared struct {
	documents   []file // LICENSE, README.md, README.ja.md, CHANGELOG.md
	units       []file // systemd's, with the program in /usr/local/bin
	containers  []file // quadlet/ and compose.yaml
	completions []file // voicememo.bash, voicememo.zsh, voicememo.fish
	manual      []byte // the manual page in roff
}

// readShared reads the files from the tree, and asks the program for those that it writes.
func readShared(ctx context.Context, t tree, work string) (s shared, err error) {
	for _, name := range []string{"LICENSE", "README.md", "README.ja.md", "CHANGELOG.md"} {
		content, err := t.read(name)
		if err != nil {
			return shared{}, err
		}
		s.documents = append(s.documents, text(name, content))
	}
	if s.units, err = t.folder("infra/systemd"); err != nil {
		return shared{}, err
	}
	quadlet, err := t.folder("infra/quadlet")
	if err != nil {
		return shared{}, err
	}
	for i, f := range quadlet {
		quadlet[i].content = t.tagged(f.content)
	}
	s.containers = under("quadlet", quadlet)
	compose, err := t.read("compose.yaml")
	if err != nil {
		return shared{}, err
	}
	s.containers = append(s.containers, text("compose.yaml", t.tagged(compose)))
	return s, s.ask(ctx, t, filepath.Join(work, host.label(), host.program()))
}

// tagged returns a file that names the image of the next release with the tag of this one.
func (t tree) tagged(content []byte) []byte {
	return bytes.ReplaceAll(content, []byte("voicememo:"+t.number+"\n"), []byte("voicememo:"+t.imageTag()+"\n"))
}

// folder returns the files of a folder of the tree.
func (t tree) folder(name string) (files []file, err error) {
	entries, err := os.ReadDir(filepath.Join(t.root, name))
	for _, entry := range entries {
		content, err := t.read(filepath.Join(name, entry.Name()))
		if err != nil {
			return nil, err
		}
		files = append(files, text(entry.Name(), content))
	}
	return files, err
}

// ask runs the program for its completions and its manual page. The program is built if it
// is not there.
func (s *shared) ask(ctx context.Context, t tree, program string) error {
	if _, err := os.Stat(program); errors.Is(err, fs.ErrNotExist) { // not one of the platforms
		if _, err := compile(ctx, t, host, program); err != nil {
			return err
		}
	}
	for _, shell := range []string{"bash", "zsh", "fish"} {
		out, err := output(exec.CommandContext(ctx, program, "completion", shell)) //nolint:gosec // just built
		if err != nil {
			return err
		}
		s.completions = append(s.completions, text("voicememo."+shell, out))
	}
	manual, err := output(exec.CommandContext(ctx, program, "man")) //nolint:gosec // just built
	s.manual = manual
	return err
}

// archive returns the files of an archive.
func (s shared) archive(b built) []file {
	files := []file{{name: b.platform.program(), mode: 0o755, content: b.program}}
	files = append(files, s.documents...)
	files = append(files, text(licencesName, b.licences), text("voicememo.1", s.manual))
	files = append(files, under("completions", s.completions)...)
	if b.os == "linux" {
		files = slices.Concat(files, under("systemd", s.units), s.containers)
	}
	return files
}

// document returns the content of one of the documents.
func (s shared) document(name string) []byte {
	i := slices.IndexFunc(s.documents, func(f file) bool { return path.Base(f.name) == name })
	return s.documents[i].content
}
