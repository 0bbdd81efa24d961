package live_test

import (
	"fmt"
	"sync"
	"testing"

	"voicememo/models"
	"voicememo/webapi/live"
)

func open(t *testing.T, h *live.Hub, person models.UserID, family models.FamilyID) *live.Stream {
	t.Helper()
	s, err := h.Open(person, family)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// waiting gives the id of the hint that waits; 0: none.
func waiting(s *live.Stream) uint64 {
	select {
	case id := <-s.Hints():
		return id
	default:
		return 0
	}
}

func ended(s *live.Stream) bool {
	select {
	case <-s.Ended():
		return true
	default:
		return false
	}
}

// TestOnlyTheFamilyHears also that hints nobody takes become one, with the newest id.
func TestOnlyTheFamilyHears(t *testing.T) {
	h := live.NewHub()
	taro, hanako, jiro := open(t, h, "taro", "a"), open(t, h, "hanako", "a"), open(t, h, "jiro", "b")
	for range 1000 {
		h.Changed("a")
	}
	h.Changed("nobody's")
	if first, second := waiting(taro), waiting(hanako); first != 1000 || second != 1000 {
		t.Errorf("hints %d and %d", first, second)
	}
	if waiting(taro) != 0 || waiting(jiro) != 0 {
		t.Error("a hint too many")
	}
	h.Changed("b")
	if id := waiting(jiro); id != 1002 {
		t.Errorf("hint %d", id)
	}
}

func TestFollow(t *testing.T) {
	h := live.NewHub()
	s := open(t, h, "taro", "a")
	h.Changed("a")
	if _, moved := s.Follow("a"); moved {
		t.Error("moved into one's own family")
	}
	id, moved := s.Follow("b")
	if !moved || id != 2 || waiting(s) != 0 {
		t.Errorf("moved %v, hint %d", moved, id)
	}
	h.Changed("a")
	if waiting(s) != 0 {
		t.Error("the former family's hints still come")
	}
	h.Changed("b")
	if id := waiting(s); id != 4 {
		t.Errorf("hint %d", id)
	}
	s.Close()
	if _, moved := s.Follow("c"); moved || h.Len() != 0 {
		t.Error("an ended stream moved")
	}
	h.Changed("c")
	if waiting(s) != 0 {
		t.Error("an ended stream gets hints")
	}
}

func TestTheOldestOfAPersonEnds(t *testing.T) {
	h := live.NewHub()
	streams := make([]*live.Stream, live.MaxPerPerson+2)
	for i := range streams {
		streams[i] = open(t, h, "taro", "a")
	}
	other := open(t, h, "hanako", "a")
	for i, s := range streams {
		if ended(s) != (i < 2) {
			t.Errorf("stream %d: ended %v", i, ended(s))
		}
	}
	streams[0].Close() // again
	if ended(other) || h.Len() != live.MaxPerPerson+1 {
		t.Errorf("%d streams", h.Len())
	}
}

func TestFull(t *testing.T) {
	h := live.NewHub()
	var last *live.Stream
	for i := range live.MaxStreams {
		last = open(t, h, models.UserID(fmt.Sprint(i/live.MaxPerPerson)), "a")
	}
	if _, err := h.Open("taro", "b"); !models.IsCode(err, models.CodeUnavailable) {
		t.Errorf("one too many: %v", err)
	}
	open(t, h, "0", "a") // in place of the person's oldest
	last.Close()
	open(t, h, "taro", "b")
	if h.Len() != live.MaxStreams {
		t.Errorf("%d streams", h.Len())
	}
}

func TestClose(t *testing.T) {
	h := live.NewHub()
	all := []*live.Stream{open(t, h, "taro", "a"), open(t, h, "taro", "a"), open(t, h, "hanako", "b")}
	h.Close()
	h.Close()
	for i, s := range all {
		if !ended(s) {
			t.Errorf("stream %d goes on", i)
		}
	}
	if _, err := h.Open("taro", "a"); !models.IsCode(err, models.CodeUnavailable) || h.Len() != 0 {
		t.Errorf("open after the end: %v, %d streams", err, h.Len())
	}
}

// TestMany: streams come, move and go while hints are given; in the end the hub
// holds nothing.
func TestMany(t *testing.T) {
	h := live.NewHub()
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			last := uint64(0)
			for n := range 200 {
				s, err := h.Open(models.UserID(fmt.Sprint(i%5)), "a")
				if err != nil {
					t.Error(err)
					return
				}
				h.Changed("a")
				if id, moved := s.Follow("b"); moved {
					if id <= last {
						t.Errorf("round %d: hint %d after %d", n, id, last)
					}
					last = id
				}
				h.Changed("b")
				s.Close()
			}
		})
	}
	wg.Wait()
	if h.Len() != 0 {
		t.Errorf("%d streams are left", h.Len())
	}
}
