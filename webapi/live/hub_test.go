package live_test

import (
	"fmt"
	"net/netip"
	"sync"
	"testing"

	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
	"voicememo/webapi/live"
)

// home is an address for the tests.
var home = netip.MustParseAddr("192.0.2.1")

func open(t *testing.T, h *live.Hub, person models.UserID, family models.FamilyID) *live.Stream {
	t.Helper()
	s, err := h.Open(person, family, home)
	must.OK(t, err)
	return s
}

// waiting returns the id of the waiting notification; 0: none.
func waiting(s *live.Stream) uint64 {
	select {
	case id := <-s.Notifications():
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

// TestOnlyTheFamilyHears: only the family's streams are notified, and notifications that
// are not received are merged into the newest one.
func TestOnlyTheFamilyHears(t *testing.T) {
	h := live.NewHub()
	taro, hanako, jiro := open(t, h, "taro", "a"), open(t, h, "hanako", "a"), open(t, h, "jiro", "b")
	for range 1000 {
		h.Changed("a")
	}
	h.Changed("nobody's")
	if first, second := waiting(taro), waiting(hanako); first != 1000 || second != 1000 {
		t.Errorf("got notifications %d and %d", first, second)
	}
	if waiting(taro) != 0 || waiting(jiro) != 0 {
		t.Error("got another notification, want none")
	}
	h.Changed("b")
	if id := waiting(jiro); id != 1002 {
		t.Errorf("got hint %d, want %d", id, 1002)
	}
}

func TestFollow(t *testing.T) {
	h := live.NewHub()
	s := open(t, h, "taro", "a")
	h.Changed("a")
	if _, moved := s.Follow("a"); moved {
		t.Error("Follow of the same family: got moved true, want false")
	}
	id, moved := s.Follow("b")
	if !moved || id != 2 || waiting(s) != 0 {
		t.Errorf("Follow: got moved %v, notification %d", moved, id)
	}
	h.Changed("a")
	if waiting(s) != 0 {
		t.Error("got a notification of the former family, want none")
	}
	h.Changed("b")
	if id := waiting(s); id != 4 {
		t.Errorf("got hint %d, want %d", id, 4)
	}
	s.Close()
	if _, moved := s.Follow("c"); moved || h.Len() != 0 {
		t.Error("Follow of an ended stream: got moved true, want false")
	}
	h.Changed("c")
	if waiting(s) != 0 {
		t.Error("got a notification of an ended stream, want none")
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
			t.Errorf("stream %d: got ended %v, want %v", i, ended(s), i < 2)
		}
	}
	streams[0].Close() // again
	if ended(other) || h.Len() != live.MaxPerPerson+1 {
		t.Errorf("got %d streams", h.Len())
	}
}

func TestFull(t *testing.T) {
	h := live.NewHub()
	var last *live.Stream
	for i := range live.MaxStreams {
		last = openFrom(t, h, models.UserID(fmt.Sprint(i/live.MaxPerPerson)), fmt.Sprintf("192.0.2.%d", i/live.MaxPerAddress))
	}
	if _, err := h.Open("taro", "b", home); !models.IsCode(err, models.CodeUnavailable) {
		t.Errorf("one too many: %v", err)
	}
	openFrom(t, h, "0", "198.51.100.1") // replaces the person's oldest
	last.Close()
	openFrom(t, h, "taro", "198.51.100.1")
	check.Equal(t, h.Len(), live.MaxStreams, "streams")
}

// openFrom opens a person's stream of family a from an address.
func openFrom(t *testing.T, h *live.Hub, person models.UserID, address string) *live.Stream {
	t.Helper()
	s, err := h.Open(person, "a", netip.MustParseAddr(address))
	must.OK(t, err)
	return s
}

// TestOneAddressCannotHaveAll: the streams of an address are counted for all people
// together, and other addresses are not affected.
func TestOneAddressCannotHaveAll(t *testing.T) {
	for name, c := range map[string]struct{ of func(i int) string }{
		"IPv4":              {func(int) string { return "192.0.2.1" }},
		"IPv4 in IPv6":      {func(i int) string { return []string{"192.0.2.1", "::ffff:192.0.2.1"}[i%2] }},
		"a network of IPv6": {func(i int) string { return fmt.Sprintf("2001:db8:0:1:%x::%x", i, i) }},
		"one with zones":    {func(i int) string { return fmt.Sprintf("fe80::%x%%eth%d", i, i) }},
	} {
		t.Run(name, func(t *testing.T) {
			h := live.NewHub()
			person := func(i int) models.UserID { return models.UserID(fmt.Sprint(i)) }
			var last *live.Stream
			for i := range live.MaxPerAddress {
				last = openFrom(t, h, person(i), c.of(i))
			}
			_, err := h.Open("taro", "a", netip.MustParseAddr(c.of(1)))
			if !models.IsReason(err, models.ReasonManyStreams) || !models.IsCode(err, models.CodeTooMany) || models.AsError(err).RetryAfter <= 0 {
				t.Fatalf("one too many: got %v, want too_many/many_streams", err)
			}
			for _, other := range []string{"192.0.2.2", "2001:db8:0:2::1"} {
				openFrom(t, h, "taro", other)
			}
			if _, err := h.Open("taro", "a", netip.Addr{}); err != nil {
				t.Errorf("from an unknown address: %v", err)
			}
			last.Close()
			openFrom(t, h, "hanako", c.of(0))
		})
	}
}

// TestTheOldestMakesRoomAtItsOwnAddress, and stays if its end would make no room.
func TestTheOldestMakesRoomAtItsOwnAddress(t *testing.T) {
	h := live.NewHub()
	var first *live.Stream
	for i := range live.MaxPerPerson {
		if s := openFrom(t, h, "taro", "192.0.2.2"); i == 0 {
			first = s
		}
	}
	for i := range live.MaxPerAddress {
		openFrom(t, h, models.UserID(fmt.Sprint(i)), "192.0.2.1")
	}
	if _, err := h.Open("taro", "a", home); !models.IsReason(err, models.ReasonManyStreams) || ended(first) {
		t.Errorf("got %v and ended %v, want a refusal that ends nothing", err, ended(first))
	}
	if openFrom(t, h, "taro", "192.0.2.2"); !ended(first) {
		t.Error("the oldest stream has not ended")
	}
}

// TestRecheck: every stream of the person is notified, and no other.
func TestRecheck(t *testing.T) {
	h := live.NewHub()
	phone, tablet, hanako := open(t, h, "taro", "a"), open(t, h, "taro", "b"), open(t, h, "hanako", "a")
	h.Changed("a")
	h.Recheck("taro")
	h.Recheck("nobody")
	if got := [...]uint64{waiting(phone), waiting(tablet), waiting(hanako)}; got != [...]uint64{2, 2, 1} {
		t.Errorf("got notifications %v, want [2 2 1]", got)
	}
	phone.Close()
	h.Recheck("taro")
	if got := [...]uint64{waiting(phone), waiting(tablet)}; got != [...]uint64{0, 4} {
		t.Errorf("got notifications %v, want [0 4]", got)
	}
}

func TestClose(t *testing.T) {
	h := live.NewHub()
	all := []*live.Stream{open(t, h, "taro", "a"), open(t, h, "taro", "a"), open(t, h, "hanako", "b")}
	h.Close()
	h.Close()
	for i, s := range all {
		if !ended(s) {
			t.Errorf("stream %d has not ended", i)
		}
	}
	if _, err := h.Open("taro", "a", home); !models.IsCode(err, models.CodeUnavailable) || h.Len() != 0 {
		t.Errorf("open after the end: %v, %d streams", err, h.Len())
	}
}

// TestMany: streams open, move and close during notifications; in the end the hub is
// empty.
func TestMany(t *testing.T) {
	h := live.NewHub()
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			last := uint64(0)
			for n := range 200 {
				s, err := h.Open(models.UserID(fmt.Sprint(i%5)), "a", home)
				if err != nil {
					t.Error(err)
					return
				}
				h.Changed("a")
				if id, moved := s.Follow("b"); moved {
					if id <= last {
						t.Errorf("round %d: got notification %d, want one after %d", n, id, last)
					}
					last = id
				}
				h.Changed("b")
				s.Close()
			}
		})
	}
	wg.Wait()
	check.Equal(t, h.Len(), 0, "streams")
}

// TestProgramsEndNoPage: the streams of a person's programs replace each other and none of
// the person's pages, and the other way round.
func TestProgramsEndNoPage(t *testing.T) {
	h := live.NewHub()
	defer h.Close()
	opened := map[bool][]*live.Stream{}
	for i := range 3 * live.MaxPerPerson {
		opener := map[bool]func(models.UserID, models.FamilyID, netip.Addr) (*live.Stream, error){true: h.OpenProgram, false: h.Open}
		program := i%3 != 0 // twice as many programs
		s, err := opener[program]("taro", "a", home)
		must.OK(t, err)
		opened[program] = append(opened[program], s)
	}
	for program, all := range opened {
		for i, s := range all {
			if want := i < len(all)-live.MaxPerPerson; ended(s) != want {
				t.Errorf("stream %d of %d, of a program: %v: got ended %v, want %v", i, len(all), program, ended(s), want)
			}
		}
	}
	check.Equal(t, h.Len(), 2*live.MaxPerPerson, "streams")
}
