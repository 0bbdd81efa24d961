package webapi

import (
	"context"
	"fmt"
	"io/fs"
	"log/slog"
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
	// Login, Callback and Logout answer their routes whole.
	Login(w http.ResponseWriter, r *http.Request)
	Callback(w http.ResponseWriter, r *http.Request)
	Logout(w http.ResponseWriter, r *http.Request)
	// SignOut takes the session's cookie from the browser.
	SignOut(w http.ResponseWriter, r *http.Request)
	// SignOutEverywhere revokes every session and token of the person behind a
	// request. Errors as Identify's.
	SignOutEverywhere(w http.ResponseWriter, r *http.Request) error
}

// Options is what the web API needs. Memos, Families, Invites, Auth and
// PublicURL are required.
type Options struct {
	Memos    *memo.Service
	Families *family.Service
	Invites  *invite.Service
	Auth     Auth
	Alexa    http.Handler // the skill's endpoint, which answers whole; nil: /alexa is not found

	Ready     func(ctx context.Context) error // for /readyz: whether the store answers; nil: it does
	Checks    func() map[string]string        // for /readyz, what else was found: "ok", "unknown" or what is wrong, by name; must not wait. nil: nothing
	PublicURL string                          // where people reach the app, such as https://memo.example.com

	Live     *live.Hub      // hands out hints at /api/events; its Changed must be the services'. nil: pages poll
	Pictures *picture.Cache // fetches people's pictures; nil: a fresh one

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
	public *url.URL
	cross  *http.CrossOriginProtection
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
	e.Use(s.logged, s.secured, s.guarded)
	s.routes(e)
	return e, s.pages(e)
}

func newServer(o Options) (*server, error) {
	if o.Memos == nil || o.Families == nil || o.Invites == nil || o.Auth == nil {
		return nil, fmt.Errorf("webapi: Memos, Families, Invites and Auth are required")
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
	s := &server{Options: o, public: public, cross: http.NewCrossOriginProtection()}
	// A proxy may change Host, so the public origin is named besides.
	if err := s.cross.AddTrustedOrigin(public.Scheme + "://" + public.Host); err != nil {
		return nil, fmt.Errorf("webapi: PublicURL: %w", err)
	}
	return s, nil
}
