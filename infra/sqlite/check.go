package sqlite

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"unicode"

	driver "modernc.org/sqlite"

	"voicememo/internal/parallel"
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

// changed is a damage that consists of whole rows: another program may have made it.
type changed string

// Error implements error.
func (c changed) Error() string { return "the database was changed (" + string(c) + ")" }

// Unwrap returns the damage.
func (c changed) Unwrap() error { return damage(c) }

// refuseDamage turns a damage into a refusal and returns other errors unchanged.
func refuseDamage(err error) error {
	var found damage
	var rows changed
	if errors.As(err, &rows) {
		return refuse("%w; look at that and accept it with voicememo repair --accept, %s", rows, helps)
	}
	if errors.As(err, &found) {
		return refuse("%w; %s", found, helps)
	}
	return err
}

// check reads the whole database and verifies it: the structure of the file, the schema,
// the checksum of each row and the number of memos of each family. A fault is returned as
// a damage. A database whose schema has no checksums is checked for structure only. The parts
// run at the same time on as many connections as db may open.
func check(ctx context.Context, db *sql.DB) error {
	parts := []func(context.Context, *sql.DB) error{checkStructure, checkSchema, checkRows}
	errs := make([]error, len(parts))
	undamaged, cancel := context.WithCancel(ctx)
	defer cancel()
	parallel.Each(len(parts), len(parts), func(i int) {
		if errs[i] = parts[i](undamaged, db); errs[i] != nil && i == 0 {
			cancel() // what the other parts find in it proves nothing
		}
	})
	if err := cmp.Or(errs...); err != nil {
		return asDamage(cmp.Or(ctx.Err(), err)) // an interrupted check proves nothing
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
	const most = 120
	line := strings.Join(strings.Fields(strings.Map(ascii, text)), " ")
	return line[:min(len(line), most)]
}

func ascii(r rune) rune {
	if r < ' ' || r >= 0x7f {
		return ' '
	}
	return r
}

// printable returns text that is safe for a terminal.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return unicode.ReplacementChar
	}, text)
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

// named is how many rows checkRows names.
const named = 3

// checkRows verifies the checksums of all rows, and the number of memos of each family. Of rows
// that are not what was written it returns a changed.
func checkRows(ctx context.Context, db *sql.DB) error {
	if yes, err := hasChecksums(ctx, db); err != nil || !yes {
		return err
	}
	rows, err := foreign(ctx, db)
	if err != nil || len(rows) == 0 {
		return err
	}
	var names []string
	for _, f := range rows {
		columns := ""
		for i, c := range f.Changes {
			if c.Was != "" && i < named { // texts of memos are not for a log
				columns += ", " + c.Column
			}
		}
		names = append(names, strings.TrimSpace(f.Table+" "+f.Key)+columns)
	}
	if slices.Sort(names); len(names) > named {
		names = append(names[:named], fmt.Sprintf("%d more", len(names)-named))
	}
	return changed("not what was written: " + printable(strings.Join(names, "; ")))
}

// tablesWithChecksums selects the tables whose rows have a checksum, also those of modules
// that this program does not have. The schema itself has a checksum.
const tablesWithChecksums = `SELECT t.name FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
	WHERE t.type = 'table' AND c.name = 'checksum' ORDER BY t.name`
