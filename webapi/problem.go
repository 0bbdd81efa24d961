package webapi

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"math"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"voicememo/models"
)

// statuses is the table from error codes to HTTP statuses.
var statuses = map[models.Code]int{
	models.CodeInvalid:            http.StatusBadRequest,
	models.CodeUnauthenticated:    http.StatusUnauthorized,
	models.CodeForbidden:          http.StatusForbidden,
	models.CodeNotFound:           http.StatusNotFound,
	models.CodeConflict:           http.StatusConflict,
	models.CodePreconditionFailed: http.StatusPreconditionFailed,
	models.CodeTooMany:            http.StatusTooManyRequests,
	models.CodeUnavailable:        http.StatusServiceUnavailable,
	models.CodeInternal:           http.StatusInternalServerError,
}

// defaultRetry is the value of Retry-After for errors without their own.
const defaultRetry = 5 * time.Second

// problem is an RFC 9457 problem document. Code and Reason are for programs,
// Title and Detail for people.
type problem struct {
	Type       string        `json:"type"`
	Title      string        `json:"title"`
	Status     int           `json:"status"`
	Detail     string        `json:"detail"`
	Code       models.Code   `json:"code"`
	Field      string        `json:"field,omitempty"`
	Reason     models.Reason `json:"reason,omitempty"`
	RetryAfter int           `json:"retryAfter,omitempty"` // seconds
	RetryAt    string        `json:"retryAt,omitempty"`    // for too_many: when the wait is over
	Memo       *memoJSON     `json:"memo,omitempty"`       // for precondition_failed and in_trash: the memo's current state
}

// statusError is an error with an HTTP status other than its code's.
type statusError struct {
	status int
	error
}

func (e *statusError) Unwrap() error { return e.error }

// wordedError is an error with a sentence other than its reason's or code's.
type wordedError struct {
	detail func(catalogue) string
	error
}

func (e *wordedError) Unwrap() error { return e.error }

// refusal is an error as the web API answers it.
type refusal struct {
	status int
	cause  *models.Error
	detail func(catalogue) string // nil: the sentence of the reason or the code
}

// translate finds an error's status, code and sentence by its type, never by its text.
func translate(err error) refusal {
	var (
		routed *echo.HTTPError
		status *statusError
		worded *wordedError
		cause  *models.Error
		r      refusal
	)
	switch {
	case errors.As(err, &routed) && routed.Code == http.StatusMethodNotAllowed:
		r.status, cause = routed.Code, &models.Error{Code: models.CodeInvalid}
	case errors.As(err, &routed) && routed.Code == http.StatusNotFound:
		cause = &models.Error{Code: models.CodeNotFound}
	case errors.As(err, &cause):
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		cause = &models.Error{Code: models.CodeUnavailable, Err: err}
	default:
		cause = models.AsError(err)
	}
	if r.cause = cause; r.status == 0 {
		r.status = cmp.Or(statuses[cause.Code], http.StatusInternalServerError)
	}
	if errors.As(err, &status) {
		r.status = status.status
	}
	if errors.As(err, &worded) {
		r.detail = worded.detail
	}
	return r
}

// document returns the problem document of a refusal at the time now.
func (r refusal) document(words catalogue, now time.Time) problem {
	p := problem{
		Type: "/api/docs#" + string(r.cause.Code), Title: words.codes[r.cause.Code], Status: r.status,
		Detail: words.codes[r.cause.Code], Code: r.cause.Code, Field: r.cause.Field, Reason: r.cause.Reason,
	}
	if m := r.cause.Current; m != nil {
		shown := showMemo(*m)
		p.Memo = &shown
	}
	if detail, ok := words.reasons[r.cause.Reason]; ok {
		p.Detail = detail
	}
	if r.detail != nil {
		p.Detail = r.detail(words)
	}
	if r.status == http.StatusTooManyRequests || r.status == http.StatusServiceUnavailable {
		p.RetryAfter = retrySeconds(r.cause.RetryAfter)
	}
	if r.status == http.StatusTooManyRequests {
		wait := time.Duration(p.RetryAfter) * time.Second
		p.RetryAt, p.Detail = models.FormatTime(now.Add(wait)), words.tooMany(p.Detail, wait)
	}
	return p
}

// retrySeconds returns the value of Retry-After for a wait; 0: the default.
func retrySeconds(wait time.Duration) int {
	return int(math.Ceil(cmp.Or(max(wait, 0), defaultRetry).Seconds()))
}

// fail answers a request with a problem document, which has no internal details.
func (s *server) fail(err error, c echo.Context) {
	if c.Response().Committed {
		return
	}
	r, h := translate(err), c.Response().Header()
	if place, ok := placeFor(c.Request().URL.Path); ok && r.status == http.StatusNotFound && forPeople(c.Request()) {
		to := url.URL{Path: place, RawQuery: c.Request().URL.RawQuery}
		_ = c.Redirect(http.StatusPermanentRedirect, to.String())
		return
	}
	if r.status == http.StatusNotFound && forPeople(c.Request()) {
		_ = s.notFoundPage(c)
		return
	}
	words := wordsFor(c.Request())
	p := r.document(words, s.Now())
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Language", words.tag)
	if p.RetryAfter > 0 {
		h.Set(echo.HeaderRetryAfter, strconv.Itoa(p.RetryAfter))
	}
	if value := challenge(err); value != "" {
		h.Set(echo.HeaderWWWAuthenticate, s.withMetadata(c, value))
	}
	body, err := json.Marshal(p)
	if err != nil {
		s.Logger.Error("problem document", "error", err)
	}
	_ = send(c, r.status, "application/problem+json", body) // an error means that the caller disconnected
}

// forPeople reports whether a request is for a page and not for the API.
func forPeople(r *http.Request) bool {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		return false
	}
	first, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	return first != "api" && first != "mcp" && first != "auth" && first != "alexa" && first != "healthz" && first != "readyz" && first != ".well-known"
}
