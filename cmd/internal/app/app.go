package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"voicememo/auth"
	"voicememo/auth/devissuer"
	"voicememo/auth/oauth"
	"voicememo/cmd/internal/audit"
	"voicememo/cmd/internal/health"
	"voicememo/cmd/internal/metrics"
	"voicememo/cmd/internal/modules/inskill"
	"voicememo/cmd/internal/modules/inweb"
	"voicememo/cmd/internal/version"
	"voicememo/family/module"
	"voicememo/infra/calls"
	"voicememo/internal/connlimit"
	"voicememo/internal/systemd"
	"voicememo/skill"
	"voicememo/skill/skillhttp"
	"voicememo/webapi"
	webapp "voicememo/webapi/app"
	"voicememo/webapi/live"
)

const (
	devPath   = "/dev"   // where the embedded sign-in provider of --dev lives
	alexaPath = "/alexa" // the skill's endpoint
)

// App is the running program: its listeners and everything behind them.
type App struct {
	PublicURL string // as people reach it
	Config    Config

	logger   *slog.Logger
	log      Log
	engine   Engine
	auth     *auth.Auth
	listener net.Listener
	local    net.Listener                                                 // for other commands on this machine; without TLS the same as listener
	plain    net.Listener                                                 // for plain HTTP beside TLS, or nil
	metrics  net.Listener                                                 // of --metrics-addr, or nil
	server   *http.Server                                                 // of the page, the API and the skill
	doors    []door                                                       // where it and others answer
	stop     context.CancelFunc                                           // ends the background work
	working  sync.WaitGroup                                               // the background work that uses the engine
	machine  machine                                                      // tells the time; its zero value stands for this machine
	clock    *clock                                                       // dates deletions, and decides whether the time is reliable enough for them
	every    func(ctx context.Context, interval time.Duration, do func()) // calls do at each interval
	manager  *systemd.Manager                                             // the service manager that started the program, or nil
	watch    *health.Watch                                                // watches what the program needs besides its store
	reporter *health.Reporter                                             // logs what the checks find

	connections *connlimit.Connections         // of every listener that other machines may reach
	clientOf    func(*http.Request) netip.Addr // finds the client that a trusted proxy names

	certificates *certificates  // nil without --tls-domain
	sink         metrics.Sink   // collects the metrics
	observe      calls.Observer // collects those of the engine; nil: none are collected
}

// Build listens on c.Addr and builds the program, whose logger writes to log. The caller
// calls Serve to answer requests, and Close in any case. A wrong configuration is a
// *ConfigError.
func Build(ctx context.Context, c Config, logger *slog.Logger, log Log) (*App, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	a := &App{Config: c, logger: logger, log: log, stop: func() {}, manager: systemd.New(logger), every: every}
	defer a.manager.Starting(ctx, "opening and checking the database")()
	if err := a.build(ctx, logger); err != nil {
		return nil, errors.Join(err, a.Close())
	}
	return a, nil
}

func (a *App) build(ctx context.Context, logger *slog.Logger) (err error) {
	if err := a.limitConnections(); err != nil {
		return err
	}
	if a.listener, err = a.listen(ctx, a.Config.Addr); err != nil {
		return listenError("addr", err)
	}
	if err := a.listenBeside(ctx); err != nil {
		return err
	}
	if err := a.startMetrics(ctx); err != nil {
		return err
	}
	if a.engine, err = OpenEngine(ctx, a.Config.StoreConfig, logger, a.observe); err != nil {
		return err
	}
	if err := a.checkTables(ctx, logger); err != nil {
		return err
	}
	if a.PublicURL = a.Config.PublicURL; a.PublicURL == "" {
		a.PublicURL = fmt.Sprintf("http://localhost:%d", a.listener.Addr().(*net.TCPAddr).Port)
	}
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	a.stop = stop
	if err := a.watchClock(background); err != nil {
		return err
	}
	services, hub := NewServices(a.engine), live.NewHub()
	a.Config.Limits.Apply(services.Memos, services.Families)
	a.clock.keep(services)
	services.Invites.Tried = a.sink.Join
	keys, err := a.loadKeys()
	if err != nil {
		return err
	}
	modules, err := a.openModules(services)
	if err != nil {
		return err
	}
	running := a.newRunner(background, modules)
	services.Listen(notify(hub), audit.New(logger, auditKey(keys)).Happened, running.happened)
	handler, err := a.handler(background, services, hub, keys, modules)
	if err != nil {
		return err
	}
	a.openServer(handler, hub)
	a.work(func() { a.maintain(background, services.Families, services.Memos) })
	a.work(func() { running.run(background) })
	a.work(func() { a.watchChecks(background) })
	a.work(func() { every(background, time.Minute, a.reportConnections) })
	if a.certificates != nil {
		go a.certificates.keep(background) // Close does not wait for it: it cannot be interrupted while it waits for the authority
	}
	if err := a.listenOperators(ctx, services, modules); err != nil {
		return err
	}
	a.warnOfModes()
	a.tellFile(ctx)
	a.announce(ctx)
	return nil
}

// openServer opens the server of the page, the API and the skill. Its streams end when it
// shuts down.
func (a *App) openServer(h http.Handler, hub *live.Hub) {
	a.server = a.smallServer(a.named(h), 60*time.Second)
	a.server.ReadTimeout, a.server.MaxHeaderBytes = 30*time.Second, 32<<10
	a.server.ConnContext, a.server.HTTP2, a.server.Protocols = a.connections.Context, &http2Limits, a.Config.protocols()
	a.server.RegisterOnShutdown(hub.Close) // streams do not end by themselves
	a.open(a.local, a.server, false)
	if a.certificates != nil {
		a.server.TLSConfig = a.certificates.config()
		a.open(a.listener, a.server, true)
	}
}

// smallServer returns a server of small requests, whose answers may take as long as write.
func (a *App) smallServer(h http.Handler, write time.Duration) *http.Server {
	return &http.Server{
		Handler: h, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second, WriteTimeout: write, IdleTimeout: idleTime,
		ConnState: a.connections.State, MaxHeaderBytes: 16 << 10, ErrorLog: slog.NewLogLogger(a.logger.Handler(), slog.LevelDebug),
	}
}

// KeysFile is the file in the data directory with the keys that seal sessions.
const KeysFile = "session-keys.json"

// loadKeys reads the keys that seal sessions, and creates them at the first start.
func (a *App) loadKeys() (*auth.KeyRing, error) {
	if err := os.MkdirAll(a.Config.Data, 0o700); err != nil {
		return nil, &ConfigError{Flag: "data", Problem: fmt.Sprintf("cannot be created: %v", err), Err: err}
	}
	keys, err := auth.LoadKeyRing(filepath.Join(a.Config.Data, KeysFile))
	if err != nil {
		return nil, keysError(err)
	}
	return keys, nil
}

// work does background work that Close waits for.
func (a *App) work(do func()) {
	a.working.Add(1)
	go func() {
		defer a.working.Done()
		do()
	}()
}

// handler builds the surfaces. Their background work ends with ctx.
func (a *App) handler(ctx context.Context, s Services, hub *live.Hub, keys *auth.KeyRing, modules []module.Module) (_ http.Handler, err error) {
	logger := a.logger
	options := auth.Options{
		People: newFairPeople(s.Families, a.Config.atOnce()), Access: s.Access, Invites: s.Invites, PublicURL: a.PublicURL, Keys: keys, Logger: logger,
		Issuer: a.Config.OIDCIssuer, ClientID: a.Config.OIDCClientID, ClientSecret: a.Config.OIDCClientSecret,
		SignUp: auth.SignUp(a.Config.SignUp), AllowList: a.Config.SignUpAllow,
	}
	extra := map[string]http.Handler{}
	if a.Config.Dev {
		provider, err := a.devProvider()
		if err != nil {
			return nil, err
		}
		options.Issuer, options.SubjectPrefix = a.PublicURL+devPath, devissuer.SubjectPrefix
		options.ClientID, options.ClientSecret = provider.ClientID(), provider.ClientSecret()
		options.HTTPClient = &http.Client{Timeout: time.Minute} // the issuer is this program: it is late only on a busy machine
		extra[devPath+"/"] = provider
	}
	if a.auth, err = auth.New(options); err != nil {
		return nil, configError(err)
	}
	proxies, err := a.Config.proxies()
	if err != nil {
		return nil, err
	}
	authorizer, err := a.authorizer(s, keys)
	if err != nil {
		return nil, configError(err)
	}
	return webapi.New(webapi.Options{
		OAuth:      authorizer,
		RateWrites: a.Config.Limits.RateWrites, RateSearches: a.Config.Limits.RateSearches, AtOnce: a.Config.atOnce(), Proxies: proxies, OwnHostOnly: a.Config.OwnHostOnly,
		Memos: s.Memos, Families: s.Families, Invites: s.Invites, Access: s.Access, Auth: a.auth, Alexa: a.alexa(s, keys, modules, logger), Modules: inweb.Doors(modules),
		Ready: a.ready, Checks: func() map[string]string { return a.checks(ctx) }, Probed: func() { _, _ = a.log.Write(nil) }, Observe: a.sink.Request, PublicURL: a.PublicURL, Version: version.String(), Operator: a.Config.Operator, Live: hub, Alone: a.Config.Store == "sqlite", App: bundle(), Extra: extra, Logger: logger,
	})
}

// authorizer returns the authorization server.
func (a *App) authorizer(s Services, keys *auth.KeyRing) (func(context.Context) (*oauth.Server, error), error) {
	server, err := oauth.New(oauth.Options{
		People: s.Families, Access: s.Access, Devices: a.engine.Devices(), Keys: keys, PublicURL: a.PublicURL,
		Alexa: a.Config.AlexaLink, Register: a.Config.OAuthRegister, Logger: a.logger,
	})
	return func(context.Context) (*oauth.Server, error) { return server, nil }, err
}

func (a *App) devProvider() (*devissuer.Provider, error) {
	return devissuer.New(devissuer.Options{
		Issuer: a.PublicURL + devPath, RedirectURIs: []string{a.PublicURL + "/auth/callback"},
		Path: filepath.Join(a.Config.Data, "dev-people.json"), Key: a.Config.DevKey,
	})
}

// configError converts an error about an option of the sign-in to one that names the flag.
func configError(err error) error {
	var option *auth.OptionError
	if !errors.As(err, &option) {
		return err
	}
	flags := map[string]string{ //nolint:gosec // names of flags
		"Issuer": "oidc-issuer", "ClientID": "oidc-client-id", "PublicURL": "public-url",
		"SignUp": "signup", "AllowList": "signup-allow", "Alexa.Secret": "alexa-link-secret-file", "Alexa.Redirects": "alexa-link-redirect",
	}
	if flag := flags[option.Option]; flag != "" {
		return &ConfigError{Flag: flag, Problem: option.Problem}
	}
	return err
}

// bundle returns the web app; nil: it was not built into the program.
func bundle() fs.FS {
	if !webapp.Built() {
		return nil
	}
	return webapp.Dist()
}

// AlexaOn reports whether the skill is served.
func (a *App) AlexaOn() bool { return a.Config.Dev || len(a.Config.AlexaSkillIDs) > 0 }

// alexa returns the skill's endpoint; nil: it is not served. Config.Check ensures that it
// is unverified only on a loopback address.
func (a *App) alexa(s Services, keys *auth.KeyRing, modules []module.Module, logger *slog.Logger) http.Handler {
	if !a.AlexaOn() {
		return nil
	}
	return skillhttp.New(skillhttp.Options{
		Unverified: !a.Config.AlexaVerify, Logger: logger,
		Skill: skill.New(skill.Options{
			Memos: s.Memos, Families: s.Families, Invites: s.Invites, Links: a.links(s, keys), ApplicationIDs: a.Config.AlexaSkillIDs,
			AnyApplication: a.Config.Dev && len(a.Config.AlexaSkillIDs) == 0, Observe: a.sink.Turn, Modules: inskill.Doors(modules), Logger: logger,
		}),
	})
}

// links returns the people who have linked Echos; nil: no Echo can be linked.
func (a *App) links(s Services, keys *auth.KeyRing) skill.Links {
	if a.Config.AlexaLink.Secret == "" {
		return nil
	}
	return &auth.Echos{
		People: s.Families, Access: s.Access, Logger: a.logger,
		Keys: func(context.Context, string) (*auth.KeyRing, error) { return keys, nil },
	}
}

// Created reports whether this start created the database.
func (a *App) Created() bool {
	engine, ok := a.engine.(fileEngine)
	return ok && engine.Created()
}

// Addr returns the address on which the program listens.
func (a *App) Addr() string { return a.listener.Addr().String() }

// AlexaURL returns the address to register as the skill's endpoint.
func (a *App) AlexaURL() string { return strings.TrimSuffix(a.PublicURL, "/") + alexaPath }

// RedirectURI returns the redirect URI to register with the issuer.
func (a *App) RedirectURI() string { return a.auth.RedirectURL() }

// door is a listener and the server that answers there.
type door struct {
	net.Listener
	server *http.Server
	tls    bool
}

// open makes Serve answer at a listener, and Close close the server.
func (a *App) open(l net.Listener, server *http.Server, tls bool) {
	a.doors = append(a.doors, door{l, server, tls})
}

// serveAll starts serving at every door and returns a channel with their errors.
func (a *App) serveAll() <-chan error {
	ended := make(chan error, len(a.doors))
	for _, d := range a.doors {
		go func() {
			if d.tls {
				ended <- d.server.ServeTLS(d, "", "")
			} else {
				ended <- d.server.Serve(d)
			}
		}()
	}
	return ended
}

// Serve answers requests until ctx ends, and then waits up to ten seconds for current
// requests to finish.
func (a *App) Serve(ctx context.Context) error {
	ended := a.serveAll()
	watched, unwatch := context.WithCancel(ctx)
	defer unwatch()
	go a.overseen(watched)
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
		a.manager.Stopping()
	}
	drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	if a.server.Shutdown(drain) != nil {
		a.logger.Warn("some requests did not end in time and were cut off")
		return a.server.Close()
	}
	return nil
}

// Close releases all resources. Serve must have returned, or never been called.
func (a *App) Close() error {
	a.stop()
	a.working.Wait()
	var errs []error
	if a.server != nil {
		errs = append(errs, a.withdraw())
	}
	listeners := []net.Listener{a.listener, a.local, a.plain, a.metrics}
	for _, d := range a.doors {
		errs = append(errs, d.server.Close())
		listeners = append(listeners, d.Listener)
	}
	for _, l := range listeners {
		if l == nil {
			continue
		}
		if err := l.Close(); !errors.Is(err, net.ErrClosed) {
			errs = append(errs, err)
		}
	}
	if a.engine != nil {
		errs = append(errs, a.engine.Close())
	}
	return errors.Join(errs...)
}
