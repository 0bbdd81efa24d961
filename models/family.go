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

// SkillMemory is what the skill remembers of an account's voices and devices.
type SkillMemory struct {
	// Voices holds the names of the people whose voices this Echo recognises. A voice
	// with the name "" was asked for its name and did not answer.
	Voices map[VoiceID]string
	// Rooms holds the names of this account's devices, such as "Kitchen Echo", by mark.
	Rooms map[VoiceMark]string
	// Acts holds what each voice last did that can be undone; "" is the key of voices that
	// were not recognised.
	Acts map[VoiceMark]Act
	// LastReadAt is up to which time this account has heard or, on the page, seen every memo;
	// zero: never. Unless this is an Echo, a change of family clears it: the memos that are
	// then in the list are not announced as new.
	LastReadAt time.Time
	// Heard is up to which time each recognised voice of this account has heard every memo.
	Heard map[VoiceMark]time.Time
	// Greeted is how often the skill has said how to leave a memo, up to Greetings.
	Greeted int
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

// MaxVoices is how many voices of one Echo can have a name.
const MaxVoices = 30

// Unnamed reports whether an account still has the name of an Echo's first contact, in either
// language.
func Unnamed(name string) bool { return name == "" || name == "エコー" || name == "Echo" }

// MaxRooms is how many devices of one account can have a name.
const MaxRooms = 20

// Speaker is who spoke to an Echo: a recognised voice, on a device.
type Speaker struct {
	Voice  VoiceID  // "": not recognised
	Device DeviceID // "": unknown
}

// SpeaksAs returns the name shown for what a speaker says: the voice's name, otherwise
// the device's, otherwise the account's.
func (u User) SpeaksAs(s Speaker) string {
	if name := u.Skill.Voices[s.Voice]; s.Voice != "" && name != "" {
		return name
	}
	if name := u.Skill.Rooms[s.Device.Mark(u.ID)]; s.Device != "" && name != "" {
		return name
	}
	return u.Name
}

// MarkOf returns the mark of a speaker on the account's memos: that of a recognised
// voice, unless only the device has a name; otherwise that of a device with a name.
func (u User) MarkOf(s Speaker) VoiceMark {
	named := s.Voice != "" && u.Skill.Voices[s.Voice] != ""
	if room := s.Device.Mark(u.ID); !named && s.Device != "" && u.Skill.Rooms[room] != "" {
		return room
	}
	return s.Voice.Mark(u.ID)
}

// NameOf returns the present name of the voice or device whose mark on the account's
// memos is m. It reports false if the account no longer knows it.
func (u User) NameOf(m VoiceMark) (string, bool) {
	if m == "" {
		return u.Name, true
	}
	if name := u.Skill.Rooms[m]; name != "" {
		return name, true
	}
	voice, known := u.Marked(m)
	return u.SpeaksAs(Speaker{Voice: voice}), known
}

// Marked returns the voice whose mark on the account's memos is m. It reports false if
// the account no longer knows that voice.
func (u User) Marked(m VoiceMark) (VoiceID, bool) {
	for v := range u.Skill.Voices {
		if v.Mark(u.ID) == m {
			return v, true
		}
	}
	return "", false
}

// Greetings is how often the skill says how to leave a memo when it is opened.
const Greetings = 3

// ActKind is a kind of Act.
type ActKind string

// The kinds of acts. ActNone is no act: those before its time cannot be undone. An account
// has ActAdded only once a memo is taken back: until then the memo itself says who spoke it
// and when.
const (
	ActNone    ActKind = ""
	ActAdded   ActKind = "added"
	ActDone    ActKind = "done"
	ActTrashed ActKind = "trashed"
	ActNamed   ActKind = "named"
	ActJoined  ActKind = "joined"
)

// The most acts and memos of one act that an account keeps.
const (
	MaxActs    = 5
	MaxActRefs = 20
)

// Act is something that a voice did and can undo.
type Act struct {
	Kind   ActKind
	At     time.Time // zero: nothing
	Refs   []MemoRef // of ActAdded, ActDone and ActTrashed: at most MaxActRefs
	Named  VoiceMark // ActNamed: the voice or device that was named; "": the account
	Name   string    // ActNamed: its name before; "": it had none
	Family FamilyID  // ActJoined: the family that was joined
	Key    string    // identifies the request that did or undid it
	Undone bool      // it was taken back; the acts before it cannot be undone either
}

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
	// FormerIDs are the former members (User.Gone). They are not members, and their
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

// Profile is what an issuer or a device says about a person.
type Profile struct {
	ID      UserID
	Name    string
	Email   string
	Picture string
	Source  Source
}
