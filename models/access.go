package models

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"
)

// SessionIdle is how long a browser's session is valid without being used.
const SessionIdle = 30 * 24 * time.Hour

// AccessID identifies one access of a person: 16 hex digits, or oldAccess and 12 hex
// digits for a browser whose session began before sessions had ids.
type AccessID string

// oldAccess is the prefix of the ids of accesses whose session began without an id.
const oldAccess = "old-"

// OldAccess returns the access id for a session that began without an id: oldAccess
// and 12 hex digits, which the caller derives from the session.
func OldAccess(digits string) AccessID { return AccessID(oldAccess + digits) }

// Old reports whether the session began without an id. Copies of its first cookie
// still have no id, so the end of such an access must be stored.
func (id AccessID) Old() bool { return strings.HasPrefix(string(id), oldAccess) }

// MaxAccess is how many accesses a person may have. The next one ends the access that
// has been unused longest.
const MaxAccess = 20

// AccessKind is the kind of thing that acts for a person.
type AccessKind string

// The kinds.
const (
	AccessSession AccessKind = "session" // a browser that the person signed in with
	AccessToken   AccessKind = "token"   // a personal token, for a program
	AccessApp     AccessKind = "app"     // an app that the person has allowed with OAuth
	AccessEcho    AccessKind = "echo"    // an Echo that is linked in the Alexa app
)

// Access is what a person has granted to something that acts for them, such as a
// browser.
type Access struct {
	ID    AccessID
	Kind  AccessKind
	Name  string // such as "Firefox, Android"; "": unknown
	Host  string // of an app that registered itself, so that its name is not verified: where its codes go; "" for all others
	Scope Scope
	Since time.Time
	Until time.Time // when it ends at the latest

	// By is the access whose request begins this one, "" if none does. It is not stored.
	By AccessID

	LastUsed time.Time // a day, in UTC
}

// Use is what the person's own record holds about an access. A credential is valid
// only while its access is in User.Access and has not ended.
type Use struct {
	LastUsed time.Time // a day, in UTC
	Ended    bool      // only of an access whose id is Old

	// Generation is that of the newest refresh token of an app or Echo, and Renewed is when
	// it was issued. 0: its authorization code has not been redeemed.
	Generation int64
	Renewed    time.Time
}

// Renewal makes a new generation of refresh tokens of an access valid. With the same
// generation, it only extends the access.
type Renewal struct {
	From, To int64     // generations
	At       time.Time // now
	Until    time.Time // when the access ends at the latest from now on
}

// Use returns what the person's record holds after the renewal.
func (r Renewal) Use() Use { return Use{LastUsed: Day(r.At), Generation: r.To, Renewed: r.At} }

// Grants reports whether the person has the access and it has not ended.
func (u User) Grants(id AccessID) bool {
	use, ok := u.Access[id]
	return ok && !use.Ended
}

// Signed reports whether the person has a browser's session that has not ended and was used
// within SessionIdle. LastUsed is the beginning of a day; the session may have been used
// until its end.
func (u User) Signed(session AccessID, now time.Time) bool {
	return u.Grants(session) && now.Sub(u.Access[session].LastUsed) < SessionIdle+24*time.Hour
}

// Revoked reports whether a, which is about to begin, belongs to a session that began
// without an id and has ended: the person has signed out everywhere since, or the
// session is older than the account, which was closed and created again.
func (u User) Revoked(a Access) bool {
	return a.ID.Old() && (!a.Since.After(u.SessionsValidAfter) || a.Since.Before(u.CreatedAt))
}

// UnusedAccess returns the accesses that must end in addition to besides so that one
// more fits: those that have been unused longest, but not by, whose request begins the
// next one. Of those last used on the same day, the one with the earliest time in since
// ends first.
func (u User) UnusedAccess(besides []AccessID, by AccessID, since map[AccessID]time.Time) []AccessID {
	ids := slices.DeleteFunc(slices.Collect(maps.Keys(u.Access)), func(id AccessID) bool { return slices.Contains(besides, id) })
	n := max(0, len(ids)-MaxAccess+1)
	ids = slices.DeleteFunc(ids, func(id AccessID) bool { return id == by })
	slices.SortFunc(ids, func(a, b AccessID) int {
		return cmp.Or(u.Access[a].LastUsed.Compare(u.Access[b].LastUsed), since[a].Compare(since[b]), strings.Compare(string(a), string(b)))
	})
	return ids[:n]
}

// Day returns the day of t in UTC, as Use and Access store it.
func Day(t time.Time) time.Time { return t.UTC().Truncate(24 * time.Hour) }
