package webapi

import (
	"errors"
	"net/http"
	"runtime"
	"slices"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"voicememo/internal/limit"
	"voicememo/models"
	"voicememo/webapi/mcp"
)

// exportCost is how many searches an export counts as. An export reads and sends the whole
// list; a search sends one page. It examines up to 10,000 memos in the database or, like one
// for the memos that are done, reads up to 2,000.
const exportCost = 5

// How many requests of one person run concurrently, and how many more may wait. Exports,
// which a slow reader can prolong, and pictures, which may have to be fetched, have their
// own limits; Options.AtOnce limits the others.
const (
	exportsAtOnce  = 2
	picturesAtOnce = 4
	waiting        = 100
)

// visited limits how often each address visits a page to which an issuer or an app sends a
// browser. The refusal is a page as well. This machine has no limit: a proxy on it that does
// not name its clients would have one for all of them.
func (s *server) visited(h echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if addressOf(c).IsLoopback() {
			return h(c)
		}
		wait := s.visits.Take(networkOf(c), 1)
		if wait == 0 {
			return h(c)
		}
		words := wordsFor(c.Request())
		p := translate(models.TooMany(models.ReasonManySignIns, wait)).document(words, s.Now())
		c.Response().Header().Set(echo.HeaderRetryAfter, strconv.Itoa(p.RetryAfter))
		return notice(c, p.Status, words.tag, words.app, p.Title, p.Detail, words.backHome)
	}
}

// allowance is the limits of each person in this process.
type allowance struct {
	writes, byPage, searches          *limit.Limiter[models.UserID]
	reads, changes, exports, pictures *limit.Lanes[models.UserID]
}

func newAllowance(o Options) allowance {
	if o.AtOnce == 0 {
		o.AtOnce = max(1, runtime.GOMAXPROCS(0)/2)
	}
	return allowance{
		writes:   limit.New[models.UserID](limit.Writes(o.RateWrites), o.Now),
		byPage:   limit.New[models.UserID](limit.Writes(o.RateWrites), o.Now),
		searches: limit.New[models.UserID](limit.Searches(o.RateSearches), o.Now),
		reads:    limit.NewLanes[models.UserID](o.AtOnce, waiting),
		changes:  limit.NewLanes[models.UserID](o.AtOnce, waiting),
		exports:  limit.NewLanes[models.UserID](exportsAtOnce, waiting),
		pictures: limit.NewLanes[models.UserID](picturesAtOnce, waiting),
	}
}

// enter waits until a person's request, which changes something or only reads, may run. A
// change may wait for the disk for seconds, so it takes no place of a read. The request
// counts until leave is called or the answer begins, so that reading an answer slowly does
// not delay the person's other requests; an export counts until leave. TooMany/ReasonBusy:
// too many requests wait. The context's error: it ended before.
func (a allowance) enter(c echo.Context, person models.UserID, changes bool) (leave func(), err error) {
	ctx := c.Request().Context()
	lanes := a.reads
	switch c.Path() {
	case accessPath, oneAccessPath, everywherePath, accountPath: // see take
		return func() {}, nil
	case exportPath:
		lanes = a.exports
	case facePath:
		lanes = a.pictures
	default:
		if changes {
			lanes = a.changes
		}
	}
	leave, err = lanes.Enter(ctx, person)
	if errors.Is(err, limit.ErrBusy) {
		return nil, models.TooMany(models.ReasonBusy, time.Second)
	} else if err != nil {
		return nil, err
	}
	if lanes != a.exports {
		c.Response().Before(leave)
	}
	return leave, nil
}

// take counts a person's request before its body is read. TooMany/ReasonManyWrites,
// ReasonManySearches: the person has reached that limit.
func (a allowance) take(c echo.Context, person models.UserID) error {
	n := searches(c)
	switch {
	case slices.Contains([]string{accessPath, oneAccessPath, everywherePath, accountPath}, c.Path()):
		return nil // a thief's requests must not delay finding and ending the stolen access, or ending the account
	case c.Path() == seenPath || c.Path() == ticketPath: // the page sends it by itself, so it takes nothing from the person's changes
		return counted(a.byPage, person, 1, models.ReasonManyWrites)
	case writes(c.Request().Method):
		return a.charge(person, mcp.Cost{Writes: true})
	}
	return a.charge(person, mcp.Cost{Searches: n})
}

// charge counts a request, or a call of a tool. TooMany/ReasonManyWrites, ReasonManySearches:
// the person has reached that limit.
func (a allowance) charge(person models.UserID, cost mcp.Cost) error {
	if cost.Writes {
		if err := counted(a.writes, person, 1, models.ReasonManyWrites); err != nil {
			return err
		}
	}
	return counted(a.searches, person, cost.Searches, models.ReasonManySearches)
}

// counted takes n from a limit, and returns TooMany with the reason if it is reached.
func counted[K comparable](l *limit.Limiter[K], key K, n int, reason models.Reason) error {
	if n == 0 {
		return nil
	}
	if wait := l.Take(key, n); wait > 0 {
		return models.TooMany(reason, wait)
	}
	return nil
}

// writes reports whether a request may change something.
func writes(method string) bool {
	return method != http.MethodGet && method != http.MethodHead
}

// searches returns how many searches a request counts as.
func searches(c echo.Context) int {
	switch c.Path() {
	case exportPath:
		if c.QueryParam("cursor") != "" || c.Request().Method == http.MethodHead { // a further part, or none
			return 1
		}
		return exportCost
	case memosPath:
		n := 0
		if c.QueryParam("q") != "" || len(c.QueryParams()["author"]) > 0 || c.QueryParam("done") == "true" {
			n++
		}
		if c.QueryParam("count") == "true" {
			n++
		}
		return n
	}
	return 0
}
