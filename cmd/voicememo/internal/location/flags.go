package location

import (
	"context"
	"errors"
	"fmt"

	"voicememo/cmd/internal/app"
	"voicememo/infra/sqlite"
)

// Flags say where memos are kept.
type Flags struct {
	Data        string `default:"./data" placeholder:"DIR" help:"Directory of the database and of this server's keys; default ./data."`
	Store       string `default:"sqlite" enum:"sqlite,dynamodb" help:"Where memos are kept: sqlite or dynamodb. With dynamodb the SDK's own variables apply, such as AWS_REGION."`
	Environment string `default:"dev" placeholder:"NAME" help:"Environment in the names of the DynamoDB tables: dev, stg or prod; default dev."`
}

// Config returns the store that the flags name.
func (f Flags) Config() app.StoreConfig {
	return app.StoreConfig{Data: f.Data, Store: f.Store, Environment: f.Environment}
}

// Place returns the location that f names.
func (f Flags) Place() Location {
	if f.Store == "dynamodb" {
		return Location{Engine: f.Store, Name: f.Environment}
	}
	return Location{Engine: f.Store, Name: f.Data}
}

// OpenExisting opens an engine that has been used before, and returns its location.
// Every error is a sentence that says what to do.
func (f Flags) OpenExisting(ctx context.Context) (app.Engine, Location, error) {
	at := f.Place()
	if err := f.Config().Check(); err != nil {
		return nil, at, err
	}
	if err := at.Existing(); err != nil {
		return nil, at, err
	}
	engine, err := app.OpenEngine(ctx, f.Config(), nil, nil)
	if errors.Is(err, sqlite.ErrLocked) {
		return nil, at, fmt.Errorf("%s is in use by voicememo talk or by a server without a socket; stop that first", f.Data)
	}
	if err != nil {
		return nil, at, err
	}
	if at.Engine == "dynamodb" {
		if err := at.explain(engine.Ping(ctx)); err != nil {
			return nil, at, errors.Join(err, engine.Close())
		}
	}
	return engine, at, nil
}
