package auth

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"voicememo/models"
	"voicememo/tools/testkit/check"
)

// source is a document whose reading takes time.
type source struct {
	asked atomic.Int64
	takes time.Duration
	err   error
}

func (s *source) read(context.Context) (int64, error) {
	n := s.asked.Add(1)
	time.Sleep(s.takes)
	if s.err != nil {
		return 0, s.err
	}
	return n, nil
}

// TestPublishedIsReadOnceAtFirst: requests during the first read wait for it.
func TestPublishedIsReadOnceAtFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &source{takes: time.Second}
		p := newPublished(s.read, time.Now)
		for range 10 {
			go func() {
				if got, err := p.get(t.Context()); got != 1 || err != nil {
					t.Errorf("got %d, %v; want 1", got, err)
				}
			}()
		}
		impatient, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		synctest.Wait()
		if got, err := p.get(impatient); got != 0 || !models.IsCode(err, models.CodeUnavailable) {
			t.Errorf("with a request that ends: got %d, %v; want %s", got, err, models.CodeUnavailable)
		}
		time.Sleep(time.Second)
	})
}

// TestOldAnswerIsReadAgainByOne: one request reads an old answer again; the others use the
// old answer meanwhile.
func TestOldAnswerIsReadAgainByOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &source{}
		p := newPublished(s.read, time.Now)
		if got, err := p.get(t.Context()); got != 1 || err != nil {
			t.Fatalf("got %d, %v; want 1", got, err)
		}
		time.Sleep(maxAge)
		s.takes = time.Second
		done := make(chan int64, 1)
		go func() {
			got, _ := p.get(t.Context())
			done <- got
		}()
		synctest.Wait()
		before := time.Now()
		if got, err := p.get(t.Context()); got != 1 || err != nil || time.Since(before) != 0 {
			t.Errorf("during the reading: got %d, %v after %v; want the old answer immediately", got, err, time.Since(before))
		}
		check.Equal(t, <-done, 2, "the one that reads")
		if got, err := p.get(t.Context()); got != 2 || err != nil {
			t.Errorf("after the reading: got %d, %v; want 2", got, err)
		}
	})
}

// TestReadingThatFails is tried again after a pause, which is short if there is no answer
// to use, and longer if there is an old one.
func TestReadingThatFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &source{err: errors.New("away")}
		p := newPublished(s.read, time.Now)
		ask := func(wantAsked, want int64, wantCode models.Code) {
			t.Helper()
			got, err := p.get(t.Context())
			if got != want || (err != nil) != (wantCode != "") || err != nil && !models.IsCode(err, wantCode) || s.asked.Load() != wantAsked {
				t.Errorf("got %d, %v after %d readings; want %d, %q after %d", got, err, s.asked.Load(), want, wantCode, wantAsked)
			}
		}
		ask(1, 0, models.CodeUnavailable)
		time.Sleep(failurePause - 1)
		ask(1, 0, models.CodeUnavailable)
		time.Sleep(time.Nanosecond)
		ask(2, 0, models.CodeUnavailable)
		s.err = nil
		time.Sleep(failurePause)
		ask(3, 3, "")
		time.Sleep(maxAge - 1)
		ask(3, 3, "")
		s.err = errors.New("away again")
		time.Sleep(time.Nanosecond)
		ask(4, 3, "")
		time.Sleep(retryPause - 1)
		ask(4, 3, "")
		time.Sleep(time.Nanosecond)
		ask(5, 3, "")
		s.err = nil
		time.Sleep(retryPause)
		ask(6, 6, "")
	})
}
