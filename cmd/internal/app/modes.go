package app

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"voicememo/infra/sqlite"
)

// Exposed says what to do about a file or directory of a data directory if users other
// than its owner can read, write or enter it; "": nothing to do, or a system without such
// modes.
func Exposed(data, path string, info fs.FileInfo) (advice string) {
	mode := info.Mode().Perm()
	if mode&0o077 == 0 || runtime.GOOS == "windows" {
		return ""
	}
	return fmt.Sprintf("%s has mode %04o and can be read by others, and memos and keys are secrets; run: chmod -R go-rwx %s",
		filepath.Clean(path), mode, filepath.Clean(data)+string(filepath.Separator))
}

// warnOfModes logs a warning about the first of the data directory, the keys and the
// database that users other than its owner can read.
func (a *App) warnOfModes() {
	data := a.Config.Data
	secrets, _ := filepath.Glob(SecretFile(data, "*")) // of modules; it fails only for a bad pattern
	for _, path := range append([]string{data, filepath.Join(data, KeysFile), filepath.Join(data, sqlite.FileName)}, secrets...) {
		info, err := os.Stat(path)
		if errors.Is(err, fs.ErrNotExist) { // over DynamoDB there is no database
			continue
		}
		if err != nil {
			a.logger.Warn("the data directory cannot be looked at", "error", err)
			return
		}
		if advice := Exposed(data, path, info); advice != "" {
			a.logger.Warn(advice)
			return
		}
	}
}
