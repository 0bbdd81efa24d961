package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"voicememo/infra/sqlite"
)

// passes bounds how often tables that keep changing are read for one backup.
const passes = 4

// backupTables writes the tables of an environment to a file, by way of a database
// that is made beside it.
func backupTables(ctx context.Context, t terminal, environment, target string) (err error) {
	from, err := place{engine: "dynamodb", name: environment}.open(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, from.close()) }()
	dir, err := os.MkdirTemp(filepath.Dir(target), ".voicememo-backup-*") // 0700
	if err != nil {
		return fmt.Errorf("the backup cannot be made: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	if err := gather(ctx, t, from, dir); err != nil {
		return err
	}
	return sqlite.Backup(ctx, dir, target)
}

// gather copies what from has to a database in dir, again and again until nothing
// has changed since the reading before: then it is the state of one moment.
func gather(ctx context.Context, t terminal, from opened, dir string) (err error) {
	to, err := place{engine: "sqlite", name: dir}.open(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, to.close()) }()
	for range passes {
		k := copier{from: from, to: to, replace: true, now: time.Now(), screen: t.Err}
		if err := errors.Join(k.compare(ctx), ctx.Err()); err != nil {
			return fmt.Errorf("%s cannot be read: %w", from, err)
		}
		if k.changes() == 0 {
			return nil
		}
		if err := k.copy(ctx); err != nil {
			return fmt.Errorf("%s cannot be copied: %w", from, err)
		}
	}
	_, err = fmt.Fprintf(t.Err, "%s was changed during every reading, so what changed in the last one may be half in the backup; "+
		"for an exact moment use DynamoDB's own point-in-time recovery, or run voicememo repair after restoring this.\n", from)
	return err
}

// changes is how many records the target lacks or has otherwise.
func (k *copier) changes() int {
	n := 0
	for _, d := range k.kinds {
		n += d.extra + d.toWrite()
	}
	return n
}
