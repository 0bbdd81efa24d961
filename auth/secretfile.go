package auth

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"voicememo/internal/privatefile"
)

// ErrSecretFile reports that a file could be read but does not contain a secret.
var ErrSecretFile = errors.New("not a file with a secret of 64 hex digits")

// LoadSecret reads the 32 secret bytes in a file, and makes the file with random ones at the
// first run (file 0600, directory 0700). If several processes start at the same time, all
// use the bytes of the first. ErrSecretFile: the file does not contain 64 hex digits.
func LoadSecret(path string) ([]byte, error) {
	secret, err := ReadSecret(path)
	if !errors.Is(err, fs.ErrNotExist) {
		privatefile.RemoveLeftovers(path)
		return secret, err
	}
	secret = make([]byte, 32)
	_, _ = rand.Read(secret) // it never fails
	switch err := privatefile.Create(path, fmt.Appendf(nil, "%x\n", secret)); {
	case errors.Is(err, fs.ErrExist):
		return ReadSecret(path)
	case err != nil:
		return nil, fmt.Errorf("secret: %w", err)
	}
	return secret, nil
}

// ReadSecret reads the secret in a file, and changes nothing. ErrSecretFile: the file does not
// contain 64 hex digits.
func ReadSecret(path string) ([]byte, error) {
	data, err := os.ReadFile(path) //nolint:gosec // the operator's own path
	if err != nil {
		return nil, fmt.Errorf("secret: %w", err)
	}
	secret, err := hex.DecodeString(strings.TrimSpace(string(data)))
	if err != nil || len(secret) != 32 {
		return nil, fmt.Errorf("%s: %w", path, ErrSecretFile)
	}
	return secret, nil
}
