package family

import (
	"context"
	"time"

	"voicememo/models"
)

// Store is the four stores of an engine, which pass familytest together. A change of several
// people, families, memos or invitations is one method, which does all of it or nothing.
//
// Reads never lag. Each method names the errors that it returns. Besides, every write
// returns Conflict/ReasonMoved if a value on which the caller based the decision has
// changed since it was read; the argument types name these values. The caller then reads
// and decides again. Any method may also return CodeUnavailable if the engine cannot be
// reached or throttles; a write that returned it may or may not have happened.
type Store struct {
	People
	Membership
	Requests
	Echos
}

// Family reads a family with its members; see People.Roster and People.Members.
func (s Store) Family(ctx context.Context, id models.FamilyID, known ...models.User) (models.Family, error) {
	f, err := s.Roster(ctx, id)
	if err == nil {
		f.Members, err = s.Members(ctx, f, known...)
	}
	if err != nil {
		return models.Family{}, err
	}
	return f, nil
}

// People keeps accounts and the settings of families.
type People interface {
	// Person reads one account. It returns NotFound/ReasonPerson if there is none.
	Person(ctx context.Context, id models.UserID) (models.User, error)

	// Roster reads a family. An engine that stores the accounts apart from the family may
	// leave Members nil. It returns NotFound/ReasonFamily if there is no such family.
	Roster(ctx context.Context, id models.FamilyID) (models.Family, error)

	// Members returns the Members of f, which Roster returned. Their names may lag briefly.
	// It need not read the people in known, which are as just read.
	Members(ctx context.Context, f models.Family, known ...models.User) ([]models.User, error)

	// Create creates the account u and the family u.FamilyID, whose only member and owner
	// it is. It returns Conflict/ReasonMoved if the account already exists.
	Create(ctx context.Context, u models.User) error

	// Enlist makes a person, whose account exists and names e.User.FamilyID, a member of that
	// family, which does not list them. If the family does not exist, Enlist creates it with
	// the person as its owner, unless the engine finds its members by their accounts and
	// another one's says owner. If it exists and the account says owner, the person becomes
	// its owner in place of e.Family.OwnerID. MoveEpoch becomes 1. It returns
	// Conflict/ReasonMoved if the account has a MoveEpoch or is a former member's, or if
	// e.User.FamilyID, e.User.IsOwner or e.Family.OwnerID do not hold any more.
	Enlist(ctx context.Context, e Enlist) error

	// Update changes a person's own attributes and returns the changed person. It returns
	// NotFound/ReasonPerson if there is no such account.
	Update(ctx context.Context, id models.UserID, p Patch) (models.User, error)

	// SetAsking changes whether a family asks its owner before a person joins. It returns
	// Conflict/ReasonMoved if a.Owner does not own a.Family.
	SetAsking(ctx context.Context, a Asking) error

	// SetZone changes where a family lives. It returns Conflict/ReasonMoved if z.By is not a
	// member of z.Family, or if its zone is not z.From any more.
	SetZone(ctx context.Context, z Zone) error
}

// Membership moves people into families and out of them.
//
// The memos of a person who joins a family follow them. Joining clears the person's Acts
// (of the previous list), Request, Connection, RemovedBy, InvitedTo and EraseAt and, unless the person
// is an Echo, LastReadAt. Former members who
// go along stay former members, and their AddedBy becomes the person with whom they came.
// If the family's owner is Interim and the person is not an Echo, the person becomes the
// owner (Move.Inherits), and Interim becomes false.
//
// No method moves the owner out of a family with other members; it returns
// Conflict/ReasonMoved.
//
// Redeem, Admit and Connect return how many live memos come with the person. They return
// Conflict/ReasonAlreadyMember if the person is a member of the family, and
// /ReasonFamilyFull if the family has MaxMembers members.
type Membership interface {
	// Redeem moves a person into the family of an invitation and removes the invitation
	// from that family. The caller has checked that the code has not expired. Redeem
	// returns NotFound/ReasonInviteNotValid if the invitation is not the family's present
	// one, its creator is not a member, or it is bound to another account. It also returns
	// Conflict/ReasonMoved if the family asks its owner first.
	Redeem(ctx context.Context, r Redeem) (brought int, err error)

	// Admit moves the person of a request into the family asked, and removes the
	// request's invitation from the family if it is still the family's. An Echo gets
	// NoticeJoined. Admit also returns Conflict/ReasonMoved if the request does not exist
	// any more or a.By does not own the family.
	Admit(ctx context.Context, a Admit) (brought int, err error)

	// Connect moves an Echo that is alone in its family into the family of c.By, the
	// member who entered its connection number. The Echo gets NoticeJoined, and c.By as
	// its AddedBy. Connect returns NotFound/ReasonInviteNotValid if the number is no longer
	// the Echo's. It also returns Conflict/ReasonMoved if c.By is not a member of the
	// family, or if the family asks its owner first and c.By is not the owner. With c.Link
	// it moves an Echo without a number, and out of a family with others, stores the link
	// and leaves no notice.
	Connect(ctx context.Context, c Connect) (brought int, err error)

	// Leave moves a member or former member, with the memos they wrote and no others, into
	// a new family of which they are the only member and the owner. It clears the person's
	// Acts and, unless the person is an Echo, LastReadAt. If l.By is not the person, it
	// becomes the person's RemovedBy. Leave also returns Conflict/ReasonMoved if l.By is
	// neither that person nor the owner of l.From.
	Leave(ctx context.Context, l Leave) error

	// Close takes a person out of their family and marks the account as closing: its memos
	// are hidden until they are erased. If the person was the last member, the family ends
	// and Close marks every former member of it in the same way.
	Close(ctx context.Context, c Close) error

	// Transfer makes t.To the family's owner in place of t.From. Interim becomes false. It
	// returns Conflict/ReasonMoved if t.From is not the owner any more or t.To is not a
	// member any more.
	Transfer(ctx context.Context, t Transfer) error
}

// Requests keeps the requests to join that people file with families that ask first.
type Requests interface {
	// File stores a request on the person and on the family asked, and removes f.Stale. If
	// the request has an invitation, File returns NotFound/ReasonInviteNotValid under the
	// conditions that Redeem names. If it has neither an invitation nor a By, File returns
	// that error if the family has an invitation or f.Maker is not a member. It returns
	// Conflict/ReasonAlreadyMember if the person is a member, /ReasonFamilyFull if the
	// family has f.MaxMembers members, and /ReasonManyRequests if the family has
	// f.MaxRequests other requests. It also returns Conflict/ReasonMoved if another request
	// of the family has the same check number, or if the By of a request without an
	// invitation is not a member.
	File(ctx context.Context, f File) error

	// Drop removes a request that the owner refuses or the person withdraws. With d.Bound
	// it also removes the family's invitation, which only that person could use. It
	// returns Conflict/ReasonMoved if the request does not exist any more, or if d.By
	// neither owns the family nor is the person.
	Drop(ctx context.Context, d Drop) error
}

// Echos keeps the numbers of Echos and the accounts of Echos whose skill was disabled.
type Echos interface {
	// SetConnection sets an Echo's connection number if it has none or an expired one;
	// otherwise it returns Conflict/ReasonMoved. It returns Conflict/ReasonCodesExhausted
	// if another Echo has the number, expired or not.
	SetConnection(ctx context.Context, id models.UserID, c models.Connection, at time.Time) error

	// SetRecovery stores the hash of an Echo's recovery number if the Echo has none;
	// otherwise it returns Conflict/ReasonMoved. It returns Conflict/ReasonCodesExhausted
	// if another Echo has the number.
	SetRecovery(ctx context.Context, id models.UserID, hash string, at time.Time) error

	// Holder returns the account that has a number, by its NumberKey. The account itself
	// says whether the number is still valid. Holder returns NotFound/ReasonInviteNotValid
	// if no account has the number.
	Holder(ctx context.Context, key string) (models.UserID, error)

	// Retire makes a member a former member and, if the member was the owner, makes r.Heir
	// the owner. It clears the member's Voices, LastReadAt, Heard, Rooms, Greeted, Acts,
	// Link, Connection, Request, Notice and AddedBy. An heir that is an Echo gets NoticeOwner.
	Retire(ctx context.Context, r Retire) error

	// Suspend sets when an Echo that is alone in its family is erased, and removes the
	// family's invitation. It clears the Echo's Voices, LastReadAt, Heard, Rooms, Greeted,
	// Acts, Link, Connection, Request and Notice.
	Suspend(ctx context.Context, s Suspend) error

	// Recover makes a suspended account and the former members of its family former
	// members of r.To. Their memos follow, their AddedBy becomes r.By, and their family
	// ends. Recover returns how many live memos of the suspended account come along.
	Recover(ctx context.Context, r Recover) (brought int, err error)

	// Due lists accounts that are closing or whose EraseAt may have passed at now. A call
	// may list only some of them; call it again when those are erased.
	Due(ctx context.Context, now time.Time) ([]models.UserID, error)
}

// Patch says which attributes of a person to change. A nil field keeps the present value.
// A map changes only the entries that it has, so that calls at the same time keep those
// of each other.
type Patch struct {
	Name       *string
	Email      *string
	Picture    *string
	Emoji      *string                        // "" removes it
	Voices     map[models.VoiceID]string      // names to add or to change; "" does not replace a name
	Unnamed    models.VoiceID                 // a voice to keep without its name; "": none
	LastReadAt *time.Time                     // an earlier time than the present one is ignored; the zero time clears it
	Heard      map[models.VoiceMark]time.Time // entries to set; the zero time removes one
	Rooms      map[models.VoiceMark]string    // entries to set; "" removes one
	Greeted    *int
	Acts       map[models.VoiceMark]models.Act // entries to set; the zero At removes one
	Notice     *models.Notice                  // "" clears it
	Link       *models.Link
	EraseAt    *time.Time // the zero time keeps the account
	At         time.Time
}

// Enlist holds the arguments of People.Enlist.
type Enlist struct {
	User   models.User   // as just read
	Family models.Family // as just read; zero: it does not exist
	At     time.Time
}

// Asking is a new value of Family.AskBeforeJoin.
type Asking struct {
	Family models.FamilyID
	Owner  models.UserID
	On     bool
	At     time.Time
}

// Zone is a new value of Family.TimeZone.
type Zone struct {
	Family models.FamilyID
	By     models.UserID
	From   string // as just read
	To     string
	At     time.Time
}

// Move is the part that Redeem, Admit and Connect have in common. The caller has just read
// all of it; the comments name the values that must still hold.
type Move struct {
	User       models.User     // FamilyID and MoveEpoch must still hold
	From       models.Family   // the person's present family
	To         models.Family   // its owner and Interim must still hold
	Along      []models.UserID // former members of From whom User brought; if User is the last member, the store moves all of From's
	MaxMembers int
	At         time.Time
}

// Inherits reports whether the person who joins becomes the owner of the family: its
// owner is Interim, and the person is not an Echo.
func (m Move) Inherits() bool { return m.To.Interim && m.User.Source != models.SourceAlexa }

// Redeem holds the arguments of Membership.Redeem. The person's JoinedWith becomes the
// invitation's id.
type Redeem struct {
	Move
	Code models.InviteCode
}

// Admit holds the arguments of Membership.Admit. The person's JoinedWith becomes the
// request's InviteID, and AddedBy the request's By.
type Admit struct {
	Move
	Request models.Request // as just read
	By      models.UserID  // the owner of To
}

// Connect holds the arguments of Membership.Connect.
type Connect struct {
	Move               // User.Echo.Connection must still hold, unless Link is set
	By   models.UserID // the member of To who entered the number, or has linked the Echo
	Link models.Link   // the linking with which the Echo comes; zero: it comes by its number
}

// File holds the arguments of Requests.File.
type File struct {
	User        models.User // FamilyID, MoveEpoch and Request must still hold
	To          models.Family
	Request     models.Request
	Maker       models.UserID // who created the request's invitation or code
	MaxMembers  int
	MaxRequests int
	Stale       []models.Request // requests with To that no longer count, as just read
}

// Drop holds the arguments of Requests.Drop.
type Drop struct {
	Request models.Request // as just read
	By      models.UserID
	Bound   bool // the family's InviteFor is the person, as just read
	At      time.Time
}

// Leave holds the arguments of Membership.Leave, for a person who leaves or is removed.
type Leave struct {
	User  models.User     // as just read
	From  models.Family   // as just read
	To    models.FamilyID // the new family of one
	Along []models.UserID // former members of From whom User brought; if User is the last member, the store moves all of From's
	By    models.UserID   // User.ID, or the owner of From who removes User
	At    time.Time
}

// Close holds the arguments of Membership.Close.
type Close struct {
	User models.User   // as just read
	From models.Family // as just read
	At   time.Time
}

// Transfer holds the arguments of Membership.Transfer.
type Transfer struct {
	Family models.FamilyID
	From   models.UserID
	To     models.UserID
	By     models.UserID // who does it; "": an operator
	Notice models.Notice // for To; "": none
	At     time.Time
}

// Retire holds the arguments of Echos.Retire.
type Retire struct {
	User    models.User   // as just read
	From    models.Family // as just read
	Heir    models.User   // the next owner; zero: User is not the owner
	Interim bool          // Heir is an Echo
	At      time.Time
}

// Suspend holds the arguments of Echos.Suspend.
type Suspend struct {
	User    models.User // as just read; alone in its family
	EraseAt time.Time
	At      time.Time
}

// Recover holds the arguments of Echos.Recover.
type Recover struct {
	User models.User   // as just read; suspended
	From models.Family // as just read; User is alone in it
	To   models.Family // as just read
	By   models.UserID // a member of To
	At   time.Time
}
