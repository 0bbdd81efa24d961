package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws/ratelimit"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"voicememo/cmd/internal/app"
	"voicememo/infra/bulk"
	"voicememo/infra/dynamo"
	"voicememo/infra/dynamo/connect"
	"voicememo/infra/sqlite"
	"voicememo/models"
)

// place is where memos are kept, as sqlite:DIR or dynamodb:ENVIRONMENT.
type place struct {
	engine string // "sqlite" or "dynamodb"
	name   string // the data directory, or the environment
}

// UnmarshalText reads the form of the command line.
func (p *place) UnmarshalText(text []byte) error {
	engine, name, _ := strings.Cut(string(text), ":")
	if engine != "sqlite" && engine != "dynamodb" || name == "" {
		return fmt.Errorf("%q is no place; write sqlite:DIRECTORY, such as sqlite:./data, or dynamodb:ENVIRONMENT, such as dynamodb:prod", text)
	}
	if engine == "dynamodb" && app.CheckEnvironment(name) != nil {
		return fmt.Errorf("%q cannot be part of a table's name; an environment is dev, stg or prod", name)
	}
	*p = place{engine: engine, name: name}
	return nil
}

// String gives the form of the command line.
func (p place) String() string { return p.engine + ":" + p.name }

// exists reports whether a place has something to open. The tables of an
// environment always count as there; opening them tells.
func (p place) exists() bool {
	if p.engine == "dynamodb" {
		return true
	}
	_, err := os.Stat(filepath.Join(p.name, sqlite.FileName))
	return err == nil
}

// same reports whether two places are one.
func (p place) same(o place) bool {
	if p.engine == "dynamodb" || o.engine == "dynamodb" {
		return p == o
	}
	a, errA := os.Stat(p.name)
	b, errB := os.Stat(o.name)
	return errA == nil && errB == nil && os.SameFile(a, b) || filepath.Clean(p.name) == filepath.Clean(o.name)
}

// opened is an open place.
type opened struct {
	place
	bulk.Store
	close func() error
}

// open opens a place. A data directory that is not there is made, with an empty
// database; tables must be there. Every error is a sentence that says what to do.
func (p place) open(ctx context.Context) (opened, error) { return p.openAs(ctx, dynamo.Bulk) }

// openTarget opens a place to make it the same as another one.
func (p place) openTarget(ctx context.Context) (opened, error) {
	return p.openAs(ctx, dynamo.BulkTarget)
}

// tables makes a store of the tables of an environment.
type tables func(client dynamo.BulkClient, environment string) bulk.Store

func (p place) openAs(ctx context.Context, of tables) (opened, error) {
	if p.engine == "dynamodb" {
		return p.openTables(ctx, of)
	}
	db, err := sqlite.Open(p.name)
	if errors.Is(err, sqlite.ErrLocked) {
		return opened{}, fmt.Errorf("%s is in use by a running server; stop the server first", p)
	}
	if err != nil {
		return opened{}, fmt.Errorf("%s cannot be used: %w", p, err)
	}
	return opened{place: p, Store: db.Bulk(), close: db.Close}, nil
}

// openExisting opens a place to read from: one that is not there is not made.
func (p place) openExisting(ctx context.Context) (opened, error) {
	if !p.exists() {
		return opened{}, fmt.Errorf("there is no %s in %s; name the data directory of a server that has run", sqlite.FileName, p.name)
	}
	return p.open(ctx)
}

// bulkTime bounds one exchange with DynamoDB, which carries up to a megabyte.
const bulkTime = 20 * time.Second

// client makes a client for the exchanges of long work.
func (p place) client(ctx context.Context) (*dynamodb.Client, error) {
	client, err := connect.Client(ctx)
	if err != nil {
		return nil, err
	}
	return dynamodb.New(client.Options(), func(o *dynamodb.Options) { o.HTTPClient = dynamo.HTTPClient().WithTimeout(bulkTime) }), nil
}

const (
	// patientTries is how often an exchange of long work is tried in all when DynamoDB
	// asks for fewer requests, and patientPause the longest pause: about a minute.
	patientTries = 60
	patientPause = 2 * time.Second
)

// patient gives a client of tables that have answered the patience of long work:
// who gave up would begin to read from the start again, and again too fast.
func patient(client *dynamodb.Client) *dynamodb.Client {
	return dynamodb.New(client.Options(), func(o *dynamodb.Options) {
		o.Retryer = retry.NewStandard(func(o *retry.StandardOptions) {
			o.MaxAttempts, o.MaxBackoff, o.RateLimiter = patientTries, patientPause, ratelimit.None
		})
	})
}

func (p place) openTables(ctx context.Context, of tables) (opened, error) {
	client, err := p.client(ctx)
	if err != nil {
		return opened{}, err
	}
	if err := p.explain(dynamo.Open(client, p.name).Ping(ctx)); err != nil {
		return opened{}, err
	}
	return opened{place: p, Store: of(patient(client), p.name), close: func() error { return nil }}, nil
}

// explain says what to do about tables that do not answer as they ought to.
func (p place) explain(err error) error {
	var missing *types.ResourceNotFoundException
	switch {
	case err == nil:
		return nil
	case models.IsCode(err, models.CodeUnavailable):
		return fmt.Errorf("%s does not answer; check AWS_REGION, the credentials and AWS_ENDPOINT_URL_DYNAMODB: %w", p, err)
	case errors.As(err, &missing):
		return fmt.Errorf("there are not all tables of %s; check the name and AWS_REGION, or run: voicememo tables create --environment %s", p, p.name)
	}
	return fmt.Errorf("the tables of %s are not this program's; those of the earlier system come over with voicememo import: %w", p, err)
}
