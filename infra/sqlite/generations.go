package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"hash/maphash"
	"sync/atomic"

	driver "modernc.org/sqlite"

	"voicememo/models"
)

// slots is how many counters all families share, and how many all people share. If a
// change raises the counter of another family as well, that family is only read again.
const slots = 4096

// generations counts the changes of families and of people, so that a value that was read
// can be kept until it changes. The writer is the only one that changes the database while
// this process has it open. It raises a counter before and after each commit: an odd
// number means that a change is being committed.
type generations struct {
	seed     maphash.Seed
	families [slots]atomic.Uint64
	people   [slots]atomic.Uint64

	// touched are the counters to raise with the next commit. Only the writer uses it.
	touched map[*atomic.Uint64]struct{}
}

func newGenerations() *generations {
	return &generations{seed: maphash.MakeSeed(), touched: map[*atomic.Uint64]struct{}{}}
}

func (g *generations) family(id models.FamilyID) *atomic.Uint64 {
	return &g.families[maphash.String(g.seed, string(id))%slots]
}

func (g *generations) person(id models.UserID) *atomic.Uint64 {
	return &g.people[maphash.String(g.seed, string(id))%slots]
}

// stable returns the number of a counter, and whether no change is being committed. A value
// read after the call is current as long as the counter has that number.
func stable(counter *atomic.Uint64) (n uint64, ok bool) {
	n = counter.Load()
	return n, n%2 == 0
}

// begin is called before a commit, and end when it has succeeded or was rolled back, before
// any caller gets its answer.
func (g *generations) begin() { g.raise() }

func (g *generations) end() {
	g.raise()
	clear(g.touched)
}

func (g *generations) raise() {
	for counter := range g.touched {
		counter.Add(1)
	}
}

// everything touches all counters.
func (g *generations) everything() {
	for i := range slots {
		g.touched[&g.families[i]], g.touched[&g.people[i]] = struct{}{}, struct{}{}
	}
}

// watchedColumn is a column that names a family or a person.
type watchedColumn struct {
	position int // in its table
	counter  func(name string) *atomic.Uint64
}

// watch makes SQLite report every row that a connection changes, also by triggers, so that
// no statement can be forgotten (https://sqlite.org/c3ref/preupdate_blobwrite.html).
func (g *generations) watch(conn *sql.Conn) error {
	tables, err := g.watched(conn)
	if err != nil {
		return fmt.Errorf("the database's tables cannot be read: %w", err)
	}
	return setHook(conn, func(change driver.SQLitePreUpdateData) {
		if g.note(tables[change.TableName], &change) != nil {
			g.everything()
		}
	})
}

// setHook sets what a connection calls before it changes a row; nil: nothing.
func setHook(conn *sql.Conn, hook driver.PreUpdateHookFn) error {
	return conn.Raw(func(c any) error {
		c.(driver.HookRegisterer).RegisterPreUpdateHook(hook) //nolint:forcetypeassert // the driver's connections implement it
		return nil
	})
}

// watched returns the watched columns of each table, in the order of their positions. Codes,
// ledgers, requests of devices and the displayed data of accesses are not kept, so their
// tables have none.
func (g *generations) watched(conn *sql.Conn) (map[string][]watchedColumn, error) {
	family := func(id string) *atomic.Uint64 { return g.family(models.FamilyID(id)) }
	person := func(id string) *atomic.Uint64 { return g.person(models.UserID(id)) }
	counters := map[string]func(string) *atomic.Uint64{
		"memos.family_id": family, "families.family_id": family,
		"users.user_id": person, "users.family_id": family, "users.requested_family": family,
	}
	rows, err := conn.QueryContext(context.Background(),
		"SELECT t.name, c.name, c.cid FROM pragma_table_list AS t, pragma_table_info(t.name) AS c WHERE t.schema = 'main' ORDER BY c.cid")
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	tables := map[string][]watchedColumn{}
	for rows.Next() {
		var table, column string
		var position int
		if err := rows.Scan(&table, &column, &position); err != nil {
			return nil, err
		}
		if counter := counters[table+"."+column]; counter != nil {
			tables[table] = append(tables[table], watchedColumn{position, counter})
			delete(counters, table+"."+column)
		}
	}
	if len(counters) > 0 {
		return nil, fmt.Errorf("%d columns are missing", len(counters))
	}
	return tables, rows.Err()
}

// Operations of a hook (https://sqlite.org/c3ref/c_alter_table.html).
const (
	opDelete = 9
	opInsert = 18
)

// note touches the families and people that a row names before and after its change. The
// error is that of the driver.
func (g *generations) note(columns []watchedColumn, change *driver.SQLitePreUpdateData) error {
	if len(columns) == 0 {
		return nil
	}
	row := make([]any, columns[len(columns)-1].position+1)
	if change.Op != opInsert {
		if err := change.Old(row...); err != nil {
			return err
		}
		g.touch(columns, row)
	}
	if change.Op != opDelete {
		if err := change.New(row...); err != nil {
			return err
		}
		g.touch(columns, row)
	}
	return nil
}

func (g *generations) touch(columns []watchedColumn, row []any) {
	for _, c := range columns {
		if name, ok := row[c.position].(string); ok && name != "" {
			g.touched[c.counter(name)] = struct{}{}
		}
	}
}
