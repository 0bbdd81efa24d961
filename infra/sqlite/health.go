package sqlite

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// Health is what Examine finds about a database.
type Health struct {
	Size  int64 // of the file, in bytes
	Whole bool  // all of it could be checked before ctx ended
}

// Examine checks the database in dir beside a server that may be using it, for as
// long as ctx lasts. It brings nothing up to date. Every error is one sentence for
// a person.
func Examine(ctx context.Context, dir string) (h Health, err error) {
	path := filepath.Join(dir, FileName)
	db, err := openOurs(ctx, path, "mode=rw")
	if err != nil {
		return h, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	h.Size = fileSize(path)
	var damaged damage
	switch err := sound(ctx, db, "quick_check(1)"); {
	case errors.As(err, &damaged):
		return h, fmt.Errorf("%w; restore a backup", err)
	case ctx.Err() != nil:
		return h, nil
	case err != nil:
		return h, fmt.Errorf("%s cannot be read: %w", path, err)
	}
	h.Whole = true
	return h, nil
}

// InUse reports whether a process has the database in dir open.
func InUse(dir string) bool {
	path := filepath.Join(dir, lockName)
	if _, err := os.Stat(path); err != nil {
		return false
	}
	lock, err := acquireLock(path)
	if err != nil {
		return errors.Is(err, ErrLocked)
	}
	_ = releaseLock(lock)
	return false
}
