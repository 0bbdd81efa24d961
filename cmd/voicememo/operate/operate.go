// Package operate has the operator's commands: people's accesses, owners, keys, audit ids
// and repairs, through the running server or on the store.
package operate

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"

	"voicememo/cmd/internal/app"
	"voicememo/cmd/internal/audit"
	"voicememo/cmd/internal/operator"
	"voicememo/cmd/voicememo/internal/cli"
	"voicememo/cmd/voicememo/internal/location"
	"voicememo/models"
)

// besideServer says in the help of the operator's commands how they reach the store.
const besideServer = "If a server runs on the data directory, the command sends its request to that server through the socket in the directory, " +
	"and must be run as the same user. Otherwise it opens the store itself, and writes the audit line to standard error."

// operators carries out an operator's commands. The caller must call close.
type operators struct {
	operator.Operator
	at    location.Location
	close func() error
}

// reach reaches the running server of the data directory, if it has the store that f
// names, and opens the store itself otherwise. Every error is a sentence that says what
// to do.
func reach(ctx context.Context, t cli.Terminal, f location.Flags) (operators, error) {
	if err := f.Config().Check(); err != nil {
		return operators{}, err
	}
	client, err := f.Config().DialOperator(ctx)
	switch {
	case err == nil:
		return operators{client, f.Place(), func() error { return nil }}, nil
	case errors.Is(err, fs.ErrPermission):
		return operators{}, cli.WrongUse("the server of %s runs as another user; run the command as that user", f.Data)
	case !errors.Is(err, operator.ErrNobody) && !errors.Is(err, app.ErrOtherStore):
		return operators{}, err
	}
	return openOperators(ctx, t, f)
}

// openOperators opens the store.
func openOperators(ctx context.Context, t cli.Terminal, f location.Flags) (operators, error) {
	engine, at, err := f.OpenExisting(ctx)
	if err != nil {
		return operators{}, err
	}
	services := app.NewServices(engine)
	key, err := app.ExistingAuditKey(f.Data)
	if err != nil {
		return operators{}, errors.Join(err, engine.Close())
	}
	services.Listen(audit.New(slog.New(slog.NewTextHandler(t.Err, nil)), key).Happened)
	o, err := app.NewOperator(ctx, engine, services, f.Config())
	if err != nil {
		return operators{}, errors.Join(err, engine.Close())
	}
	return operators{o, at, engine.Close}, nil
}

// stopped says what to do about an error that is not a refusal.
func stopped(err error) error {
	if e := models.AsError(err); e.Err == nil && (e.Code == models.CodeInternal || e.Code == models.CodeUnavailable) {
		return errors.New("the server could not do it, and its log says why; it is safe to run the command again")
	}
	return fmt.Errorf("the command has stopped; it is safe to run it again: %w", err)
}
