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
	// afterwards. NotFound/ReasonPerson: there is none.
	Update(ctx context.Context, id models.UserID, p Patch) (models.User, error)

	// Join redeems an invite code: it marks the code used, moves the person from
	// j.From to j.To and makes the person's memos follow. It returns how many
	// live memos come along. The person's LastDeletion, of another list, is gone.
	//
	// NotFound/ReasonInviteNotValid: the code is not live, not j.To's, or its
	// maker is no longer a member. Conflict/ReasonAlreadyMember,
	// /ReasonFamilyFull: so it is. Conflict/ReasonMoved: j.User or j.From is not
	// as it was read; read again and decide again.
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
	At                 time.Time
}

// Join is everything needed to redeem an invite code.
type Join struct {
	User       models.User       // as just read; FamilyID and MoveEpoch must still hold
	From       models.Family     // the person's present family, as just read
	To         models.FamilyID   // the family joined
	Code       models.InviteCode // as just read; it must still be live at At
	MaxMembers int
	At         time.Time
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
