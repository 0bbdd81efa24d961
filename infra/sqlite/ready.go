package sqlite

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"voicememo/models"
)

// probeAfter is the age of the last commit from which Ping tries a write.
const probeAfter = 10 * time.Second

// Ping reports whether the database works: its files are in place, no damage has been
// found, it answers, and a row can be written. The error is Unavailable, with
// models.ReasonRemoved, ReasonDamaged, ReasonStorageFull or ReasonNotWritable if that is
// the known cause.
func (db *DB) Ping(ctx context.Context) error {
	if err := db.Look(ctx); err != nil {
		return err
	}
	if !db.Full() && time.Since(time.Unix(0, db.writer.committed.Load())) < probeAfter {
		return nil
	}
	err := db.writer.write(ctx, func(t tx) error { return t.setState("probe", millis(time.Now())) })
	if err != nil && ctx.Err() == nil && models.AsError(err).Reason == "" {
		return models.UnavailableFor(models.ReasonNotWritable, err)
	}
	return err
}

// Look is Ping without the write, which would keep a disk from sleeping.
func (db *DB) Look(ctx context.Context) error {
	if err := cmp.Or(db.sound(), db.present()); err != nil {
		return err
	}
	var one int
	return translate(db.read.row(ctx, "SELECT 1").Scan(&one))
}

// stuckAfter is how long the writer may take for one group of writes. SQLite waits for locks
// for at most ten seconds.
const stuckAfter = 2 * time.Minute

// Alive returns an error if reads or writes make no progress, so that only another start of
// the program may help. It writes nothing, and a database that is damaged, removed or full
// is alive; see Ping for those.
func (db *DB) Alive(ctx context.Context) error {
	if began := db.writer.working.Load(); began != 0 && time.Since(time.Unix(0, began)) > db.stuckAfter {
		return fmt.Errorf("a write has not ended since %s", time.Unix(0, began).UTC().Format(time.RFC3339))
	}
	var one int
	if err := db.read.row(ctx, "SELECT 1").Scan(&one); err != nil && ctx.Err() != nil {
		return fmt.Errorf("a read does not end: %w", err)
	}
	return nil
}

// Check reads the whole database and verifies it, for as long as ctx lasts. ErrRefused: it
// is damaged, and from then on Ping reports that. It may run beside all other calls.
func (db *DB) Check(ctx context.Context) error {
	if err := db.present(); err != nil {
		return err
	}
	own, err := openBeside(ctx, db.path)
	if err != nil {
		return db.met(refuseDamage(err))
	}
	err = refuseDamage(check(ctx, own))
	return db.met(errors.Join(err, own.Close()))
}

// sound returns the damage that was found, if any. From then on nothing is read or
// written, as after a start with a damaged file. Unavailable/ReasonDamaged.
func (db *DB) sound() error {
	if found := db.damaged.Load(); found != nil {
		return models.UnavailableFor(models.ReasonDamaged, *found)
	}
	return nil
}

// met records err if it is a damage, and returns err.
func (db *DB) met(err error) error {
	var found damage
	var said refusal
	if !errors.As(asDamage(err), &found) {
		return err
	}
	if errors.As(err, &said) || errors.As(refuseDamage(asDamage(err)), &said) {
		db.damaged.CompareAndSwap(nil, &said)
	}
	return err
}

// ownFile identifies a file as it was opened.
type ownFile struct {
	path string
	info os.FileInfo
}

func ownFiles(paths ...string) (own []ownFile, err error) {
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return nil, err
		}
		own = append(own, ownFile{path, info})
	}
	return own, nil
}

// same reports whether the file is still the one that was opened.
func (f ownFile) same() bool {
	info, err := os.Stat(f.path)
	return err == nil && os.SameFile(info, f.info)
}

// present checks that the open files are still those in the directory. Writes to removed
// files would be lost when the process ends: Unavailable/ReasonRemoved.
func (db *DB) present() error {
	for _, f := range db.own {
		if !f.same() {
			db.removed.Store(true) // another process may write to the database
			return models.UnavailableFor(models.ReasonRemoved,
				fmt.Errorf("%s was removed or replaced while the server had it open", f.path))
		}
	}
	return nil
}
