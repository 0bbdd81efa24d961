package webapi

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"voicememo/auth"
	"voicememo/memo"
	"voicememo/models"
)

// listMemos: GET /api/memos.
func (s *server) listMemos(c echo.Context, who auth.Identity) error {
	given, err := parameters(c, "limit", "cursor", "q", "since", "before", "order", "deleted", "done", "count")
	if err != nil {
		return err
	}
	wanted, err := listQuery(given)
	if err != nil {
		return err
	}
	counted, err := flag(given, "count")
	if err != nil {
		return err
	}
	page, err := s.listPage(c.Request().Context(), who.User, wanted, counted)
	if err != nil {
		return err
	}
	return answerPacked(c, page.tag, echo.MIMEApplicationJSON, page.body, page.packed)
}

// listPage returns a page of the actor's list, with the number of all that are wanted if counted.
func (s *server) listPage(ctx context.Context, actor models.User, wanted memo.Query, counted bool) (*listPage, error) {
	if !counted && reflect.ValueOf(wanted).IsZero() && s.Alone && s.Live != nil {
		return s.firstList(ctx, actor)
	}
	list, err := s.Memos.List(ctx, actor, wanted)
	if err != nil {
		return nil, err
	}
	out := showList(list)
	if counted {
		n, more, err := s.Memos.Count(ctx, actor, wanted)
		if err != nil {
			return nil, err
		}
		out.Count, out.CountMore = &n, &more
	}
	return encodePage(out)
}

func listQuery(given url.Values) (memo.Query, error) {
	q := memo.Query{Cursor: given.Get("cursor"), Text: given.Get("q")}
	for _, author := range given["author"] {
		if author != "" {
			q.By = append(q.By, author)
		}
	}
	if given.Has("limit") {
		n, err := strconv.Atoi(given.Get("limit"))
		if err != nil || n == 0 { // 0 would mean the default to the service
			return q, models.Invalid("limit", models.ReasonFormat)
		}
		q.Limit = n
	}
	if q.Limit == memo.DefaultLimit {
		q.Limit = 0
	}
	switch given.Get("order") {
	case "", "newest":
	case "oldest":
		q.Oldest = true
	default:
		return q, models.Invalid("order", models.ReasonFormat)
	}
	var err error
	if q.Since, err = moment(given, "since"); err != nil {
		return q, err
	}
	if q.Before, err = moment(given, "before"); err != nil {
		return q, err
	}
	if q.Deleted, err = flag(given, "deleted"); err != nil || !given.Has("done") {
		return q, err
	}
	done := given.Get("done") == "true"
	if q.Done = &done; !done && given.Get("done") != "false" {
		return q, models.Invalid("done", models.ReasonFormat)
	}
	return q, nil
}

// flag reads a query parameter that is true, false or absent.
func flag(given url.Values, name string) (bool, error) {
	switch given.Get(name) {
	case "", "false":
		return false, nil
	case "true":
		return true, nil
	}
	return false, models.Invalid(name, models.ReasonFormat)
}

// moment reads a query parameter that is a time in RFC 3339, or absent. A "+" that was not
// encoded arrives as a space.
func moment(given url.Values, name string) (time.Time, error) {
	t, err := time.Parse(time.RFC3339Nano, strings.ReplaceAll(given.Get(name), " ", "+"))
	switch {
	case given.Get(name) == "":
		return time.Time{}, nil
	case err != nil:
		return time.Time{}, models.Invalid(name, models.ReasonFormat)
	}
	return t, nil
}

// answerTagged sends v as JSON with the body's hash as ETag, or 304 if the caller has
// it. The client keeps body and ETag itself: the browser's cache outlives a sign-out and
// must store nothing.
func answerTagged(c echo.Context, v any) error {
	body, err := json.Marshal(v)
	if err != nil {
		return models.Internalf("answer: %w", err)
	}
	return answerUnlessKnown(c, weakTag(body), echo.MIMEApplicationJSON, body)
}

// answerUnlessKnown sends a body with its ETag, or 304 if the caller has it.
func answerUnlessKnown(c echo.Context, tag, kind string, body []byte) error {
	return answerPacked(c, tag, kind, body, func() []byte { return packed(body) })
}

// answerPacked is answerUnlessKnown with a function that returns the compressed body.
func answerPacked(c echo.Context, tag, kind string, body []byte, pack func() []byte) error {
	c.Response().Header().Set("ETag", tag)
	if tagged(c.Request().Header.Get("If-None-Match"), tag) {
		return c.NoContent(http.StatusNotModified)
	}
	return sendPacked(c, http.StatusOK, kind, body, pack)
}

// tagged reports whether a header If-None-Match names a tag. It compares weakly (RFC 9110
// section 13.1.2).
func tagged(header, tag string) bool {
	for candidate := range strings.SplitSeq(header, ",") {
		candidate = strings.TrimSpace(candidate)
		if candidate == "*" || strings.TrimPrefix(candidate, "W/") == strings.TrimPrefix(tag, "W/") {
			return true
		}
	}
	return false
}

// param returns a path parameter unescaped. Echo routes by the escaped path, and leaves
// parameters escaped, if the request's path is ambiguous without escapes.
func param(c echo.Context, name string) string {
	value := c.Param(name)
	if c.Request().URL.RawPath == "" {
		return value
	}
	if plain, err := url.PathUnescape(value); err == nil {
		return plain
	}
	return value
}
