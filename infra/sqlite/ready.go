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

// probeAfter is how long ago the last commit may be before Ping tries a write.
const probeAfter = 10 * time.Second

// Ping reports whether the database can do its work: its files are in their place, no
// damage was met, it answers, and a row can be written. Unavailable, with
// models.ReasonRemoved, ReasonDamaged, ReasonStorageFull or ReasonNotWritable where that is
// known.
func (db *DB) Ping(ctx context.Context) error {
	if err := cmp.Or(db.sound(), db.present()); err != nil {
		return err
	}
	var one int
	if err := db.read.row(ctx, "SELECT 1").Scan(&one); err != nil {
		return translate(err)
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

// Check reads the whole database and compares it with itself, for as long as ctx lasts.
// ErrRefused: it is damaged; from then on Ping says so. It may run beside everything else.
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

// sound reports a damage that was met: from then on nothing is read or written, as after
// a start. Unavailable/ReasonDamaged.
func (db *DB) sound() error {
	if found := db.damaged.Load(); found != nil {
		return models.UnavailableFor(models.ReasonDamaged, *found)
	}
	return nil
}

// met notes a damage.
func (db *DB) met(err error) error {
	var found damage
	if errors.As(asDamage(err), &found) {
		db.damaged.CompareAndSwap(nil, &refusal{fmt.Errorf("%w; %s", found, helps)})
	}
	return err
}

// ownFile is a file as it was opened.
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

// present reports whether the files that are open are those of the directory. What is
// written to others would be gone with the process: Unavailable/ReasonRemoved.
func (db *DB) present() error {
	for _, f := range db.own {
		info, err := os.Stat(f.path)
		if err != nil || !os.SameFile(info, f.info) {
			return models.UnavailableFor(models.ReasonRemoved,
				fmt.Errorf("%s was removed or replaced while the server had it open", f.path))
		}
	}
	return nil
}
