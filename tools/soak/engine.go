package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"

	"voicememo/tools/testkit/localengine"
	"voicememo/tools/testkit/program"
)

// engine is a store with a data directory of its own, and the program that serves it.
type engine struct {
	name, binary, data string
	flags, env         []string
	faults             *proxy   // in front of DynamoDB; nil: SQLite
	log                *os.File // of the program, next to the data directory
}

// newSQLite makes an engine in a directory that does not exist yet.
func newSQLite(binary, data string) (*engine, error) {
	log, err := os.Create(data + ".log") //nolint:gosec // in a directory of soak
	if err != nil {
		return nil, err
	}
	return &engine{name: "sqlite", binary: binary, data: data, log: log}, nil
}

// newDynamoDB makes an engine with tables of its own at an endpoint. Its data
// directory keeps the server's keys.
func newDynamoDB(ctx context.Context, binary, data, endpoint, environment string, seed uint64) (*engine, error) {
	e, err := newSQLite(binary, data)
	if err != nil {
		return nil, err
	}
	if e.faults, err = newProxy(endpoint, seed); err != nil {
		return nil, errors.Join(err, e.close())
	}
	e.name, e.env = "dynamodb", localengine.Environ(e.faults.url)
	e.flags = []string{"--store", "dynamodb", "--environment", environment}
	command := exec.CommandContext(ctx, binary, "tables", "create", "--environment", environment) //nolint:gosec // our own
	command.Env = append(os.Environ(), e.env...)
	if out, err := command.CombinedOutput(); err != nil {
		return nil, errors.Join(fmt.Errorf("tables create: %w\n%s", err, out), e.close())
	}
	return e, nil
}

// command returns the command that serves, without limits on people's rates.
func (e *engine) command(ctx context.Context, flags ...string) *exec.Cmd {
	args := append([]string{
		"serve", "--dev", "--addr", "127.0.0.1:0", "--data", e.data,
		"--rate-writes", "0", "--rate-searches", "0", "--max-memos", "0",
	}, e.flags...)
	command := exec.CommandContext(ctx, e.binary, append(args, flags...)...) //nolint:gosec // our own
	command.Env, command.Stderr = append(os.Environ(), e.env...), e.log
	return command
}

// start starts the server.
func (e *engine) start(ctx context.Context, flags ...string) (*program.Server, error) {
	return program.Run(e.command(ctx, flags...))
}

// backup makes a copy of the database, which fails if the database is damaged.
func (e *engine) backup(ctx context.Context) error {
	args := append([]string{"backup", "--data", e.data, "--to", e.data + "-copy.db"}, e.flags...)
	command := exec.CommandContext(ctx, e.binary, args...) //nolint:gosec // our own
	command.Env = append(os.Environ(), e.env...)
	if out, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: backup: %w\n%s", errBroken, err, out)
	}
	return nil
}

// quiet waits until no request of a server is still on its way to the store.
func (e *engine) quiet(ctx context.Context) error {
	if e.faults == nil {
		return nil
	}
	return e.faults.quiet(ctx)
}

func (e *engine) close() error {
	if e.faults != nil {
		e.faults.close()
	}
	return e.log.Close()
}
