package sqlite

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"regexp"
	"sync"
	"sync/atomic"
	"time"

	"voicememo/infra/calls"
	"voicememo/models"
)

// maxGroup is the largest number of writes that share one commit.
const maxGroup = 256

// writer runs all writes on one connection. Writes that wait at the same time share one
// transaction and therefore one fsync (group commit). A failed write rolls back only itself:
// if it had changed something, the transaction is rolled back and its writes run again, each
// in its own savepoint.
type writer struct {
	db      *sql.DB
	conn    *sql.Conn
	stmts   map[string]statement
	newest  map[models.FamilyID]time.Time // see tx.newest
	dated   time.Time                     // when Redate last corrected dates
	lost    error                         // why SQLite rolled back the whole transaction; nil if it has not
	failed  error                         // see tx
	altered int64                         // how many statements have changed a row
	heard   bool                          // there may be listeners, and a module takes the events
	noted   bool                          // the transaction has recorded events
	pending atomic.Bool                   // there may be recorded events that Happened has not returned
	jobs    chan *job
	closed  chan struct{} // closed when the loop has ended
	people  bool          // the transaction may have changed people
	commits atomic.Uint64 // raised before and after each commit that may change people, before any caller gets its answer
	wrote   atomic.Bool   // something was written since EraseDeleted
	purged  atomic.Bool   // something was deleted permanently since the file was compacted

	ready     func() error      // nil if the files are undamaged and still those of the directory
	met       func(error) error // records damage
	observe   calls.Observer
	reserve   *reserve          // space for jobs that free space
	shrink    func(vacuum bool) // empties the log and, if vacuum is set and there is room, compacts the file
	low       bool              // the disk is nearly full, and the log is kept small
	regained  time.Time         // when regain last ran
	spare     int64             // what unused returned then
	committed atomic.Int64      // when the last commit was, in nanoseconds since 1970
	working   atomic.Int64      // when the work on the present group began, likewise; 0: there is none

	mu   sync.RWMutex // held for reading while a job is submitted
	shut bool
}

// job is one write: do runs inside a transaction, again after a rollback, and done receives
// the outcome after the commit.
type job struct {
	ctx   context.Context
	do    func(tx) error
	frees bool // it frees space, and may use the reserve
	err   error
	done  chan error
}

func newWriter(db *sql.DB, dir string, parts []Part) (*writer, error) {
	conn, err := db.Conn(context.Background())
	if err != nil {
		return nil, err
	}
	w := &writer{
		db: db, conn: conn, stmts: map[string]statement{}, newest: map[models.FamilyID]time.Time{}, jobs: make(chan *job, maxGroup), closed: make(chan struct{}),
		reserve: newReserve(dir), ready: func() error { return nil }, met: func(err error) error { return err }, shrink: func(bool) {},
	}
	if err := addTriggers(context.Background(), conn, parts); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	if len(parts) > 0 {
		if err := conn.QueryRowContext(context.Background(), "SELECT EXISTS (SELECT 1 FROM listeners)").Scan(&w.heard); err != nil {
			return nil, errors.Join(err, conn.Close())
		}
	}
	w.pending.Store(true)
	w.wrote.Store(true) // the previous process may have stopped between a deletion and its erasure
	w.purged.Store(true)
	go w.loop()
	return w, nil
}

// write runs do in a transaction and returns when it is on the disk. If ctx ends first,
// it returns CodeUnavailable, and the write may still happen.
func (w *writer) write(ctx context.Context, do func(tx) error) error {
	_, err := writeFor(ctx, w, func(t tx) (struct{}, error) { return struct{}{}, do(t) })
	return err
}

// free is like write, but for writes that free space: it also works on a full disk, as
// long as the reserve lasts.
func (w *writer) free(ctx context.Context, do func(tx) error) error {
	_, err := freeFor(ctx, w, func(t tx) (struct{}, error) { return struct{}{}, do(t) })
	return err
}

// writeFor is write with a result.
func writeFor[T any](ctx context.Context, w *writer, do func(tx) (T, error)) (T, error) {
	return submit(ctx, w, false, do)
}

// freeFor is free with a result.
func freeFor[T any](ctx context.Context, w *writer, do func(tx) (T, error)) (T, error) {
	return submit(ctx, w, true, do)
}

func submit[T any](ctx context.Context, w *writer, frees bool, do func(tx) (T, error)) (_ T, err error) {
	began := time.Now()
	defer func() { w.observe.Done(began, err) }()
	var none T
	result := new(T) // owned by the writer until the job is done; the caller may have left before
	j := &job{ctx: ctx, frees: frees, done: make(chan error, 1)}
	j.do = func(t tx) (err error) {
		*result, err = do(t)
		return err
	}
	if err := w.hand(j); err != nil {
		return none, err
	}
	select {
	case err := <-j.done:
		if err != nil {
			return none, translate(err)
		}
		return *result, nil
	case <-ctx.Done():
		return none, models.Unavailable(ctx.Err())
	}
}

func (w *writer) hand(j *job) error {
	w.mu.RLock()
	defer w.mu.RUnlock()
	if w.shut {
		return models.Unavailable(errors.New("the database is closed"))
	}
	select {
	case w.jobs <- j:
		return nil
	case <-j.ctx.Done():
		return models.Unavailable(j.ctx.Err())
	}
}

// Close runs the jobs already submitted and closes the connection.
func (w *writer) Close() error {
	w.mu.Lock()
	w.shut = true
	close(w.jobs)
	w.mu.Unlock()
	<-w.closed
	for _, s := range w.stmts {
		_ = s.Close()
	}
	return errors.Join(w.conn.Close(), w.db.Close())
}

func (w *writer) loop() {
	defer close(w.closed)
	for first := range w.jobs {
		w.working.Store(time.Now().UnixNano())
		group := append(make([]*job, 0, 8), first)
		w.settle(group, w.run(&group))
		w.mind()
		w.working.Store(0)
	}
}

// settle reports its outcome to each job of a group.
func (w *writer) settle(group []*job, err error) {
	var full []*job
	for _, j := range group {
		if j.err = cmp.Or(err, j.err); w.full(j.err) {
			full = append(full, j)
		}
	}
	if len(full) > 0 {
		w.again(full)
	}
	failed := false
	for _, j := range group {
		if j.err == nil {
			w.committed.Store(time.Now().UnixNano())
		}
		var known *models.Error
		failed = failed || j.err != nil && j.ctx.Err() == nil && !errors.As(j.err, &known)
	}
	if failed {
		w.committed.Store(0) // so that Ping tries a write
	}
	for _, j := range group {
		j.done <- w.met(j.err)
	}
}

// run begins a transaction with the group's first job, adds the other waiting jobs, and
// commits. If one of them fails after a change, it begins again with a savepoint for each.
func (w *writer) run(group *[]*job) error {
	if err := w.begin(); err != nil {
		return err
	}
	if w.stepAll(group) {
		return w.commit()
	}
	w.rollback()
	if err := w.begin(); err != nil {
		return err
	}
	for _, j := range *group {
		w.stepApart(j)
	}
	return w.commit()
}

// stepAll runs the jobs of a group and adds those that wait meanwhile, until none waits or
// step returns false.
func (w *writer) stepAll(group *[]*job) bool {
	for i := 0; i < len(*group) || w.gather(group); i++ {
		if !w.step((*group)[i]) {
			return false
		}
	}
	return true
}

// gather adds a waiting job to a group, if there is one.
func (w *writer) gather(group *[]*job) bool {
	if len(*group) == maxGroup {
		return false
	}
	select {
	case j, ok := <-w.jobs:
		if ok {
			*group = append(*group, j)
		}
		return ok
	default:
		return false
	}
}

func (w *writer) begin() error {
	w.lost, w.noted, w.people = nil, false, false
	return w.exec("BEGIN IMMEDIATE")
}

func (w *writer) commit() error {
	w.wrote.Store(true)
	if w.people {
		w.commits.Add(1)
		defer w.commits.Add(1)
	}
	err := cmp.Or(w.lost, w.ready())
	if err == nil {
		err = w.exec("COMMIT")
	}
	if err != nil {
		w.rollback() // a failed COMMIT may leave the transaction open
	} else if w.noted {
		w.pending.Store(true)
	}
	return err
}

// rollback undoes the transaction. It ignores that there may be none any more, because SQLite
// rolls back by itself after some errors.
func (w *writer) rollback() {
	_ = w.exec("ROLLBACK")
	clear(w.newest)
}

// step runs one job in the group's transaction. It returns false if the job failed and may
// have changed something.
func (w *writer) step(j *job) bool {
	if j.err = w.refused(j); j.err != nil {
		return true
	}
	before := w.altered
	j.err = w.do(j)
	var refusal *models.Error
	return j.err == nil || w.altered == before && errors.As(j.err, &refusal)
}

// refused returns why a job is not run: its caller has gone away, or it frees no space
// while the reserve is used up.
func (w *writer) refused(j *job) error {
	err := cmp.Or(w.lost, j.ctx.Err())
	if err == nil && !j.frees && w.reserve.used.Load() {
		err = errNoRoom
	}
	return err
}

// stepApart runs one job inside its own savepoint.
func (w *writer) stepApart(j *job) {
	if j.err = w.refused(j); j.err != nil {
		return
	}
	if j.err = w.exec("SAVEPOINT job"); j.err != nil {
		return
	}
	if j.err = w.do(j); j.err != nil {
		if err := w.exec("ROLLBACK TO job"); err != nil {
			// SQLite has rolled back the whole transaction, as it may on a full disk. A
			// savepoint would now begin and commit its own transaction.
			if w.lost = err; w.full(j.err) {
				w.lost = j.err
			}
			return
		}
	}
	if err := w.exec("RELEASE job"); err != nil {
		j.err = errors.Join(j.err, err)
	}
}

// do calls the function of a job and returns why the job failed.
func (w *writer) do(j *job) error {
	w.failed = nil
	err := j.do(tx{w})
	return cmp.Or(w.failed, err)
}

// exec runs a statement that belongs to no job.
func (w *writer) exec(query string) error {
	w.failed = nil
	_, err := tx{w}.exec(query)
	return err
}

// tx is the writer's connection inside a job. Its statements do not use the caller's
// context: a write is never interrupted in the middle. The first error of a job stays: it is
// the job's result, and the statements that follow do nothing. So a job needs to look only
// at errors that are none of its own.
type tx struct{ w *writer }

// fail ends the job with an error; nil does not.
func (t tx) fail(err error) { t.w.failed = cmp.Or(t.w.failed, err) }

// check ends the job with an error unless ok.
func (t tx) check(ok bool, refused error) {
	if !ok {
		t.fail(refused)
	}
}

// run runs a statement and returns how many rows it has changed.
func (t tx) run(query string, args ...any) int64 {
	n, _ := t.exec(query, args...) // the error stays
	return n
}

// need runs a statement, and ends the job with refused if it changes no row.
func (t tx) need(refused error, query string, args ...any) {
	t.check(t.run(query, args...) > 0, refused)
}

// one returns the only value of a query.
func one[T any](t tx, query string, args ...any) (v T) {
	t.fail(t.row(query, args...).Scan(&v))
	return v
}

func (t tx) stmt(query string) (*sql.Stmt, error) {
	s, ok := t.w.stmts[query]
	if !ok {
		prepared, err := t.w.conn.PrepareContext(context.Background(), own(query))
		if err != nil {
			return nil, fmt.Errorf("prepare: %w", err)
		}
		s = statement{prepared, changesPeople.MatchString(query)}
		t.w.stmts[query] = s
	}
	t.w.people = t.w.people || s.people
	return s.Stmt, nil
}

// changesPeople matches a statement that writes into the table users.
var changesPeople = regexp.MustCompile(`\b(INTO|UPDATE|UPDATE OR [A-Z]+|DELETE FROM) users\b`)

// statement is prepared once for the writer's connection.
type statement struct {
	*sql.Stmt
	people bool // it may change people
}

func (t tx) exec(query string, args ...any) (n int64, err error) {
	if t.w.failed != nil {
		return 0, t.w.failed
	}
	defer func() { t.fail(err) }()
	s, err := t.stmt(query)
	if err != nil {
		return 0, err
	}
	result, err := s.Exec(args...)
	if err != nil {
		return 0, err
	}
	if n, err = result.RowsAffected(); n > 0 {
		t.w.altered++
	}
	return n, err
}

func (t tx) row(query string, args ...any) scanner {
	if t.w.failed != nil {
		return failed{t.w.failed}
	}
	s, err := t.stmt(query)
	if err != nil {
		return failed{err}
	}
	return s.QueryRow(args...)
}
