package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"sync"
	"time"

	driver "modernc.org/sqlite"

	"voicememo/infra/calls"
	"voicememo/models"
)

// scanner is a row that can be scanned.
type scanner interface{ Scan(dest ...any) error }

// failed is the row of a query that could not be started.
type failed struct{ err error }

// Scan implements scanner.
func (f failed) Scan(...any) error { return f.err }

// queries runs reads on connections that cannot write. Each statement is prepared once.
type queries struct {
	db    *sql.DB
	stmts sync.Map          // query text -> *sql.Stmt
	sound func() error      // returns the damage that was recorded
	met   func(error) error // records damage

	observe calls.Observer
}

func (q *queries) stmt(ctx context.Context, query string) (*sql.Stmt, error) {
	if err := q.sound(); err != nil {
		return nil, err
	}
	if s, ok := q.stmts.Load(query); ok {
		return s.(*sql.Stmt), nil
	}
	s, err := q.db.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	if first, loaded := q.stmts.LoadOrStore(query, s); loaded {
		_ = s.Close()
		return first.(*sql.Stmt), nil
	}
	return s, nil
}

func (q *queries) row(ctx context.Context, query string, args ...any) scanner {
	began := time.Now()
	s, err := q.stmt(ctx, query)
	if err != nil {
		return noted{failed{err}, q, began}
	}
	return noted{s.QueryRowContext(ctx, args...), q, began}
}

// noted is a row that records damage found by Scan, and reports the query.
type noted struct {
	row   scanner
	q     *queries
	began time.Time
}

// Scan implements scanner.
func (n noted) Scan(dest ...any) error {
	err := n.q.met(n.row.Scan(dest...))
	n.q.observe.Done(n.began, translate(orNotFound(err, models.ReasonPerson)))
	return err
}

// each calls scan for every row.
func (q *queries) each(ctx context.Context, query string, args []any, scan func(scanner) error) error {
	began := time.Now()
	err := q.met(q.eachRow(ctx, query, args, scan))
	q.observe.Done(began, translate(err))
	return err
}

// collect returns what scan returns for each row of a query.
func collect[T any](ctx context.Context, q *queries, query string, args []any, scan func(scanner) (T, error)) (all []T, err error) {
	all = []T{}
	err = q.each(ctx, query, args, func(row scanner) error {
		v, err := scan(row)
		all = append(all, v)
		return err
	})
	if err != nil {
		return nil, translate(err)
	}
	return all, nil
}

// value scans a row with one value.
func value[T any](row scanner) (v T, err error) { return v, row.Scan(&v) }

func (q *queries) eachRow(ctx context.Context, query string, args []any, scan func(scanner) error) error {
	s, err := q.stmt(ctx, query)
	if err != nil {
		return err
	}
	rows, err := s.QueryContext(ctx, args...)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// Close closes the connections and with them the prepared statements.
func (q *queries) Close() error { return q.db.Close() }

// translate turns the driver's errors into the codes of the contract. It is called once,
// at the edge of this package, and returns a service's own errors unchanged.
func translate(err error) error {
	var known *models.Error
	var engine *driver.Error
	var found damage
	switch {
	case err == nil || errors.As(err, &known):
		return err
	case errors.As(asDamage(err), &found):
		return models.UnavailableFor(models.ReasonDamaged, err)
	case errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded),
		errors.Is(err, sql.ErrConnDone):
		return models.Unavailable(err)
	case errors.As(err, &engine) && passing(engine.Code()&0xff):
		return models.Unavailable(err)
	}
	return models.Internalf("sqlite: %w", err)
}

// passing reports whether SQLite's primary result code means that a retry may succeed:
// https://sqlite.org/rescode.html.
func passing(code int) bool {
	const (
		busy, locked, readonly, interrupt, ioerr, full, cantopen = 5, 6, 8, 9, 10, 13, 14
	)
	switch code {
	case busy, locked, readonly, interrupt, ioerr, full, cantopen:
		return true
	}
	return false
}

// orNotFound turns sql.ErrNoRows into the contract's NotFound.
func orNotFound(err error, what models.Reason) error {
	if errors.Is(err, sql.ErrNoRows) {
		return models.NotFound(what)
	}
	return err
}
