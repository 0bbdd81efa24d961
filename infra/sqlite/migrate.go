package sqlite

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"
	"path/filepath"
	"time"
)

// migrations are the schema changes, applied in the order of their names. The number of
// applied ones is the file's user_version.
//
//go:embed migrations/*.sql
var migrations embed.FS

// erasing is the first schema of the versions that overwrite deleted content.
const erasing = 5

// copySuffix and the schema's number follow the file's name in the name of its copy.
const copySuffix = ".schema-"

// prepare checks a newly opened file and updates its schema and those of parts. whole says
// whether to read the whole file to find damage even if its schema is the present one, fresh
// whether it may have no tables yet. An update always reads the whole file, because it
// computes the checksums anew. done says what an update did.
func prepare(db *sql.DB, path string, whole, fresh bool, o Options) (done Upgrade, err error) {
	names, err := migrationNames()
	if err != nil {
		return done, err
	}
	var version int
	if err := db.QueryRow("PRAGMA user_version").Scan(&version); err != nil {
		return done, notOurs(path, err)
	}
	if err := checkKnown(path, version, len(names)); err != nil {
		return done, err
	}
	if err := checkVersion(db, version, fresh); err != nil {
		return done, refuseDamage(asDamage(err))
	}
	modules, err := partsToUpdate(db, path, version, o.Parts)
	if err != nil {
		return done, err
	}
	present := version == len(names) && len(modules) == 0
	earlier := version > 0 && !present
	if earlier || whole && version > 0 {
		if err := checkOrAccept(context.Background(), db, o.Accept); err != nil {
			return done, refuseDamage(err)
		}
	}
	if earlier {
		done = Upgrade{From: version, To: len(names), Copy: copyOf(path, version), Kept: copiesKept}
		if err := keepCopy(db, done.Copy); err != nil {
			return Upgrade{}, err
		}
	}
	if present {
		return done, nil
	}
	if version > 0 && version < erasing {
		// Content deleted by earlier versions is still in the file.
		if _, err := db.Exec("VACUUM"); err != nil {
			return Upgrade{}, fmt.Errorf("the database cannot be compacted before it is brought up to date: %w", err)
		}
	}
	if err := upgrade(db, names, version, modules); err != nil {
		return Upgrade{}, err
	}
	return done, nil
}

// checkOrAccept checks the whole file. If show is not nil, it first accepts the rows of which
// show reports that they may be accepted.
func checkOrAccept(ctx context.Context, db *sql.DB, show func([]Foreign) bool) error {
	if show != nil {
		for _, part := range []func(context.Context, *sql.DB) error{checkStructure, checkSchema} {
			if err := part(ctx, db); err != nil {
				return asDamage(err)
			}
		}
		if err := accept(ctx, db, show); err != nil {
			return err
		}
	}
	if err := check(ctx, db); err != nil {
		return err
	}
	return forgetOutside(ctx, db)
}

// Upgrade is what Open has done to bring a database of an earlier version up to date.
type Upgrade struct {
	From, To int           // the schemas; 0: it was up to date, or is new
	Copy     string        // the file as it was before
	Kept     time.Duration // how long Sweep keeps the copy
}

// copyOf returns the path of the copy made before a migration from a schema.
func copyOf(path string, schema int) string { return fmt.Sprintf("%s%s%d", path, copySuffix, schema) }

func migrationNames() ([]string, error) { return fs.Glob(migrations, "migrations/*.sql") }

// checkVersion returns a damage if the schema number contradicts the tables.
func checkVersion(db *sql.DB, version int, fresh bool) error {
	var tables, sealed int
	err := db.QueryRow("SELECT count(*), coalesce(sum(name = 'state'), 0) FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").Scan(&tables, &sealed)
	switch {
	case err != nil:
		return err
	case version == 0 && (tables > 0 || !fresh), (version >= sealedSchema) != (sealed > 0):
		return damage("its schema is not what was written")
	}
	return nil
}

// checkKnown refuses a schema that only a newer version of the program knows.
func checkKnown(path string, version, known int) error {
	if version <= known {
		return nil
	}
	help := "restore a backup of this one"
	for schema := known; schema > 0; schema-- {
		if copied := copyOf(path, schema); there(copied) { // which the newer version has kept
			help = fmt.Sprintf("go back to the state before the upgrade with voicememo restore %s --data %s", copied, filepath.Dir(path))
			break
		}
	}
	return refuse("%s was written by a newer version of this program (schema %d, this one knows %d); use that version, or %s", path, version, known, help)
}

// keepCopy copies the file as it is before a migration, for a downgrade. It replaces the
// copy of an earlier upgrade from the same schema.
func keepCopy(db *sql.DB, copied string) error {
	if err := writeCopy(context.Background(), db, copied); err != nil {
		return fmt.Errorf("the database cannot be copied before it is brought up to date: %w", err)
	}
	return nil
}

// upgrade runs the migrations that follow a schema and those of modules, and seals the rows.
// All of it is one transaction: a file that was left between two schemas would not match its
// checksums.
func upgrade(db *sql.DB, names []string, version int, modules []partUpdate) error {
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // after Commit this does nothing
	if err := unseal(tx); err != nil {
		return fmt.Errorf("the database cannot be brought up to date: %w", err)
	}
	for _, name := range names[version:] {
		if err := run(tx, name); err != nil {
			return fmt.Errorf("the database cannot be brought up to date (%s): %w", name, err)
		}
	}
	tables := sealedTables
	if version == len(names) { // only modules change
		tables = nil
	}
	for _, m := range modules {
		if err := m.run(tx); err != nil {
			return fmt.Errorf("the database cannot be brought up to date (module %s): %w", m.part.Name, err)
		}
		tables = append(tables[:len(tables):len(tables)], m.part.sealed()...)
	}
	if err := seal(tx, tables); err != nil {
		return fmt.Errorf("the database cannot be brought up to date: %w", err)
	}
	if _, err := tx.Exec(fmt.Sprintf("PRAGMA user_version = %d", len(names))); err != nil {
		return err
	}
	return tx.Commit()
}

// run runs one migration.
func run(tx *sql.Tx, name string) error {
	script, err := fs.ReadFile(migrations, name)
	if err != nil {
		return err
	}
	_, err = tx.Exec(string(script))
	return err
}
