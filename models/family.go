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
	// MaxRequests is how many requests to join one family may be open.
	MaxRequests = 5
	// RequestLifetime is how long a request to join waits for the owner.
	RequestLifetime = 24 * time.Hour
	// ConnectionLifetime is how long an Echo's connection number can be used.
	ConnectionLifetime = 10 * time.Minute
	// KeepFor is how long the account of an Echo that was alone in its family is
	// kept after its skill was disabled.
	KeepFor = 30 * 24 * time.Hour
	// NewcomerFor is how long a member permanently deletes only their own memos.
	NewcomerFor = 24 * time.Hour
	// TrashedFor is how long other people's memos must have been in the trash before
	// a member who is not the owner may delete them permanently.
	TrashedFor = 24 * time.Hour
)

// Source says where an account comes from.
type Source string

// The sources of accounts. A person of another OpenID issuer than Google is
// kept as SourceOIDC's equal under that issuer's own prefix.
const (
	SourceOIDC  Source = "google"
	SourceAlexa Source = "alexa"
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
	// SessionsValidAfter revokes every ID token issued up to then, and every session
	// from before sessions had ids.
	SessionsValidAfter time.Time
	// Access is what the person has granted, by id; see Use.
	Access map[AccessID]Use
	// ListFull says that the person's family has its full number of memos, as far as
	// the engine knows; one that checks each Add itself never sets it.
	ListFull bool
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
	// Request is this person's request to join another family. It ends with any
	// change of family; zero: none.
	Request Request
	// JoinedWith is the invitation by which the person came into the present family;
	// "": by none.
	JoinedWith InviteID
	// AddedBy is the member who added this Echo by its connection number.
	AddedBy UserID
	// InvitedTo is the family whose invitation allowed this account to sign up and
	// that has not admitted it yet; "": none.
	InvitedTo FamilyID
	// Connection is the number with which a member can add this Echo to their family.
	Connection Connection
	// Recovery is the hash of the number that brings this Echo's memos back; "": none
	// was given out.
	Recovery string
	// Gone marks a former member: an Echo whose skill was disabled while others were
	// in its family, or the author of imported memos who is not a member. It has no
	// rights, and its memos stay with the family.
	Gone bool
	// EraseAt is when the account and its memos are erased; zero: never.
	EraseAt time.Time
	// Notice is what this Echo has to tell in its next reply.
	Notice Notice
	// Closing marks an account whose memos are being erased. It has no family.
	Closing bool
}

// Notice is what an Echo has to tell in its next reply.
type Notice string

// The notices.
const (
	NoticeJoined Notice = "joined" // it became a member of its present family
	NoticeOwner  Notice = "owner"  // it became the owner of its family
)

// Connection is an Echo's connection number.
type Connection struct {
	Number    string // eight digits; "": none
	ExpiresAt time.Time
}

// Live reports whether the number can be used.
func (c Connection) Live(now time.Time) bool { return c.Number != "" && c.ExpiresAt.After(now) }

// Way is how a person came to a family's door.
type Way string

// The ways.
const (
	WayDigits Way = "digits"
	WayLink   Way = "link"
	WayNumber Way = "number" // a member entered an Echo's connection number
)

// Request is a request to join a family, on which its owner decides.
type Request struct {
	UserID   UserID
	FamilyID FamilyID // the family asked
	At       time.Time
	Check    string   // two digits, different among the family's requests; "" on requests of earlier versions
	Way      Way      // "" on requests of earlier versions
	InviteID InviteID // the invitation used; "": none
	By       UserID   // WayNumber: the member who entered the number
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
	return r.UserID == o.UserID && r.FamilyID == o.FamilyID && r.At.Equal(o.At) && r.Check == o.Check
}

// Until returns when the request lapses.
func (r Request) Until() time.Time { return r.At.Add(RequestLifetime) }

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
	// FormerIDs are the former members (User.Gone). They are not members, and their
	// memos stay in the family's list.
	FormerIDs []UserID

	// InviteID is the family's live invitation, perhaps expired; "": none. Joining by
	// it, and revoking it, removes it.
	InviteID InviteID
	// InviteKey is the code of that invitation that says how long it lives: its
	// digits, or its first link.
	InviteKey string
	// InviteFor is the only account that may use the invitation, because it signed up
	// with it; "": anyone.
	InviteFor UserID
	// Interim marks a family whose owner is an Echo only because no person was left.
	// The next person who joins becomes the owner.
	Interim bool
	// Emptied is the last time the trash was emptied.
	Emptied Emptied

	// AskBeforeJoin makes every way in a request, on which the owner decides.
	AskBeforeJoin bool
	// Requests are those filed with the family, in that order. One counts while it
	// is open and still the person's own Request.
	Requests []Request
}

// Emptied says who emptied a family's trash.
type Emptied struct {
	By    UserID
	At    time.Time // zero: it was never emptied
	Count int       // memos removed permanently
}

// Has reports whether u belongs to the family.
func (f Family) Has(u UserID) bool { return slices.Contains(f.MemberIDs, u) }

// Lists reports whether the memos of author belong to the family's list: those of
// its members and of its former members.
func (f Family) Lists(author UserID) bool {
	return f.Has(author) || slices.Contains(f.FormerIDs, author)
}

// Owner returns the owner, as far as Members has them.
func (f Family) Owner() User {
	u, _ := f.Member(f.OwnerID)
	return u
}

// Successor returns the member who inherits the family from u: the person who has
// been a member longest or, if there is no person, the Echo. ok is false if u is
// the only member.
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
