package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"voicememo/auth"
	"voicememo/cmd/internal/modules/ondynamo"
	"voicememo/cmd/internal/modules/onsqlite"
	"voicememo/family/module"
	"voicememo/infra/sqlite"
	"voicememo/models"
)

// SecretFile returns the file in a data directory with the secret of a module.
func SecretFile(data, name string) string { return filepath.Join(data, name+"-key") }

// openModules returns the modules over the program's engine.
func (a *App) openModules(s Services) ([]module.Module, error) {
	core := module.Core{
		Memos: s.Memos, Families: s.Families, PublicURL: a.PublicURL, Dev: a.Config.Dev,
		Secret:  a.secret,
		Setting: func(name string) string { return os.Getenv("VOICEMEMO_" + name) },
		Count:   a.sink.Count, Logger: a.logger, Now: a.clock.Steady,
	}
	var modules []module.Module
	var err error
	switch engine := a.engine.(type) {
	case sqliteEngine:
		modules, err = onsqlite.Open(engine.DB, core)
	case dynamoEngine:
		modules, err = ondynamo.Open(engine.DB, core)
	}
	return modules, moduleError(err)
}

// secret returns the secret of a module. On a full disk none can be made, and the module is
// off until the next start.
func (a *App) secret(name string) ([]byte, error) {
	secret, err := auth.LoadSecret(SecretFile(a.Config.Data, name))
	if sqlite.IsFull(err) {
		a.logger.Warn("a module is off until a start on a disk that is not full: its key cannot be made", "module", name, "error", err)
		return nil, module.ErrOff
	}
	return secret, err
}

// moduleError returns the error of a module that cannot start. A wrong setting or an
// unusable file of a secret needs a person; what the system refuses may pass.
func moduleError(err error) error {
	var system syscall.Errno
	switch {
	case err == nil || errors.As(err, &system):
		return err
	case errors.Is(err, auth.ErrSecretFile):
		return &ConfigError{Flag: "data", Problem: fmt.Sprintf("has an unusable key: %v; restore a copy of the file, or remove it, and the start makes another", err)}
	}
	return &ConfigError{Problem: err.Error()}
}

// CheckKeys reads the keys that exist in a data directory, and changes nothing. The error is
// that of a start.
func CheckKeys(data string) error {
	if _, err := auth.ReadKeyRing(filepath.Join(data, KeysFile)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return keysError(err)
	}
	secrets, _ := filepath.Glob(SecretFile(data, "*")) // it fails only for a bad pattern
	for _, path := range secrets {
		if _, err := auth.ReadSecret(path); err != nil {
			return moduleError(err)
		}
	}
	return nil
}

// checksOf returns a function that makes the checks of modules, for "voicememo doctor".
func checksOf(modules []module.Module) func(context.Context) map[string]string {
	return func(ctx context.Context) map[string]string {
		found := map[string]string{}
		for _, m := range modules {
			maps.Copy(found, m.Checks(ctx))
		}
		return found
	}
}

// recorder keeps events until the modules have taken them. SQLite records them with the
// change; see sqlite.DB.
type recorder interface {
	Happened(ctx context.Context, most int) ([]models.Event, error)
	Forget(ctx context.Context, events []models.Event) error
}

const (
	mostEvents = 100         // how many events the modules take at a time
	workEvery  = time.Minute // Work is called this often, whatever time a module names: that may change
)

// runner lets the modules work in the background.
type runner struct {
	modules []module.Module
	events  recorder
	noted   func(models.Event) // keeps an event that the engine does not record; nil: it does
	warn    func(error)        // logs an error of a round
	now     func() time.Time   // the clock of the modules
	woken   chan struct{}      // has an element if an event has happened since the last round
}

// newRunner returns a runner over the program's engine.
func (a *App) newRunner(ctx context.Context, modules []module.Module) *runner {
	r := &runner{
		modules: modules, woken: make(chan struct{}, 1), now: a.clock.Steady,
		warn: func(err error) { a.warn(ctx, err, "the modules could not do all their work; it is tried again soon") },
	}
	var recorded bool
	if r.events, recorded = a.engine.(recorder); !recorded {
		kept := newInProcess()
		r.events, r.noted = kept, kept.note
	}
	return r
}

// happened wakes the modules for an event of the services. It does not block.
func (r *runner) happened(e models.Event) {
	if e.Kind == models.EventChanged || len(r.modules) == 0 {
		return
	}
	if r.noted != nil {
		r.noted(e)
	}
	select {
	case r.woken <- struct{}{}:
	default:
	}
}

// run lets the modules work until ctx ends: at once, after each event, and when something is
// due. After an error it waits, first a second and then longer.
func (r *runner) run(ctx context.Context) {
	var due time.Time
	for pause := time.Second; ctx.Err() == nil && len(r.modules) > 0; {
		var err error
		due, err = r.round(ctx, due)
		wait, woken := due.Sub(r.now()), r.woken
		if err != nil {
			r.warn(err)
			wait, woken, pause = pause, nil, min(2*pause, workEvery)
		} else {
			pause = time.Second
		}
		select {
		case <-ctx.Done():
		case <-woken:
		case <-time.After(wait):
		}
	}
}

// round hands on what has happened, lets the modules do what is due, and returns when it
// should do so again without an event. due is what the round before returned.
func (r *runner) round(ctx context.Context, due time.Time) (next time.Time, err error) {
	took, err := r.handOn(ctx)
	if err == nil && !took && r.now().Before(due) {
		return due, nil
	}
	for _, m := range r.modules {
		at, failed := m.Work(ctx)
		next, err = models.Earliest(next, at), errors.Join(err, failed)
	}
	if err == nil || !next.IsZero() { // zero after an error: in the next round
		next = models.Earliest(next, r.now().Add(workEvery))
	}
	return next, err
}

// handOn hands the events that have happened to the modules, and reports whether there were
// any. An event that a module did not take is handed on again to all.
func (r *runner) handOn(ctx context.Context) (took bool, err error) {
	for {
		events, err := r.events.Happened(ctx, mostEvents)
		if err != nil || len(events) == 0 {
			return took, err
		}
		for _, m := range r.modules {
			err = errors.Join(err, m.Happened(ctx, events))
		}
		if err == nil {
			err = r.events.Forget(ctx, events)
		}
		if took = true; err != nil {
			return took, err
		}
	}
}
