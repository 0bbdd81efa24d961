package models

import "time"

const (
	// TrashDays is how long a deleted memo can be restored.
	TrashDays = 10
	// DoneDays is how long a done memo stays in the list. Then it is in the trash.
	DoneDays = 3
)

// Memo is one short note of a family.
//
// UserID is the author and never changes. FamilyID is the family whose list contains
// the memo. It does not prove that the author is a member of that family, because a
// memo follows its author to another family with a delay. All times are UTC with
// millisecond resolution.
type Memo struct {
	UserID        UserID
	ID            MemoID
	FamilyID      FamilyID
	Content       string
	Timestamp     time.Time // when it was created
	Deleted       bool      // in the trash; see At
	CreatedByName string    // the author's name as it was then

	SpokenBy  VoiceMark // the voice that spoke it; "": typed, or not recognised
	UpdatedAt time.Time // zero: never edited
	UpdatedBy UserID    // who edited, deleted or restored it last
	Version   int64     // 1 when created, one more with each change
	DeletedAt time.Time // zero unless Deleted
	PurgeAt   time.Time // when it is purged, in whole seconds; zero unless deleted or done, or unknown
	DoneAt    time.Time // when it was marked as done; zero: it is not done
	DoneBy    UserID    // who marked it as done

	EditedAt time.Time // when Content was written; zero: with the memo, or by a version that did not keep it
	EditedBy UserID    // who wrote Content
	Before   Earlier   // what Content was before the last editor's first change in a row

	Via AccessID // the personal token or app that added it; "": a browser, an ID token or an Echo
}

// Earlier is an earlier text of a memo. The zero value means that there is none.
type Earlier struct {
	Content string
	At      time.Time // when it was written
	By      UserID    // who wrote it
	// Kept says that a newcomer has changed the memo of another person since: this is the
	// text that its author or an established member wrote or chose last, and no newcomer can
	// replace it.
	Kept bool
}

// Present returns the memo's present text as the next Before. Without an editor it
// is the author's.
func (m Memo) Present() Earlier {
	if m.EditedBy == "" {
		return Earlier{Content: m.Content, At: m.Timestamp, By: m.UserID}
	}
	return Earlier{Content: m.Content, At: m.EditedAt, By: m.EditedBy}
}

// BringBack returns the memo with its text and Before, which is then not Kept, exchanged. The
// text with which the author added the memo has no editor.
func (m Memo) BringBack() Memo {
	back := m.Before
	m.Before = m.Present()
	m.Content, m.EditedAt, m.EditedBy = back.Content, back.At, back.By
	if back.By == m.UserID && back.At.Equal(m.Timestamp) {
		m.EditedAt, m.EditedBy = time.Time{}, ""
	}
	return m
}

// HasBefore reports whether the memo has an earlier text.
func (m Memo) HasBefore() bool { return m.Before.Content != "" }

// Removed returns the memo as one that was permanently removed TrashDays before forget, for a
// repeated request to add it.
func (m Memo) Removed(forget time.Time) Memo {
	m.Deleted, m.DeletedAt, m.PurgeAt = true, forget.AddDate(0, 0, -TrashDays), forget
	return m
}

// Ref returns the memo's complete key.
func (m Memo) Ref() MemoRef { return MemoRef{UserID: m.UserID, ID: m.ID} }

// Done reports whether the memo is marked as done.
func (m Memo) Done() bool { return !m.DoneAt.IsZero() }

// Expired reports whether the memo has been done for DoneDays at now. It is then in the
// trash, although the store does not have it as deleted.
func (m Memo) Expired(now time.Time) bool {
	return !m.Deleted && m.Done() && !m.DoneAt.AddDate(0, 0, DoneDays).After(now)
}

// At returns a stored memo as readers see it at now: an expired one is deleted.
func (m Memo) At(now time.Time) Memo {
	if m.Expired(now) {
		m.Deleted, m.DeletedAt = true, m.DoneAt.AddDate(0, 0, DoneDays)
	}
	return m
}

// Purged reports whether the memo's time in the trash is over at now, even if the store
// has not removed the memo yet. A memo that was deleted without a PurgeAt, which the
// documented schema allows, stays in the trash.
func (m Memo) Purged(now time.Time) bool {
	return (m.Deleted || m.Done()) && !m.PurgeAt.IsZero() && !m.PurgeAt.After(now)
}

// Until returns when the memo leaves the list or the trash by the clock alone; zero: never.
func (m Memo) Until() time.Time {
	switch {
	case m.Deleted:
		return m.PurgeAt
	case m.Done():
		return Earliest(m.DoneAt.AddDate(0, 0, DoneDays), m.PurgeAt)
	}
	return time.Time{}
}

// Earliest returns the earlier of two times, where the zero time means never.
func Earliest(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

// Written names a memo of a known author and says when it was created.
type Written struct {
	ID MemoID
	At time.Time
}

// Position is a memo's position in its family's list, which is ordered by time, author
// and id, each descending. A page's cursor holds one.
type Position struct {
	Timestamp time.Time
	UserID    UserID
	ID        MemoID
}

// Position returns the memo's position in its family's list.
func (m Memo) Position() Position {
	return Position{Timestamp: m.Timestamp, UserID: m.UserID, ID: m.ID}
}

// Before reports whether p comes earlier in the list than q. Newer memos come first.
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
// Its width is fixed, so that sorting the texts sorts the times.
const TimeFormat = "2006-01-02T15:04:05.000Z"

// FormatTime returns t in TimeFormat, and "" for the zero time.
func FormatTime(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(TimeFormat)
}

// ParseTime parses any RFC 3339 time and truncates it to milliseconds. It returns the
// zero time for "".
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
