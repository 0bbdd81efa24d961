package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"voicememo/infra/bulk"
	"voicememo/models"
)

// Part is what a module stores in the database. The names of its tables, indexes and
// triggers begin with the module's name.
type Part struct {
	Name string // the module's name
	// Migrations are the changes of the part's schema, in their order; one that has been
	// released never changes. How many were applied is stored in the file. They may add a
	// trigger that deletes what belongs to a row of users that is deleted.
	Migrations []string
	// Tables are all of the part's tables. Each has a column checksum INTEGER NOT NULL
	// DEFAULT 0 beside Columns, which the database keeps.
	Tables []Table
	// Sweep are statements that each delete up to ?2 rows that have expired by ?1, in
	// milliseconds since 1970.
	Sweep []string
	// Redate are statements that correct such times when the clock is set: ?2 is how far it
	// was slow (negative: ahead) and ?4, which each has, the present time, in milliseconds.
	Redate []string
	// Bulk returns what is copied between engines; nil: nothing.
	Bulk func(*DB) bulk.Part
}

// Table is a table of a Part, with lists of columns such as "user_id, id".
type Table struct{ Name, Key, Columns string }

// sealed returns the tables as seal takes them.
func (p Part) sealed() (tables []sealed) {
	for _, t := range p.Tables {
		tables = append(tables, sealed{t.Name, t.Key, t.Columns})
	}
	return tables
}

// partUpdate is a part of whose migrations only the first few were applied.
type partUpdate struct {
	part    Part
	applied int
}

// partsToUpdate returns those of parts that are not up to date in a file with a schema. It
// refuses a file in which a newer version of the program has updated a part.
func partsToUpdate(db *sql.DB, path string, schema int, parts []Part) (updates []partUpdate, err error) {
	for _, p := range parts {
		u := partUpdate{part: p}
		if schema >= sealedSchema {
			err := db.QueryRow("SELECT value FROM state WHERE name = ?", moduleState+p.Name).Scan(&u.applied)
			if err != nil && !errors.Is(err, sql.ErrNoRows) {
				return nil, refuseDamage(asDamage(err))
			}
		}
		switch known := len(p.Migrations); {
		case u.applied > known:
			return nil, refuse("%s was written by a newer version of this program (%s %d, this one knows %d); use that version, or restore a backup of this one",
				path, p.Name, u.applied, known)
		case u.applied < known:
			updates = append(updates, u)
		}
	}
	return updates, nil
}

// run runs the migrations that were not applied.
func (u partUpdate) run(tx *sql.Tx) error {
	for i, script := range u.part.Migrations[u.applied:] {
		if _, err := tx.Exec(script); err != nil {
			return fmt.Errorf("migration %d: %w", u.applied+i+1, err)
		}
	}
	return setState(tx, moduleState+u.part.Name, len(u.part.Migrations))
}

// Row is a row of a query.
type Row interface{ Scan(dest ...any) error }

// Read calls scan for each row of a query. All rows are of one state of the database. It
// returns CodeUnavailable, or the error of scan.
func (db *DB) Read(ctx context.Context, query string, args []any, scan func(Row) error) error {
	return translate(db.read.each(ctx, query, args, func(row scanner) error { return scan(row) }))
}

// Write runs do in a transaction and returns when that is on the disk. If a statement fails,
// or do returns an error, which should be one of models, Write returns it and nothing is
// changed. do may run again after that, and must not use ctx. If ctx ends first, Write returns CodeUnavailable,
// and the transaction may still happen.
func (db *DB) Write(ctx context.Context, do func(Tx) error) error {
	return db.writer.write(ctx, func(t tx) error { return do(Tx{t}) })
}

// Delete is Write for a transaction that deletes: it also works on a full disk, and no trace
// of what was deleted remains in the file.
func (db *DB) Delete(ctx context.Context, do func(Tx) error) error {
	return db.writer.free(ctx, func(t tx) error {
		t.w.purged.Store(true)
		return do(Tx{t})
	})
}

// Tx is a transaction of Write or Delete. Each query should be a constant: it is prepared
// once. After a statement has failed, the others do nothing.
type Tx struct{ tx tx }

// Exec runs a statement and returns how many rows it has changed.
func (t Tx) Exec(query string, args ...any) int64 { return t.tx.run(query, args...) }

// Is returns the value of a query that has one.
func (t Tx) Is(query string, args ...any) bool { return one[bool](t.tx, query, args...) }

// Listen records whether a module tells a person of events; from then on those of other
// members of the person's family are in Happened. There need not be an account of the
// person.
func (t Tx) Listen(module string, person models.UserID, on bool) {
	query := "DELETE FROM listeners WHERE user_id = ? AND module = ?"
	if on {
		query = "INSERT INTO listeners (user_id, module) VALUES (?, ?) ON CONFLICT DO NOTHING"
		t.tx.w.heard = true // also if this transaction fails: it only decides whether to look
	}
	t.tx.run(query, person, module)
}
