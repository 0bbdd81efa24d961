package sqlite

import (
	"database/sql"
	sqldriver "database/sql/driver"
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
	"unsafe"

	sqlite3 "modernc.org/sqlite/lib"

	"voicememo/memo"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// TestPreparedOnce: SQLite does not prepare a statement again when the values of its
// variables change, with and without the planner's statistics.
func TestPreparedOnce(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	db, taro := inhabited(t, dir, 300)
	readable, written := usualStatements(t, db, taro)
	for _, statistics := range []bool{false, true} {
		if statistics {
			must.OK(t, db.Close())
			raw := rawDB(t, filepath.Join(dir, FileName))
			must.OK(t, must.Err(raw.ExecContext(t.Context(), "ANALYZE")))
			db = open(t, dir)
		}
		read, err := db.read.db.Conn(t.Context())
		must.OK(t, err)
		for conn, queries := range map[*sql.Conn][]string{read: readable, db.writer.conn: written} {
			must.OK(t, must.Err(conn.ExecContext(t.Context(), "BEGIN")))
			for _, query := range queries {
				if n := timesPreparedAgain(t, conn, query); n > 0 {
					t.Errorf("with statistics: %v; got %d for this statement, want 0:\n%s", statistics, n, query)
				}
			}
			must.OK(t, must.Err(conn.ExecContext(t.Context(), "ROLLBACK")))
		}
		must.OK(t, read.Close())
	}
}

// usualStatements calls what requests and the sweeper call, and returns the statements of
// the readers and of the writer.
func usualStatements(t *testing.T, db *DB, taro models.User) (readable, written []string) {
	t.Helper()
	at, no, yes := time.Now().UTC().Truncate(time.Millisecond), false, true
	for _, done := range []*bool{nil, &no, &yes} {
		for _, l := range []memo.Listing{
			{}, {Deleted: true}, {Search: memo.NewSearch("x", 50)}, {Deleted: true, Search: memo.NewSearch("x", 50)},
			{Since: at, Before: at}, {Since: at, Before: at, Oldest: true}, {Deleted: true, Oldest: true}, {Oldest: true, Search: memo.NewSearch("x", 50)},
		} {
			for _, l.After = range []*models.Position{nil, {Timestamp: at, UserID: "taro", ID: "x"}} {
				l.Family, l.Done, l.Limit, l.Now = models.Family{ID: "f"}, done, 50, at
				must.OK(t, must.Err(db.Memos().List(t.Context(), l)))
			}
		}
	}
	must.OK(t, db.Write(t.Context(), func(tx Tx) error { tx.Listen("m", "hanako", true); return nil }))
	_, _, err := db.Memos().Add(t.Context(), memoOf(1000), 5000)
	must.OK(t, err)
	must.OK(t, must.Err(db.Happened(t.Context(), 10)))
	must.OK(t, db.Forget(t.Context(), nil))
	must.OK(t, must.Err(db.Memos().Get(t.Context(), []models.MemoRef{memoOf(1).Ref()})))
	update(t, db, 1, memo.Change{From: memo.Live, Content: "new", By: "taro", At: at})
	trashed := update(t, db, 2, memo.Change{From: memo.Live, To: memo.Trashed, By: "taro", At: at, PurgeAt: at})
	must.OK(t, db.Memos().Remove(t.Context(), trashed.Ref(), trashed.Version, time.Now()))
	must.OK(t, must.Err(db.Memos().Count(t.Context(), taro.ID)))
	must.OK(t, must.Err(db.Memos().Erase(t.Context(), taro.ID, 10)))
	must.OK(t, must.Err(db.Families().Person(t.Context(), taro.ID)))
	must.OK(t, must.Err(db.Families().Family(t.Context(), "f")))
	must.OK(t, must.Err(db.Families().Due(t.Context(), at)))
	must.OK(t, db.Sweep(t.Context(), at))
	db.read.stmts.Range(func(query, _ any) bool { readable = append(readable, query.(string)); return true })
	for query := range db.writer.stmts {
		if first, _, _ := strings.Cut(query, " "); strings.Contains("SELECT INSERT REPLACE UPDATE DELETE", first) {
			written = append(written, query)
		}
	}
	if len(readable) < 20 || len(written) < 10 {
		t.Errorf("got %d and %d statements, want at least 20 and 10", len(readable), len(written))
	}
	return readable, written
}

// timesPreparedAgain runs a statement with several values and returns SQLite's counter of
// it (https://sqlite.org/c3ref/c_stmtstatus_counter.html), which the driver does not export.
// Errors of the statement do not matter.
func timesPreparedAgain(t *testing.T, conn *sql.Conn, query string) (n int64) {
	t.Helper()
	err := conn.Raw(func(c any) error {
		s, err := c.(sqldriver.ConnPrepareContext).PrepareContext(t.Context(), query)
		if err != nil {
			return err
		}
		defer func() { _ = s.Close() }()
		stmt := reflect.ValueOf(s).Elem()
		field := stmt.FieldByName("c").Elem().FieldByName("tls")
		tls := reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem()
		handle := reflect.ValueOf(uintptr(stmt.FieldByName("pstmt").Uint()))
		call := func(function any, args ...reflect.Value) int64 {
			return reflect.ValueOf(function).Call(append([]reflect.Value{tls, handle}, args...))[0].Int()
		}
		for round := range 6 {
			args := make([]sqldriver.NamedValue, call(sqlite3.Xsqlite3_bind_parameter_count))
			for i := range args {
				args[i] = sqldriver.NamedValue{Ordinal: i + 1, Value: int64(1000*round + i)}
				if round%2 == 0 {
					args[i].Value = fmt.Sprint("x", round, i)
				}
			}
			rows, err := s.(sqldriver.StmtQueryContext).QueryContext(t.Context(), args)
			if err == nil {
				_ = rows.Close()
			}
		}
		n = call(sqlite3.Xsqlite3_stmt_status, reflect.ValueOf(int32(sqlite3.SQLITE_STMTSTATUS_REPREPARE)), reflect.ValueOf(int32(0)))
		return nil
	})
	must.OK(t, err)
	return n
}
