package models

import (
	"cmp"
	"strings"
	"time"
)

// Way is how a person asked to join a family.
type Way string

// The ways.
const (
	WayDigits Way = "digits"
	WayLink   Way = "link"
	WayNumber Way = "number" // a member entered an Echo's connection number
)

// Request is a request to join a family. The family's owner decides on it.
type Request struct {
	UserID   UserID
	FamilyID FamilyID // the family asked
	At       time.Time
	Check    string   // two digits, different among the family's requests; "" on requests of earlier versions
	Way      Way      // "" on requests of earlier versions
	InviteID InviteID // the invitation used; "": none
	By       UserID   // WayNumber: the member who entered the number
}

// Event returns that the person, or the member who entered the number, asked.
func (r Request) Event() Event {
	return Event{Kind: EventAsked, Family: r.FamilyID, Actor: cmp.Or(r.By, r.UserID), Person: r.UserID, At: r.At}
}

// Open reports whether the owner can still decide on the request.
func (r Request) Open(now time.Time) bool {
	return !r.At.IsZero() && r.At.Add(RequestLifetime).After(now)
}

// Compare orders requests by the time at which they were filed, then by user id.
func (r Request) Compare(o Request) int {
	return cmp.Or(r.At.Compare(o.At), strings.Compare(string(r.UserID), string(o.UserID)))
}

// Is reports whether o is the same request, not a later one of the same person.
func (r Request) Is(o Request) bool {
	return r.UserID == o.UserID && r.FamilyID == o.FamilyID && r.At.Equal(o.At) && r.Check == o.Check
}

// Until returns when the request expires.
func (r Request) Until() time.Time { return r.At.Add(RequestLifetime) }
