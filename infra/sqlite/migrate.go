package sqlite

import (
	"database/sql"
	"embed"
	"fmt"
	"io/fs"
	"strings"
)

// Migrations are applied in the order of their names; the number of those
// applied is the file's user_version.
//
//go:embed migrations/*.sql
var migrations embed.FS

// prepare makes a freshly opened file ready: sound and of the present schema.
func prepare(db *sql.DB, path string, unclean bool) error {
	if unclean {
		if err := quickCheck(db); err != nil {
			return err
		}
	}
	names, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		return err
	}
	var version int
	if err := db.QueryRow("PRAGMA user_version").Scan(&version); err != nil {
		return fmt.Errorf("%s is not a database of this program: %w", path, err)
	}
	if version > len(names) {
		return fmt.Errorf("%s was written by a newer version of this program (schema %d, this one knows %d)", path, version, len(names))
	}
	if version > 0 && version < len(names) {
		if err := keepCopy(db, path, version); err != nil {
			return err
		}
	}
	for n := version; n < len(names); n++ {
		if err := apply(db, names[n], n+1); err != nil {
			return fmt.Errorf("the database cannot be brought up to date (%s): %w", names[n], err)
		}
	}
	return nil
}

func quickCheck(db *sql.DB) error {
	var result string
	if err := db.QueryRow("PRAGMA quick_check(1)").Scan(&result); err != nil {
		return fmt.Errorf("the database cannot be checked after an unclean stop: %w", err)
	}
	if result != "ok" {
		return fmt.Errorf("the database is damaged (%s); restore a backup", strings.Join(strings.Fields(result), " "))
	}
	return nil
}

// keepCopy keeps the file as it was before a migration, for the way back.
func keepCopy(db *sql.DB, path string, version int) error {
	copyPath := fmt.Sprintf("%s.schema-%d", path, version)
	if fileSize(copyPath) > 0 {
		return nil // an earlier try of the same migration made it
	}
	if _, err := db.Exec("VACUUM INTO ?", copyPath); err != nil {
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
