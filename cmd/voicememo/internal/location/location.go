// Package location opens the locations of memos that commands name: a data directory or the
// tables of an environment.
package location

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws/ratelimit"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"voicememo/cmd/internal/app"
	"voicememo/cmd/internal/modules/ondynamo"
	"voicememo/cmd/internal/modules/onsqlite"
	"voicememo/cmd/voicememo/internal/cli"
	"voicememo/infra/bulk"
	"voicememo/infra/dynamo"
	"voicememo/infra/dynamo/connect"
	"voicememo/infra/sqlite"
	"voicememo/models"
)

// Location is a location of memos: sqlite:DIRECTORY or dynamodb:ENVIRONMENT.
type Location struct {
	Engine string // "sqlite" or "dynamodb"
	Name   string // the data directory, or the environment
}

// UnmarshalText parses the form used on the command line.
func (p *Location) UnmarshalText(text []byte) error {
	engine, name, _ := strings.Cut(string(text), ":")
	if engine != "sqlite" && engine != "dynamodb" || name == "" {
		return fmt.Errorf("%q is not a location; write sqlite:DIRECTORY, such as sqlite:./data, or dynamodb:ENVIRONMENT, such as dynamodb:prod", text)
	}
	if engine == "dynamodb" && app.CheckEnvironment(name) != nil {
		return fmt.Errorf("%q cannot be part of a table's name; an environment is dev, stg or prod", name)
	}
	*p = Location{Engine: engine, Name: name}
	return nil
}

// String returns the form used on the command line.
func (p Location) String() string { return p.Engine + ":" + p.Name }

// Exists reports whether there is something to open. The tables of an environment are
// assumed to exist, and so is a database in a directory that this user may not look into;
// opening them fails with the reason.
func (p Location) Exists() bool {
	if p.Engine == "dynamodb" {
		return true
	}
	_, err := os.Stat(filepath.Join(p.Name, sqlite.FileName))
	return err == nil || errors.Is(err, fs.ErrPermission)
}

// Existing returns an error unless there is something to open.
func (p Location) Existing() error {
	if p.Exists() {
		return nil
	}
	return cli.WrongUse("there is no %s in %s; name the data directory of a server that has run", sqlite.FileName, p.Name)
}

// Same reports whether two places are the same.
func (p Location) Same(o Location) bool {
	if p.Engine == "dynamodb" || o.Engine == "dynamodb" {
		return p == o
	}
	a, errA := os.Stat(p.Name)
	b, errB := os.Stat(o.Name)
	return errA == nil && errB == nil && os.SameFile(a, b) || filepath.Clean(p.Name) == filepath.Clean(o.Name)
}

// Opened is an open place.
type Opened struct {
	Location
	bulk.Store
	Close func() error
}

// Open opens a place. A data directory that does not exist is created, with an empty
// database; tables must exist. Every error is a sentence that says what to do.
func (p Location) Open(ctx context.Context) (Opened, error) { return p.openAs(ctx, dynamo.Bulk) }

// OpenTarget opens a place in order to make it equal to another one.
func (p Location) OpenTarget(ctx context.Context) (Opened, error) {
	return p.openAs(ctx, dynamo.BulkTarget)
}

// tables returns the tables of an environment as a store.
type tables func(client dynamo.BulkClient, environment string, modules ...dynamo.Table) bulk.Store

func (p Location) openAs(ctx context.Context, of tables) (Opened, error) {
	if p.Engine == "dynamodb" {
		return p.openTables(ctx, of)
	}
	db, err := sqlite.OpenWith(p.Name, sqlite.Options{Parts: onsqlite.Parts()})
	if errors.Is(err, sqlite.ErrLocked) {
		return Opened{}, fmt.Errorf("%s is in use by a running server; stop the server first", p)
	}
	if err != nil {
		return Opened{}, fmt.Errorf("%s cannot be used: %w", p, err)
	}
	return Opened{Location: p, Store: db.Bulk(), Close: db.Close}, nil
}

// OpenExisting opens a place to read from. It never creates one.
func (p Location) OpenExisting(ctx context.Context) (Opened, error) {
	if err := p.Existing(); err != nil {
		return Opened{}, err
	}
	return p.Open(ctx)
}

// bulkTime is the timeout of one request to DynamoDB, which transfers up to a megabyte.
const bulkTime = 20 * time.Second

// Client returns a client whose requests may take bulkTime.
func (p Location) Client(ctx context.Context) (*dynamodb.Client, error) {
	client, err := connect.Client(ctx)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be used: %w", p, connect.Explain(err))
	}
	return dynamodb.New(client.Options(), func(o *dynamodb.Options) { o.HTTPClient = dynamo.HTTPClient().WithTimeout(bulkTime) }), nil
}

const (
	// patientTries is how often a throttled request is tried in all, and patientPause the
	// longest pause between two tries: about a minute altogether.
	patientTries = 60
	patientPause = 2 * time.Second
)

// Patient returns a client that retries throttled requests for about a minute: a command
// that gave up would have to read everything again.
func Patient(client *dynamodb.Client) *dynamodb.Client {
	return dynamodb.New(client.Options(), func(o *dynamodb.Options) {
		o.Retryer = retry.NewStandard(func(o *retry.StandardOptions) {
			o.MaxAttempts, o.MaxBackoff, o.RateLimiter = patientTries, patientPause, ratelimit.None
		})
	})
}

func (p Location) openTables(ctx context.Context, of tables) (Opened, error) {
	client, err := p.Client(ctx)
	if err != nil {
		return Opened{}, err
	}
	if err := p.explain(dynamo.Open(client, p.Name).Ping(ctx)); err != nil {
		return Opened{}, err
	}
	return Opened{Location: p, Store: of(Patient(client), p.Name, ondynamo.Tables()...), Close: func() error { return nil }}, nil
}

// explain says what to do about tables that cannot be used.
func (p Location) explain(err error) error {
	var missing *types.ResourceNotFoundException
	var aws *connect.Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &missing):
		return &connect.Error{Problem: fmt.Sprintf("not all tables of %s exist; check the name and AWS_REGION, or run: voicememo tables create --environment %s", p, p.Name), Err: err}
	case errors.As(connect.Explain(err), &aws):
		return fmt.Errorf("%s cannot be used: %w", p, aws)
	case models.IsCode(err, models.CodeUnavailable):
		return fmt.Errorf("%s does not answer; check AWS_REGION, the credentials and AWS_ENDPOINT_URL_DYNAMODB: %w", p, err)
	}
	return cli.WithStatus(cli.ExitConfiguration, fmt.Errorf("the tables of %s are not in the format of this program; voicememo import reads those of the earlier system: %w", p, err))
}
