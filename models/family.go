package models

import (
	"slices"
	"time"
)

// MaxMembers is how many people a family may have.
const MaxMembers = 20

const (
	// MaxRequests is how many requests to join one family may be open.
	MaxRequests = 5
	// RequestLifetime is how long the owner can decide on a request to join.
	RequestLifetime = 24 * time.Hour
	// ConnectionLifetime is how long an Echo's connection number can be used.
	ConnectionLifetime = 10 * time.Minute
	// KeepFor is how long the account of an Echo that was alone in its family is
	// kept after its skill was disabled.
	KeepFor = 30 * 24 * time.Hour
	// NewcomerFor is how long after joining a member may permanently delete only their own
	// memos, cannot replace a text that others wrote, and may not change their names.
	NewcomerFor = 24 * time.Hour
	// UndoFor is how long what a voice did in an earlier session can be undone.
	UndoFor = 10 * time.Minute
	// TrashedFor is how long other people's memos must have been in the trash before
	// a member who is not the owner may delete them permanently.
	TrashedFor = 24 * time.Hour
)

// Family is the people who share one list of memos.
type Family struct {
	ID        FamilyID
	OwnerID   UserID
	MemberIDs []UserID
	Members   []User // in the order they joined; may lag briefly
	CreatedAt time.Time

	// Moving names, for each member whose memos may not all have followed yet, the
	// families under which those memos may still be listed.
	Moving map[UserID][]FamilyID
	// SettledAt is when an entry of Moving was last removed because all memos had followed;
	// zero: never, or on an engine that moves memos at once.
	SettledAt time.Time
	// FormerIDs are the former members (Membership.Gone). They are not members, and their
	// memos stay in the family's list.
	FormerIDs []UserID

	// InviteID is the family's present invitation, which may have expired; "": none.
	// Using the invitation to join, and revoking it, removes it.
	InviteID InviteID
	// InviteKey is the key of the code that says when that invitation expires: its
	// digits, or its first link.
	InviteKey string
	// InviteFor is the only account that may use the invitation, because it signed up
	// with that invitation; "": any account may use it.
	InviteFor UserID
	// Interim marks a family whose owner is an Echo only because no person was left.
	// The next person who joins becomes the owner.
	Interim bool
	// Emptied is the last time the trash was emptied.
	Emptied Emptied

	// TimeZone is where the family lives: a name of the IANA time zone database. "": not known.
	TimeZone string

	// AskBeforeJoin turns every attempt to join into a request on which the owner
	// decides.
	AskBeforeJoin bool
	// Requests are the requests filed with the family, oldest first. A request counts
	// only while it is open and equal to the person's own Request.
	Requests []Request
}

// Emptied records who last emptied a family's trash.
type Emptied struct {
	By    UserID
	At    time.Time // zero: it was never emptied
	Count int       // memos removed permanently
}

// Has reports whether u is a member of the family.
func (f Family) Has(u UserID) bool { return slices.Contains(f.MemberIDs, u) }

// Lists reports whether the family's list contains the memos of author, who is then a
// member or a former member.
func (f Family) Lists(author UserID) bool {
	return f.Has(author) || slices.Contains(f.FormerIDs, author)
}

// Owner returns the owner, or the zero User if Members does not contain the owner.
func (f Family) Owner() User {
	u, _ := f.Member(f.OwnerID)
	return u
}

// Successor returns the member who becomes the owner after u: the person who has been
// a member longest or, if no other member is a person, the Echo that has. ok is false
// if u is the only member.
func (f Family) Successor(u UserID) (heir User, ok bool) {
	for _, m := range f.Members {
		if m.ID == u {
			continue
		}
		if m.Source != SourceAlexa {
			return m, true
		}
		if !ok {
			heir, ok = m, true
		}
	}
	return heir, ok
}

// IsNewcomer reports whether u, as just read, is not the owner and has been a member for less
// than NewcomerFor at now. A person who has joined the family since u was read is a newcomer.
func (f Family) IsNewcomer(u User, now time.Time) bool {
	return f.OwnerID != u.ID && (u.FamilyID != f.ID || u.Membership.JoinedAt.After(now.Add(-NewcomerFor)))
}

// Alone reports whether u is the only member.
func (f Family) Alone(u UserID) bool { return len(f.MemberIDs) == 1 && f.MemberIDs[0] == u }

// Member returns the member with the id u. It reports false if Members has none.
func (f Family) Member(u UserID) (User, bool) {
	i := slices.IndexFunc(f.Members, func(m User) bool { return m.ID == u })
	if i < 0 {
		return User{}, false
	}
	return f.Members[i], true
}

// RequestOf returns the request that u filed with the family. It reports false if there
// is none or u is a member.
func (f Family) RequestOf(u UserID) (Request, bool) {
	i := slices.IndexFunc(f.Requests, func(r Request) bool { return r.UserID == u })
	if i < 0 || f.Has(u) {
		return Request{}, false
	}
	return f.Requests[i], true
}
