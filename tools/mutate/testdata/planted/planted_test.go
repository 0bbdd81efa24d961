package planted

import "testing"

func TestSeat(t *testing.T) {
	r := Room{seats: 1}
	if !r.Seat() || r.Seat() {
		t.Error("got other seats, want one")
	}
}
