package privatefile

import (
	"os"
	"path/filepath"
	"strings"
)

// RemoveLeftovers removes the temporary files of killed writers beside path, which are as
// secret as path. It does not remove the file of a running writer. Where it cannot remove
// files, such as on a read-only disk, it does nothing.
func RemoveLeftovers(path string) {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target // Replace writes beside it
	}
	if len(leftovers(path)) == 0 {
		return
	}
	release, err := lock(filepath.Dir(path), false)
	if err != nil {
		return
	}
	defer release()
	removeAll(leftovers(path))
}

// prefix returns the prefix of the names of path's temporary files, to which os.CreateTemp
// adds digits.
func prefix(path string) string { return "." + filepath.Base(path) + "-" }

// leftovers lists the temporary files of path. Only the holder of the directory's lock can
// be sure that no process is writing them.
func leftovers(path string) (found []string) {
	dir := filepath.Dir(path)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	for _, e := range entries {
		digits, ours := strings.CutPrefix(e.Name(), prefix(path))
		if ours && digits != "" && strings.Trim(digits, "0123456789") == "" && e.Type().IsRegular() {
			found = append(found, filepath.Join(dir, e.Name()))
		}
	}
	return found
}

func removeAll(files []string) {
	for _, file := range files {
		_ = os.Remove(file)
	}
}
