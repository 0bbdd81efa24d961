package auth

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"voicememo/auth/internal/privatefile"
)

// ErrKeyFile says that a file could be read, and that what it has in it is not a key
// ring.
var ErrKeyFile = errors.New("not a file of session keys")

// LoadKeyRing reads the ring in a file and makes it at the first run (file
// 0600, directory 0700). Of several processes that start at once, all get the
// ring of the first. What a killed process has left of such a file is removed, because
// it has keys in it. ErrKeyFile: the file has no ring in it.
func LoadKeyRing(path string) (*KeyRing, error) {
	ring, err := readKeyRing(path)
	if !errors.Is(err, fs.ErrNotExist) {
		privatefile.RemoveLeftovers(path)
		return ring, err
	}
	ring, err = NewKeyRing(nil, time.Now())
	if err != nil {
		return nil, err
	}
	data, err := ring.JSON()
	if err != nil {
		return nil, err
	}
	switch err := privatefile.Create(path, data); {
	case errors.Is(err, fs.ErrExist):
		return readKeyRing(path)
	case err != nil:
		return nil, fmt.Errorf("key ring: %w", err)
	}
	return ring, nil
}

// RotateKeyRing adds a key to the ring in a file. Running programs take it up
// when they start anew.
func RotateKeyRing(path string) (*KeyRing, error) {
	ring, err := LoadKeyRing(path)
	if err != nil {
		return nil, err
	}
	if ring, err = ring.Rotate(nil, time.Now()); err != nil {
		return nil, err
	}
	data, err := ring.JSON()
	if err != nil {
		return nil, err
	}
	if err := privatefile.Replace(path, data); err != nil {
		return nil, fmt.Errorf("key ring: %w", err)
	}
	return ring, nil
}

// LooseMode reports whether anyone but the owner may open a file that has secrets in it,
// such as the ring's or the database. A file that is not there is not loose, and no file
// is where files have no such modes (Windows).
func LooseMode(path string) bool {
	info, err := os.Stat(path)
	return err == nil && privatefile.Loose(info)
}

func readKeyRing(path string) (*KeyRing, error) {
	data, err := os.ReadFile(path) //nolint:gosec // the operator's own path
	if err != nil {
		return nil, fmt.Errorf("key ring: %w", err)
	}
	ring, err := ParseKeyRing(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w (%w)", path, ErrKeyFile, err)
	}
	return ring, nil
}
