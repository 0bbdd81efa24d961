package main

import (
	"context"
	"log/slog"
	"net/http"
	"sync"

	"voicememo/auth"
	"voicememo/auth/oauth"
	"voicememo/cmd/internal/function"
	"voicememo/models"
	"voicememo/webapi"
)

// signIn is the sign-in, which works once its secrets have been read. They are read at the
// start; if Secrets Manager is unavailable then, each request retries, and its caller gets
// CodeUnavailable until a retry succeeds. Secrets that have been read are kept as long as
// the instance lives.
type signIn struct {
	config   config
	services function.Services
	access   *auth.Accesses
	vault    vault
	logger   *slog.Logger

	mu         sync.Mutex
	made       *auth.Auth
	authorizes *oauth.Server
}

var _ webapi.Auth = (*signIn)(nil)

func newSignIn(c config, s function.Services, access *auth.Accesses, v vault, logger *slog.Logger) *signIn {
	return &signIn{config: c, services: s, access: access, vault: v, logger: logger}
}

// begin reads the secrets at the start. The error names the variable that is wrong.
func (s *signIn) begin(ctx context.Context) error {
	_, err := s.ready(ctx)
	if models.IsCode(err, models.CodeUnavailable) {
		s.logger.Error("the secrets cannot be read at the start", "error", err.Error())
		return nil
	}
	return err
}

// ready returns the sign-in. Its errors are those of vault.read and auth.New.
func (s *signIn) ready(ctx context.Context) (*auth.Auth, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.made != nil {
		return s.made, nil
	}
	ctx, cancel := context.WithTimeout(ctx, function.WarmTime)
	defer cancel()
	read, err := s.vault.read(ctx, s.config)
	if err != nil {
		return nil, err
	}
	options := s.config.options()
	options.People, options.Access, options.Invites, options.Logger = s.services.Families, s.access, s.services.Invites, s.logger
	options.Keys, options.ClientSecret = read.keys, read.clientSecret
	made, err := auth.New(options)
	if err != nil {
		return nil, err
	}
	s.authorizes, err = oauth.New(oauth.Options{
		People: s.services.Families, Access: s.access, Devices: s.services.DB.Devices(), Keys: read.keys, PublicURL: s.config.publicURL,
		Alexa: s.config.link, Logger: s.logger,
	})
	if err == nil {
		s.made = made
	}
	return s.made, err
}

// checks reports for /readyz whether the secrets have been read.
func (s *signIn) checks() map[string]string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.made == nil {
		return map[string]string{"secrets": "unreachable"}
	}
	return map[string]string{"secrets": "ok"}
}

// authorizer returns the authorization server. Every error is CodeUnavailable.
func (s *signIn) authorizer(ctx context.Context) (*oauth.Server, error) {
	if _, err := s.ready(ctx); err != nil {
		return nil, models.Unavailable(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.authorizes, nil
}

// now is ready for a request. Every error is CodeUnavailable.
func (s *signIn) now(r *http.Request) (*auth.Auth, error) {
	a, err := s.ready(r.Context())
	if err != nil {
		return nil, models.Unavailable(err)
	}
	return a, nil
}

// Identify implements webapi.Auth.
func (s *signIn) Identify(w http.ResponseWriter, r *http.Request) (auth.Identity, error) {
	a, err := s.now(r)
	if err != nil {
		return auth.Identity{}, err
	}
	return a.Identify(w, r)
}

// IdentifyAt implements webapi.Auth.
func (s *signIn) IdentifyAt(r *http.Request, resource string) (auth.Identity, error) {
	a, err := s.now(r)
	if err != nil {
		return auth.Identity{}, err
	}
	return a.IdentifyAt(r, resource)
}

// IssueToken implements webapi.Auth.
func (s *signIn) IssueToken(ctx context.Context, u models.User, n auth.NewToken) (string, models.Access, error) {
	a, err := s.ready(ctx)
	if err != nil {
		return "", models.Access{}, models.Unavailable(err)
	}
	return a.IssueToken(ctx, u, n)
}

// Login implements webapi.Auth.
func (s *signIn) Login(w http.ResponseWriter, r *http.Request) { s.answer(w, r, (*auth.Auth).Login) }

// BeginSignIn implements webapi.Auth.
func (s *signIn) BeginSignIn(w http.ResponseWriter, r *http.Request, in auth.SignIn) (location string, err error) {
	a, err := s.now(r)
	if err != nil {
		s.away(r, err)
		return "", err
	}
	return a.BeginSignIn(w, r, in)
}

// Callback implements webapi.Auth.
func (s *signIn) Callback(w http.ResponseWriter, r *http.Request) {
	s.answer(w, r, (*auth.Auth).Callback)
}

// SignOut implements webapi.Auth.
func (s *signIn) SignOut(w http.ResponseWriter, r *http.Request) error {
	a, err := s.now(r)
	if err != nil {
		return err
	}
	return a.SignOut(w, r)
}

// Hint implements webapi.Auth. The page does not wait for the secrets: without the cookie it
// asks.
func (s *signIn) Hint(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	a := s.made
	s.mu.Unlock()
	if a != nil {
		a.Hint(w, r)
	}
}

// Forget implements webapi.Auth. It is called after Identify has succeeded.
func (s *signIn) Forget(w http.ResponseWriter, r *http.Request) {
	if a, err := s.now(r); err == nil {
		a.Forget(w, r)
	}
}

// answer lets the sign-in answer a route, or redirects to the page, which shows the
// problem.
func (s *signIn) answer(w http.ResponseWriter, r *http.Request, route func(*auth.Auth, http.ResponseWriter, *http.Request)) {
	a, err := s.now(r)
	if err != nil {
		s.away(r, err)
		http.Redirect(w, r, "/?signin=unavailable", http.StatusSeeOther)
		return
	}
	route(a, w, r)
}

// away logs that a sign-in failed because the secrets could not be read.
func (s *signIn) away(r *http.Request, err error) {
	s.logger.ErrorContext(r.Context(), "the secrets cannot be read", "error", err.Error())
}
