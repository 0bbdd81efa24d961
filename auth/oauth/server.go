package oauth

import (
	"context"
	"log/slog"
	"strings"
	"time"

	"voicememo/auth"
	"voicememo/models"
)

// The lifetimes.
const (
	codeLifetime   = 60 * time.Second     // of an authorization code
	tokenLifetime  = time.Hour            // of an access token
	AppLifetime    = 90 * 24 * time.Hour  // of the refresh token of an app, from its last use
	EchoLifetime   = 400 * 24 * time.Hour // of that of an Echo; no longer than a key of the ring is kept
	DeviceLifetime = 10 * time.Minute     // of the request of a device

	// rotationGrace is how long the previous refresh token is accepted, for a client that did
	// not receive the answer with the newest one.
	rotationGrace = 60 * time.Second
	// extendEvery is how often the access of an Echo is extended, at most.
	extendEvery = 24 * time.Hour
)

// People is what this package needs of people; *family.Service implements it.
type People interface {
	// Person returns an account. NotFound: there is none, or it is closing.
	Person(ctx context.Context, id models.UserID) (models.User, error)
}

// Options is the configuration of a Server. Fields without a default are required, except
// as noted.
type Options struct {
	People  People
	Access  *auth.Accesses
	Devices auth.Devices
	Keys    *auth.KeyRing

	PublicURL string // the issuer, such as https://memo.example.com
	Alexa     AlexaClient
	Register  bool // programs may register themselves (RFC 7591)

	Now    func() time.Time // default time.Now
	Logger *slog.Logger     // default slog.Default
}

// Server is the authorization server of one deployment. It is safe for concurrent use.
type Server struct {
	Options
	clients map[string]Client // the fixed ones, by id
}

// New returns a Server. The error is an *auth.OptionError.
func New(o Options) (*Server, error) {
	o.PublicURL = strings.TrimSuffix(o.PublicURL, "/")
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	s := &Server{Options: o, clients: map[string]Client{CommandLine: commandLine()}}
	if o.Alexa.Secret == "" {
		return s, nil
	}
	alexa, err := o.Alexa.client()
	if err != nil {
		return nil, err
	}
	s.clients[alexa.ID] = alexa
	return s, nil
}

// now returns the time in the precision that is stored.
func (s *Server) now() time.Time { return s.Now().UTC().Truncate(time.Millisecond) }

// The resources for which tokens are valid, as paths of this server.
const (
	ResourceAPI   = "/api"
	ResourceMCP   = "/mcp"
	ResourceAlexa = auth.EchoResource // only for the tokens of an Echo, which are valid nowhere else
)

// resource returns the address of a resource.
func (s *Server) resource(path string) string { return s.PublicURL + path }
