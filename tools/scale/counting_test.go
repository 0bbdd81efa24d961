package main

import (
	"testing"
	"time"

	"voicememo/memo"
	"voicememo/tools/testkit/services"
)

// counting measures the part of the scheduled run that counts one noted family: the cost
// with the family noted less the cost without.
func (f *functions) counting(t *testing.T) Action {
	t.Helper()
	run := func() (int, int, time.Duration) {
		f.meter.Reset()
		began := cpu(t, f.web.Pid())
		_, err := f.web.Invoke(t.Context(), []byte(`{"voicememo":"carry-on"}`))
		must(t, err)
		c := f.meter.Cost()
		return c.Requests, c.Sequential, cpu(t, f.web.Pid()) - began
	}
	run() // counts what the measured adds have noted
	requests, sequential, idle := run()
	f.note(t)
	more, longer, busy := run()
	a := Action{Requests: float64(more - requests), Sequential: float64(longer - sequential), CPU: rounded(max(busy-idle, 0).Seconds() * 1e3)}
	if a.Requests < 3 {
		t.Errorf("got %+v, want the requests of a count", a)
	}
	return a
}

// note adds a memo that notes its family for counting.
func (f *functions) note(t *testing.T) {
	t.Helper()
	f.db.Sample = func() bool { return true }
	_, _, err := services.Over(f.db).Memos.Add(t.Context(), f.owner, memo.Draft{Content: "卵を買う", Key: memo.NewKey()})
	must(t, err)
}
