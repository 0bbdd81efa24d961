package webapi

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/labstack/echo/v4"

	"voicememo/auth"
	"voicememo/auth/oauth"
	"voicememo/family"
	"voicememo/family/websockets"
	"voicememo/internal/limit"
	"voicememo/internal/logsample"
	"voicememo/invite"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/webapi/live"
	"voicememo/webapi/mcp"
	"voicememo/webapi/picture"
)

// Auth identifies callers and serves the sign-in routes. *auth.Auth implements it.
type Auth interface {
	// Identify returns the person who sent a request and may renew the session's
	// cookie on w. CodeUnauthenticated: the request is not signed in. CodeUnavailable:
	// the store or the issuer cannot be reached.
	Identify(w http.ResponseWriter, r *http.Request) (auth.Identity, error)
	// IdentifyAt returns the person who sent a request for a resource besides the web API,
	// such as "/mcp", with a token for it. It ignores cookies. Its errors are those of
	// Identify.
	IdentifyAt(r *http.Request, resource string) (auth.Identity, error)
	// BeginSignIn begins a sign-in: it sets a cookie on w and returns the address to
	// which the page sends the browser. Invalid: the token is malformed. Unavailable: the
	// issuer cannot be reached.
	BeginSignIn(w http.ResponseWriter, r *http.Request, s auth.SignIn) (location string, err error)
	// Login and Callback write the whole answer of their routes.
	Login(w http.ResponseWriter, r *http.Request)
	Callback(w http.ResponseWriter, r *http.Request)
	// SignOut ends the session of the browser that sent the request, if it has one, and
	// makes the browser forget it. Unavailable: it may not have ended, and the browser
	// keeps its cookie.
	SignOut(w http.ResponseWriter, r *http.Request) error
	// IssueToken creates a personal token and its access. Invalid: its scope or days are
	// not allowed.
	IssueToken(ctx context.Context, u models.User, n auth.NewToken) (token string, a models.Access, err error)
	// Hint sets a cookie by which the page knows whether the browser seems to be signed in.
	Hint(w http.ResponseWriter, r *http.Request)
	// Forget makes the browser forget its session and what it has cached.
	Forget(w http.ResponseWriter, r *http.Request)
}

// Options is what the web API needs. Memos, Families, Invites, Access, Auth and
// PublicURL are required.
type Options struct {
	Memos    *memo.Service
	Families *family.Service
	Invites  *invite.Service
	Access   *auth.Accesses
	Auth     Auth
	Alexa    http.Handler // the skill's handler, which writes the whole answer; nil: /alexa is not found

	// OAuth returns the authorization server. Unavailable: its keys cannot be read now. Nil,
	// or NotFound: there is none, and its routes are not found.
	OAuth func(ctx context.Context) (*oauth.Server, error)

	Ready     func(ctx context.Context) error // for /readyz: reports whether the store answers; nil: it does
	Checks    func() map[string]string        // for /readyz: the other checks, by name: "ok", "unknown" or the problem; must not block. nil: none
	PublicURL string                          // where people reach the app, such as https://memo.example.com
	Version   string                          // of the program; "": unknown
	Operator  string                          // the operator of the deployment and how to reach them, for /privacy, /terms and the export; "": these use general words

	Modules []Module // further features; they may add to routes, documentation, privacy page and export

	// Tickets seals the tickets with which pages open WebSockets at LiveURL, such as
	// wss://live.example.com/prod, for change notifications. Nil: there are no WebSockets.
	Tickets *websockets.Tickets
	LiveURL string

	Live     *live.Hub      // sends change notifications at /api/events; the services must call its Changed. nil: pages poll
	Pictures *picture.Cache // fetches people's pictures; nil: a new one

	// Alone says that all changes of families and memos are made by the services of this process,
	// whose events reach Live. First pages of lists are then kept until they change.
	Alone bool

	// RateWrites is how many changes a minute each person may make, with bursts of twice
	// that; RateSearches is how many searches in ten seconds, where an export counts as
	// five. Both are counted in this process. 0: unlimited.
	RateWrites, RateSearches int

	// MaxExport bounds an answer with an export: its length, as part of a JSON string, exceeds
	// this by at most one memo, and the answer links to the next part of the file. 0: the
	// file is one answer, sent while it is read.
	MaxExport int

	// AtOnce is how many requests of a person that read run concurrently, except exports and
	// pictures, and separately how many that change something; further ones wait. 0: half the
	// number of processors, at least one, so that no person takes all of them.
	AtOnce int

	// Proxies are the proxies whose X-Forwarded-For is trusted; see TrustedProxies. None:
	// a request's address is that of its connection.
	Proxies []*net.IPNet

	// OwnHostOnly omits includeSubDomains from Strict-Transport-Security, for a domain
	// whose subdomains belong to others.
	OwnHostOnly bool

	App   fs.FS                   // the built page: index.html and its assets; without index.html, / says how to build it
	Extra map[string]http.Handler // further handlers by path; a path that ends in "/" includes all paths below it

	// Observe is called at the end of each request, before its line is logged, with the
	// method ("other" if it is not a method of HTTP), the route's pattern ("" if there is
	// none), the status, and the time until the answer began, because a stream lasts as
	// long as its reader wants. Nil: requests are not counted.
	Observe func(method, route string, status int, took time.Duration)

	// Probed is called in place of writing the log line of a successful request for /healthz or
	// /readyz, which monitors send every few seconds. It should wait if writing a line would, so
	// that what holds up other requests holds up these. Nil: such a line is written.
	Probed func()

	Logger *slog.Logger     // nil: slog.Default
	Now    func() time.Time // nil: time.Now
}

// server is the options and the values derived from them.
type server struct {
	Options
	public    *url.URL
	cross     *http.CrossOriginProtection
	allowance allowance
	refusals  *logsample.Sampler
	lists     *lru.Cache[models.FamilyID, *listPage]
	tools     *mcp.Server
	needs     map[string]models.Need // of the routes, by method and path
	parts     []part

	programs, asks, visits *limit.Limiter[netip.Prefix] // of each address: see oauthPerMinute
}

// New makes the HTTP handler of a deployment. The error names the option that is missing or
// wrong, or the routes of a module without a need.
func New(o Options) (*echo.Echo, error) {
	s, err := newServer(o)
	if err != nil {
		return nil, err
	}
	return s.handler()
}

// handler makes the handler, and notes what its routes need.
func (s *server) handler() (e *echo.Echo, err error) {
	e = echo.New()
	e.HideBanner, e.HidePort = true, true
	e.Logger.SetOutput(slogWriter{s.Logger})
	e.HTTPErrorHandler = s.fail
	e.IPExtractor = extractor(s.Proxies)
	e.Use(s.logged, s.secured, s.guarded, s.lasting)
	if s.needs, err = s.routes(e); err != nil {
		return nil, err
	}
	return e, nil
}

func newServer(o Options) (*server, error) {
	if o.Memos == nil || o.Families == nil || o.Invites == nil || o.Access == nil || o.Auth == nil {
		return nil, fmt.Errorf("webapi: Memos, Families, Invites, Access and Auth are required")
	}
	public, err := url.Parse(strings.TrimSuffix(o.PublicURL, "/"))
	if err != nil || public.Host == "" || (public.Scheme != "http" && public.Scheme != "https") {
		return nil, fmt.Errorf("webapi: PublicURL must be an http or https address")
	}
	if !o.checkLive() {
		return nil, fmt.Errorf("webapi: LiveURL must be the address of a WebSocket if there are Tickets, and empty otherwise")
	}
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Pictures == nil {
		o.Pictures = picture.New(picture.Options{})
	}
	o.Version = cmp.Or(o.Version, "unknown")
	s := &server{Options: o, public: public, cross: http.NewCrossOriginProtection(), allowance: newAllowance(o), lists: newPageCache()}
	s.tools = mcp.NewServer(o.Memos, o.Families, public.String(), o.Version)
	s.refusals = logsample.New(o.Now, s.logRefusals)
	s.programs, s.asks = limit.New[netip.Prefix](limit.Writes(oauthPerMinute), o.Now), limit.New[netip.Prefix](limit.Writes(asksPerMinute), o.Now)
	s.visits = limit.New[netip.Prefix](limit.Rate{Count: visitsPerMinute, Per: time.Minute, Burst: visitsPerMinute}, o.Now)
	for _, path := range oauthEndpoints {
		s.cross.AddInsecureBypassPattern(http.MethodPost + " " + path)
	}
	// A proxy may change Host, so the public origin is trusted explicitly.
	if err := s.cross.AddTrustedOrigin(public.Scheme + "://" + public.Host); err != nil {
		return nil, fmt.Errorf("webapi: PublicURL: %w", err)
	}
	return s, nil
}
