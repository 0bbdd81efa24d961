package client

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"
)

// Me is the person for whom the token acts.
type Me struct {
	User   struct{ UserID, Name string }
	Family struct{ Name string }
}

func (m *Me) complete() bool { return m.User.UserID != "" }

// Memo is a memo as the API returned it.
type Memo struct {
	ID            string
	Content       string
	CreatedByName string    // the author's name; "" if it is not known
	Timestamp     time.Time // when it was added
	DoneAt        time.Time // zero: it is not done

	raw json.RawMessage
}

func (m *Memo) complete() bool { return m.ID != "" }

// UnmarshalJSON reads a memo of the API and keeps its other fields for MarshalJSON.
func (m *Memo) UnmarshalJSON(raw []byte) error {
	type plain Memo
	if err := json.Unmarshal(raw, (*plain)(m)); err != nil {
		return err
	}
	m.raw = append(json.RawMessage(nil), raw...)
	return nil
}

// MarshalJSON returns the memo with all fields of the API.
func (m Memo) MarshalJSON() ([]byte, error) { return m.raw, nil }

// Query selects memos. The zero value selects all of the list.
type Query struct {
	Words         string    // only memos that contain this text
	Authors       []string  // only memos by one of these people, by name or id; empty: by all
	Since, Before time.Time // only memos added at Since or later, and before Before; zero: no limit
	Oldest        bool      // oldest first
	Done          *bool     // only memos that are done, or that are not; nil: both
	Limit         int       // how many memos at most
}

// values returns the query as parameters of the API.
func (q Query) values() url.Values {
	v := url.Values{"author": q.Authors}
	if q.Words != "" {
		v.Set("q", q.Words)
	}
	if !q.Since.IsZero() {
		v.Set("since", q.Since.Format(time.RFC3339Nano))
	}
	if !q.Before.IsZero() {
		v.Set("before", q.Before.Format(time.RFC3339Nano))
	}
	if q.Oldest {
		v.Set("order", "oldest")
	}
	if q.Done != nil {
		v.Set("done", strconv.FormatBool(*q.Done))
	}
	return v
}

// Number is how many memos a query selects.
type Number struct {
	Count int  `json:"count"`
	More  bool `json:"more"` // whether there may be more than Count
}

// counted is a list with its count.
type counted struct {
	Count     *int
	CountMore bool
}

func (c *counted) complete() bool { return c.Count != nil }

// Count returns how many memos q selects, whatever its limit.
func (c *Client) Count(ctx context.Context, q Query) (Number, error) {
	query := q.values()
	query.Set("limit", "1")
	query.Set("count", "true")
	var n counted
	if err := c.call(ctx, request{method: http.MethodGet, path: "/api/memos", query: query}, &n); err != nil {
		return Number{}, err
	}
	return Number{*n.Count, n.CountMore}, nil
}

// List is memos in the order of their query.
type List struct {
	Memos []Memo `json:"memos"`
	More  bool   `json:"more"` // whether there may be more than Query.Limit
}

// page is a part of a list.
type page struct {
	Memos      []Memo
	NextCursor string
}

func (p *page) complete() bool {
	return p.Memos != nil && !slices.ContainsFunc(p.Memos, func(m Memo) bool { return !m.complete() })
}

// Me returns the person for whom the token acts.
func (c *Client) Me(ctx context.Context) (me Me, err error) {
	err = c.call(ctx, request{method: http.MethodGet, path: "/api/me"}, &me)
	return me, err
}

// Add writes a memo. A repeated request has the same idempotency key, so it does not write
// the memo twice.
func (c *Client) Add(ctx context.Context, content string) (m Memo, err error) {
	key, err := uuid.NewV7()
	if err != nil {
		return Memo{}, &Error{Kind: Unreachable, Err: err}
	}
	err = c.call(ctx, request{
		method: http.MethodPost, path: "/api/memos", key: key.String(),
		body: map[string]string{"content": content},
	}, &m)
	return m, err
}

// SetDone marks a memo as done or as not done.
func (c *Client) SetDone(ctx context.Context, id string, done bool) (m Memo, err error) {
	err = c.call(ctx, request{
		method: http.MethodPut, path: "/api/memos/" + url.PathEscape(id) + "/done",
		body: map[string]bool{"done": done},
	}, &m)
	return m, err
}

// maxPage is the largest page of the API.
const maxPage = 100

// List returns the memos that q selects. A page of the API may have fewer memos than it
// could, so it requests pages until there are enough.
func (c *Client) List(ctx context.Context, q Query) (List, error) {
	all := List{Memos: []Memo{}}
	cursor := ""
	for {
		query := q.values()
		query.Set("limit", strconv.Itoa(min(maxPage, q.Limit-len(all.Memos))))
		if cursor != "" {
			query.Set("cursor", cursor)
		}
		var next page
		if err := c.call(ctx, request{method: http.MethodGet, path: "/api/memos", query: query}, &next); err != nil {
			return List{}, err
		}
		all.Memos = append(all.Memos, next.Memos...)
		if cursor = next.NextCursor; cursor == "" || len(all.Memos) >= q.Limit {
			all.More = cursor != ""
			return all, nil
		}
	}
}
