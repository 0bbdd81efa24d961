package models

import (
	"slices"
	"time"
)

// MaxMembers is how many people a family may have.
const MaxMembers = 20

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
	// Closing marks an account whose memos are being erased. It has no family.
	Closing bool
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

// Profile is what an identity provider or a device says about a person.
type Profile struct {
	ID      UserID
	Name    string
	Email   string
	Picture string
	Source  Source
}
