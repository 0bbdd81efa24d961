package main

import (
	"context"
	"errors"
	"fmt"

	"voicememo/cmd/internal/app"
	"voicememo/infra/sqlite"
)

// storeFlags say where memos are kept.
type storeFlags struct {
	Data        string `default:"./data" placeholder:"DIR" help:"Directory of the database and of this server's keys; default ./data."`
	Store       string `default:"sqlite" enum:"sqlite,dynamodb" help:"Where memos are kept: sqlite or dynamodb. With dynamodb the SDK's own variables apply, such as AWS_REGION."`
	Environment string `default:"dev" placeholder:"NAME" help:"Environment in the names of the DynamoDB tables: dev, stg or prod; default dev."`
}

func (f storeFlags) config() app.StoreConfig {
	return app.StoreConfig{Data: f.Data, Store: f.Store, Environment: f.Environment}
}

// place returns the location that f names.
func (f storeFlags) place() location {
	if f.Store == "dynamodb" {
		return location{engine: f.Store, name: f.Environment}
	}
	return location{engine: f.Store, name: f.Data}
}

// openExisting opens an engine that has been used before, and returns its location.
// Every error is a sentence that says what to do.
func (f storeFlags) openExisting(ctx context.Context) (app.Engine, location, error) {
	at := f.place()
	if err := f.config().Check(); err != nil {
		return nil, at, err
	}
	if err := at.existing(); err != nil {
		return nil, at, err
	}
	engine, err := app.OpenEngine(ctx, f.config(), nil, nil)
	if errors.Is(err, sqlite.ErrLocked) {
		return nil, at, fmt.Errorf("%s is in use by voicememo talk or by a server without a socket; stop that first", f.Data)
	}
	if err != nil {
		return nil, at, err
	}
	if at.engine == "dynamodb" {
		if err := at.explain(engine.Ping(ctx)); err != nil {
			return nil, at, errors.Join(err, engine.Close())
		}
	}
	return engine, at, nil
}
