package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
)

// Foreign is a row that is not what this program wrote, because another program or the disk
// has changed it; or a family with another number of memos than the program left.
type Foreign struct {
	Table   string
	Key     string // the row's key; "" for tables whose keys are not for people
	Added   bool   // another program has inserted the row
	Changes []Difference
}

// Difference is a value that has changed.
type Difference struct {
	Column string
	Was    string // an SQL literal; "": not known
	Is     string
}

// String returns one line of text.
func (f Foreign) String() string {
	line := strings.TrimSpace(f.Table + " " + f.Key)
	if f.Added {
		line += " (added)"
	}
	for i, c := range f.Changes {
		sign := ", "
		if i == 0 {
			sign = ": "
		}
		if line += sign + c.Column + " "; c.Was != "" {
			line += "was " + c.Was + ", "
		}
		line += "is " + c.Is
	}
	return printable(line)
}

// tracked are the tables with triggers in the file that store a row in the table outside when
// another program changes it.
func tracked() []sealed {
	return []sealed{memoTable.sealed(), userTable.sealed(), familyTable.sealed()}
}

// trackingTrigger returns a statement that creates a table's trigger. It tells a change of this
// program from others by the checksum, which changes with the row: statements on memos set it,
// and own marks the others. The trigger uses only functions that every SQLite has.
func (s sealed) trackingTrigger() string {
	return "CREATE TRIGGER " + s.table + "_outside AFTER UPDATE OF " + s.columns + " ON " + s.table + " WHEN new.checksum = old.checksum BEGIN " +
		"INSERT OR IGNORE INTO outside VALUES ('" + s.table + "', " + s.keyOf("new.") + ", " + s.literals("old.") + "); END"
}

// keyOf returns an SQL expression for the key of a row.
func (s sealed) keyOf(row string) string {
	return row + strings.ReplaceAll(s.key, ", ", " || ' ' || "+row)
}

// separator separates the values of literals.
const separator = "\x1f"

// literals returns an SQL expression for the values of a row.
func (s sealed) literals(row string) string {
	return "quote(" + row + strings.ReplaceAll(s.columns, ", ", ") || char(31) || quote("+row) + ")"
}

// own returns a statement of this program with the mark that it is one: the triggers of the
// connection then set the right checksum.
func own(query string) string {
	for _, table := range []string{userTable.name, familyTable.name} {
		if rest, ok := strings.CutPrefix(query, "UPDATE "+table+" SET "); ok {
			return "UPDATE " + table + " SET checksum = ~checksum, " + rest
		}
	}
	return query
}

// sealingTriggers returns statements that create triggers of one connection. These set the
// checksum after each change from the row's current values, because another trigger may have
// changed it.
func (s sealed) sealingTriggers() []string {
	var same []string
	for column := range strings.SplitSeq(s.key, ", ") {
		same = append(same, column+" = new."+column)
	}
	body := " BEGIN UPDATE " + s.table + " SET checksum = " + sumOf(s.columns) + " WHERE " + strings.Join(same, " AND ") + "; END"
	return []string{
		"CREATE TEMP TRIGGER " + s.table + "_sealed_new AFTER INSERT ON main." + s.table + body,
		"CREATE TEMP TRIGGER " + s.table + "_sealed_changed AFTER UPDATE OF " + s.columns + " ON main." + s.table + body,
	}
}

// countingTriggers keep the number of memos of each family, for one connection.
var countingTriggers = []string{
	`CREATE TEMP TRIGGER memos_counted_in AFTER INSERT ON main.memos BEGIN
		UPDATE families SET memo_count = memo_count + 1 WHERE family_id = new.family_id;
	END`,
	`CREATE TEMP TRIGGER memos_counted_out AFTER DELETE ON main.memos BEGIN
		UPDATE families SET memo_count = memo_count - 1 WHERE family_id = old.family_id;
	END`,
	`CREATE TEMP TRIGGER memos_counted_over AFTER UPDATE OF family_id ON main.memos WHEN old.family_id <> new.family_id BEGIN
		UPDATE families SET memo_count = memo_count - 1 WHERE family_id = old.family_id;
		UPDATE families SET memo_count = memo_count + 1 WHERE family_id = new.family_id;
	END`,
	`CREATE TEMP TRIGGER families_counted AFTER INSERT ON main.families BEGIN
		UPDATE families SET memo_count = (SELECT count(*) FROM memos WHERE family_id = new.family_id) WHERE family_id = new.family_id;
	END`,
}

// addTriggers adds the triggers of this program to a connection that writes. They are not in
// the file, so that a change by another program is noticed.
func addTriggers(ctx context.Context, conn *sql.Conn, parts []Part) error {
	statements := append([]string{"PRAGMA temp_store = MEMORY"}, countingTriggers...)
	tables := sealedTables
	for _, p := range parts {
		tables = append(tables[:len(tables):len(tables)], p.sealed()...)
	}
	for _, s := range tables {
		if s.table != memoTable.name { // whose statements set the checksum
			statements = append(statements, s.sealingTriggers()...)
		}
	}
	for _, statement := range statements {
		if _, err := conn.ExecContext(ctx, statement); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	return nil
}

// foreign lists the rows that are not what this program wrote.
func foreign(ctx context.Context, db querier) ([]Foreign, error) {
	tables, err := lines(ctx, db, tablesWithChecksums)
	if err != nil {
		return nil, err
	}
	var all []Foreign
	for _, name := range tables {
		s, err := verified(ctx, db, name)
		if err != nil {
			return nil, err
		}
		rows, err := s.foreign(ctx, db)
		if err != nil {
			return nil, err
		}
		all = append(all, rows...)
	}
	counts, err := miscounted(ctx, db)
	return append(all, counts...), err
}

// verified returns how the rows of a table in the file are verified.
func verified(ctx context.Context, db querier, table string) (sealed, error) {
	s := sealed{table: table}
	for _, t := range tracked() {
		if t.table == table {
			s.key = t.key
		}
	}
	err := db.QueryRowContext(ctx, "SELECT value FROM state WHERE name = ?", columnsState+table).Scan(&s.columns)
	if isEngine(err) {
		return sealed{}, err
	}
	if err != nil || !columnNames.MatchString(s.columns) || !columnNames.MatchString(table) {
		return sealed{}, damage("the rows of " + plain(table) + " cannot be verified")
	}
	return s, nil
}

// wrong returns the condition of the rows of s that are not what was written.
func (s sealed) wrong() string {
	condition := "typeof(checksum) <> 'integer' OR checksum <> " + sumOf(s.columns)
	if strings.HasSuffix(s.columns, contentChecksum) { // a move computes checksum from what is stored
		condition += " OR " + contentChecksum + " <> " + sumOf("content")
	}
	return condition
}

// foreign lists the rows of a table that are not what was written.
func (s sealed) foreign(ctx context.Context, db querier) (all []Foreign, err error) {
	key, was := "''", "''"
	if s.key != "" {
		key = s.keyOf("")
	}
	var stored bool
	if err := db.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema WHERE name = 'outside'").Scan(&stored); err != nil {
		return nil, err
	}
	if stored && s.key != "" {
		was = "coalesce((SELECT was FROM outside WHERE name = '" + s.table + "' AND key = " + key + "), '')"
	}
	rows, err := db.QueryContext(ctx, "SELECT "+key+", checksum = 0, "+was+", "+s.literals("")+" FROM "+s.table+" WHERE "+s.wrong())
	if isCode(err, codeError) { // the columns are not those of the table
		return nil, damage("the rows of " + s.table + " cannot be verified")
	}
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		f := Foreign{Table: s.table}
		var was, is string
		if err := rows.Scan(&f.Key, &f.Added, &was, &is); err != nil {
			return nil, err
		}
		f.Changes = differences(strings.Split(s.columns, ", "), strings.Split(was, separator), strings.Split(is, separator))
		all = append(all, f)
	}
	return all, rows.Err()
}

// differences compares the values of a row. If the earlier ones are not known, it returns the
// present ones that are not empty.
func differences(columns, was, is []string) (all []Difference) {
	if len(is) != len(columns) {
		return nil
	}
	known := len(was) == len(columns)
	for i, column := range columns {
		switch d := (Difference{Column: column, Is: is[i]}); {
		case column == contentChecksum || known && was[i] == is[i] || !known && strings.Trim(is[i], "'{}0") == "":
		case known:
			d.Was = was[i]
			all = append(all, d)
		default:
			all = append(all, d)
		}
	}
	return all
}

// miscounted lists the families whose number of memos is not the stored one.
func miscounted(ctx context.Context, db querier) (all []Foreign, err error) {
	rows, err := db.QueryContext(ctx, `SELECT family_id, memo_count, coalesce(n, 0) FROM families LEFT JOIN
		(SELECT family_id, count(*) AS n FROM memos GROUP BY family_id) USING (family_id) WHERE memo_count <> coalesce(n, 0)`)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		f, d := Foreign{Table: familyTable.name}, Difference{Column: "number of memos"}
		if err := rows.Scan(&f.Key, &d.Was, &d.Is); err != nil {
			return nil, err
		}
		f.Changes = []Difference{d}
		all = append(all, f)
	}
	return all, rows.Err()
}

// accept calls show with the rows that are not what this program wrote, and seals them as they
// are if it returns true.
func accept(ctx context.Context, db *sql.DB, show func([]Foreign) bool) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // after Commit this does nothing
	rows, err := foreign(ctx, tx)
	if err != nil || !show(rows) || len(rows) == 0 {
		return asDamage(err)
	}
	tables, err := lines(ctx, tx, tablesWithChecksums)
	if err != nil {
		return err
	}
	for _, name := range tables {
		s, err := verified(ctx, tx, name)
		if err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, s.resealing()+" WHERE "+s.wrong()); err != nil {
			return err
		}
	}
	_, err = tx.ExecContext(ctx, "UPDATE families SET memo_count = (SELECT count(*) FROM memos WHERE memos.family_id = families.family_id)")
	if err == nil {
		err = forgetOutside(ctx, tx)
	}
	if err != nil {
		return err
	}
	return tx.Commit()
}

// resealing returns a statement that computes the checksums of rows.
func (s sealed) resealing() string {
	if strings.HasSuffix(s.columns, contentChecksum) {
		return "UPDATE " + s.table + " SET " + contentChecksum + " = " + sumOf("content") +
			", checksum = " + sumOf(strings.Replace(s.columns, contentChecksum, sumOf("content"), 1))
	}
	return "UPDATE " + s.table + " SET checksum = " + sumOf(s.columns)
}

// forgetOutside deletes what the tracking triggers have stored, in a file whose rows are right.
func forgetOutside(ctx context.Context, tx interface {
	querier
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}) error {
	tables, err := lines(ctx, tx, "SELECT name FROM sqlite_schema WHERE name = 'outside'")
	if err == nil && len(tables) > 0 {
		tables, err = lines(ctx, tx, "SELECT name FROM outside LIMIT 1")
	}
	if err == nil && len(tables) > 0 {
		_, err = tx.ExecContext(ctx, "DELETE FROM outside")
	}
	return err
}
