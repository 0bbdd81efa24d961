package memo

import (
	"context"
	"encoding/base64"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"voicememo/internal/parallel"
	"voicememo/models"
)

// Limits of a list.
const (
	DefaultLimit = 50
	MaxLimit     = 100
	MaxWhole     = 1000 // for a caller that reads the whole list
	// maxScanned bounds how many memos one call of List reads to find those that a query
	// wants, searchPage at a time. The cursor leads to the rest. A Store that examines memos
	// where they are stored is bounded by Search.Spent instead.
	maxScanned = 2000
	searchPage = 500
	// settleBatch is how many memos of a pending move one read moves, and settleTime
	// how long the reader waits for that.
	settleBatch = 99
	settleTime  = 300 * time.Millisecond
)

// Query says which memos to list.
type Query struct {
	Limit   int           // 1 to MaxLimit or, with Whole, to MaxWhole; 0: DefaultLimit
	Whole   bool          // the caller reads all pages
	Cursor  string        // List.Next of the previous page; "": start with the newest memo
	Text    string        // only memos that contain it; case, width and kana do not matter
	Author  models.UserID // only this member's memos
	Deleted bool          // list the trash
	Done    *bool         // only memos that are done, or only those that are not; nil: both
	Unnamed bool          // CreatedByName may be the one stored with a memo; saves reading the members
}

// List is one page of a family's memos, newest first. A page may have fewer memos than
// the limit and still have a Next.
type List struct {
	Memos []models.Memo
	Next  string // the cursor of the next page; "": this is the last one

	Family models.Family // whose list it is
}

// List returns one page of the memos of the actor's family. It returns Invalid/ReasonFormat
// for a limit out of range or a cursor that List did not return, and
// Invalid/ReasonTooLong for a search text of more than models.MaxContent code points.
func (s *Service) List(ctx context.Context, actor models.User, q Query) (List, error) {
	now := s.now()
	list, err := s.stored(ctx, actor, q, now)
	for i, m := range list.Memos {
		list.Memos[i] = m.At(now)
	}
	return list, err
}

// stored returns what List returns at now, but the memos as stored (see models.Memo.At).
func (s *Service) stored(ctx context.Context, actor models.User, q Query, now time.Time) (List, error) {
	after, err := parseCursor(q.Cursor)
	if err != nil {
		return List{}, err
	}
	if q.Limit == 0 {
		q.Limit = DefaultLimit
	}
	if q.Limit < 1 || q.Limit > MaxLimit && !q.Whole || q.Limit > MaxWhole {
		return List{}, models.Invalid("limit", models.ReasonFormat)
	}
	if utf8.RuneCountInString(q.Text) > models.MaxContent {
		return List{}, models.Invalid("q", models.ReasonTooLong)
	}
	l := Listing{
		Roster: once(func() (models.Family, error) { return s.families.Roster(ctx, actor) }), Viewer: actor, Deleted: q.Deleted, Done: q.Done, After: after, Limit: q.Limit, Now: now,
		Search: NewSearch(q.Text), Want: q.Limit,
	}
	if q.Text != "" || q.Author != "" {
		l.Limit = searchPage
	}
	if q.Author != "" { // the store may return any number of memos of others
		l.Want = searchPage
	}
	list, err := s.collectNamed(ctx, l, q)
	if family := list.Family; len(family.Moving) > 0 {
		// The family's next read resumes an interrupted move. Its result does not
		// matter here, because the list is correct either way.
		brief, cancel := context.WithTimeout(ctx, settleTime)
		_, _ = s.store.Settle(brief, family, settleBatch)
		cancel()
	}
	return list, err
}

// once returns a function that calls read in its first call, and in each returns what read
// returned. Unlike with sync.OnceValues, a goroutine that waits for read waits on a channel,
// so that the clock of a test (testing/synctest) can go on meanwhile.
func once(read func() (models.Family, error)) func() (models.Family, error) {
	first, done := make(chan struct{}, 1), make(chan struct{})
	var family models.Family
	var err error
	return func() (models.Family, error) {
		select {
		case first <- struct{}{}:
			defer close(done)
			family, err = read()
		default:
			<-done
		}
		return family, err
	}
}

// collectNamed is collect with the names of the present members, unless q.Unnamed is true.
func (s *Service) collectNamed(ctx context.Context, l Listing, q Query) (list List, err error) {
	var family models.Family
	err = parallel.Do(ctx, func(ctx context.Context) (err error) {
		list, err = s.collect(ctx, l, q)
		return err
	}, func(ctx context.Context) (err error) {
		if family, err = l.Roster(); err == nil && !q.Unnamed && len(family.Members) == 0 {
			family, err = s.families.WithMembers(ctx, l.Viewer, family)
		}
		return err
	})
	if err != nil {
		return List{}, err
	}
	list.Family = family
	for i, m := range list.Memos {
		list.Memos[i] = named(m, family)
	}
	return list, nil
}

// collect reads pages until q.Limit memos match, maxScanned are read or no page is left.
// Each page after the first is twice as large, so that it reads neither much more than is
// needed nor many pages.
func (s *Service) collect(ctx context.Context, l Listing, q Query) (List, error) {
	out := List{}
	for scanned := 0; scanned < maxScanned && (l.Search == nil || !l.Search.Spent()); {
		page, err := s.store.List(ctx, l)
		if err != nil {
			return List{}, err
		}
		if l, err = l.WithFamily(); err != nil {
			return List{}, err
		}
		if out.Memos == nil {
			out.Memos = make([]models.Memo, 0, min(len(page.Memos), q.Limit))
		}
		want := matcher(l, q)
		for i, m := range page.Memos {
			if !want(m) {
				continue
			}
			out.Memos = append(out.Memos, m)
			if len(out.Memos) == q.Limit {
				if i < len(page.Memos)-1 || page.Next != nil {
					out.Next = formatCursor(m.Position())
				}
				return out, nil
			}
		}
		if page.Next == nil {
			return out, nil
		}
		scanned += l.Limit
		l.After, l.Limit = page.Next, min(2*l.Limit, searchPage)
	}
	out.Next = formatCursor(*l.After)
	return out, nil
}

// matcher returns a function that reports whether the reader sees a stored memo.
func matcher(l Listing, q Query) func(models.Memo) bool {
	return func(m models.Memo) bool {
		return l.Family.Lists(m.UserID) && m.At(l.Now).Deleted == l.Deleted && !m.Purged(l.Now) &&
			(q.Done == nil || m.Done() == *q.Done) &&
			(q.Author == "" || m.UserID == q.Author) &&
			(l.Search == nil || l.Search.finds(m.Content))
	}
}

// named returns a memo as its family sees it: with the id of that family, even while
// the memo's move there is pending, and with the present name of its author or of the
// voice or device that spoke it. If the author is no longer a member or the voice or
// device is no longer known, the memo keeps the name stored with it.
//
// An earlier version may have stored hidden characters (models.DropHidden), which named drops.
func named(m models.Memo, family models.Family) models.Memo {
	m.FamilyID = family.ID
	if u, ok := family.Member(m.UserID); ok {
		if name, known := u.NameOf(m.SpokenBy); known {
			m.CreatedByName = name
		}
	}
	return shown(m)
}

// shown returns a memo without hidden characters.
func shown(m models.Memo) models.Memo {
	for _, text := range []*string{&m.Content, &m.Before.Content, &m.CreatedByName} {
		*text = models.DropHidden(*text)
	}
	return m
}

// CursorAfter returns the cursor of the page that begins after a memo.
func CursorAfter(m models.Memo) string { return formatCursor(m.Position()) }

func formatCursor(p models.Position) string {
	ms := strconv.FormatInt(p.Timestamp.UnixMilli(), 10)
	return base64.RawURLEncoding.EncodeToString([]byte(ms + "\n" + string(p.UserID) + "\n" + string(p.ID)))
}

func parseCursor(s string) (*models.Position, error) {
	if s == "" {
		return nil, nil
	}
	raw, err := base64.RawURLEncoding.Strict().DecodeString(s)
	parts := strings.Split(string(raw), "\n")
	if err != nil || len(parts) != 3 {
		return nil, models.Invalid("cursor", models.ReasonFormat)
	}
	ms, err := strconv.ParseInt(parts[0], 10, 64)
	if err != nil || ms < 0 || ms > 253_402_300_799_999 { // the last millisecond of year 9999
		return nil, models.Invalid("cursor", models.ReasonFormat)
	}
	at := time.UnixMilli(ms).UTC()
	return &models.Position{Timestamp: at, UserID: models.UserID(parts[1]), ID: models.MemoID(parts[2])}, nil
}
