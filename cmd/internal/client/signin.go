package client

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// SignIn is what a person who signed in keeps: a server and a personal token for it.
type SignIn struct {
	URL   string `json:"url"`
	Token string `json:"token"`
}

// The errors of Folder.SignIn.
var (
	ErrSignedOut = errors.New("not signed in")
	ErrOpen      = errors.New("other users of this machine can read or replace it")
)

// Folder is the folder of the sign-in, which only its owner can read.
type Folder string

// File returns the path of the sign-in.
func (f Folder) File() string { return filepath.Join(string(f), "sign-in.json") }

// SignIn returns the stored sign-in. It is ErrSignedOut if there is none, and ErrOpen if
// other users can read it.
func (f Folder) SignIn() (SignIn, error) {
	for path, forbidden := range map[string]fs.FileMode{string(f): 0o022, f.File(): 0o077} {
		info, err := os.Stat(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return SignIn{}, ErrSignedOut
		case err != nil:
			return SignIn{}, err
		case runtime.GOOS != "windows" && info.Mode().Perm()&forbidden != 0:
			return SignIn{}, fmt.Errorf("%s: %w", path, ErrOpen)
		}
	}
	raw, err := os.ReadFile(f.File())
	if err != nil {
		return SignIn{}, err
	}
	var s SignIn
	if err := json.Unmarshal(raw, &s); err != nil {
		return SignIn{}, fmt.Errorf("%s is damaged", f.File())
	}
	return s, nil
}

// Keep stores a sign-in in place of the present one.
func (f Folder) Keep(s SignIn) error {
	raw, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return replace(f.File(), raw)
}

// Forget removes the sign-in. It does nothing if there is none.
func (f Folder) Forget() error {
	if err := os.Remove(f.File()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// replace writes a file that only its owner can read, in a folder of the same kind. A
// reader sees the old or the new contents.
func replace(path string, contents []byte) error {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	temporary, err := os.CreateTemp(dir, "."+filepath.Base(path)+"-") // readable only by its owner
	if err != nil {
		return err
	}
	_, err = temporary.Write(contents)
	err = errors.Join(err, temporary.Close())
	if err == nil {
		err = os.Rename(temporary.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(temporary.Name()))
	}
	return nil
}
