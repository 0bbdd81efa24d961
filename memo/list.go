package memo

import (
	"context"
	"encoding/base64"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"voicememo/internal/alike"
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
	at, err := parseCursor(q.Cursor)
	if err == nil {
		err = q.check()
	}
	if err != nil {
		return Listing{}, err
	}
	l := Listing{
		Roster: once(func() (models.Family, error) { return s.families.Roster(ctx, actor) }), Viewer: actor, Deleted: q.Deleted, Done: q.Done,
		Since: wholeMillis(q.Since), Before: wholeMillis(q.Before), Oldest: q.Oldest, After: at.after, Limit: q.Limit, Now: now,
	}
	if l.Search, err = s.search(ctx, l, q); err != nil {
		return Listing{}, err
	}
	if q.Cursor != "" && at.oldest != q.Oldest || at.pass > l.Search.last() || at.none && l.Search.last() == alike.Contains {
		return Listing{}, models.Invalid("cursor", models.ReasonFormat)
	}
	if l.Search != nil {
		l.Limit = searchPage
		if l.Search.pass = at.pass; at.after != nil {
			l.Search.worst = at.pass
		}
	}
	return l, nil
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

// collect returns a page of at most q.Limit memos. They have one rank: that of the pass or,
// where the whole list was read and has none of it, the best after it.
func (s *Service) collect(ctx context.Context, l Listing, q Query) (List, error) {
	at, err := parseCursor(q.Cursor)
	if err != nil {
		return List{}, err
	}
	memos, best := make([]models.Memo, 0, min(q.Limit, DefaultLimit)), alike.None
	rest, err := s.scan(ctx, l, func(m models.Memo, rank alike.Rank) (more bool) {
		if rank != best {
			memos, best = memos[:0], rank
		}
		if len(memos) <= q.Limit { // of a later rank one more, which tells that there are more
			memos = append(memos, m)
		}
		return rank != at.pass || len(memos) < q.Limit
	})
	if err != nil {
		return List{}, err
	}
	next := place{after: rest, oldest: q.Oldest, pass: at.pass}
	switch begun := at.after != nil; {
	case best == at.pass, best == alike.None && begun && !at.none:
	case rest != nil:
		memos, next.none = memos[:0], l.Search.last() > alike.Contains
	case best != alike.None: // the list is read from its beginning to its end
		if next.pass = best; len(memos) > q.Limit {
			memos = memos[:q.Limit]
			last := memos[q.Limit-1].Position()
			next.after = &last
		}
	case begun && at.pass < l.Search.last():
		next.pass, next.none = at.pass+1, true
	}
	return List{Memos: memos, Next: next.cursor()}, nil
}

// scan calls each with the memos of a listing and of those after it, and with their ranks,
// until each returns false or as many were examined as one call may. rest is the position
// after which it stopped; nil: no memo is left. A page after the first is twice as large, so
// that it reads neither much more than is needed nor many pages.
func (s *Service) scan(ctx context.Context, l Listing, each func(models.Memo, alike.Rank) (more bool)) (rest *models.Position, err error) {
	for scanned := 0; scanned < maxScanned && (l.Search == nil || !l.Search.Spent()); {
		page, err := s.store.List(ctx, l)
		if err != nil {
			return nil, err
		}
		if l, err = l.WithFamily(); err != nil {
			return nil, err
		}
		for i, m := range page.Memos {
			if !l.has(m) {
				continue
			}
			if rank, _ := l.Search.rank(&m); rank == alike.None || each(m, rank) {
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

// has reports whether the reader sees a stored memo in the listing.
func (l Listing) has(m models.Memo) bool {
	return l.Family.Lists(m.UserID) && m.At(l.Now).Deleted == l.Deleted && !m.Purged(l.Now) &&
		(l.Done == nil || m.Done() == *l.Done)
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
	var ranks [alike.AnyWord + 1]int
	rest, err := s.scan(ctx, l, func(_ models.Memo, rank alike.Rank) bool {
		ranks[rank]++
		return true
	})
	if err != nil {
		return 0, false, err
	}
	if l.Search.left < maxExamined { // the store has counted; it returned the last memo at most
		ranks = l.Search.found
	}
	best := l.Search.best(ranks)
	if rest != nil {
		best = alike.Contains // a page would not tell of others yet
	}
	return ranks[best], rest != nil, nil
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
func CursorAfter(m models.Memo) string { return cursorAfter(m.Position()) }

func cursorAfter(p models.Position) string { return place{after: &p, pass: alike.Contains}.cursor() }

// place is where a page begins.
type place struct {
	after  *models.Position // nil: at the beginning of the list
	oldest bool
	pass   alike.Rank // of the search
	none   bool       // the pass has found nothing so far
}

// cursor returns the cursor of a place; "" for the end of a list.
func (p place) cursor() string {
	if p.after == nil && !p.none {
		return ""
	}
	parts, marks := []string{"", "", ""}, ""
	if p.after != nil {
		parts = []string{strconv.FormatInt(p.after.Timestamp.UnixMilli(), 10), string(p.after.UserID), string(p.after.ID)}
	}
	if p.oldest {
		marks = "o"
	}
	if p.pass > alike.Contains {
		marks += strconv.Itoa(int(p.pass))
	}
	if p.none {
		marks += "n"
	}
	if marks != "" {
		parts = append(parts, marks)
	}
	return base64.RawURLEncoding.EncodeToString([]byte(strings.Join(parts, "\n")))
}

// parseCursor returns the place of a cursor.
func parseCursor(s string) (place, error) {
	if s == "" {
		return place{pass: alike.Contains}, nil
	}
	raw, err := base64.RawURLEncoding.Strict().DecodeString(s)
	parts := strings.Split(string(raw), "\n")
	if err != nil || len(parts) < 3 || len(parts) > 4 {
		return place{}, models.Invalid("cursor", models.ReasonFormat)
	}
	p := place{pass: alike.Contains}
	if parts[0] != "" || len(parts) == 3 {
		ms, err := strconv.ParseInt(parts[0], 10, 64)
		if err != nil || ms < 0 || ms > 253_402_300_799_999 { // the last millisecond of year 9999
			return place{}, models.Invalid("cursor", models.ReasonFormat)
		}
		p.after = &models.Position{Timestamp: time.UnixMilli(ms).UTC(), UserID: models.UserID(parts[1]), ID: models.MemoID(parts[2])}
	}
	if len(parts) == 4 {
		var marks string
		marks, p.oldest = strings.CutPrefix(parts[3], "o")
		marks, p.none = strings.CutSuffix(marks, "n")
		if n, err := strconv.Atoi(marks); err == nil && n > int(alike.Contains) && n <= int(alike.AnyWord) {
			p.pass, marks = alike.Rank(n), ""
		}
		if marks != "" {
			return place{}, models.Invalid("cursor", models.ReasonFormat)
		}
	}
	if p.cursor() != s { // such as one without a position that is not the beginning of a pass
		return place{}, models.Invalid("cursor", models.ReasonFormat)
	}
	return p, nil
}
