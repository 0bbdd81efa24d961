package webapi

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"voicememo/auth"
	"voicememo/internal/loopback"
	"voicememo/models"
	"voicememo/webapi/mcp"
)

// mcpMetadata is where a client finds what it needs to get an access to /mcp.
const mcpMetadata = resourcePath + mcpPath

// programRoutes registers the routes for assistants.
func (r *routing) programRoutes() {
	r.add(models.NeedAny, http.MethodPost, mcpPath, r.assist)
}

// assist: POST /mcp, one message of the Model Context Protocol. Package mcp has the tools.
func (s *server) assist(c echo.Context) error {
	ctx, cancel := context.WithTimeout(c.Request().Context(), requestTime)
	defer cancel()
	c.SetRequest(withoutCookies(c.Request().WithContext(ctx)))
	if err := s.checkOrigin(c.Request()); err != nil {
		return err
	}
	who, err := s.Auth.IdentifyAt(c.Request(), mcpPath)
	if err != nil {
		return err
	}
	if err := permit(who, models.NeedAny); err != nil {
		return err
	}
	m, err := message(c)
	if err != nil {
		return err
	}
	if err := permit(who, m.Need()); err != nil {
		return err
	}
	leave, err := s.allowance.enter(c, who.User.ID, m.Writes())
	if err != nil {
		return err
	}
	defer leave()
	a, err := s.tools.Serve(ctx, c.Request().Header, m, s.caller(c, who))
	if err != nil {
		return err
	}
	if len(a.Body) == 0 {
		return c.NoContent(a.Status)
	}
	return send(c, a.Status, echo.MIMEApplicationJSON, a.Body)
}

// checkOrigin refuses a request for the name of another host, which may resolve to this one
// (DNS rebinding), and one from a page of another site.
func (s *server) checkOrigin(r *http.Request) error {
	if !s.isOwn(r.Host) {
		return &statusError{http.StatusMisdirectedRequest, models.Invalid("Host", models.ReasonFormat)}
	}
	for _, origin := range r.Header.Values("Origin") {
		from, err := url.Parse(origin)
		if err != nil || from.Scheme != s.public.Scheme || !s.isOwn(from.Host) {
			return models.Forbidden("")
		}
	}
	return nil
}

// isOwn reports whether a host, with or without the default port of its scheme, is that of
// PublicURL. All loopback names of one machine are the same.
func (s *server) isOwn(host string) bool {
	port := map[string]string{"http": ":80", "https": ":443"}[s.public.Scheme]
	same := strings.EqualFold(strings.TrimSuffix(host, port), strings.TrimSuffix(s.public.Host, port))
	return same || loopback.Is(s.public.Host) && loopback.Is(host)
}

// withoutCookies returns a request without its cookies, which a page of another site could
// make a browser send.
func withoutCookies(r *http.Request) *http.Request {
	r.Header = r.Header.Clone()
	r.Header.Del("Cookie")
	return r
}

// message reads the message in a request.
func message(c echo.Context) (mcp.Message, error) {
	if err := checkContentType(c.Request()); err != nil {
		return mcp.Message{}, err
	}
	body, err := readBody(c, maxBody)
	if err != nil {
		return mcp.Message{}, err
	}
	return mcp.ParseMessage(body)
}

// caller returns what package mcp must know of the caller.
func (s *server) caller(c echo.Context, who auth.Identity) mcp.Caller {
	words := wordsFor(c.Request())
	return mcp.Caller{
		Person: who.User, Via: via(who), Blind: blind(who), Language: words.tag,
		Permit: func(need models.Need) error { return permit(who, need) },
		Charge: func(cost mcp.Cost) error { return s.allowance.charge(who.User.ID, cost) },
		Explain: func(err error) string {
			return translate(err).document(words, s.Now()).Detail
		},
	}
}

// withMetadata adds to a challenge of /mcp where the metadata is (RFC 9728 section 5.1).
func (s *server) withMetadata(c echo.Context, challenge string) string {
	if c.Path() != mcpPath {
		return challenge
	}
	at := ` resource_metadata="` + s.public.JoinPath(mcpMetadata).String() + `"`
	if challenge == "Bearer" {
		return challenge + at
	}
	return challenge + "," + at
}
