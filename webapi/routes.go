package webapi

import (
	"errors"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"voicememo/models"
)

// Routes that other files refer to.
const (
	memosPath      = "/api/memos"
	memoPath       = "/api/memos/:id"
	exportPath     = "/api/export"
	eventsPath     = "/api/events"
	facePath       = "/api/family/members/:userId/picture"
	accessPath     = "/api/me/access"
	oneAccessPath  = "/api/me/access/:id"
	seenPath       = "/api/me/seen"
	workPath       = "/api/me/work"
	ticketPath     = "/api/live/ticket"
	accountPath    = "/api/user"
	callbackPath   = "/auth/callback"
	mcpPath        = "/mcp"
	everywherePath = "/auth/logout-everywhere"
)

// routes registers everything. The error names routes without a need.
func (s *server) routes(e *echo.Echo) (map[string]models.Need, error) {
	r := &routing{server: s, e: e, needs: map[string]models.Need{}}
	s.parts = newParts()
	r.personRoutes()
	r.openRoutes()
	r.programRoutes()
	r.legalRoutes()
	r.oauthRoutes()
	for _, m := range s.Modules {
		p := part{foreign: true, says: func(words catalogue) string { return m.Consent(words.tag) }}
		if m.Routes(Router{r, &p}); len(p.routes) > 0 {
			s.parts = append(s.parts, p)
		}
	}
	for path, h := range s.Extra {
		r.extra(path, h)
	}
	if err := s.pages(r); err != nil {
		return nil, err
	}
	return r.needs, errors.Join(r.check(), s.checkParts(r.needs))
}

// personRoutes registers the routes for signed-in people except those of modules and of
// pages on which a person allows an app.
func (r *routing) personRoutes() {
	for _, route := range []struct {
		need    models.Need
		pattern string
		h       personal
		parts   string // the parts of the consent pages that name it
	}{
		{models.NeedRead, "GET " + memosPath, r.listMemos, "readMemos"},
		{models.NeedAdd, "POST " + memosPath, r.addMemo, "addMemos"},
		{models.NeedMemos, "DELETE " + memosPath, bare(r.deleteMemos), "changeMemos"},
		{models.NeedMemo, "GET " + memoPath, r.readMemo, "readMemos addMemos"},
		{models.NeedMemos, "PUT " + memoPath, r.editMemo, "changeMemos"},
		{models.NeedMemos, "DELETE " + memoPath, bare(r.deleteMemo), "changeMemos"},
		{models.NeedRead, "GET /api/memos/:id/seen", r.seenMemo, "readMemos"},
		{models.NeedMemos, "PUT /api/memos/:id/before", bare(r.swapMemo), "changeMemos"},
		{models.NeedMemos, "PUT /api/memos/:id/done", r.markMemo, "changeMemos"},
		{models.NeedMemos, "PUT /api/memos/:id/restore", bare(r.restoreMemo), "changeMemos"},
		{models.NeedMemos, "PUT " + seenPath, r.markSeen, "changeMemos"},
		{models.NeedRead, "GET " + workPath, r.work, "readMemos"},
		{models.NeedRead, "POST " + ticketPath, bare(r.liveTicket), "readMemos"},

		{models.NeedRead, "GET /api/me", r.me, "readFamily"},
		{models.NeedRead, "GET /api/family/members", r.members, "readFamily"},
		{models.NeedRead, "GET " + facePath, r.picture, "readFamily"},
		{models.NeedFamily, "PATCH /api/family", r.changeFamily, "settings"},
		{models.NeedFamily, "PUT /api/family/settings", r.changeSettings, "settings"},
		{models.NeedFamily, "POST /api/family/invite-codes", bare(r.issueInvite), "invite"},
		{models.NeedFamily, "DELETE /api/family/invite-codes/current", action(r.Invites.Revoke), "invite"},
		{models.NeedFamily, "POST /api/family/invitations/preview", r.previewInvitation, "move"},
		{models.NeedFamily, "POST /api/family/join", r.join, "move"},
		{models.NeedFamily, "DELETE /api/family/join", action(r.withdraw), "move"},
		{models.NeedFamily, "POST /api/family/leave", bare(r.leave), "move"},
		{models.NeedFamily, "POST /api/family/requests/:userId", bare(r.allow), "admit"},
		{models.NeedFamily, "DELETE /api/family/requests/:userId", actionOn(r.refuse), "admit"},
		{models.NeedFamily, "POST /api/family/echos/preview", r.previewEcho, "echos"},
		{models.NeedFamily, "POST /api/family/echos", r.addEcho, "echos"},
		{models.NeedFamily, "DELETE /api/family/members/:userId", actionOn(r.Families.Remove), "remove"},
		{models.NeedFamily, "PUT /api/family/members/:userId/name", r.nameEcho, "echos"},
		{models.NeedFamily, "PUT /api/user/name", r.rename, "profile"},
		{models.NeedFamily, "PUT /api/user/emoji", r.chooseEmoji, "profile"},
		{models.NeedBrowser, "POST /api/family/transfer-owner", r.transferOwner, ""},
		{models.NeedBrowser, "DELETE " + accountPath, bare(r.deleteAccount), ""},
		{models.NeedBrowser, "GET " + accessPath, r.listAccess, ""},
		{models.NeedBrowser, "DELETE " + oneAccessPath, bare(r.endAccess), ""},
		{models.NeedBrowser, "POST /api/me/tokens", r.issueToken, ""},
		{models.NeedBrowser, "POST " + everywherePath, bare(r.signOutEverywhere), ""},
	} {
		method, path, _ := strings.Cut(route.pattern, " ")
		r.on(route.need, method, path, route.h)
		r.named(route.pattern, route.parts)
	}
	r.add(models.NeedRead, http.MethodGet, exportPath, r.within(exportTime, models.NeedRead, r.export))
	r.add(models.NeedRead, http.MethodGet, eventsPath, r.events)
	r.named("GET "+exportPath, "readMemos")
	r.named("GET "+eventsPath, "readMemos")
}

// openRoutes registers the routes for every caller except those of pages.
func (r *routing) openRoutes() {
	r.get("/api/openapi.yaml", r.serveOpenAPI)
	r.get("/api/docs", r.serveDocs)
	r.get("/api/docs.css", serveDocsStyle)
	r.public(http.MethodGet, "/auth/login", plain(r.Auth.Login))
	r.public(http.MethodPost, "/auth/login", r.beginSignIn)
	r.public(http.MethodGet, callbackPath, r.visited(plain(r.Auth.Callback)))
	r.public(http.MethodPost, "/auth/logout", r.signOut)
	r.public(http.MethodPost, "/alexa", r.alexa)
	r.get("/healthz", r.healthy)
	r.get("/readyz", r.ready)
}
