package memo

import (
	"context"
	"time"

	"voicememo/models"
)

// Store keeps memos. It decides nothing: who may do what, what is valid, ids
// and clocks are the Service's business. Every engine must pass memotest.
//
// Any method may also return CodeUnavailable when the engine is away or
// throttles; a write that returned it may or may not have happened, and
// repeating it is safe.
type Store interface {
	// Add stores m if its author is still a member of m.FamilyID. If a memo with
	// the same key exists, Add changes nothing and returns that memo with
	// created false. Conflict/ReasonMoved: the author is in another family now.
	// Conflict/ReasonListFull: the family has most memos, those of the trash included; 0 is
	// no limit. An engine that cannot count at once leaves that to models.User.ListFull.
	Add(ctx context.Context, m models.Memo, most int) (stored models.Memo, created bool, err error)

	// Get reads memos, at most MaxSeveral, by their keys, each named once, in any
	// order; the ones that are not there are left out. It never lags. Like List it
	// may return what is past PurgeAt.
	Get(ctx context.Context, refs []models.MemoRef) ([]models.Memo, error)

	// List reads one page. It may lag behind writes of other people, never
	// behind the adds that l.Viewer.Latest names, if they are of the last half
	// minute, and never hides a memo of a member or former member whose move is under
	// way. It may return memos of people who are neither and memos past PurgeAt; the
	// Service drops them.
	List(ctx context.Context, l Listing) (Page, error)

	// Update changes one memo if c.From and c.Version hold, and returns it as it
	// is afterwards. NotFound/ReasonMemo: there is none. PreconditionFailed: From or
	// Version does not hold; the error's Current is the memo as it is.
	Update(ctx context.Context, ref models.MemoRef, c Change) (models.Memo, error)

	// Remove permanently removes a memo that is in the trash and has this version.
	// NotFound/ReasonMemo: there is none such.
	Remove(ctx context.Context, ref models.MemoRef, version int64) error

	// Count returns how many live memos an author has.
	Count(ctx context.Context, author models.UserID) (int, error)

	// NoteEmptied keeps who emptied the trash of a family last. A family that is gone
	// is left alone.
	NoteEmptied(ctx context.Context, family models.FamilyID, e models.Emptied) error

	// Settle moves some memos of members and former members who joined f lately to f,
	// at most about limit of them, and clears a person's mark when none is left. It reports
	// whether all marks are cleared. Killed anywhere, it loses nothing; two may
	// run at once.
	Settle(ctx context.Context, f models.Family, limit int) (done bool, err error)

	// Erase removes at most about limit memos of a closing account, and the account
	// and its numbers with the last of them; then done is true. An account that is not
	// closing, or does not exist, is left alone and done.
	Erase(ctx context.Context, author models.UserID, limit int) (done bool, err error)
}

// Listing says which page of a family's memos to read.
type Listing struct {
	Family  models.Family    // with MemberIDs and Moving as just read
	Viewer  models.User      // as just read; the own memos of Latest must not be missed
	Deleted bool             // the trash instead of the list
	After   *models.Position // nil: from the newest
	Limit   int              // how many at most
	Now     time.Time
}

// Page is part of a family's memos, newest first. A page may be short, even
// empty, and still have a Next: a store bounds how much one call reads.
type Page struct {
	Memos []models.Memo
	Next  *models.Position // where the next page starts after; nil: there is no more
}

// State is where a memo can be.
type State int

// The states of a memo.
const (
	Live    State = iota // in the family's list
	Trashed              // in the trash, until PurgeAt
)

// Change is one step in a memo's life.
type Change struct {
	From    State // where it must be now; Trashed means PurgeAt must be after At
	Version int64 // the version it must have; 0: any
	To      State
	Content string // the new content; "" leaves it
	By      models.UserID
	At      time.Time
	PurgeAt time.Time // with To Trashed
}
