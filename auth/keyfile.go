package auth

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"voicememo/internal/privatefile"
)

// ErrKeyFile reports that a file could be read but does not contain a key ring.
var ErrKeyFile = errors.New("not a file of session keys")

// LoadKeyRing reads the key ring in a file, and makes the file at the first run (file
// 0600, directory 0700). If several processes start at the same time, all use the ring of
// the first. Temporary files of killed processes are removed, because they contain keys.
// ErrKeyFile: the file does not contain a key ring.
func LoadKeyRing(path string) (*KeyRing, error) {
	ring, err := ReadKeyRing(path)
	if !errors.Is(err, fs.ErrNotExist) {
		privatefile.RemoveLeftovers(path)
		return ring, err
	}
	ring = NewKeyRing(time.Now())
	data, err := ring.JSON()
	if err != nil {
		return nil, err
	}
	switch err := privatefile.Create(path, data); {
	case errors.Is(err, fs.ErrExist):
		return ReadKeyRing(path)
	case err != nil:
		return nil, fmt.Errorf("key ring: %w", err)
	}
	return ring, nil
}

// RotateKeyRing adds a key to the ring in a file. Running programs use it after they are
// restarted.
func RotateKeyRing(path string) (*KeyRing, error) {
	return changeKeyRing(path, func(ring *KeyRing) (*KeyRing, error) { return ring.Rotate(time.Now()), nil })
}

// WithdrawKey removes a key from the ring in a file. Running programs accept what it sealed
// until they are restarted. The errors are those of KeyRing.Withdraw.
func WithdrawKey(path, id string) (*KeyRing, error) {
	return changeKeyRing(path, func(ring *KeyRing) (*KeyRing, error) { return ring.Withdraw(id) })
}

func changeKeyRing(path string, change func(*KeyRing) (*KeyRing, error)) (*KeyRing, error) {
	ring, err := LoadKeyRing(path)
	if err != nil {
		return nil, err
	}
	if ring, err = change(ring); err != nil {
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

// ReadKeyRing reads the key ring in a file, and changes nothing. ErrKeyFile: the file does
// not contain a key ring.
func ReadKeyRing(path string) (*KeyRing, error) {
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
