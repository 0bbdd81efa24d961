package memo

import (
	"context"
	"encoding/base64"
	"slices"
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
	maxBy        = 20   // people in Query.By
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
	Limit   int       // 1 to MaxLimit or, with Whole, to MaxWhole; 0: DefaultLimit
	Whole   bool      // the caller reads all pages
	Cursor  string    // List.Next of the previous page of the same query; "": start with the first memo
	Text    string    // only memos that contain it, whatever its spelling
	By      []string  // only memos by these people, each an id of an account or a name; empty: by all
	Since   time.Time // only memos created then or later; zero: no limit
	Before  time.Time // only memos created earlier; zero: no limit
	Oldest  bool      // oldest first instead of newest first
	Deleted bool      // list the trash
	Done    *bool     // only memos that are done, or only those that are not; nil: both
	Unnamed bool      // CreatedByName may be the one stored with a memo; saves reading the members
}

// List is one page of a family's memos, in the order of the query. A page may have fewer
// memos than the limit and still have a Next.
type List struct {
	Memos []models.Memo
	Next  string // the cursor of the next page; "": this is the last one

	Family models.Family // whose list it is
}

// List returns one page of the memos of the actor's family. It returns Invalid/ReasonFormat
// for a limit or a time out of range, too many people in q.By, or a cursor that List did not
// return for this order, and Invalid/ReasonTooLong for a text or a name of more than
// models.MaxContent code points.
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
	if q.Limit == 0 {
		q.Limit = DefaultLimit
	}
	if q.Limit < 1 || q.Limit > MaxLimit && !q.Whole || q.Limit > MaxWhole {
		return List{}, models.Invalid("limit", models.ReasonFormat)
	}
	l, err := s.listing(ctx, actor, q, now)
	if err != nil {
		return List{}, err
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

// listing returns the first part of the list that q is about.
func (s *Service) listing(ctx context.Context, actor models.User, q Query, now time.Time) (Listing, error) {
	after, err := parseCursor(q.Cursor, q.Oldest)
	if err != nil {
		return Listing{}, err
	}
	if err := q.check(); err != nil {
		return Listing{}, err
	}
	l := Listing{
		Roster: once(func() (models.Family, error) { return s.families.Roster(ctx, actor) }), Viewer: actor, Deleted: q.Deleted, Done: q.Done,
		Since: wholeMillis(q.Since), Before: wholeMillis(q.Before), Oldest: q.Oldest, After: after, Limit: q.Limit, Now: now,
	}
	if l.Search, err = s.search(ctx, l, q); l.Search != nil {
		l.Limit = searchPage
	}
	return l, err
}

// check returns CodeInvalid for a filter that is not one.
func (q Query) check() error {
	if utf8.RuneCountInString(q.Text) > models.MaxContent {
		return models.Invalid("q", models.ReasonTooLong)
	}
	if len(q.By) > maxBy {
		return models.Invalid("author", models.ReasonFormat)
	}
	for field, at := range map[string]time.Time{"since": q.Since, "before": q.Before} {
		if year := at.UTC().Year(); year < 1 || year > 9999 {
			return models.Invalid(field, models.ReasonFormat)
		}
	}
	for _, by := range q.By {
		if utf8.RuneCountInString(by) > models.MaxContent {
			return models.Invalid("author", models.ReasonTooLong)
		}
	}
	return nil
}

// wholeMillis returns the first whole millisecond at or after t, because memos are dated in
// milliseconds.
func wholeMillis(t time.Time) time.Time {
	return t.UTC().Add(time.Millisecond - 1).Truncate(time.Millisecond)
}

// search returns the search that a query needs for its text and its authors; nil: none.
func (s *Service) search(ctx context.Context, l Listing, q Query) (*Search, error) {
	found := NewSearch(q.Text, q.Limit)
	by := slices.DeleteFunc(slices.Clone(q.By), func(name string) bool { return name == "" })
	if len(by) == 0 {
		if found.text == nil {
			return nil, nil
		}
		return found, nil
	}
	family, err := l.Roster()
	if err == nil && len(family.Members) == 0 {
		family, err = s.families.WithMembers(ctx, l.Viewer, family)
	}
	if err != nil {
		return nil, err
	}
	found.by = newAuthors(family, by)
	return found, nil
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

// collect returns a page of at most q.Limit memos.
func (s *Service) collect(ctx context.Context, l Listing, q Query) (List, error) {
	out := List{Memos: make([]models.Memo, 0, min(q.Limit, DefaultLimit))}
	rest, err := s.scan(ctx, l, func(m models.Memo) (more bool) {
		out.Memos = append(out.Memos, m)
		return len(out.Memos) < q.Limit
	})
	if err != nil {
		return List{}, err
	}
	if rest != nil {
		out.Next = formatCursor(*rest, q.Oldest)
	}
	return out, nil
}

// scan calls each with the memos of a listing and of those after it, until each returns false
// or as many were examined as one call may. rest is the position after which it stopped; nil:
// no memo is left. A page after the first is twice as large, so that it reads neither much more
// than is needed nor many pages.
func (s *Service) scan(ctx context.Context, l Listing, each func(models.Memo) (more bool)) (rest *models.Position, err error) {
	for scanned := 0; scanned < maxScanned && (l.Search == nil || !l.Search.Spent()); {
		page, err := s.store.List(ctx, l)
		if err != nil {
			return nil, err
		}
		if l, err = l.WithFamily(); err != nil {
			return nil, err
		}
		for i, m := range page.Memos {
			if !l.wants(m) || each(m) {
				continue
			}
			if i == len(page.Memos)-1 && page.Next == nil {
				return nil, nil
			}
			last := m.Position()
			return &last, nil
		}
		if page.Next == nil {
			return nil, nil
		}
		scanned += l.Limit
		l.After, l.Limit = page.Next, min(2*l.Limit, searchPage)
	}
	return l.After, nil
}

// wants reports whether the reader sees a stored memo in the listing.
func (l Listing) wants(m models.Memo) bool {
	return l.Family.Lists(m.UserID) && m.At(l.Now).Deleted == l.Deleted && !m.Purged(l.Now) &&
		(l.Done == nil || m.Done() == *l.Done) &&
		(l.Search == nil || l.Search.finds(&m))
}

// Count returns how many memos a query finds on all its pages together; q.Limit and q.Cursor
// do not matter. It examines at most as many as one call of List may; if there are others,
// more is true. It returns the errors of List.
func (s *Service) Count(ctx context.Context, actor models.User, q Query) (n int, more bool, err error) {
	q.Limit, q.Cursor = searchPage, ""
	l, err := s.listing(ctx, actor, q, s.now())
	if err != nil {
		return 0, false, err
	}
	if l.Search == nil {
		l.Search = NewSearch("", q.Limit)
	}
	l.Search.counts, l.Limit = !l.Deleted, searchPage
	rest, err := s.scan(ctx, l, func(models.Memo) bool {
		n++
		return true
	})
	if err != nil {
		return 0, false, err
	}
	return n + l.Search.counted, rest != nil, nil
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

// CursorAfter returns the cursor of the page that begins after a memo, newest first.
func CursorAfter(m models.Memo) string { return formatCursor(m.Position(), false) }

// oldestMark ends the cursors of lists that are oldest first.
const oldestMark = "oldest"

func formatCursor(p models.Position, oldest bool) string {
	parts := []string{strconv.FormatInt(p.Timestamp.UnixMilli(), 10), string(p.UserID), string(p.ID)}
	if oldest {
		parts = append(parts, oldestMark)
	}
	return base64.RawURLEncoding.EncodeToString([]byte(strings.Join(parts, "\n")))
}

// parseCursor returns the position of a cursor of a list in one order.
func parseCursor(s string, oldest bool) (*models.Position, error) {
	if s == "" {
		return nil, nil
	}
	raw, err := base64.RawURLEncoding.Strict().DecodeString(s)
	parts := strings.Split(string(raw), "\n")
	if oldest && len(parts) == 4 && parts[3] == oldestMark {
		parts = parts[:3]
	} else if oldest {
		parts = nil
	}
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
