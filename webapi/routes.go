package webapi

import (
	"errors"
	"net/http"

	"github.com/labstack/echo/v4"

	"voicememo/models"
)

// Routes that other files refer to.
const (
	memosPath      = "/api/memos"
	memoPath       = "/api/memos/:id"
	exportPath     = "/api/export"
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
	r.memoRoutes()
	r.familyRoutes()
	r.personRoutes()
	r.openRoutes()
	r.programRoutes()
	r.legalRoutes()
	r.oauthRoutes()
	s.parts = newParts()
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

func (r *routing) memoRoutes() {
	r.on(models.NeedRead, http.MethodGet, memosPath, r.listMemos)
	r.on(models.NeedAdd, http.MethodPost, memosPath, r.addMemo)
	r.on(models.NeedMemos, http.MethodDelete, memosPath, r.deleteMemos)
	r.on(models.NeedMemo, http.MethodGet, memoPath, r.readMemo)
	r.on(models.NeedMemos, http.MethodPut, memoPath, r.editMemo)
	r.on(models.NeedMemos, http.MethodDelete, memoPath, r.deleteMemo)
	r.on(models.NeedRead, http.MethodGet, "/api/memos/:id/seen", r.seenMemo)
	r.on(models.NeedMemos, http.MethodPut, "/api/memos/:id/before", r.swapMemo)
	r.on(models.NeedMemos, http.MethodPut, "/api/memos/:id/done", r.markMemo)
	r.on(models.NeedMemos, http.MethodPut, "/api/memos/:id/restore", r.restoreMemo)
	r.add(models.NeedRead, http.MethodGet, exportPath, r.within(exportTime, models.NeedRead, r.export))
	r.add(models.NeedRead, http.MethodGet, "/api/events", r.events)
	r.on(models.NeedRead, http.MethodPost, ticketPath, r.liveTicket)
}

func (r *routing) familyRoutes() {
	r.on(models.NeedRead, http.MethodGet, "/api/family/members", r.members)
	r.on(models.NeedRead, http.MethodGet, facePath, r.picture)
	r.on(models.NeedFamily, http.MethodPatch, "/api/family", r.changeFamily)
	for _, change := range []struct {
		method, path string
		h            personal
	}{
		{http.MethodPost, "/api/family/invite-codes", r.issueInvite},
		{http.MethodDelete, "/api/family/invite-codes/current", r.revokeInvite},
		{http.MethodPost, "/api/family/invitations/preview", r.previewInvitation},
		{http.MethodPost, "/api/family/join", r.join},
		{http.MethodDelete, "/api/family/join", r.withdraw},
		{http.MethodPost, "/api/family/requests/:userId", r.allow},
		{http.MethodDelete, "/api/family/requests/:userId", r.refuse},
		{http.MethodPut, "/api/family/settings", r.changeSettings},
		{http.MethodPost, "/api/family/echos/preview", r.previewEcho},
		{http.MethodPost, "/api/family/echos", r.addEcho},
		{http.MethodPost, "/api/family/leave", r.leave},
		{http.MethodDelete, "/api/family/members/:userId", r.removeMember},
		{http.MethodPut, "/api/family/members/:userId/name", r.nameEcho},
	} {
		r.on(models.NeedFamily, change.method, change.path, change.h)
	}
	r.on(models.NeedBrowser, http.MethodPost, "/api/family/transfer-owner", r.transferOwner)
}

func (r *routing) personRoutes() {
	r.on(models.NeedRead, http.MethodGet, "/api/me", r.me)
	r.on(models.NeedMemos, http.MethodPut, seenPath, r.markSeen)
	r.on(models.NeedRead, http.MethodGet, workPath, r.work)
	r.on(models.NeedFamily, http.MethodPut, "/api/user/name", r.rename)
	r.on(models.NeedFamily, http.MethodPut, "/api/user/emoji", r.chooseEmoji)
	r.on(models.NeedBrowser, http.MethodDelete, accountPath, r.deleteAccount)
	r.on(models.NeedBrowser, http.MethodGet, accessPath, r.listAccess)
	r.on(models.NeedBrowser, http.MethodDelete, oneAccessPath, r.endAccess)
	r.on(models.NeedBrowser, http.MethodPost, "/api/me/tokens", r.issueToken)
	r.on(models.NeedBrowser, http.MethodPost, everywherePath, r.signOutEverywhere)
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
