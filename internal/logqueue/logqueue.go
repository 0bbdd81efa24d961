// Package logqueue writes a log without waiting for its reader: a pipe that is not read, a
// frozen journal or a full disk must not hold up the program that logs.
package logqueue

import (
	"bytes"
	"io"
	"sync"
	"time"
)

// MaxBytes is how many bytes of lines wait at most, some two thousand lines. As many more may
// be being written.
const MaxBytes = 256 << 10

// Queue passes lines on to a writer, in order, in a goroutine of its own. If more than
// MaxBytes would wait, or the writer fails, it drops lines and counts them, and writes one
// line with their number at the same place as soon as writing works again. It is safe for
// concurrent use.
type Queue struct {
	to   io.Writer
	note func(lines int) []byte // the line about dropped ones
	wake chan struct{}
	done chan struct{} // closed when the goroutine has ended
	cut  bool          // the last text written to to does not end with a line; only of the goroutine

	mu      sync.Mutex
	waiting []byte
	owed    int // dropped before the lines that wait, because they could not be written
	lost    int // dropped after them, because there was no room
	dropped int64
	closed  bool
}

// New returns a Queue that writes to to. note returns the line that says how many lines
// were dropped. The caller must call Close.
func New(to io.Writer, note func(lines int) []byte) *Queue {
	q := &Queue{to: to, note: note, wake: make(chan struct{}, 1), done: make(chan struct{})}
	go q.run()
	return q
}

// Write queues one or more whole lines, or drops them. It does not wait for the writer, and
// does not fail. An empty text takes the same way as a line and leaves nothing in the log.
func (q *Queue) Write(lines []byte) (int, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	switch {
	case q.closed || q.lost > 0 || len(q.waiting)+len(lines) > MaxBytes:
		q.lost += count(lines)
		q.dropped += int64(count(lines))
	default:
		q.waiting = append(q.waiting, lines...)
	}
	if !q.closed && (len(q.waiting) > 0 || q.owed > 0) {
		select {
		case q.wake <- struct{}{}:
		default:
		}
	}
	return len(lines), nil
}

// Dropped returns how many lines have been dropped.
func (q *Queue) Dropped() int64 {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.dropped
}

// Dropping reports whether the log lacks lines that it does not say are missing: since the
// last one that could be written, others have been dropped.
func (q *Queue) Dropping() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.owed > 0 || q.lost > 0
}

// Close waits until everything has been passed on, but not longer than patience, and reports
// whether it was. Lines that are written later are dropped.
func (q *Queue) Close(patience time.Duration) bool {
	q.mu.Lock()
	if !q.closed {
		q.closed = true
		close(q.wake)
	}
	q.mu.Unlock()
	late := time.NewTimer(patience)
	defer late.Stop()
	select {
	case <-q.done:
		return !q.Dropping()
	case <-late.C:
		return false
	}
}

func (q *Queue) run() {
	defer close(q.done)
	for range q.wake {
		for q.pass() {
		}
	}
}

// pass passes on what waits, and reports whether there may be more to pass on.
func (q *Queue) pass() (more bool) {
	lines, before, after := q.take()
	if len(lines) == 0 && before == 0 && after == 0 {
		return false
	}
	var err error
	unwritten := 0
	if before > 0 {
		_, err = q.put(q.note(before))
	}
	if err == nil {
		before = 0
		unwritten, err = q.put(lines)
	} else {
		unwritten = count(lines)
	}
	if err == nil && after > 0 {
		if _, err = q.put(q.note(after)); err == nil {
			after = 0
		}
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	q.owed, q.dropped = before+unwritten+after, q.dropped+int64(unwritten)
	return err == nil
}

// take takes what waits, with the numbers of lines that were dropped before and after it.
func (q *Queue) take() (lines []byte, before, after int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	lines, before, after = q.waiting, q.owed, q.lost
	q.waiting, q.lost, q.owed = nil, 0, before+after
	return lines, before, after
}

// put writes lines, after the end of one that was cut, and returns how many are missing.
func (q *Queue) put(lines []byte) (missing int, err error) {
	if len(lines) == 0 {
		return 0, nil
	}
	if q.cut {
		lines = append([]byte{'\n'}, lines...)
	}
	n, err := q.to.Write(lines)
	if n > 0 {
		q.cut = lines[n-1] != '\n'
	}
	if err != nil {
		missing = count(lines[n:])
	}
	return missing, err
}

// count returns the number of lines in a text.
func count(lines []byte) int { return bytes.Count(lines, []byte{'\n'}) }
