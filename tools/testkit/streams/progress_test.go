package streams

import (
	"context"
	"slices"
	"testing"
	"time"
)

// TestProgress: Wait returns once everything that was written before has been delivered, and
// not while the delivery fails.
func TestProgress(t *testing.T) {
	s := newStage(t)
	o, fails := quick, make(chan error, 1)
	o.Progress = &Progress{}
	fails <- &Failure{}
	Relay(t, s.client, []string{s.table}, func(_ context.Context, event []byte) error {
		time.Sleep(20 * time.Millisecond)
		select {
		case err := <-fails:
			return err
		default:
			s.note(event)
			return nil
		}
	}, o)
	var want []string
	for _, id := range []string{"a", "b", "c"} {
		s.put(item{"id": text(id)})
		want = append(want, id)
		if err := o.Progress.Wait(t.Context()); err != nil {
			t.Fatal(err)
		}
		s.mu.Lock()
		got := slices.Clone(s.delivered)
		s.mu.Unlock()
		if !slices.Equal(got, want) {
			t.Errorf("got %v after Wait, want %v", got, want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := (&Progress{shards: []*progress{{}}}).Wait(ctx); err == nil {
		t.Error("got no error, want that of the context")
	}
}
