package app

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"

	"voicememo/family"
	"voicememo/infra/dynamo"
	"voicememo/infra/sqlite"
	"voicememo/invite"
	"voicememo/memo"
)

// Engine is a store of everything: SQLite on one machine, or DynamoDB.
type Engine interface {
	Memos() memo.Store
	Families() family.Store
	Invites() invite.Store
	// Ping reports whether the engine answers.
	Ping(ctx context.Context) error
	Close() error
}

// OpenEngine opens the engine that c names.
func OpenEngine(ctx context.Context, c StoreConfig) (Engine, error) {
	if c.Store == "dynamodb" {
		return dynamo.Connect(ctx, c.Environment)
	}
	return sqlite.Open(c.Data)
}

// Services are the rules, over one engine.
type Services struct {
	Memos    *memo.Service
	Families *family.Service
	Invites  *invite.Service
}

// NewServices makes the services over an engine.
func NewServices(e Engine) Services {
	families := family.NewService(e.Families(), e.Memos())
	return Services{
		Memos:    memo.NewService(e.Memos(), families),
		Families: families,
		Invites:  invite.NewService(e.Invites(), families),
	}
}

// CheckStore reports whether the store can be used: opened and asked here, or
// asked through the server on this machine that has it open.
func CheckStore(ctx context.Context, c StoreConfig) (err error) {
	if err := c.Check(); err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(c.Data, sqlite.FileName)); c.Store == "sqlite" && errors.Is(err, os.ErrNotExist) {
		return nil // the first start makes it
	}
	engine, err := OpenEngine(ctx, c)
	if errors.Is(err, sqlite.ErrLocked) {
		return askReady(ctx, RunningURL(c.Data))
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, engine.Close()) }()
	if err := engine.Ping(ctx); err != nil && c.Store == "dynamodb" {
		return fmt.Errorf("the tables of environment %s do not answer; run: voicememo tables create --environment %s: %w",
			c.Environment, c.Environment, err)
	}
	return engine.Ping(ctx)
}

// askReady asks a running server whether its store answers.
func askReady(ctx context.Context, url string) error {
	if url == "" {
		return sqlite.ErrLocked
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url+"/readyz", nil)
	if err != nil {
		return err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return fmt.Errorf("%w, and that does not answer", sqlite.ErrLocked)
	}
	if res.StatusCode != http.StatusOK {
		err = errors.New("the server that has it open is not ready")
	}
	return errors.Join(err, res.Body.Close())
}
