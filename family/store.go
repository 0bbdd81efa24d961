package family

import (
	"context"
	"time"

	"voicememo/models"
)

// Store keeps people and families. A change that touches several of them, their
// memos or an invitation is one method and happens whole or not at all. Every
// engine must pass familytest.
//
// Reads never lag. Any method may also return CodeUnavailable; a write that
// returned it may or may not have happened. Every write returns
// Conflict/ReasonMoved if what it was decided on is no longer as it was read: read
// again and decide again.
type Store interface {
	People
	Membership
	Requests
	Echos
}

// People are the accounts and the settings of families.
type People interface {
	// Person reads one account. NotFound/ReasonPerson: there is none.
	Person(ctx context.Context, id models.UserID) (models.User, error)

	// Family reads a family with its members (whose names may lag a moment).
	// Members among known, as just read, need not be read again.
	// NotFound/ReasonFamily: there is none.
	Family(ctx context.Context, id models.FamilyID, known ...models.User) (models.Family, error)

	// Create makes a person and the family of one that u.FamilyID names.
	// Conflict/ReasonMoved: the person exists already.
	Create(ctx context.Context, u models.User) error

	// Update changes a person's own attributes and returns the person as it is
	// afterwards. NotFound/ReasonPerson: there is none.
	Update(ctx context.Context, id models.UserID, p Patch) (models.User, error)

	// SetAsking changes whether a family asks its owner before anyone joins.
	// Conflict/ReasonMoved: a.Owner does not own a.Family.
	SetAsking(ctx context.Context, a Asking) error
}

// Membership is how people come into families and leave them. A person who comes
// into a family keeps their memos, which follow; their LastDeletion, of another list,
// is gone, and so are their Request, Connection, InvitedTo and, unless it is a
// Transfer, EraseAt. Former members who go along keep what they are, and their AddedBy
// becomes the person with whom they came. A person who comes into a family with an Interim owner becomes its owner
// (Move.Inherits), and Interim ends.
//
// Every way in returns how many live memos of the person come along, and
// Conflict/ReasonAlreadyMember, /ReasonFamilyFull.
type Membership interface {
	// Redeem moves a person into the family of an invitation and removes the
	// invitation from that family. NotFound/ReasonInviteNotValid: the family does not
	// name the invitation, its maker is not a member, or it is another account's.
	// Conflict/ReasonMoved, besides: the family asks first.
	Redeem(ctx context.Context, r Redeem) (brought int, err error)

	// Admit moves the person of a request into the family asked, and removes the
	// request's invitation from the family if it is still the family's. An Echo gets
	// NoticeJoined. Conflict/ReasonMoved, besides: the request is not there, or a.By
	// does not own the family.
	Admit(ctx context.Context, a Admit) (brought int, err error)

	// Connect moves an Echo that is alone into the family of the member who entered
	// its connection number; it gets NoticeJoined and AddedBy. NotFound/ReasonInviteNotValid: the number is no longer
	// the Echo's. Conflict/ReasonMoved, besides: c.By is not a member, or the family
	// asks first and c.By does not own it.
	Connect(ctx context.Context, c Connect) (brought int, err error)

	// Leave moves a person into a new family of one, with the memos this person
	// wrote and no others; also a former member.
	Leave(ctx context.Context, l Leave) error

	// Close takes a person out of the family and marks the account as closing, so
	// that its memos are hidden and wait for erasure; likewise every former member of a
	// family that ends with it.
	Close(ctx context.Context, c Close) error

	// Transfer makes t.To the family's owner instead of t.From. Conflict/ReasonMoved:
	// t.From is not the owner or t.To not a member any more. It also ends an Interim.
	Transfer(ctx context.Context, t Transfer) error
}

// Requests are what people file with families that ask first.
type Requests interface {
	// File keeps a request on the person and on the family asked, and forgets
	// f.Stale. NotFound/ReasonInviteNotValid as Redeem, for a request with an
	// invitation. Conflict/ReasonAlreadyMember, /ReasonFamilyFull,
	// /ReasonManyRequests. Conflict/ReasonMoved, besides: another request of the
	// family has the same check number, or f.Request.By is not a member.
	File(ctx context.Context, f File) error

	// Drop ends a request that its owner refuses or its person withdraws. With d.Bound
	// the family's invitation, which only that person could use, ends as well.
	// Conflict/ReasonMoved: it is not there, or d.By neither owns the family nor is
	// the person.
	Drop(ctx context.Context, d Drop) error
}

// Echos is what becomes of accounts that only a device knows.
type Echos interface {
	// SetConnection sets an Echo's connection number, in place of an expired one.
	// Conflict/ReasonCodesExhausted: another Echo has it, expired or not.
	SetConnection(ctx context.Context, id models.UserID, c models.Connection, at time.Time) error

	// SetRecovery keeps the hash of an Echo's recovery number, unless it has one
	// (Conflict/ReasonMoved). Conflict/ReasonCodesExhausted: another Echo has it.
	SetRecovery(ctx context.Context, id models.UserID, hash string, at time.Time) error

	// Holder returns the account that has a number, by its NumberKey. Whether the
	// number is still valid stands on the account. NotFound/ReasonInviteNotValid.
	Holder(ctx context.Context, key string) (models.UserID, error)

	// Retire makes a member a former member, with everything forgotten that only the
	// device knew (Voices, LastReadAt, LastDeletion, Connection) and AddedBy, and r.Heir the owner
	// if the member was. An heir that is an Echo gets NoticeOwner.
	Retire(ctx context.Context, r Retire) error

	// Suspend sets when an Echo that is alone in its family is erased, forgets what
	// only the device knew, and removes the family's invitation.
	Suspend(ctx context.Context, s Suspend) error

	// Recover makes a suspended account and the former members of its family former
	// members of r.To, brought by r.By; its family ends, and all their memos follow.
	Recover(ctx context.Context, r Recover) (brought int, err error)

	// Due lists accounts that are closing or whose EraseAt may be over at now. Each
	// call may list some of them; repeat it after they were dealt with.
	Due(ctx context.Context, now time.Time) ([]models.UserID, error)
}

// Patch says what to change of a person; nil leaves it.
type Patch struct {
	Name         *string
	Email        *string
	Picture      *string
	Voices       map[models.VoiceID]string // names to add or to change; "" takes no name's place
	LastReadAt   *time.Time                // the zero time forgets it
	LastDeletion *models.Deletion          // the zero value forgets it
	Notice       *models.Notice            // "" forgets it
	EraseAt      *time.Time                // the zero time: the account stays
	At           time.Time
}

// Asking is a family's setting: whether its owner is asked before anyone joins.
type Asking struct {
	Family models.FamilyID
	Owner  models.UserID
	On     bool
	At     time.Time
}

// Move is what every way into a family has in common. All of it is as just read.
type Move struct {
	User       models.User     // FamilyID and MoveEpoch must still hold
	From       models.Family   // the person's present family
	To         models.Family   // its owner and Interim must still hold
	Along      []models.UserID // former members of From who go where User goes; with the last member all go
	MaxMembers int
	At         time.Time
}

// Inherits reports whether the person becomes the owner of the family joined.
func (m Move) Inherits() bool { return m.To.Interim && m.User.Source != models.SourceAlexa }

// Redeem is everything needed to join by an invitation. The person's JoinedWith
// becomes the invitation's id.
type Redeem struct {
	Move
	Code models.InviteCode
}

// Admit is everything needed to admit a person who asked. The person's JoinedWith
// becomes the request's InviteID, AddedBy its By.
type Admit struct {
	Move
	Request models.Request // as just read
	By      models.UserID  // the owner of To
}

// Connect is everything needed to add an Echo by its connection number.
type Connect struct {
	Move // User.Connection must still hold
	By   models.UserID
}

// File is everything needed to file a request.
type File struct {
	User        models.User // FamilyID and MoveEpoch, and Request, must still hold
	To          models.Family
	Request     models.Request
	Maker       models.UserID // who made the invitation of the request
	MaxMembers  int
	MaxRequests int
	Stale       []models.Request // others' with To that count no more, as just read
}

// Drop is everything needed to end a request.
type Drop struct {
	Request models.Request // as just read
	By      models.UserID
	Bound   bool // the family's InviteFor is the person, as just read
	At      time.Time
}

// Leave is everything needed to leave a family, or to be removed from it.
type Leave struct {
	User  models.User     // as just read
	From  models.Family   // as just read
	To    models.FamilyID // the new family of one
	Along []models.UserID // former members of From who go where User goes; with the last member all go
	By    models.UserID   // User.ID, or the owner who removes
	At    time.Time
}

// Close is everything needed to close an account.
type Close struct {
	User models.User   // as just read
	From models.Family // as just read
	At   time.Time
}

// Transfer is everything needed to hand a family over.
type Transfer struct {
	Family models.FamilyID
	From   models.UserID
	To     models.UserID
	Notice models.Notice // for To
	At     time.Time
}

// Retire is everything needed to make a member a former member.
type Retire struct {
	User    models.User   // as just read
	From    models.Family // as just read
	Heir    models.User   // the next owner; zero: User does not own the family
	Interim bool          // Heir is an Echo
	At      time.Time
}

// Suspend is everything needed to keep an account for a while.
type Suspend struct {
	User    models.User // as just read; alone in its family
	EraseAt time.Time
	At      time.Time
}

// Recover is everything needed to bring the memos of a suspended account into
// another family.
type Recover struct {
	User models.User   // as just read; suspended
	From models.Family // as just read; User is alone in it
	To   models.Family // as just read
	By   models.UserID // a member of To
	At   time.Time
}
