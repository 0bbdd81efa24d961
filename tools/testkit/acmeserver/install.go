package acmeserver

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// The program and its version. It omits a header that RFC 8555 does not require and
// golang.org/x/crypto needed before v0.58.0: https://go.dev/issue/77704
const (
	program = "github.com/letsencrypt/pebble/v2/cmd/pebble"
	version = "v2.10.1"
)

// install returns the path of the program. It is put into its folder by one rename, so
// several test processes may install it at the same time.
func install() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	folder := filepath.Join(cache, "voicememo", "acmeserver", version)
	binary := filepath.Join(folder, "pebble")
	if _, err := os.Stat(binary); err == nil {
		return binary, nil
	}
	if err := os.MkdirAll(folder, 0o750); err != nil {
		return "", err
	}
	fresh, err := os.MkdirTemp(folder, "installing-")
	if err != nil {
		return "", err
	}
	defer func() { _ = os.RemoveAll(fresh) }()
	cmd := exec.Command("go", "install", program+"@"+version)
	cmd.Env = append(os.Environ(), "GOBIN="+fresh, "GOOS=", "GOARCH=")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go install %s: %w\n%s", program, err, out)
	}
	return binary, os.Rename(filepath.Join(fresh, "pebble"), binary)
}
