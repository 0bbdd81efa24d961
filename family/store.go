package family

import (
	"context"
	"time"

	"voicememo/models"
)

// Store keeps people and families. A change that touches several of them, or
// their memos or an invite code, is one method and happens whole or not at all.
// Every engine must pass familytest.
//
// Reads never lag. Any method may also return CodeUnavailable; a write that
// returned it may or may not have happened.
type Store interface {
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
	// afterwards. NotFound/ReasonPerson: there is none. Conflict/ReasonMoved: with
	// p.Asking, the person does not own that family.
	Update(ctx context.Context, id models.UserID, p Patch) (models.User, error)

	// Join is one step, j.Mode, of coming into a family. A step that ends there
	// moves the person from j.From to j.To, makes the person's memos follow and
	// returns how many live ones come along. The person's LastDeletion, of another
	// list, is gone, and so is any Request.
	//
	// NotFound/ReasonInviteNotValid: the code is not live, not j.To's, or its
	// maker is no longer a member. Conflict/ReasonAlreadyMember,
	// /ReasonFamilyFull, /ReasonManyRequests: so it is. Conflict/ReasonMoved:
	// j.User, j.From, j.Request, j.Stale, the owner or whether the family asks
	// first is not as it was read; read again and decide again.
	Join(ctx context.Context, j Join) (moving int, err error)

	// Leave moves a person into a new family of one, with the memos this person
	// wrote and no others. With l.To empty the person has no family afterwards
	// and is closing: the memos wait for erasure, seen by nobody. LastDeletion is
	// gone as with Join.
	//
	// Conflict/ReasonMoved: the person, the family or its owner is not as it was read.
	Leave(ctx context.Context, l Leave) error

	// Transfer makes t.To the family's owner instead of t.From. Conflict/ReasonMoved:
	// t.From is not the owner or t.To not a member any more.
	Transfer(ctx context.Context, t Transfer) error
}

// Patch says what to change of a person; nil leaves it.
type Patch struct {
	Name               *string
	Email              *string
	Picture            *string
	SessionsValidAfter *time.Time
	Voices             map[models.VoiceID]string // names to add or to change; "" takes no name's place
	ForgetVoices       bool                      // all names; not together with Voices
	LastReadAt         *time.Time                // the zero time forgets it
	LastDeletion       *models.Deletion          // the zero value forgets it
	Asking             *Asking                   // of the family the person owns; not together with others
	At                 time.Time
}

// Asking is a family's setting: whether its owner is asked before anyone joins.
type Asking struct {
	Family models.FamilyID
	On     bool
}

// JoinMode is a step of coming into a family.
type JoinMode int

// The steps.
const (
	Redeem JoinMode = iota // use an invitation of a family that does not ask first, and be in
	File                   // use an invitation of a family that does; Request is kept with both
	Allow                  // the owner lets the person of Request in
	Drop                   // Request is refused or withdrawn
)

// Join is everything needed for one step of coming into a family.
type Join struct {
	Mode       JoinMode
	User       models.User     // as just read; FamilyID and MoveEpoch must still hold
	From       models.Family   // the person's present family, as just read; not for File and Drop
	To         models.FamilyID // the family joined
	MaxMembers int             // not for Drop
	At         time.Time

	Code models.InviteCode // Redeem, File: as just read; it must still be live at At

	MaxRequests int              // File: how many may wait
	Stale       []models.Request // File: others' with j.To that count no more, as just read; they are forgotten
	Request     models.Request   // Allow, Drop: as just read
	By          models.UserID    // Allow, Drop: the owner of j.To; for Drop also User.ID
}

// Filed is the request that a File files, in place of any other of the person.
func (j Join) Filed() models.Request {
	return models.Request{UserID: j.User.ID, FamilyID: j.To, At: j.At}
}

// Leave is everything needed to leave a family, or to be removed from it.
type Leave struct {
	User models.User     // as just read
	From models.Family   // as just read
	To   models.FamilyID // the new family of one; "": the account is closing
	By   models.UserID   // User.ID, or the owner who removes
	At   time.Time
}

// Transfer is everything needed to hand a family over.
type Transfer struct {
	Family models.FamilyID
	From   models.UserID
	To     models.UserID
	At     time.Time
}
