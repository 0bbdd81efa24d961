package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"strings"
	"sync"

	engine "modernc.org/sqlite"
)

// checksumFunction is the SQL name of rowChecksum.
const checksumFunction = "row_checksum"

func init() {
	// The texts are not copied, because rowChecksum does not keep them.
	err := engine.RegisterFunction(checksumFunction, &engine.FunctionImpl{
		NArgs: -1, Deterministic: true, VolatileArgs: true,
		Scalar: func(_ *engine.FunctionContext, row []driver.Value) (driver.Value, error) {
			return rowChecksum(row), nil
		},
	})
	if err != nil {
		panic(err) // the name is registered twice
	}
}

// castagnoli is the polynomial of CRC-32C, which detects every error of up to 32
// consecutive bits and misses one in 4 billion others.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// encoded is a row's values in sequence, each with its type and length, so that
// different rows always have different bytes.
type encoded []byte

func (e encoded) integer(n int64) encoded {
	return binary.LittleEndian.AppendUint64(append(e, 'i'), uint64(n)) //nolint:gosec // the same bits
}

func (e encoded) boolean(b bool) encoded {
	if b {
		return e.integer(1)
	}
	return e.integer(0)
}

func (e encoded) text(s string) encoded {
	return append(binary.LittleEndian.AppendUint32(append(e, 't'), uint32(len(s))), s...) //nolint:gosec // far below 4 GB
}

// column appends the part of a text that the checksums of stored rows cover: up to the first
// NUL.
func (e encoded) column(s string) encoded {
	s, _, _ = strings.Cut(s, "\x00")
	return e.text(s)
}

// checksum returns the row's CRC-32C.
func (e encoded) checksum() int64 { return int64(crc32.Checksum(e, castagnoli)) }

// rowChecksum implements the SQL function row_checksum(value, ...).
func rowChecksum(row []driver.Value) int64 {
	room := rooms.Get().(*encoded) //nolint:forcetypeassert // the pool has no others
	defer rooms.Put(room)
	e := (*room)[:0]
	for _, value := range row {
		switch v := value.(type) {
		case int64:
			e = e.integer(v)
		case string:
			e = e.column(v)
		default: // a damaged type
			e = e.text(fmt.Sprintf("%T %v", v, v))
		}
	}
	*room = e
	return e.checksum()
}

// sum returns the checksum of a row, which is row_checksum of the table's columns without
// SQL. Every column must have seal.
func (t table[T]) sum(v *T) int64 {
	room := rooms.Get().(*encoded) //nolint:forcetypeassert // the pool has no others
	defer rooms.Put(room)
	e := (*room)[:0]
	for _, c := range t.columns {
		e = c.seal(e, v)
	}
	*room = e
	return e.checksum()
}

// sumOfText returns row_checksum of a text without SQL.
func sumOfText(text string) int64 {
	room := rooms.Get().(*encoded) //nolint:forcetypeassert // the pool has no others
	defer rooms.Put(room)
	*room = (*room)[:0].column(text)
	return room.checksum()
}

// rooms holds buffers for checksums.
var rooms = sync.Pool{New: func() any { return new(encoded) }}

// moveMemos moves the memos of author ?2 to family ?1.
var moveMemos = "UPDATE memos SET family_id = ?1, checksum = " + checksumFunction +
	"(" + strings.Replace(memoColumns, "family_id", "?1", 1) + ") WHERE user_id = ?2"

// sealed describes a table whose rows have a checksum.
type sealed struct {
	table   string
	key     string // the key columns of a row
	columns string // what the checksum covers
}

// sealedTables lists all tables except state, which has the values to compare with, and
// those of modules.
var sealedTables = []sealed{
	memoTable.sealed(),
	userTable.sealed(),
	familyTable.sealed(),
	{"invite_codes", "code", inviteColumns},
	{"ledgers", "name", ledgerColumns},
	{"accesses", "user_id, id", accessColumns},
	{"devices", "key", deviceColumns},
	{"removed", "user_id, id", "user_id, id, forget_at"},
	{"listeners", "user_id, module", "user_id, module"},
	{"happened", "id", happenedColumns},
}

// The names of rows in the table state.
const (
	schemaState  = "schema"   // a checksum of the schema
	columnsState = "columns." // followed by a table's name: what the checksums of its rows cover
	moduleState  = "module."  // followed by a module's name: how many of its migrations were applied
)

// ownTriggers selects the triggers that seal creates, and those that earlier versions have
// created.
const ownTriggers = `SELECT name FROM sqlite_schema WHERE type = 'trigger'
	AND (name GLOB '*_outside' OR name GLOB '*_sealed_new' OR name GLOB '*_sealed_changed')`

// unseal drops the triggers of seal, which name columns. It is the first step of every schema
// change.
func unseal(tx *sql.Tx) error {
	names, err := lines(context.Background(), tx, ownTriggers)
	for _, name := range names {
		if err == nil {
			_, err = tx.Exec("DROP TRIGGER " + name)
		}
	}
	return err
}

// seal computes the checksums of all rows of tables, creates the tracking triggers, and stores
// what is needed to verify the rows. It is the last step of every schema change, with
// sealedTables and the tables of modules.
func seal(tx *sql.Tx, tables []sealed) error {
	for _, s := range tables {
		if _, err := tx.Exec(s.resealing()); err != nil {
			return fmt.Errorf("%s: %w", s.table, err)
		}
		if err := setState(tx, columnsState+s.table, strings.Join(strings.Fields(s.columns), " ")); err != nil {
			return err
		}
	}
	for _, s := range tracked() {
		if _, err := tx.Exec(s.trackingTrigger()); err != nil {
			return fmt.Errorf("%s: %w", s.table, err)
		}
	}
	sum, err := schemaChecksum(context.Background(), tx)
	if err != nil {
		return err
	}
	return setState(tx, schemaState, sum)
}

func setState(tx *sql.Tx, name string, value any) error {
	_, err := tx.Exec("REPLACE INTO state (name, value) VALUES (?, ?)", name, value)
	return err
}

func sumOf(columns string) string { return checksumFunction + "(" + columns + ")" }

// querier is a database or a transaction.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// schemaChecksum returns a checksum of the definitions of all tables, indexes and triggers.
func schemaChecksum(ctx context.Context, db querier) (sum int64, err error) {
	all, err := lines(ctx, db, "SELECT type || char(0) || name || char(0) || tbl_name || char(0) || coalesce(sql, '') "+
		"FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY type, name")
	e := encoded(nil)
	for _, line := range all {
		e = e.text(line)
	}
	return e.checksum(), err
}

// lines returns the values of a query with one column.
func lines(ctx context.Context, db querier, query string, args ...any) (all []string, err error) {
	rows, err := db.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			return nil, err
		}
		all = append(all, line)
	}
	return all, rows.Err()
}
