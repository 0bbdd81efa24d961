package localengine

import (
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

//go:embed package.json
var packageJSON []byte

//go:embed package-lock.json
var packageLock []byte

// binaryPath is where npm puts the engine, below the folder it installs into.
var binaryPath = filepath.Join("node_modules", "@dynoxide", "linux-x64", "dynoxide")

// install returns the path of the engine. The folder's name is the hash of the lock file,
// so versions never share a folder, and the folder is put in place by one rename, so
// several test processes may install at the same time.
func install(ctx context.Context) (string, error) {
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		return "", fmt.Errorf("there is none for %s/%s", runtime.GOOS, runtime.GOARCH)
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(packageLock)
	parent := filepath.Join(cache, "voicememo", "localengine")
	folder := filepath.Join(parent, hex.EncodeToString(sum[:8]))
	binary := filepath.Join(folder, binaryPath)
	if _, err := os.Stat(binary); err == nil {
		return binary, nil
	}
	if err := os.MkdirAll(parent, 0o750); err != nil {
		return "", err
	}
	fresh, err := os.MkdirTemp(parent, "installing-")
	if err != nil {
		return "", err
	}
	defer func() { _ = os.RemoveAll(fresh) }()
	if err := npmCI(ctx, fresh); err != nil {
		return "", err
	}
	if err := os.Rename(fresh, folder); err != nil {
		if _, lost := os.Stat(binary); lost != nil {
			return "", err // another process was not the reason
		}
	}
	return binary, nil
}

// npmCI installs the locked packages into folder.
func npmCI(ctx context.Context, folder string) error {
	files := map[string][]byte{"package.json": packageJSON, "package-lock.json": packageLock}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(folder, name), content, 0o600); err != nil {
			return err
		}
	}
	cmd := exec.CommandContext(ctx, "npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts")
	cmd.Dir = folder
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("npm ci: %w\n%s", err, out)
	}
	if _, err := os.Stat(filepath.Join(folder, binaryPath)); err != nil {
		return errors.New("npm ci did not bring the engine")
	}
	return nil
}
