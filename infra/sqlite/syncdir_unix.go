//go:build unix

package sqlite

import (
	"errors"
	"os"
)

// syncDir makes creations, renames and removals in a directory survive a power cut.
func syncDir(path string) error {
	dir, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}
