package models

import "time"

// Source is where an account comes from.
type Source string

// The sources of accounts. SourceOIDC is any OpenID issuer, Google or another: a person
// of another issuer has that issuer's prefix in their UserID.
const (
	SourceOIDC  Source = "google"
	SourceAlexa Source = "alexa"
)

// User is an account: of a person who signs in on the web, or of an Echo.
type User struct {
	ID        UserID
	FamilyID  FamilyID
	Name      string // 1 to 50 characters
	Email     string // only of people who sign in; shown only to them and to their family's owner
	Picture   string // a URL from the issuer, or ""
	Emoji     string // the one that the person chose, or ""
	IsOwner   bool
	CreatedAt time.Time
	UpdatedAt time.Time
	Source    Source

	// SessionsValidAfter revokes every ID token issued up to that time, and every
	// session that began up to that time without an id.
	SessionsValidAfter time.Time
	// Access holds the person's accesses by id; see Use.
	Access map[AccessID]Use
	// EraseAt is when the account and its memos are erased; zero: never.
	EraseAt time.Time
	// Closing marks an account whose memos are being erased. It has no family.
	Closing bool

	Membership Membership
	Echo       EchoState
	Skill      SkillMemory
	Author     AuthorState
}

// Membership is how an account came into its present family, and where it asks to go.
type Membership struct {
	JoinedAt time.Time // when the person joined the present family
	// MoveEpoch counts the families this person has been in. A mover with an older
	// epoch must stop: the person has changed families since.
	MoveEpoch int64
	// Request is this person's request to join another family; zero: none. Any change
	// of family ends it.
	Request Request
	// JoinedWith is the invitation with which the person joined the present family; "":
	// the person joined without one.
	JoinedWith InviteID
	// AddedBy is the member who added this Echo by its connection number or, of a former
	// member, the person who brought it into the family; "": neither.
	AddedBy UserID
	// RemovedBy is the owner who removed the person from the family before the present one;
	// "": the person was not removed.
	RemovedBy UserID
	// InvitedTo is the family whose invitation allowed this account to sign up, until a
	// family admits it; "": none.
	InvitedTo FamilyID
	// Gone marks a former member: an Echo whose skill was disabled while others were
	// in its family, or the author of imported memos who is not a member. It has no
	// rights, and its memos stay with the family.
	Gone bool
}

// EchoState is what only the account of an Echo has.
type EchoState struct {
	// Link is by whom this Echo is linked in the Alexa app; zero: by no one, or it was not used
	// since.
	Link Link
	// Connection is the number with which a member can add this Echo to their family.
	Connection Connection
	// Recovery is the hash of the number that brings this Echo's memos back; "": the Echo
	// has no number.
	Recovery string
	// Notice is what this Echo must announce in its next reply.
	Notice Notice
}

// AuthorState is what an account's writing leaves on it.
type AuthorState struct {
	// ListFull says that the person's family has the maximum number of memos, as far as
	// the engine knows. An engine that checks the number in each Add never sets it.
	ListFull bool
	// Latest names the memos that this person added last, newest first, as far as the
	// store keeps them. An index that lags may not contain these yet.
	Latest []Written
	// Work is what is left of the changes of many memos that this account asked for.
	Work map[WorkKind]Work
}

// Notice is what an Echo must announce in its next reply.
type Notice string

// The notices.
const (
	NoticeJoined Notice = "joined" // it became a member of its present family
	NoticeOwner  Notice = "owner"  // it became the owner of its family
)

// Link is the account linking of an Echo in the Alexa app, as of the last linked turn. It
// carries no rights: those are of the access.
type Link struct {
	Person UserID   // who has linked it
	Access AccessID // the access that the person granted
	Told   bool     // the Echo has said what linking means for its family or, without Person, that the link has ended
}

// Connection is an Echo's connection number.
type Connection struct {
	Number    string // eight digits; "": none
	ExpiresAt time.Time
}

// Live reports whether the number can be used now.
func (c Connection) Live(now time.Time) bool { return c.Number != "" && c.ExpiresAt.After(now) }

// Unnamed reports whether an account still has the name of an Echo's first contact, in either
// language.
func Unnamed(name string) bool { return name == "" || name == "エコー" || name == "Echo" }

// Profile is what an issuer or a device says about a person.
type Profile struct {
	ID      UserID
	Name    string
	Email   string
	Picture string
	Source  Source
}
