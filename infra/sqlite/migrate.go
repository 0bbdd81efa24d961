package sqlite

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"strings"
)

// Migrations are applied in the order of their names; the number of those
// applied is the file's user_version.
//
//go:embed migrations/*.sql
var migrations embed.FS

// erasing is the first schema of the versions that overwrite what they delete.
const erasing = 5

// copySuffix and a schema's number follow the file's name in that of its copy.
const copySuffix = ".schema-"

// prepare makes a freshly opened file ready: sound and of the present schema.
func prepare(db *sql.DB, path string, unclean bool) error {
	if unclean {
		if err := quickCheck(db); err != nil {
			return err
		}
	}
	names, err := migrationNames()
	if err != nil {
		return err
	}
	var version int
	if err := db.QueryRow("PRAGMA user_version").Scan(&version); err != nil {
		return notOurs(path, err)
	}
	if err := checkKnown(path, version, len(names)); err != nil {
		return err
	}
	if version > 0 && version < len(names) {
		if err := keepCopy(db, path, version); err != nil {
			return err
		}
	}
	for n := version; n < len(names); n++ {
		if n == erasing-1 && version > 0 {
			// What earlier versions deleted is still in the file.
			if _, err := db.Exec("VACUUM"); err != nil {
				return fmt.Errorf("the database cannot be compacted before it is brought up to date: %w", err)
			}
		}
		if err := apply(db, names[n], n+1); err != nil {
			return fmt.Errorf("the database cannot be brought up to date (%s): %w", names[n], err)
		}
	}
	return nil
}

func migrationNames() ([]string, error) { return fs.Glob(migrations, "migrations/*.sql") }

// checkKnown refuses a schema that only a later version of the program knows.
func checkKnown(path string, version, known int) error {
	if version <= known {
		return nil
	}
	return fmt.Errorf("%s was written by a newer version of this program (schema %d, this one knows %d); use that version, or restore a backup of this one", path, version, known)
}

func quickCheck(db *sql.DB) error {
	err := sound(context.Background(), db, "quick_check(1)")
	var damaged damage
	switch {
	case errors.As(err, &damaged):
		return fmt.Errorf("%w; restore a backup", err)
	case err != nil:
		return fmt.Errorf("the database cannot be checked after an unclean stop: %w", err)
	}
	return nil
}

// damage is what SQLite finds wrong with a file.
type damage string

// Error implements error.
func (d damage) Error() string { return "the database is damaged (" + string(d) + ")" }

// sound runs one of SQLite's checks. What is found is a damage.
func sound(ctx context.Context, db *sql.DB, check string) error {
	var result string
	err := db.QueryRowContext(ctx, "PRAGMA "+check).Scan(&result)
	switch {
	case isCode(err, codeCorrupt):
		return damage(err.Error())
	case err != nil:
		return err
	}
	if result != "ok" {
		return damage(strings.Join(strings.Fields(result), " "))
	}
	return nil
}

// keepCopy keeps the file as it was before a migration, for the way back. It takes
// the place of one from an earlier way forth and back.
func keepCopy(db *sql.DB, path string, version int) error {
	if err := writeCopy(context.Background(), db, fmt.Sprintf("%s%s%d", path, copySuffix, version)); err != nil {
		return fmt.Errorf("the database cannot be copied before it is brought up to date: %w", err)
	}
	return nil
}

// apply runs one migration; it happens whole or not at all.
func apply(db *sql.DB, name string, version int) error {
	script, err := fs.ReadFile(migrations, name)
	if err != nil {
		return err
	}
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // after Commit this does nothing
	if _, err := tx.Exec(string(script)); err != nil {
		return err
	}
	if _, err := tx.Exec(fmt.Sprintf("PRAGMA user_version = %d", version)); err != nil {
		return err
	}
	return tx.Commit()
}
