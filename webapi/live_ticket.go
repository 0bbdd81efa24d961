package webapi

import (
	"encoding/json"
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"voicememo/auth"
	"voicememo/models"
)

// liveJSON is where a page opens a WebSocket for change notifications, and with which
// ticket.
type liveJSON struct {
	URL       string `json:"url"`
	Ticket    string `json:"ticket,omitempty"`
	ExpiresAt string `json:"expiresAt,omitempty"`
}

// newTicket returns a new ticket of a person; nil: there are no WebSockets.
func (s *server) newTicket(u models.User) *liveJSON {
	if s.Tickets == nil {
		return nil
	}
	ticket, expires := s.Tickets.Seal(u.ID, s.Now())
	return &liveJSON{URL: s.LiveURL, Ticket: ticket, ExpiresAt: models.FormatTime(expires)}
}

// liveTicket: POST /api/live/ticket.
func (s *server) liveTicket(c echo.Context, who auth.Identity) error {
	ticket := s.newTicket(who.User)
	if ticket == nil {
		return models.NotFound("")
	}
	return answer(c, http.StatusOK, ticket)
}

// answerMe sends me with an ETag that does not depend on the ticket, which differs in each
// answer, but does on whether there are WebSockets and where.
func (s *server) answerMe(c echo.Context, me meJSON, who auth.Identity) error {
	live := s.newTicket(who.User)
	if live == nil {
		return answerTagged(c, me)
	}
	me.Live = &liveJSON{URL: live.URL}
	tag, err := json.Marshal(me)
	if err != nil {
		return models.Internalf("answer: %w", err)
	}
	me.Live = live
	body, err := json.Marshal(me)
	if err != nil {
		return models.Internalf("answer: %w", err)
	}
	return answerUnlessKnown(c, weakTag(tag), echo.MIMEApplicationJSON, body)
}

// checkLive checks the options for WebSockets. LiveURL must be the URL of a WebSocket
// without a user, a query or a fragment (RFC 6455 section 3).
func (o Options) checkLive() bool {
	if o.Tickets == nil {
		return o.LiveURL == ""
	}
	u, err := url.Parse(o.LiveURL)
	return err == nil && (u.Scheme == "wss" || u.Scheme == "ws") && u.Host != "" && u.User == nil && u.RawQuery == "" && u.Fragment == ""
}
