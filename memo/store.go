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
	Works

	// Add stores m. If a memo with the same key exists, Add changes nothing and returns
	// that memo with created false; if Remove has removed it and its key is still known, Add
	// returns m as models.Memo.Removed with created false. It returns Conflict/ReasonMoved if the author is not a
	// member of m.FamilyID any more, and Conflict/ReasonListFull if the number of that
	// family's memos, including those in the trash, has reached most (0: no limit). An
	// engine that cannot count them within Add ignores most and sets models.AuthorState.ListFull
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

	// Update applies c to one memo and returns the changed memo (Change.Apply). An engine that
	// has corrected dates since may date c later (Change.NotBefore). It returns
	// NotFound/ReasonMemo if the memo does not exist, and PreconditionFailed, with the memo
	// as Current, if c does not hold for it (Change.Holds).
	Update(ctx context.Context, ref models.MemoRef, c Change) (models.Memo, error)

	// Remove permanently removes a memo that is Deleted and has this version. Until forget, in
	// whole seconds, or until its author's account is erased, the store knows the key, and
	// nothing else, for Add. Remove returns NotFound/ReasonMemo if there is no such memo.
	Remove(ctx context.Context, ref models.MemoRef, version int64, forget time.Time) error

	// Count returns how many memos of an author are not Deleted. It may count expired ones.
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
	// Roster reads Family, which then is empty. List calls it, through WithFamily or while it
	// reads what the family cannot change; further calls return the same. Nil: Family is
	// complete.
	Roster  func() (models.Family, error)
	Family  models.Family    // as just read, with MemberIDs and Moving
	Viewer  models.User      // as just read; List must not miss the memos of Latest
	Deleted bool             // list the trash instead of the live memos
	Done    *bool            // list only memos that are done, or only those that are not; nil: both
	Since   time.Time        // list only memos created then or later; zero: no limit
	Before  time.Time        // list only memos created earlier; zero: no limit
	Oldest  bool             // oldest first instead of newest first
	After   *models.Position // list memos after this position of that order; nil: from the first
	Limit   int              // the most memos to return
	Now     time.Time

	// Search, if not nil, is which memos are wanted. A Store may leave out those that
	// Search.Examine refuses. It then ignores Limit, stops after a memo at which Search is
	// Spent, and examines only memos that belong on the list.
	Search *Search
}

// Precedes reports whether a position comes earlier than another one in the listing's order.
func (l Listing) Precedes(a, b models.Position) bool {
	if l.Oldest {
		return b.Before(a)
	}
	return a.Before(b)
}

// Covers reports whether the listing has memos of a time.
func (l Listing) Covers(t time.Time) bool {
	return !t.Before(l.Since) && (l.Before.IsZero() || t.Before(l.Before))
}

// Start returns the position after which the listing begins: After, or that of its first
// possible time if that is later in its order; nil: it begins with its first memo.
func (l Listing) Start() *models.Position {
	first := l.Before
	if l.Oldest {
		first = l.Since
	}
	// Ids are not empty: all memos of that time are earlier, newest first, and later, oldest first.
	edge := models.Position{Timestamp: first}
	if first.IsZero() || l.After != nil && !l.Precedes(*l.After, edge) {
		return l.After
	}
	return &edge
}

// WithFamily returns the listing with its Family, and the error of Roster.
func (l Listing) WithFamily() (Listing, error) {
	if l.Roster == nil {
		return l, nil
	}
	family, err := l.Roster()
	l.Family, l.Roster = family, nil
	return l, err
}

// Page is part of a family's memos, in the order of the listing. A page may have fewer memos than the
// limit, or none, and still have a Next, because a store bounds how much one call reads.
type Page struct {
	Memos []models.Memo    // the caller does not change it
	Next  *models.Position // Listing.After of the next page; nil: this is the last page
}

// State is a set of states of a memo. A memo that is done for models.DoneDays is
// Trashed (models.Memo.Expired).
type State int

// The states of a memo. Each memo is in exactly one of Open, Done and Trashed.
const (
	Open    State = 1 << iota // in the family's list, not done
	Done                      // in the family's list, done
	Trashed                   // in the trash, until PurgeAt

	Live = Open | Done // in the family's list
)

// StateOf returns the state of a stored memo at now.
func StateOf(m models.Memo, now time.Time) State {
	switch {
	case m.Deleted || m.Expired(now):
		return Trashed
	case m.Done():
		return Done
	}
	return Open
}

// Change is a change of one memo: an edit, a mark as done or its removal, a deletion
// into the trash or a restoration.
type Change struct {
	From    State  // the memo must be in one of these states at At, and not purged
	Version int64  // the version it must have; 0: any
	To      State  // the new state; 0 keeps the present one
	Content string // the new content; "" keeps the present one
	Swap    bool   // exchange the content with the text before, which the memo must have
	By      models.UserID
	// Newcomer says that By has been a member for less than models.NewcomerFor and does not
	// own the family.
	Newcomer bool
	At       time.Time
	PurgeAt  time.Time // with To Done or Trashed
	Since    time.Time // the memo must not have been changed after it; zero: it may have been
	// Family is where the actor sees the memo. An engine whose memos follow their author
	// later needs it for the event; the memo may still be stored under another family.
	Family models.FamilyID
}

// by returns the change as an actor makes it at now in their family.
func (c Change) by(actor models.User, family models.Family, now time.Time) Change {
	c.Newcomer = family.IsNewcomer(actor, now)
	return c.made(actor.ID, family.ID, now)
}

// made returns the change as an account makes it at now in a family. A memo is purged at a
// whole second, as a TTL requires.
func (c Change) made(by models.UserID, family models.FamilyID, now time.Time) Change {
	c.By, c.Family, c.At = by, family, now
	switch c.To {
	case Done:
		c.PurgeAt = now.AddDate(0, 0, models.DoneDays+models.TrashDays).Truncate(time.Second)
	case Trashed:
		c.PurgeAt = now.AddDate(0, 0, models.TrashDays).Truncate(time.Second)
	}
	return c
}

// NotBefore returns c, dated t if it is dated earlier. PurgeAt moves with it.
func (c Change) NotBefore(t time.Time) Change {
	by := t.Sub(c.At)
	if by <= 0 {
		return c
	}
	c.At = t
	if !c.PurgeAt.IsZero() {
		c.PurgeAt = c.PurgeAt.Add(by + time.Second - 1).Truncate(time.Second)
	}
	return c
}

// Holds reports whether c can be applied to a stored memo.
func (c Change) Holds(m models.Memo) bool {
	return StateOf(m, c.At)&c.From != 0 && !m.Purged(c.At) && (c.Version == 0 || c.Version == m.Version) &&
		(c.Since.IsZero() || !m.UpdatedAt.After(c.Since)) && (!c.Swap || m.HasBefore())
}

// Event returns the kind of the event that c was applied.
func (c Change) Event() models.EventKind {
	switch {
	case c.Rewrites():
		return models.EventEdited
	case c.To == Done:
		return models.EventDone
	case c.To == Trashed && c.From&Live != 0:
		return models.EventTrashed
	case c.To == Open && c.From == Trashed:
		return models.EventRestored
	case c.To == Open:
		return models.EventReopened
	}
	return models.EventChanged
}

// Rewrites reports whether c changes the content, so that its result depends on the
// present one.
func (c Change) Rewrites() bool { return c.Content != "" || c.Swap }

// Apply returns the memo as c changes it. To Open removes DoneAt, DoneBy, Deleted,
// DeletedAt and PurgeAt; To Done sets DoneAt, DoneBy and PurgeAt; To Trashed sets
// Deleted, DeletedAt and PurgeAt and keeps DoneAt and DoneBy. New content sets EditedAt,
// EditedBy and Before; content brought back has the EditedAt and EditedBy that it had (see
// rewrite and bringBack).
func (c Change) Apply(m models.Memo) models.Memo {
	switch {
	case c.Swap:
		m = c.bringBack(m)
	case c.Content != "":
		m = c.rewrite(m, c.Content)
	}
	m.UpdatedAt, m.UpdatedBy, m.Version = c.At, c.By, m.Version+1
	switch c.To {
	case Open:
		m.Deleted, m.DeletedAt, m.PurgeAt, m.DoneAt, m.DoneBy = false, time.Time{}, time.Time{}, time.Time{}, ""
	case Done:
		m.DoneAt, m.DoneBy, m.PurgeAt = c.At, c.By, c.PurgeAt
	case Trashed:
		m.Deleted, m.DeletedAt, m.PurgeAt = true, c.At, c.PurgeAt
	}
	return m
}

// guest reports whether c is a newcomer's change of the memo of another person.
func (c Change) guest(m models.Memo) bool { return c.Newcomer && c.By != m.UserID }

// bringBack returns the memo with its content and Before exchanged. By a guest, the text that
// is kept stays so: a marked Before becomes the content, which the next edit of a guest keeps,
// and a content of another person becomes Before and is marked.
func (c Change) bringBack(m models.Memo) models.Memo {
	kept := c.guest(m) && !m.Before.Kept && m.Present().By != c.By
	m = m.BringBack()
	m.Before.Kept = kept
	return m
}

// rewrite returns the memo with another content. Before becomes the present text, but in
// a row of edits by one person it stays the text before the first of them, and by a guest a
// text that is kept stays; a guest's edit marks Before as kept, any other edit does not. The
// content of Before itself is brought back with its writer, so that the next edit begins a
// row. The present content changes nothing.
func (c Change) rewrite(m models.Memo, content string) models.Memo {
	guest := c.guest(m)
	switch {
	case content == m.Content:
		return m
	case content == m.Before.Content:
		return c.bringBack(m)
	case !m.HasBefore() || m.EditedBy != c.By && !(guest && m.Before.Kept):
		m.Before = m.Present()
	}
	m.Before.Kept = guest
	m.Content, m.EditedAt, m.EditedBy = content, c.At, c.By
	return m
}
