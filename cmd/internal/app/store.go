package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"voicememo/auth"
	"voicememo/cmd/internal/modules/onsqlite"
	"voicememo/family"
	"voicememo/infra/calls"
	"voicememo/infra/dynamo"
	"voicememo/infra/dynamo/connect"
	"voicememo/infra/sqlite"
	"voicememo/invite"
	"voicememo/memo"
	"voicememo/models"
)

// Engine is a store of everything: SQLite on one machine, or DynamoDB.
type Engine interface {
	Memos() memo.Store
	Families() family.Store
	Invites() invite.Store
	Access() auth.Store
	Devices() auth.Devices
	// Ping reports whether the engine answers.
	Ping(ctx context.Context) error
	Close() error
}

// OpenEngine opens the engine that c names. If a data directory cannot be used, the error
// is a *ConfigError. Warnings of the AWS SDK go to logger; nil: they are discarded. observe
// receives what the stores ask of the database; nil: nothing is measured.
func OpenEngine(ctx context.Context, c StoreConfig, logger *slog.Logger, observe calls.Observer) (Engine, error) {
	if c.Store == "dynamodb" {
		db, err := connect.Connector{Logger: logger, Observe: observe}.Open(ctx, c.Environment)
		var wrong *connect.Error
		switch {
		case errors.As(err, &wrong):
			return nil, storeError(wrong)
		case err != nil:
			return nil, err // not db: a nil *DB would not be a nil Engine
		}
		return DynamoDB(db), nil
	}
	db, err := sqlite.OpenWith(c.Data, sqlite.Options{New: c.New, Beside: []string{filepath.Join(c.Data, KeysFile)}, Parts: onsqlite.Parts(), Observe: observe})
	if err != nil {
		return nil, &ConfigError{Flag: "data", Problem: "cannot be used: " + err.Error(), Err: err}
	}
	return SQLite(db), nil
}

// SQLite returns an open database as an Engine.
func SQLite(db *sqlite.DB) Engine { return sqliteEngine{db} }

// DynamoDB returns the tables of an environment as an Engine.
func DynamoDB(db *dynamo.DB) Engine { return dynamoEngine{db} }

// sqliteEngine and dynamoEngine return auth.Store, which the engines implement without
// importing package auth: otherwise a function without people's accesses would link that
// package.
type (
	sqliteEngine struct{ *sqlite.DB }
	dynamoEngine struct{ *dynamo.DB }
)

// Access implements Engine.
func (e sqliteEngine) Access() auth.Store { return e.DB.Access() }

// Access implements Engine.
func (e dynamoEngine) Access() auth.Store { return e.DB.Access() }

// Devices implements Engine.
func (e sqliteEngine) Devices() auth.Devices { return e.DB.Devices() }

// Devices implements Engine.
func (e dynamoEngine) Devices() auth.Devices { return e.DB.Devices() }

// Services are the services over one engine.
type Services struct {
	Memos    *memo.Service
	Families *family.Service
	Invites  *invite.Service
	Access   *auth.Accesses
}

// NewServices returns the services over an engine.
func NewServices(e Engine) Services {
	families := family.NewService(e.Families(), e.Memos())
	memos := memo.NewService(e.Memos(), families)
	return Services{
		Memos: memos, Families: families, Invites: invite.NewService(e.Invites(), families, memos), Access: auth.NewAccesses(e.Access()),
	}
}

// Listen makes the services call each of happened with every event, in this order.
func (s Services) Listen(happened ...func(models.Event)) {
	each := func(e models.Event) {
		for _, f := range happened {
			f(e)
		}
	}
	s.Memos.Happened, s.Families.Happened, s.Invites.Happened, s.Access.Happened = each, each, each, each
}

// storeError says that DynamoDB cannot be used. It passes if DynamoDB may answer later.
func storeError(e *connect.Error) *ConfigError {
	found := &ConfigError{Flag: "store", Problem: "dynamodb cannot be used: " + e.Problem}
	if e.Passing {
		found.Err = e
	}
	return found
}

// checkTables refuses to start if the tables do not exist, or if DynamoDB refuses the
// configuration. The program starts even if DynamoDB is temporarily unavailable.
func (a *App) checkTables(ctx context.Context, logger *slog.Logger) error {
	err := a.engine.Ping(ctx)
	var missing *types.ResourceNotFoundException
	var wrong *connect.Error
	explained := connect.Explain(err)
	switch {
	case !errors.As(err, &missing) && errors.As(explained, &wrong) && !wrong.Passing && wrong.Answered():
		return storeError(wrong)
	case models.IsCode(err, models.CodeUnavailable):
		logger.Warn("the store is not ready", "error", explained)
		return nil
	case err != nil && a.Config.Store == "dynamodb":
		return &ConfigError{Flag: "environment", Problem: fmt.Sprintf("names tables that do not exist; run: voicememo tables create --environment %s", a.Config.Environment)}
	}
	return err
}
