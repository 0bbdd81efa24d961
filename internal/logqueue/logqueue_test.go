package logqueue_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"voicememo/internal/logqueue"
	"voicememo/tools/testkit/check"
)

// reader is a log's reader. It reads nothing until reads is closed, and fails with err after
// room more bytes.
type reader struct {
	reads chan struct{}
	got   strings.Builder
	room  int
	err   error
}

func newReader(reads bool) *reader {
	r := &reader{reads: make(chan struct{})}
	if reads {
		close(r.reads)
	}
	return r
}

func (r *reader) Write(p []byte) (int, error) {
	<-r.reads
	n := len(p)
	if r.err != nil {
		n = min(r.room, n)
		r.room -= n
	}
	r.got.Write(p[:n])
	return n, r.err
}

func note(lines int) []byte { return fmt.Appendf(nil, "dropped %d\n", lines) }

func line(i int) string { return fmt.Sprintf("%06d %s\n", i, strings.Repeat("x", 1016)) } // 1 KiB

// TestNotRead: lines are taken at once while the log is not read. Those for which there is no
// room are counted, in one line at their place.
func TestNotRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newReader(false)
		q := logqueue.New(r, note)
		defer q.Close(0)
		var want strings.Builder
		for i := range 1 + logqueue.MaxBytes/1024 {
			fmt.Fprint(q, line(i))
			want.WriteString(line(i))
			if i == 0 {
				synctest.Wait() // it is being written
			}
		}
		if q.Dropping() {
			t.Error("got lines dropped, want MaxBytes to wait")
		}
		for i := range 7 {
			fmt.Fprintln(q, i) // also shorter ones, so that the order is right
		}
		if got := q.Dropped(); got != 7 || !q.Dropping() {
			t.Errorf("got %d dropped and %v, want 7 while they are dropped", got, q.Dropping())
		}
		want.WriteString("dropped 7\nlater\n")
		close(r.reads)
		synctest.Wait()
		fmt.Fprintln(q, "later")
		if !q.Close(time.Second) || r.got.String() != want.String() || q.Dropped() != 7 {
			t.Errorf("got %d dropped and ...%q, want 7 and ...%q", q.Dropped(), tail(r.got.String()), tail(want.String()))
		}
	})
}

func tail(s string) string { return s[max(0, len(s)-100):] }

// TestReaderFails: what could not be written is counted, from the middle of a line too, and
// so is what comes while the reader still fails; then everything is written again.
func TestReaderFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newReader(true)
		r.room, r.err = 9, errors.New("no space left on device")
		q := logqueue.New(r, note)
		fmt.Fprint(q, "first\nsecond\nthird\n")
		synctest.Wait()
		fmt.Fprint(q, "fourth\n")
		synctest.Wait()
		if got := q.Dropped(); got != 3 || !q.Dropping() {
			t.Errorf("got %d dropped and %v, want 3 while they are dropped", got, q.Dropping())
		}
		r.err = nil
		_, _ = q.Write(nil) // as a check of the server's health does
		synctest.Wait()
		if q.Dropping() {
			t.Error("got lines dropped, want writing to work")
		}
		fmt.Fprint(q, "fifth\n")
		if want := "first\nsec\ndropped 3\nfifth\n"; !q.Close(time.Second) || r.got.String() != want {
			t.Errorf("got %q, want %q", r.got.String(), want)
		}
	})
}

// TestCloseIsBounded: the end does not wait for a reader that does not read.
func TestCloseIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newReader(false)
		q := logqueue.New(r, note)
		fmt.Fprintln(q, "a line")
		began := time.Now()
		if q.Close(3*time.Second) || time.Since(began) != 3*time.Second {
			t.Errorf("got the end after %v, want it after three seconds, and that a line is missing", time.Since(began))
		}
		close(r.reads)
		if !q.Close(time.Second) {
			t.Error("got a line missing, want it written")
		}
		fmt.Fprintln(q, "after the end") // is dropped
		check.Equal(t, q.Dropped(), 1, "dropped")
	})
}
