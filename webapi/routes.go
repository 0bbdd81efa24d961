package webapi

import (
	"github.com/labstack/echo/v4"
)

// Routes that other files refer to.
const (
	memosPath    = "/api/memos"
	exportPath   = "/api/export"
	facePath     = "/api/family/members/:userId/picture"
	accessPath   = "/api/me/access/:id"
	seenPath     = "/api/me/seen"
	ticketPath   = "/api/live/ticket"
	accountPath  = "/api/user"
	callbackPath = "/auth/callback"
)

// routes registers everything but the page's files.
func (s *server) routes(e *echo.Echo) {
	s.memoRoutes(e)
	s.familyRoutes(e)
	s.accessRoutes(e)

	get(e, "/api/me", s.signedIn(s.me))
	get(e, "/api/events", s.events)
	e.POST(ticketPath, s.signedIn(s.liveTicket))
	get(e, exportPath, s.within(exportTime, s.export))
	e.PUT(seenPath, s.signedIn(s.markSeen))
	e.PUT("/api/user/name", s.signedIn(s.rename))
	e.PUT("/api/user/emoji", s.signedIn(s.chooseEmoji))
	e.DELETE(accountPath, s.inBrowser(s.deleteAccount))

	get(e, "/api/openapi.yaml", s.serveOpenAPI)
	get(e, "/api/docs", s.serveDocs)
	get(e, "/api/docs.css", serveDocsStyle)
	s.legalRoutes(e)

	e.GET("/auth/login", plain(s.Auth.Login))
	e.POST("/auth/login", s.beginSignIn)
	e.GET(callbackPath, plain(s.Auth.Callback))
	e.POST("/auth/logout", s.signOut)
	e.POST("/auth/logout-everywhere", s.signOutEverywhere)

	e.POST("/alexa", s.alexa)
	get(e, "/healthz", s.healthy)
	get(e, "/readyz", s.ready)

	for _, m := range s.Modules {
		m.Routes(Router{s, e})
	}
	for path, h := range s.Extra {
		if path[len(path)-1] == '/' {
			path += "*"
		}
		e.Any(path, echo.WrapHandler(h))
	}
}

func (s *server) memoRoutes(e *echo.Echo) {
	get(e, memosPath, s.signedIn(s.listMemos))
	e.POST(memosPath, s.signedIn(s.addMemo))
	e.DELETE(memosPath, s.signedIn(s.deleteMemos))
	get(e, "/api/memos/:id", s.signedIn(s.readMemo))
	get(e, "/api/memos/:id/seen", s.signedIn(s.seenMemo))
	e.PUT("/api/memos/:id", s.signedIn(s.editMemo))
	e.PUT("/api/memos/:id/before", s.signedIn(s.swapMemo))
	e.DELETE("/api/memos/:id", s.signedIn(s.deleteMemo))
	e.PUT("/api/memos/:id/done", s.signedIn(s.markMemo))
	e.PUT("/api/memos/:id/restore", s.signedIn(s.restoreMemo))
}

func (s *server) familyRoutes(e *echo.Echo) {
	e.POST("/api/family/invite-codes", s.signedIn(s.issueInvite))
	e.DELETE("/api/family/invite-codes/current", s.signedIn(s.revokeInvite))
	e.POST("/api/family/invitations/preview", s.signedIn(s.previewInvitation))
	e.POST("/api/family/join", s.signedIn(s.join))
	e.POST("/api/family/echos/preview", s.signedIn(s.previewEcho))
	e.POST("/api/family/echos", s.signedIn(s.addEcho))
	e.POST("/api/family/leave", s.signedIn(s.leave))
	e.POST("/api/family/transfer-owner", s.inBrowser(s.transferOwner))
	get(e, "/api/family/members", s.signedIn(s.members))
	e.DELETE("/api/family/members/:userId", s.signedIn(s.removeMember))
	e.PUT("/api/family/members/:userId/name", s.signedIn(s.nameEcho))
	s.requestRoutes(e)
	get(e, facePath, s.signedIn(s.picture))
}

// get registers a handler for GET and HEAD, both of which RFC 9110 section 9.1 requires;
// net/http drops the body of HEAD.
func get(e *echo.Echo, path string, h echo.HandlerFunc) {
	e.GET(path, h)
	e.HEAD(path, h)
}
