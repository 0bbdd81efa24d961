package memo

import (
	"context"
	"time"

	"voicememo/models"
)

// Store keeps memos. It makes no decision: the Service checks rights and input, creates
// ids and reads the clock. Every engine must pass memotest.
//
// Each method names the errors that it returns. Any method may also return
// CodeUnavailable if the engine cannot be reached or throttles; a write that returned it
// may or may not have happened, and repeating it is safe.
type Store interface {
	// Add stores m. If a memo with the same key exists, Add changes nothing and returns
	// that memo with created false. It returns Conflict/ReasonMoved if the author is not a
	// member of m.FamilyID any more, and Conflict/ReasonListFull if the number of that
	// family's memos, including those in the trash, has reached most (0: no limit). An
	// engine that cannot count them within Add ignores most and sets models.User.ListFull
	// instead.
	Add(ctx context.Context, m models.Memo, most int) (stored models.Memo, created bool, err error)

	// Get reads memos by their keys, at most MaxSeveral, each key once. It returns them in
	// any order and leaves out those that do not exist. It never lags. Like List, it may
	// return memos past PurgeAt.
	Get(ctx context.Context, refs []models.MemoRef) ([]models.Memo, error)

	// List reads one page. It may lag behind other people's writes, but not behind those
	// memos of l.Viewer.Latest that were added in the last half minute. It lists a memo of
	// a member or former member even while its move is pending. It may also return memos
	// of other people and memos past PurgeAt; the Service drops them.
	List(ctx context.Context, l Listing) (Page, error)

	// Update applies c to one memo and returns the changed memo. It returns
	// NotFound/ReasonMemo if the memo does not exist, and PreconditionFailed, with the memo
	// as Current, if the memo is not in state c.From or does not have version c.Version.
	Update(ctx context.Context, ref models.MemoRef, c Change) (models.Memo, error)

	// Remove permanently removes a memo that is in the trash and has this version. It
	// returns NotFound/ReasonMemo if there is no such memo.
	Remove(ctx context.Context, ref models.MemoRef, version int64) error

	// Count returns how many live memos an author has.
	Count(ctx context.Context, author models.UserID) (int, error)

	// NoteEmptied records who last emptied the trash of a family. If the family does not
	// exist any more, NoteEmptied does nothing.
	NoteEmptied(ctx context.Context, family models.FamilyID, e models.Emptied) error

	// Settle resumes the pending moves to f (f.Moving): it moves at most about limit memos
	// of its members and former members to f, and clears a person's mark when none of
	// their memos is left to move. It reports whether all marks are cleared. An
	// interrupted call loses nothing, and calls may run concurrently.
	Settle(ctx context.Context, f models.Family, limit int) (done bool, err error)

	// Erase removes at most about limit memos of a closing account. With the last of them
	// it removes the account and its numbers, and done is true. For an account that is
	// not closing or does not exist, Erase changes nothing and done is true.
	Erase(ctx context.Context, author models.UserID, limit int) (done bool, err error)
}

// Listing says which page of a family's memos to read.
type Listing struct {
	Family  models.Family    // as just read, with MemberIDs and Moving
	Viewer  models.User      // as just read; List must not miss the memos of Latest
	Deleted bool             // list the trash instead of the live memos
	After   *models.Position // list memos after this position; nil: from the newest
	Limit   int              // the most memos to return
	Now     time.Time
}

// Page is part of a family's memos, newest first. A page may have fewer memos than the
// limit, or none, and still have a Next, because a store bounds how much one call reads.
type Page struct {
	Memos []models.Memo
	Next  *models.Position // Listing.After of the next page; nil: this is the last page
}

// State is where a memo is: in the list or in the trash.
type State int

// The states of a memo.
const (
	Live    State = iota // in the family's list
	Trashed              // in the trash, until PurgeAt
)

// Change is a change of one memo: an edit, a deletion into the trash or a restoration.
type Change struct {
	From    State // the state it must be in; with Trashed, its PurgeAt must also be after At
	Version int64 // the version it must have; 0: any
	To      State
	Content string // the new content; "" keeps the present one
	By      models.UserID
	At      time.Time
	PurgeAt time.Time // only with To Trashed
}
