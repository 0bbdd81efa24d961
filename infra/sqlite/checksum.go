package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"strings"

	engine "modernc.org/sqlite"

	"voicememo/models"
)

// checksumFunction is the name of rowChecksum in SQL.
const checksumFunction = "row_checksum"

func init() {
	engine.MustRegisterDeterministicScalarFunction(checksumFunction, -1, func(_ *engine.FunctionContext, row []driver.Value) (driver.Value, error) {
		return rowChecksum(row)
	})
}

// castagnoli is the polynomial of CRC-32C, which finds every damage of up to 32
// consecutive bits and misses one of 4 billion others.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// encoded is a row's values one after the other, each with its type and length, so that
// no two different rows have the same bytes.
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

// column is text of what SQLite tells a function of a text: that before the first NUL.
func (e encoded) column(s string) encoded {
	s, _, _ = strings.Cut(s, "\x00")
	return e.text(s)
}

// checksum is the row's CRC-32C.
func (e encoded) checksum() int64 { return int64(crc32.Checksum(e, castagnoli)) }

// rowChecksum is row_checksum(value, ...).
func rowChecksum(row []driver.Value) (int64, error) {
	e := make(encoded, 0, 1024)
	for _, value := range row {
		switch v := value.(type) {
		case int64:
			e = e.integer(v)
		case string:
			e = e.text(v)
		default: // a damaged type
			e = e.text(fmt.Sprintf("%T %v", v, v))
		}
	}
	return e.checksum(), nil
}

// memoChecksum is row_checksum of memoColumns, for the statements that are run most.
func memoChecksum(m *models.Memo) int64 {
	var room [1024]byte
	e := encoded(room[:0])
	e = e.column(string(m.FamilyID)).boolean(m.Deleted).integer(millis(m.Timestamp)).column(string(m.UserID)).column(string(m.ID))
	e = e.column(m.Content).column(m.CreatedByName).integer(millis(m.UpdatedAt)).column(string(m.UpdatedBy)).integer(m.Version)
	return e.integer(millis(m.DeletedAt)).integer(millis(m.PurgeAt)).column(string(m.SpokenBy)).checksum()
}

// moveMemos lists the memos of author ?2 in family ?1.
var moveMemos = "UPDATE memos SET family_id = ?1, checksum = " + checksumFunction +
	"(" + strings.Replace(memoColumns, "family_id", "?1", 1) + ") WHERE user_id = ?2"

// sealed is a table whose rows have a checksum.
type sealed struct {
	table   string
	key     string // of a row
	columns string // what its checksum covers
}

// memoTable is the table whose statements set the checksums themselves.
const memoTable = "memos"

// sealedTables are all tables but state, which has what they are compared with.
var sealedTables = []sealed{
	{memoTable, "user_id, id", memoColumns},
	{"users", "user_id", userColumns},
	{"families", "family_id", "family_id, " + strings.ReplaceAll(familyColumns, "families.", "")},
	{"invite_codes", "code", inviteColumns},
	{"ledgers", "name", ledgerColumns},
	{"accesses", "user_id, id", "user_id, id, kind, name, scope, since, until"},
}

// The names in the table state.
const (
	schemaState  = "schema"   // a checksum of the schema
	columnsState = "columns." // and a table's name: what the checksums of its rows cover
)

// seal computes the checksums of all rows, has triggers keep them where statements do
// not, and notes what is needed to verify them. It ends every change of the schema.
func seal(tx *sql.Tx) error {
	for _, s := range sealedTables {
		statements := []string{"UPDATE " + s.table + " SET checksum = " + sumOf(s.columns)}
		if s.table != memoTable {
			statements = append(statements, s.triggers()...)
		}
		for _, statement := range statements {
			if _, err := tx.Exec(statement); err != nil {
				return fmt.Errorf("%s: %w", s.table, err)
			}
		}
		if err := setState(tx, columnsState+s.table, strings.Join(strings.Fields(s.columns), " ")); err != nil {
			return err
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

// triggers set the checksum after each change, from the row as it then is: another
// trigger may have changed it in between.
func (s sealed) triggers() []string {
	var same []string
	for column := range strings.SplitSeq(s.key, ", ") {
		same = append(same, column+" = new."+column)
	}
	body := " ON " + s.table + " BEGIN UPDATE " + s.table + " SET checksum = " + sumOf(s.columns) + " WHERE " + strings.Join(same, " AND ") + "; END"
	return []string{
		"DROP TRIGGER IF EXISTS " + s.table + "_sealed_new",
		"DROP TRIGGER IF EXISTS " + s.table + "_sealed_changed",
		"CREATE TRIGGER " + s.table + "_sealed_new AFTER INSERT" + body,
		"CREATE TRIGGER " + s.table + "_sealed_changed AFTER UPDATE OF " + s.columns + body,
	}
}

// querier is a database or a transaction.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// schemaChecksum is a checksum of the tables, indexes and triggers as they are defined.
func schemaChecksum(ctx context.Context, db querier) (sum int64, err error) {
	all, err := lines(ctx, db, "SELECT type || char(0) || name || char(0) || tbl_name || char(0) || coalesce(sql, '') "+
		"FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY type, name")
	e := encoded(nil)
	for _, line := range all {
		e = e.text(line)
	}
	return e.checksum(), err
}

// lines returns the only column of a query.
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
