package app

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"voicememo/auth"
	"voicememo/family/module"
	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// worker is a module that records what it was told, by event ID, and when it worked.
type worker struct {
	mu     sync.Mutex
	took   map[string]int
	worked []time.Duration // since the start of the test
	start  time.Time
	fails  int           // how many calls of Happened are still to fail
	after  time.Duration // Work names this time; 0: none
	checks map[string]string
}

func (w *worker) Happened(_ context.Context, events []models.Event) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.fails > 0 {
		w.fails--
		return errors.New("not now")
	}
	for _, e := range events {
		w.took[e.ID]++
	}
	return nil
}

func (w *worker) Work(context.Context) (next time.Time, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.worked = append(w.worked, time.Since(w.start))
	if w.after > 0 {
		next = time.Now().Add(w.after)
	}
	return next, nil
}

func (w *worker) Checks(context.Context) map[string]string { return w.checks }

// different returns how many different events the worker took.
func (w *worker) different() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.took)
}

// times returns when the worker has worked since the last call.
func (w *worker) times() []time.Duration {
	w.mu.Lock()
	defer w.mu.Unlock()
	worked := w.worked
	w.worked = nil
	return worked
}

// running starts a runner over events of this process, and ends it with the test. Time
// passes as in synctest.
func running(t *testing.T, workers ...*worker) (r *runner, kept *inProcess, warned *atomic.Int64) {
	kept, warned = newInProcess(), new(atomic.Int64)
	r = &runner{events: kept, noted: kept.note, woken: make(chan struct{}, 1), now: time.Now, warn: func(error) { warned.Add(1) }}
	for _, w := range workers {
		w.took, w.start = map[string]int{}, time.Now()
		r.modules = append(r.modules, w)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		r.run(ctx)
	}()
	t.Cleanup(func() {
		cancel()
		<-done
	})
	return r, kept, warned
}

func added(i int) models.Event {
	return models.Event{Kind: models.EventAdded, Family: "family", Memo: models.MemoRef{UserID: "taro", ID: models.MemoID(fmt.Sprint(i))}}
}

// TestRunnerWakes: the modules work at the start, at once after an event, when something is
// due, and at least every minute: also if nothing was due before the next morning, because
// that may have changed since.
func TestRunnerWakes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &worker{}
		r, _, warned := running(t, w)
		synctest.Wait()
		same(t, w.times(), []time.Duration{0})
		time.Sleep(10 * time.Second)
		r.happened(added(1))
		synctest.Wait()
		same(t, w.times(), []time.Duration{10 * time.Second})
		w.names(25 * time.Second)
		r.happened(models.Event{Kind: models.EventChanged, Family: "family"})
		synctest.Wait()
		same(t, w.times(), nil)
		time.Sleep(86 * time.Second)
		synctest.Wait()
		same(t, w.times(), []time.Duration{70 * time.Second, 95 * time.Second})
		w.names(8 * time.Hour)
		time.Sleep(145 * time.Second) // 241 s since the start
		synctest.Wait()
		same(t, w.times(), []time.Duration{120 * time.Second, 180 * time.Second, 240 * time.Second})
		if n := warned.Load(); n > 0 {
			t.Errorf("got %d errors, want none", n)
		}
	})
}

// names sets how long after each call of Work the next time is that it names.
func (w *worker) names(after time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.after = after
}

func same(t *testing.T, got, want []time.Duration) {
	t.Helper()
	check.Slices(t, got, want)
}

// TestRunnerHandsOn: each module takes each event, in batches, with an ID of its own; events
// that one module did not take are handed on again, after a pause that grows.
func TestRunnerHandsOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		well, ill := &worker{}, &worker{fails: 3}
		r, kept, warned := running(t, well, ill)
		synctest.Wait()
		for i := range 250 {
			r.happened(added(i))
		}
		synctest.Wait()
		time.Sleep(7*time.Second - time.Millisecond) // 1 + 2 + 4
		synctest.Wait()
		if ill.different() != 0 || warned.Load() != 3 {
			t.Errorf("got %d events and %d warnings, want none and 3", ill.different(), warned.Load())
		}
		time.Sleep(time.Millisecond)
		synctest.Wait()
		if ill.different() != 250 || well.different() != 250 {
			t.Errorf("got %d and %d different events, want 250 each", ill.different(), well.different())
		}
		if left, err := kept.Happened(t.Context(), 1); err != nil || len(left) != 0 {
			t.Errorf("got %v, %v; want no event left", left, err)
		}
	})
}

// TestRunnerWithoutModules: a program without modules keeps no events and does not run.
func TestRunnerWithoutModules(t *testing.T) {
	kept := newInProcess()
	r := &runner{events: kept, noted: kept.note, woken: make(chan struct{}, 1), now: time.Now}
	r.happened(added(1))
	r.run(t.Context())
	if left, err := kept.Happened(t.Context(), 1); err != nil || len(left) != 0 {
		t.Errorf("got %v, %v; want no event", left, err)
	}
}

// TestChecksOf: the checks of all modules are made together.
func TestChecksOf(t *testing.T) {
	got := checksOf([]module.Module{
		&worker{checks: map[string]string{"a": "ok", "b": "broken"}}, &worker{}, &worker{checks: map[string]string{"c": "ok"}},
	})(t.Context())
	if want := map[string]string{"a": "ok", "b": "broken", "c": "ok"}; !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestModuleError: a start that only a person can mend is told apart from one that may
// succeed later.
func TestModuleError(t *testing.T) {
	_, unreadable := os.ReadFile(t.TempDir())
	for name, c := range map[string]struct {
		err  error
		want string // "": it may pass
	}{
		"no error":             {nil, ""},
		"a file of the system": {fmt.Errorf("secret: %w", unreadable), ""},
		"an unusable file":     {fmt.Errorf("module example: data/example-key: %w", auth.ErrSecretFile), "--data has an unusable key: module example: data/example-key: "},
		"a wrong setting":      {errors.New("module example: EXAMPLE must be a or b"), "module example: EXAMPLE must be a or b"},
	} {
		t.Run(name, func(t *testing.T) {
			err := moduleError(c.err)
			var wrong *ConfigError
			switch {
			case !errors.As(err, &wrong):
				if c.want != "" || !errors.Is(err, c.err) {
					t.Errorf("got %v, want %q", err, c.want)
				}
			case c.want == "" || wrong.Err != nil || !strings.HasPrefix(err.Error(), c.want):
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

// TestInProcess: the oldest events come first, and are the first to be dropped.
func TestInProcess(t *testing.T) {
	kept := newInProcess()
	for i := range maxInProcess + 5 {
		kept.note(added(i))
	}
	got, err := kept.Happened(t.Context(), 2)
	if err != nil || len(got) != 2 || got[0].Memo.ID != "5" || got[0].ID == got[1].ID {
		t.Fatalf("got %v, %v; want the events 5 and 6", got, err)
	}
	must.OK(t, kept.Forget(t.Context(), got[:1]))
	if got, err = kept.Happened(t.Context(), 1); err != nil || got[0].Memo.ID != "6" {
		t.Errorf("got %v, %v; want the event 6", got, err)
	}
	if other := newInProcess(); other.prefix == kept.prefix {
		t.Error("got two processes with the same ids")
	}
}

// TestSecretFile: the file of a module's secret has the module's name.
func TestSecretFile(t *testing.T) {
	check.Equal(t, SecretFile("data", "example"), filepath.Join("data", "example-key"))
}

var _ module.Module = (*worker)(nil)
