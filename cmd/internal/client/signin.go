package client

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"voicememo/internal/privatefile"
)

// SignIn is what a person who signed in keeps: a server and a token for it.
type SignIn struct {
	URL   string `json:"url"`
	Token string `json:"token"` // a personal token or, with Refresh, an access token of OAuth

	Refresh string `json:"refresh,omitempty"` // renews Token; "" for a personal token
	Ends    int64  `json:"ends,omitempty"`    // when Token ends, in Unix seconds
	Person  string `json:"person,omitempty"`  // stays the same when Token is renewed
}

// person returns a hash that stands for the person and the server.
func (s SignIn) person() string { return cmp.Or(s.Person, hash(s.Token)) }

// The errors of Folder.SignIn.
var (
	ErrSignedOut = errors.New("not signed in")
	ErrOpen      = errors.New("other users of this machine can read or replace it")
	ErrDamaged   = errors.New("damaged")
)

// Folder is the folder of the sign-in, which only its owner can read.
type Folder string

// File returns the path of the sign-in.
func (f Folder) File() string { return filepath.Join(string(f), "sign-in.json") }

// SignIn returns the stored sign-in. It is ErrSignedOut if there is none, ErrOpen if
// other users can read it, and ErrDamaged if it is not one that Keep wrote.
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
		return SignIn{}, ErrDamaged
	}
	if s.URL, err = ParseURL(s.URL, true); err != nil {
		return SignIn{}, ErrDamaged
	}
	if s.Refresh == "" {
		s.Token, err = ParseToken(s.Token)
	} else if !renewed.MatchString(s.Token) || !renewed.MatchString(s.Refresh) {
		err = ErrToken
	}
	if err != nil {
		return SignIn{}, ErrDamaged
	}
	return s, nil
}

// Keep stores a sign-in in place of the present one, and closes the folder to other users
// first. Where that has no effect, such as on a file system without permissions, it stores
// nothing and returns ErrOpen.
func (f Folder) Keep(s SignIn) error {
	raw, err := json.Marshal(s)
	if err != nil {
		return err
	}
	if err := f.close(); err != nil {
		return err
	}
	if err := privatefile.Replace(f.File(), raw); err != nil {
		return err
	}
	if _, err := f.SignIn(); err != nil {
		return errors.Join(err, f.Forget())
	}
	return nil
}

// close creates the folder, or closes the one that is there if SignIn would refuse it.
func (f Folder) close() error {
	if err := os.MkdirAll(string(f), 0o700); err != nil {
		return err
	}
	info, err := os.Stat(string(f))
	if err != nil || info.Mode().Perm()&0o022 == 0 {
		return err
	}
	return os.Chmod(string(f), 0o700) //nolint:gosec // a folder, which only its owner can open
}

// Forget removes the sign-in. It does nothing if there is none.
func (f Folder) Forget() error {
	if err := os.Remove(f.File()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
