package models

import "time"

// TrashDays is how long a deleted memo can be restored.
const TrashDays = 10

// Memo is one short note of a family.
//
// UserID is the author and never changes. FamilyID is where the memo is listed;
// it is no proof of membership, because a memo follows its author's family with
// a delay. All times are UTC with millisecond resolution.
type Memo struct {
	UserID        UserID
	ID            MemoID
	FamilyID      FamilyID
	Content       string
	Timestamp     time.Time // when it was made
	Deleted       bool      // in the trash
	CreatedByName string    // the author's name as it was then

	SpokenBy  VoiceMark // the voice that spoke it; "": typed, or not recognised
	UpdatedAt time.Time // zero: never edited
	UpdatedBy UserID    // who edited, deleted or restored it last
	Version   int64     // 1 when made, one more with each change
	DeletedAt time.Time // zero unless Deleted
	PurgeAt   time.Time // when the trash forgets it; whole seconds; zero unless Deleted, or unknown
}

// Ref gives the memo's whole key.
func (m Memo) Ref() MemoRef { return MemoRef{UserID: m.UserID, ID: m.ID} }

// Purged reports whether the trash has forgotten the memo by now, whether or
// not the store has got round to removing it. One that was deleted without a
// PurgeAt, as the documented schema allows, stays in the trash.
func (m Memo) Purged(now time.Time) bool {
	return m.Deleted && !m.PurgeAt.IsZero() && !m.PurgeAt.After(now)
}

// Written is a memo of a known author and when it was made.
type Written struct {
	ID MemoID
	At time.Time
}

// Position is a place in a family's memos: newest first, ties broken by author
// and id, both descending. It is also what a page's cursor holds.
type Position struct {
	Timestamp time.Time
	UserID    UserID
	ID        MemoID
}

// Position gives the memo's place in its family's list.
func (m Memo) Position() Position {
	return Position{Timestamp: m.Timestamp, UserID: m.UserID, ID: m.ID}
}

// Before reports whether p comes earlier in the list than q, that is, is newer.
func (p Position) Before(q Position) bool {
	if !p.Timestamp.Equal(q.Timestamp) {
		return p.Timestamp.After(q.Timestamp)
	}
	if p.UserID != q.UserID {
		return p.UserID > q.UserID
	}
	return p.ID > q.ID
}

// TimeFormat is how times are stored and shown: ISO 8601, UTC, milliseconds.
// Its fixed width makes text order the same as time order.
const TimeFormat = "2006-01-02T15:04:05.000Z"

// FormatTime writes t in TimeFormat; the zero time is "".
func FormatTime(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(TimeFormat)
}

// ParseTime reads any RFC 3339 time, down to the millisecond; "" is the zero time.
func ParseTime(s string) (time.Time, error) {
	if s == "" {
		return time.Time{}, nil
	}
	t, err := time.Parse(time.RFC3339Nano, s)
	if err != nil {
		return time.Time{}, err
	}
	return t.UTC().Truncate(time.Millisecond), nil
}
