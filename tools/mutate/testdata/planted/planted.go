// Package planted has code whose mutants its test detects in part.
package planted

import "strings"

// Room has seats.
type Room struct {
	seats int
	notes []string
}

// Seat takes a seat if one is left.
func (r *Room) Seat() bool {
	if r.seats < 1 {
		return false
	}
	r.seats--
	r.note("seat")
	return true
}

func (r *Room) note(text string) { r.notes = append(r.notes, strings.ToUpper(text)) }

// String returns text, which has no mutants.
func (r *Room) String() string {
	if r.seats == 0 {
		return "full"
	}
	return "free"
}
