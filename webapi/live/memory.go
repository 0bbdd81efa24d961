package live

import (
	"runtime"
	"runtime/debug"
	"time"
)

// When memory is returned to the operating system. After a peak load the Go runtime keeps
// much of the memory until another process on the machine needs it.
const (
	// manyStreams is the least peak of streams whose memory is worth returning.
	manyStreams = 100
	// freeAfter is the delay before memory is returned, so that it is returned once for
	// all streams that end together.
	freeAfter = 5 * time.Second
	// freeEvery is the shortest time between two returns of memory.
	freeEvery = time.Minute
)

// release decides when to return memory: shortly after the number of streams has halved
// from its peak since the last return. Its owner guards it.
type release struct {
	peak  int
	freed time.Time
	timer *time.Timer // of the planned return; nil: none is planned
}

// count records the number of streams. It reports whether to plan a return of memory, and
// after which wait.
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

// stopFree cancels a planned return. The caller holds h.mu.
func (h *Hub) stopFree() {
	if h.release.timer != nil {
		h.release.timer.Stop()
	}
}

// returnMemory collects garbage twice, because values in a sync.Pool, such as net/http's
// buffers of ended connections, survive one collection.
func returnMemory() {
	runtime.GC()
	debug.FreeOSMemory()
}
