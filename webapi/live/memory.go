package live

import (
	"runtime"
	"runtime/debug"
	"time"
)

// When memory is returned to the operating system. The Go runtime keeps much of what a
// load needed for as long as nothing else on the machine asks for it.
const (
	// manyStreams is from how many streams on their end frees memory worth the work.
	manyStreams = 100
	// freeAfter is how long after their end that is done, so that it is done once for
	// all that end together.
	freeAfter = 5 * time.Second
	// freeEvery is the shortest time between two such ends.
	freeEvery = time.Minute
)

// release decides when to return memory: a moment after the number of streams has
// halved from its peak since the last time. Its owner guards it.
type release struct {
	peak  int
	freed time.Time
	timer *time.Timer // of what is planned; nil: nothing is
}

// count takes note of how many streams there are now. It reports whether free is to be
// planned, and in how long.
func (r *release) count(streams int, now time.Time) (wait time.Duration, plan bool) {
	r.peak = max(r.peak, streams)
	if r.timer != nil || r.peak < manyStreams || streams > r.peak/2 {
		return 0, false
	}
	return max(freeAfter, r.freed.Add(freeEvery).Sub(now)), true
}

// recount counts the hub's streams. The caller holds h.mu.
func (h *Hub) recount() {
	if h.closed {
		return
	}
	if wait, plan := h.release.count(h.streams, time.Now()); plan {
		h.release.timer = time.AfterFunc(wait, h.free)
	}
}

// free returns memory as planned, unless the hub is closed.
func (h *Hub) free() {
	h.mu.Lock()
	closed := h.closed
	h.release = release{peak: h.streams, freed: time.Now()}
	h.mu.Unlock()
	if !closed {
		h.Free()
	}
}

// stopFree ends what is planned. The caller holds h.mu.
func (h *Hub) stopFree() {
	if h.release.timer != nil {
		h.release.timer.Stop()
	}
}

// returnMemory collects twice, because what a sync.Pool holds outlives one collection:
// net/http has the buffers of ended connections there.
func returnMemory() {
	runtime.GC()
	debug.FreeOSMemory()
}
