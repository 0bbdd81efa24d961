package live_test

import (
	"fmt"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/webapi/live"
)

// streamsOf opens n streams of different people, each ten at an address.
func streamsOf(t *testing.T, h *live.Hub, n int) (all []*live.Stream) {
	t.Helper()
	for i := range n {
		all = append(all, openFrom(t, h, models.UserID(fmt.Sprint("person ", i)), fmt.Sprintf("192.0.2.%d", i/10)))
	}
	return all
}

// end closes n of the streams and returns the others.
func end(all []*live.Stream, n int) []*live.Stream {
	for _, s := range all[:n] {
		s.Close()
	}
	return all[n:]
}

// freeing is a hub whose Free counts its calls.
func freeing() (h *live.Hub, freed *atomic.Int64) {
	h, freed = live.NewHub(), new(atomic.Int64)
	h.Free = func() { freed.Add(1) }
	return h, freed
}

// after waits and checks how often memory has been returned by then.
func after(t *testing.T, d time.Duration, freed *atomic.Int64, want int64) {
	t.Helper()
	time.Sleep(d)
	synctest.Wait()
	check.Equal(t, freed.Load(), want, "how often memory is returned")
}

// TestMemoryIsReturned some seconds after half of the streams have ended, once for all that
// end together, and again after half of the rest have ended.
func TestMemoryIsReturned(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, freed := freeing()
		all := streamsOf(t, h, 1000)
		all = end(all, 499)
		after(t, time.Hour, freed, 0)
		all = end(all, 1)
		after(t, 4*time.Second, freed, 0)
		all = end(all, 100) // of 1,000 there are 400 left
		after(t, 2*time.Second, freed, 1)
		all = end(all, 199)
		after(t, time.Hour, freed, 1)
		end(all, 1)
		after(t, 6*time.Second, freed, 2)
		h.Close()
	})
}

// TestMemoryIsReturnedAtMostOnceAMinute, however often streams open and close.
func TestMemoryIsReturnedAtMostOnceAMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, freed := freeing()
		for range 60 {
			end(streamsOf(t, h, 200), 200)
			time.Sleep(10 * time.Second)
		}
		after(t, 0, freed, 10)
	})
}

// TestMemoryOfFewStreamsStays: the memory of a few streams is not returned.
func TestMemoryOfFewStreamsStays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, freed := freeing()
		end(streamsOf(t, h, 99), 99)
		after(t, time.Hour, freed, 0)
	})
}

// TestMemoryStaysWithAClosedHub: the process is about to end.
func TestMemoryStaysWithAClosedHub(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, freed := freeing()
		end(streamsOf(t, h, 200), 200)
		h.Close()
		after(t, time.Hour, freed, 0)
	})
	synctest.Test(t, func(t *testing.T) {
		h, freed := freeing()
		streamsOf(t, h, 200)
		h.Close()
		after(t, time.Hour, freed, 0)
	})
}
