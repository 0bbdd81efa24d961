package main

import (
	"context"
	"database/sql"
	"errors"
	"net/url"
	"runtime"

	_ "modernc.org/sqlite" // registers the driver "sqlite"
)

// maxGroup is the largest number of memos in one transaction.
const maxGroup = 256

const schema = `CREATE TABLE memos (
	family    TEXT    NOT NULL,
	timestamp INTEGER NOT NULL,
	id        TEXT    NOT NULL,
	user      TEXT    NOT NULL,
	content   TEXT    NOT NULL,
	name      TEXT    NOT NULL,
	version   INTEGER NOT NULL,
	PRIMARY KEY (family, timestamp DESC, id DESC)
) WITHOUT ROWID`

const copyAll = `INSERT INTO memos SELECT family_id, timestamp, id, user_id, content, created_by_name, version
	FROM source.memos WHERE deleted = 0`

// store is the table with one writer.
type store struct {
	read   *sql.DB
	newer  *sql.Stmt
	writer *sql.Conn
	insrt  *sql.Stmt
	jobs   chan job
}

type job struct {
	memo memo
	done chan error
}

// open opens the database and copies the memos of another one into it, unless from is "".
func open(data, from string) (*store, error) {
	const pragmas = "?_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)"
	ctx := context.Background()
	db, err := sql.Open("sqlite", "file:"+(&url.URL{Path: data}).EscapedPath()+pragmas)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(max(4, runtime.NumCPU()) + 1)
	db.SetMaxIdleConns(max(4, runtime.NumCPU()) + 1)
	s := &store{read: db, jobs: make(chan job, maxGroup)}
	if s.writer, err = db.Conn(ctx); err != nil {
		return nil, err
	}
	if from != "" {
		if err := s.fill(ctx, from); err != nil {
			return nil, err
		}
	}
	if s.insrt, err = s.writer.PrepareContext(ctx, "INSERT INTO memos VALUES (?,?,?,?,?,?,?)"); err != nil {
		return nil, err
	}
	s.newer, err = db.PrepareContext(ctx, `SELECT family, timestamp, id, user, content, name, version FROM memos
		WHERE family = ? ORDER BY timestamp DESC, id DESC LIMIT ?`)
	if err != nil {
		return nil, err
	}
	go s.write(ctx)
	return s, nil
}

func (s *store) fill(ctx context.Context, from string) error {
	if _, err := s.writer.ExecContext(ctx, "ATTACH ? AS source", from); err != nil {
		return err
	}
	for _, statement := range []string{schema, copyAll, "DETACH source", "PRAGMA wal_checkpoint(TRUNCATE)"} {
		if _, err := s.writer.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}

// newest returns a family's newest memos.
func (s *store) newest(ctx context.Context, family string) ([]memo, error) {
	rows, err := s.newer.QueryContext(ctx, family, pageSize)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	memos := make([]memo, 0, pageSize)
	for rows.Next() {
		var m memo
		if err := rows.Scan(&m.FamilyID, &m.at, &m.ID, &m.UserID, &m.Content, &m.Name, &m.Version); err != nil {
			return nil, err
		}
		m.Timestamp = show(m.at)
		memos = append(memos, m)
	}
	return memos, rows.Err()
}

// insert returns when the memo is on the disk.
func (s *store) insert(m memo) error {
	j := job{m, make(chan error, 1)}
	s.jobs <- j
	return <-j.done
}

// write commits all waiting memos together.
func (s *store) write(ctx context.Context) {
	for first := range s.jobs {
		group := []job{first}
		for len(group) < maxGroup && len(s.jobs) > 0 {
			group = append(group, <-s.jobs)
		}
		err := s.commit(ctx, group)
		for _, j := range group {
			j.done <- err
		}
	}
}

func (s *store) commit(ctx context.Context, group []job) error {
	tx, err := s.writer.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	insert := tx.StmtContext(ctx, s.insrt)
	for _, j := range group {
		m := j.memo
		if _, err := insert.ExecContext(ctx, m.FamilyID, m.at, m.ID, m.UserID, m.Content, m.Name, m.Version); err != nil {
			return errors.Join(err, tx.Rollback())
		}
	}
	return tx.Commit()
}
