package models

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// MaxMembers is how many people a family may have.
const MaxMembers = 20

const (
	// MaxRequests is how many people may wait to be let into one family.
	MaxRequests = 20
	// RequestLifetime is how long a request to join waits for the owner.
	RequestLifetime = 24 * time.Hour
)

// Source says where an account comes from.
type Source string

// The sources of accounts. A person of another OpenID issuer than Google is
// kept as SourceGoogle's equal under that issuer's own prefix.
const (
	SourceGoogle Source = "google"
	SourceAlexa  Source = "alexa"
)

// User is a person's account: someone who signs in on the web, or an Echo.
type User struct {
	ID        UserID
	FamilyID  FamilyID
	Name      string // 1 to 50 characters
	Email     string // only of people who sign in; told to themselves and their owner
	Picture   string // an address given by the issuer, or ""
	IsOwner   bool
	CreatedAt time.Time
	UpdatedAt time.Time
	JoinedAt  time.Time // when they came into the present family
	Source    Source

	// MoveEpoch counts the families this person has been in. A mover that holds
	// an older epoch must stop: the person has moved on.
	MoveEpoch int64
	// SessionsValidAfter revokes every session and token issued up to then.
	SessionsValidAfter time.Time
	// Latest names the memos this person added last, newest first, as far as the
	// store keeps them: those an index that lags may not have yet.
	Latest []Written
	// Voices names the people whose voices this Echo recognises. "" is somebody
	// who was asked for a name and gave none.
	Voices map[VoiceID]string
	// LastReadAt is when this account last heard the list; zero: never.
	LastReadAt time.Time
	// LastDeletion is what this account deleted last by voice, so that it can be
	// undone.
	LastDeletion Deletion
	// Request is what this person asked for last: to come into another family. It
	// ends with any change of family; zero: nothing.
	Request Request
	// Closing marks an account whose memos are being erased. It has no family.
	Closing bool
}

// Request is a person's wish to come into a family that asks its owner first.
type Request struct {
	UserID   UserID
	FamilyID FamilyID // the family asked
	At       time.Time
}

// Open reports whether the owner can still decide on it.
func (r Request) Open(now time.Time) bool {
	return !r.At.IsZero() && r.At.Add(RequestLifetime).After(now)
}

// Compare orders requests by when they were filed.
func (r Request) Compare(o Request) int {
	return cmp.Or(r.At.Compare(o.At), strings.Compare(string(r.UserID), string(o.UserID)))
}

// Is reports whether o is the very same request, not a later one of the person.
func (r Request) Is(o Request) bool {
	return r.UserID == o.UserID && r.FamilyID == o.FamilyID && r.At.Equal(o.At)
}

// MaxVoices is how many voices of one Echo can have a name.
const MaxVoices = 30

// SpeaksAs gives the name under which a recognised voice writes: its own if it
// has one, otherwise the account's. "" is a voice that was not recognised.
func (u User) SpeaksAs(v VoiceID) string {
	if name := u.Voices[v]; v != "" && name != "" {
		return name
	}
	return u.Name
}

// Marked gives the voice that has a mark on the account's memos, if it is still
// known.
func (u User) Marked(m VoiceMark) (VoiceID, bool) {
	for v := range u.Voices {
		if v.Mark(u.ID) == m {
			return v, true
		}
	}
	return "", false
}

// Deletion is a set of memos that one person put into the trash at once.
type Deletion struct {
	At   time.Time // zero: nothing
	Refs []MemoRef
}

// Family is who shares one list of memos.
type Family struct {
	ID        FamilyID
	OwnerID   UserID
	MemberIDs []UserID
	Members   []User // in the order they joined; may be stale by a moment
	CreatedAt time.Time

	// Moving names, for each member whose memos may not all have followed yet,
	// the families those memos may still be listed under.
	Moving map[UserID][]FamilyID
	// InviteKey is the key of the family's newest invite code, perhaps no longer valid.
	InviteKey string

	// AskBeforeJoin makes a redeemed invitation a request, which the owner decides on.
	AskBeforeJoin bool
	// Requests are those filed with the family, in that order. One counts while it
	// is open and still the person's own Request.
	Requests []Request
}

// Has reports whether u belongs to the family.
func (f Family) Has(u UserID) bool { return slices.Contains(f.MemberIDs, u) }

// Alone reports whether u is the only member.
func (f Family) Alone(u UserID) bool { return len(f.MemberIDs) == 1 && f.MemberIDs[0] == u }

// Member gives the member u, if there is one.
func (f Family) Member(u UserID) (User, bool) {
	i := slices.IndexFunc(f.Members, func(m User) bool { return m.ID == u })
	if i < 0 {
		return User{}, false
	}
	return f.Members[i], true
}

// RequestOf gives what u filed with the family, if u is not a member by now.
func (f Family) RequestOf(u UserID) (Request, bool) {
	i := slices.IndexFunc(f.Requests, func(r Request) bool { return r.UserID == u })
	if i < 0 || f.Has(u) {
		return Request{}, false
	}
	return f.Requests[i], true
}

// Profile is what an identity provider or a device says about a person.
type Profile struct {
	ID      UserID
	Name    string
	Email   string
	Picture string
	Source  Source
}
