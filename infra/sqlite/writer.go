package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"voicememo/models"
)

// maxGroup bounds how many writes share one commit.
const maxGroup = 256

// writer runs all writes on one connection. Writes that wait at the same time
// share one transaction, and with it one fsync (group commit); each has its own
// savepoint, so that one that fails takes back only itself.
type writer struct {
	db     *sql.DB
	conn   *sql.Conn
	stmts  map[string]*sql.Stmt
	jobs   chan *job
	closed chan struct{} // closed when the loop has ended
	wrote  atomic.Bool   // since EraseDeleted
	purged atomic.Bool   // something was deleted for good since the file was compacted

	mu   sync.RWMutex // held for reading while a job is handed over
	shut bool
}

// job is one write: do runs inside the savepoint, done gets the outcome once it
// is committed.
type job struct {
	ctx  context.Context
	do   func(tx) error
	err  error
	done chan error
}

func newWriter(db *sql.DB) (*writer, error) {
	conn, err := db.Conn(context.Background())
	if err != nil {
		return nil, err
	}
	w := &writer{
		db: db, conn: conn, stmts: map[string]*sql.Stmt{}, jobs: make(chan *job, maxGroup), closed: make(chan struct{}),
	}
	w.wrote.Store(true) // the process before may have stopped between a deletion and its erasure
	w.purged.Store(true)
	go w.loop()
	return w, nil
}

// write runs do in a transaction and returns when it is on the disk. When ctx
// ends first the answer is CodeUnavailable, and the write may still happen.
func (w *writer) write(ctx context.Context, do func(tx) error) error {
	_, err := writeFor(ctx, w, func(t tx) (struct{}, error) { return struct{}{}, do(t) })
	return err
}

// writeFor is write with a result, which may come with an error.
func writeFor[T any](ctx context.Context, w *writer, do func(tx) (T, error)) (T, error) {
	var none T
	result := new(T) // the writer's until the job is done, and for ever if we leave before
	j := &job{ctx: ctx, done: make(chan error, 1)}
	j.do = func(t tx) (err error) {
		*result, err = do(t)
		return err
	}
	if err := w.hand(j); err != nil {
		return none, err
	}
	select {
	case err := <-j.done:
		return *result, translate(err)
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

// Close runs what was handed over and closes the connection.
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
		group := append(make([]*job, 0, 8), first)
		err := w.run(&group)
		for _, j := range group {
			if err != nil {
				j.err = err
			}
			j.done <- j.err
		}
	}
}

// run begins a transaction with the group's first job, takes in what else is
// waiting, and commits.
func (w *writer) run(group *[]*job) error {
	if err := w.exec("BEGIN IMMEDIATE"); err != nil {
		return err
	}
	w.step((*group)[0])
	for len(*group) < maxGroup {
		select {
		case j, ok := <-w.jobs:
			if !ok {
				return w.commit()
			}
			*group = append(*group, j)
			w.step(j)
			continue
		default:
		}
		break
	}
	return w.commit()
}

func (w *writer) commit() error {
	w.wrote.Store(true)
	err := w.exec("COMMIT")
	if err != nil {
		_ = w.exec("ROLLBACK") // a failed COMMIT may leave the transaction open
	}
	return err
}

// step runs one job inside its own savepoint. A job whose caller has gone away
// is not begun.
func (w *writer) step(j *job) {
	if j.err = j.ctx.Err(); j.err != nil {
		return
	}
	if j.err = w.exec("SAVEPOINT job"); j.err != nil {
		return
	}
	j.err = j.do(tx{w})
	if j.err != nil {
		if err := w.exec("ROLLBACK TO job"); err != nil {
			j.err = errors.Join(j.err, err)
		}
	}
	if err := w.exec("RELEASE job"); err != nil {
		j.err = errors.Join(j.err, err)
	}
}

func (w *writer) exec(query string) error {
	_, err := tx{w}.exec(query)
	return err
}

// tx is the writer's connection inside a job. Its statements do not watch the
// caller's context: a write is never interrupted in the middle.
type tx struct{ w *writer }

func (t tx) stmt(query string) (*sql.Stmt, error) {
	if s, ok := t.w.stmts[query]; ok {
		return s, nil
	}
	s, err := t.w.conn.PrepareContext(context.Background(), query)
	if err != nil {
		return nil, fmt.Errorf("prepare: %w", err)
	}
	t.w.stmts[query] = s
	return s, nil
}

func (t tx) exec(query string, args ...any) (int64, error) {
	s, err := t.stmt(query)
	if err != nil {
		return 0, err
	}
	result, err := s.Exec(args...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

func (t tx) row(query string, args ...any) scanner {
	s, err := t.stmt(query)
	if err != nil {
		return failed{err}
	}
	return s.QueryRow(args...)
}
