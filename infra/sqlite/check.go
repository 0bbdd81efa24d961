package sqlite

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"syscall"

	driver "modernc.org/sqlite"
)

// ErrRefused marks the error (errors.Is) of a database that only a person can repair: it
// is damaged, gone or empty, its log is gone or torn, a newer version of the program has
// written it, or it is not a database of this program. Other failures of Open, such as
// ErrLocked, a full disk or a directory that is not mounted, may be temporary.
var ErrRefused = errors.New("the database is refused")

// ErrWrongFile marks the error of a file that the caller named by mistake: it does not
// exist, is not a finished copy, or is the database itself.
var ErrWrongFile = errors.New("another file is needed")

// refusal is an error that only a person can end. Its text is one sentence for them.
type refusal struct {
	error
	kind error // ErrRefused, ErrWrongFile or ErrNoLocks
}

// Is reports whether target is the kind of r.
func (r refusal) Is(target error) bool { return target == r.kind }

// Unwrap returns the cause.
func (r refusal) Unwrap() error { return r.error }

func refuse(format string, args ...any) error {
	return refusal{fmt.Errorf(format, args...), ErrRefused}
}

func wrongFile(format string, args ...any) error {
	return refusal{fmt.Errorf(format, args...), ErrWrongFile}
}

// helps ends the text of every refusal of a damaged database.
const helps = "restore a backup with voicememo restore, or keep what can be read with voicememo repair --accept-damage"

// damage describes what is wrong with a file.
type damage string

// Error implements error.
func (d damage) Error() string { return "the database is damaged (" + string(d) + ")" }

// refuseDamage turns a damage into a refusal and returns other errors unchanged.
func refuseDamage(err error) error {
	var found damage
	if errors.As(err, &found) {
		return refuse("%w; %s", found, helps)
	}
	return err
}

// check reads the whole database and verifies it: the structure of the file, the schema,
// the checksum of each row and the number of memos of each family. A fault is returned as
// a damage. A database whose schema has no checksums is checked for structure only.
func check(ctx context.Context, db *sql.DB) error {
	for _, part := range []func(context.Context, *sql.DB) error{checkStructure, checkSchema, checkRows, checkCounts} {
		if err := part(ctx, db); err != nil {
			return asDamage(cmp.Or(ctx.Err(), err)) // an interrupted check proves nothing
		}
	}
	return nil
}

// asDamage turns SQLite's error for a damaged file into a damage.
func asDamage(err error) error {
	if isCode(err, codeCorrupt, codeNotADatabase) {
		return damage(plain(err.Error()))
	}
	return err
}

// plain returns one of SQLite's messages on one line, without bytes from the damaged file.
func plain(text string) string {
	printable := strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f {
			return ' '
		}
		return r
	}, text)
	const most = 120
	line := strings.Join(strings.Fields(printable), " ")
	return line[:min(len(line), most)]
}

func checkStructure(ctx context.Context, db *sql.DB) error {
	var result string
	if err := db.QueryRowContext(ctx, "PRAGMA integrity_check(1)").Scan(&result); err != nil {
		return err
	}
	if result != "ok" {
		return damage(plain(result))
	}
	return nil
}

// sealedSchema is the first schema with checksums.
const sealedSchema = 6

// hasChecksums reports whether the database's schema is sealedSchema or later. It returns
// a damage if the schema number contradicts the tables.
func hasChecksums(ctx context.Context, db *sql.DB) (yes bool, err error) {
	var sealed bool
	err = db.QueryRowContext(ctx, "SELECT user_version >= ?, (SELECT count(*) FROM sqlite_schema WHERE name = 'state') FROM pragma_user_version", sealedSchema).Scan(&yes, &sealed)
	if err == nil && yes != sealed {
		err = damage("its schema is not what was written")
	}
	return yes, err
}

func checkSchema(ctx context.Context, db *sql.DB) error {
	if yes, err := hasChecksums(ctx, db); err != nil || !yes {
		return err
	}
	var want int64
	err := db.QueryRowContext(ctx, "SELECT value FROM state WHERE name = ?", schemaState).Scan(&want)
	if isEngine(err) {
		return err
	}
	if err != nil {
		return damage("its schema cannot be verified: " + err.Error())
	}
	got, err := schemaChecksum(ctx, db)
	if err == nil && got != want {
		err = damage("its schema is not what was written")
	}
	return err
}

// isEngine reports whether err is one of SQLite's that says nothing about the content, such
// as the error of a busy or full disk.
func isEngine(err error) bool {
	var engine *driver.Error
	return errors.As(err, &engine) && !isCode(err, codeError)
}

// IsFull reports whether an error means that a disk is full, or a user's share of it.
func IsFull(err error) bool {
	return isCode(err, codeFull) || errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
}

// IsReadOnly reports whether an error means that a file or its disk cannot be written.
func IsReadOnly(err error) bool { return isCode(err, codeReadOnly) || errors.Is(err, syscall.EROFS) }

// columnNames matches a list of columns in the table state.
var columnNames = regexp.MustCompile(`^[a-z_]+(, [a-z_]+)*$`)

// checkRows verifies the checksums of all rows.
func checkRows(ctx context.Context, db *sql.DB) error {
	if yes, err := hasChecksums(ctx, db); err != nil || !yes {
		return err
	}
	tables, err := lines(ctx, db, tablesWithChecksums)
	if err != nil {
		return err
	}
	for _, table := range tables {
		if err := checkTable(ctx, db, table); err != nil {
			return err
		}
	}
	return nil
}

// tablesWithChecksums selects the tables whose rows have a checksum, also those of modules
// that this program does not have. The schema itself has a checksum.
const tablesWithChecksums = `SELECT t.name FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
	WHERE t.type = 'table' AND c.name = 'checksum' ORDER BY t.name`

// checkTable verifies the checksums of a table's rows.
func checkTable(ctx context.Context, db *sql.DB, table string) error {
	var columns string
	err := db.QueryRowContext(ctx, "SELECT value FROM state WHERE name = ?", columnsState+table).Scan(&columns)
	if isEngine(err) {
		return err
	}
	if err != nil || !columnNames.MatchString(columns) || !columnNames.MatchString(table) {
		return damage("the rows of " + plain(table) + " cannot be verified")
	}
	var wrong int
	query := "SELECT count(*) FROM " + table + " WHERE typeof(checksum) <> 'integer' OR checksum <> " + sumOf(columns)
	if strings.HasSuffix(columns, contentChecksum) { // a move computes checksum from what is stored
		query += " OR " + contentChecksum + " <> " + sumOf("content")
	}
	switch err := db.QueryRowContext(ctx, query).Scan(&wrong); {
	case isCode(err, codeError): // the columns are not those of the table
		return damage("the rows of " + table + " cannot be verified")
	case err != nil:
		return err
	}
	if wrong > 0 {
		return damage(fmt.Sprintf("%d of the rows of %s are not what was written", wrong, table))
	}
	return nil
}

// checkCounts compares each family's stored number of memos with the actual one.
func checkCounts(ctx context.Context, db *sql.DB) error {
	if yes, err := hasChecksums(ctx, db); err != nil || !yes {
		return err
	}
	var wrong int
	err := db.QueryRowContext(ctx, `SELECT count(*) FROM families LEFT JOIN
		(SELECT family_id, count(*) AS n FROM memos GROUP BY family_id) USING (family_id) WHERE memo_count <> coalesce(n, 0)`).Scan(&wrong)
	if err == nil && wrong > 0 {
		err = damage(fmt.Sprintf("%d families have a number of memos that is not what was written", wrong))
	}
	return err
}
