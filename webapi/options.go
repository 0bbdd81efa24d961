package webapi

import (
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"voicememo/auth"
	"voicememo/family"
	"voicememo/invite"
	"voicememo/memo"
	"voicememo/webapi/live"
	"voicememo/webapi/picture"
	"voicememo/webapi/refusals"
)

// Auth tells who is asking and serves the sign-in routes. *auth.Auth is one.
type Auth interface {
	// Identify gives the person behind a request and may renew the session's
	// cookie on w. CodeUnauthenticated: nobody is signed in; CodeUnavailable: it
	// cannot be told now.
	Identify(w http.ResponseWriter, r *http.Request) (auth.Identity, error)
	// BeginSignIn begins a sign-in: it sets a cookie on w and returns the address to
	// which the page sends the browser. Invalid, Unavailable.
	BeginSignIn(w http.ResponseWriter, r *http.Request, s auth.SignIn) (location string, err error)
	// Login and Callback answer their routes whole.
	Login(w http.ResponseWriter, r *http.Request)
	Callback(w http.ResponseWriter, r *http.Request)
	// SignOut ends the session of the browser that sent the request, if it has one, and
	// makes the browser forget it. Unavailable: it may not have ended, and the browser
	// keeps its cookie.
	SignOut(w http.ResponseWriter, r *http.Request) error
	// SignOutEverywhere ends every access of the person behind a request, and makes
	// the browser forget its session. Errors as Identify's.
	SignOutEverywhere(w http.ResponseWriter, r *http.Request) error
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
	Alexa    http.Handler // the skill's endpoint, which answers whole; nil: /alexa is not found

	Ready     func(ctx context.Context) error // for /readyz: whether the store answers; nil: it does
	Checks    func() map[string]string        // for /readyz, what else was found: "ok", "unknown" or what is wrong, by name; must not wait. nil: nothing
	PublicURL string                          // where people reach the app, such as https://memo.example.com
	Operator  string                          // who operates the deployment and how to reach them, for /privacy, /terms and the export; "": these say so in general words

	Live     *live.Hub      // hands out hints at /api/events; its Changed must be the services'. nil: pages poll
	Pictures *picture.Cache // fetches people's pictures; nil: a fresh one

	// RateWrites is how many changes a minute each person may make, at most twice that at
	// once; RateSearches how many searches in ten seconds, of which an export is five.
	// Both are counted in this process. 0: any number.
	RateWrites, RateSearches int

	// AtOnce is how many requests of a person are worked on at once, but for exports and
	// pictures; others wait. 0: as many as half of the processors, so that nobody takes
	// all of them; at least one.
	AtOnce int

	// Proxies are those whose X-Forwarded-For is believed; see TrustedProxies. None:
	// a request comes from where its connection comes from.
	Proxies []*net.IPNet

	// OwnHostOnly leaves hosts below PublicURL's out of Strict-Transport-Security, for
	// a domain that others share.
	OwnHostOnly bool

	App   fs.FS                   // the built page: index.html and its assets; without it / says how to build it
	Extra map[string]http.Handler // further handlers by path; one that ends in "/" takes all below it

	// Observe is told of each request at its end, before its line is logged: the
	// method if HTTP has it, else "other"; the route's pattern, "" if there is none;
	// and the time until the answer began, for a stream lasts as long as its reader
	// likes. Nil: nobody counts.
	Observe func(method, route string, status int, took time.Duration)

	Logger *slog.Logger     // nil: slog.Default
	Now    func() time.Time // nil: time.Now
}

// server holds the options and what is derived from them.
type server struct {
	Options
	public    *url.URL
	cross     *http.CrossOriginProtection
	allowance allowance
	refusals  *refusals.Sampler
}

// New makes the HTTP handler of a deployment. The error names the option that
// is missing or wrong.
func New(o Options) (*echo.Echo, error) {
	s, err := newServer(o)
	if err != nil {
		return nil, err
	}
	e := echo.New()
	e.HideBanner, e.HidePort = true, true
	e.Logger.SetOutput(slogWriter{s.Logger})
	e.HTTPErrorHandler = s.fail
	e.IPExtractor = extractor(s.Proxies)
	e.Use(s.logged, s.secured, s.guarded, s.lasting)
	s.routes(e)
	return e, s.pages(e)
}

func newServer(o Options) (*server, error) {
	if o.Memos == nil || o.Families == nil || o.Invites == nil || o.Access == nil || o.Auth == nil {
		return nil, fmt.Errorf("webapi: Memos, Families, Invites, Access and Auth are required")
	}
	public, err := url.Parse(strings.TrimSuffix(o.PublicURL, "/"))
	if err != nil || public.Host == "" || (public.Scheme != "http" && public.Scheme != "https") {
		return nil, fmt.Errorf("webapi: PublicURL must be an http or https address")
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
	s := &server{Options: o, public: public, cross: http.NewCrossOriginProtection(), allowance: newAllowance(o)}
	s.refusals = refusals.New(o.Now, s.logRefusals)
	// A proxy may change Host, so the public origin is named besides.
	if err := s.cross.AddTrustedOrigin(public.Scheme + "://" + public.Host); err != nil {
		return nil, fmt.Errorf("webapi: PublicURL: %w", err)
	}
	return s, nil
}
