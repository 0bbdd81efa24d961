package oauth

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"net/url"
	"slices"
	"strings"

	"voicememo/auth"
	"voicememo/internal/loopback"
	"voicememo/models"
)

// The ids of the clients that need no registration.
const (
	CommandLine = "voicememo" // the command line client
	Alexa       = "alexa"     // account linking in the Alexa app
)

// Client is a program that asks people for access.
type Client struct {
	ID        string
	Name      string
	Kind      models.AccessKind
	Redirects []string // the addresses to which codes are sent
	Default   models.Scope
	Resource  string // the path of the only resource; "": ResourceAPI or ResourceMCP, as requested

	// Registered: the client has registered itself, so its name is not verified.
	Registered bool
	// Device: the client may use the device grant.
	Device bool

	secret [sha256.Size]byte // a hash; zero: the client is public
}

// AlexaClient is the configuration of account linking. It is confidential.
type AlexaClient struct {
	Secret    string   // "": account linking is off
	Redirects []string // one for each region, as the developer console shows them
}

// minSecret is the length of the shortest secret, in bytes.
const minSecret = 20

// unreserved are the characters of a secret. They are the same with and without the encoding
// of forms, which not every client applies to HTTP Basic.
const unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"

// Check returns an *auth.OptionError if the configuration cannot be used.
func (a AlexaClient) Check() error {
	_, err := a.client()
	return err
}

func (a AlexaClient) client() (Client, error) {
	switch {
	case len(a.Secret) < minSecret:
		return Client{}, &auth.OptionError{Option: "Alexa.Secret", Problem: "must have at least 20 characters"}
	case strings.Trim(a.Secret, unreserved) != "":
		return Client{}, &auth.OptionError{Option: "Alexa.Secret", Problem: "may have only the characters A-Z a-z 0-9 - . _ ~"}
	case len(a.Redirects) == 0:
		return Client{}, &auth.OptionError{Option: "Alexa.Redirects", Problem: "are missing"}
	}
	for _, redirect := range a.Redirects {
		if u, err := url.Parse(redirect); err != nil || u.Scheme != "https" || !validRedirect(redirect) {
			return Client{}, &auth.OptionError{Option: "Alexa.Redirects", Problem: "must be https addresses without a fragment"}
		}
	}
	return Client{
		ID: Alexa, Name: "Alexa", Kind: models.AccessEcho, Redirects: a.Redirects, Default: models.ScopeFull, Resource: ResourceAlexa,
		secret: sha256.Sum256([]byte(a.Secret)),
	}, nil
}

func commandLine() Client {
	return Client{
		ID: CommandLine, Name: "voicememo", Kind: models.AccessApp, Default: models.ScopeMemos, Device: true,
		Redirects: []string{"http://127.0.0.1/callback", "http://[::1]/callback"},
	}
}

// Public reports whether the client has no secret.
func (c Client) Public() bool { return c.secret == [sha256.Size]byte{} }

// hash stands for the client in tokens, which would otherwise repeat the long ids of
// registered clients.
func (c Client) hash() string {
	sum := sha256.Sum256([]byte(c.ID))
	return base64.RawURLEncoding.EncodeToString(sum[:16])
}

// authenticates reports whether a secret is the client's.
func (c Client) authenticates(secret string) bool {
	sum := sha256.Sum256([]byte(secret))
	return !c.Public() && subtle.ConstantTimeCompare(sum[:], c.secret[:]) == 1
}

// allows reports whether codes may be sent to an address: it is one of the client's or, on
// this machine, differs from one only in its port (RFC 8252 section 7.3).
func (c Client) allows(redirect string) bool {
	if !validRedirect(redirect) {
		return false
	}
	return slices.Contains(c.Redirects, redirect) || slices.ContainsFunc(c.Redirects, func(own string) bool { return samePlace(own, redirect) })
}

// samePlace reports whether two http addresses of this machine differ at most in the port.
func samePlace(own, redirect string) bool {
	a, err := url.Parse(own)
	if err != nil || a.Scheme != "http" {
		return false
	}
	b, err := url.Parse(redirect)
	if err != nil || b.Port() == "" || b.Hostname() != a.Hostname() {
		return false
	}
	place, isLoopback := strings.CutPrefix(redirect, "http://"+b.Host)
	want, ok := strings.CutPrefix(own, "http://"+a.Host)
	return isLoopback && ok && place == want && loopback.Is(b.Host)
}

// maxRedirect is the length of the longest redirect address, in bytes.
const maxRedirect = 400

// validRedirect reports whether a client may have an address to which codes are sent: one
// of the web by https, or one of this machine by http.
func validRedirect(redirect string) bool {
	if len(redirect) > maxRedirect || strings.ContainsAny(redirect, `\#`) || strings.Trim(redirect, visible) != "" {
		return false
	}
	u, err := url.Parse(redirect)
	if err != nil || u.Host == "" || u.Hostname() == "" || u.User != nil || u.Opaque != "" {
		return false
	}
	query, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return false
	}
	for _, name := range []string{"code", "state", "iss", "error", "error_description"} {
		if query.Has(name) {
			return false // it would be in the address twice
		}
	}
	return u.Scheme == "https" || u.Scheme == "http" && loopback.Is(u.Host)
}

// visible are the visible characters of ASCII.
const visible = "!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~"

// client returns the client with an id.
func (s *Server) client(id string) (Client, bool) {
	if c, ok := s.clients[id]; ok {
		return c, true
	}
	return s.registered(id)
}
