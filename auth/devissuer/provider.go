package devissuer

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/subtle"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"voicememo/internal/loopback"
)

// SubjectPrefix is the prefix of this provider's subjects in user ids. It does not
// depend on the issuer's address, so that people keep their accounts when the port
// changes.
const SubjectPrefix = "dev#"

// Options is the configuration of a Provider.
type Options struct {
	Issuer       string   // e.g. http://localhost:8080/dev; loopback, with a path
	RedirectURIs []string // the exact addresses to which codes may be sent
	// Path is the JSON file in which the people are stored; "": only in memory.
	Path string

	Now func() time.Time // default time.Now

	// Key signs ID tokens; nil: a new key, made when it is first needed. A new key makes
	// the bearer tokens of earlier runs invalid, but no private key has to be stored.
	Key *rsa.PrivateKey
}

// Provider is an OpenID provider with one client. It is an http.Handler for all paths
// below the issuer's path, which must not be stripped.
type Provider struct {
	issuer    string
	path      string // the issuer's path
	redirects []string
	secret    string
	people    *people
	signer    func() (*signer, error)
	handler   http.Handler

	now func() time.Time

	mu    sync.Mutex
	codes map[string]grant
}

// New returns a Provider. It does not listen itself.
func New(o Options) (*Provider, error) {
	u, err := url.Parse(o.Issuer)
	if err != nil || u.Scheme != "http" || !loopback.Is(u.Host) || len(u.Path) < 2 || strings.HasSuffix(u.Path, "/") {
		return nil, errors.New("the development issuer must be http on this machine, with a path")
	}
	if len(o.RedirectURIs) == 0 {
		return nil, errors.New("the development issuer needs a redirect URI")
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	people, err := loadPeople(o.Path)
	if err != nil {
		return nil, err
	}
	p := &Provider{
		issuer: o.Issuer, path: u.Path, redirects: slices.Clone(o.RedirectURIs), people: people, secret: rand.Text(),
		signer: sync.OnceValues(func() (*signer, error) { return newSigner(o.Key) }),
		now:    o.Now, codes: map[string]grant{},
	}
	p.handler = p.routes()
	return p, nil
}

// ClientID returns the id of the client.
func (p *Provider) ClientID() string { return "voicememo-dev" }

// ClientSecret returns the client's secret, which is different at each start.
func (p *Provider) ClientSecret() string { return p.secret }

func (p *Provider) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+p.path+"/.well-known/openid-configuration", p.discovery)
	mux.HandleFunc("GET "+p.path+"/jwks", p.jwks)
	mux.HandleFunc("GET "+p.path+"/authorize", p.showPage)
	mux.HandleFunc("POST "+p.path+"/authorize", p.choose)
	mux.HandleFunc("POST "+p.path+"/token", p.token)
	mux.HandleFunc("GET "+p.path+"/style.css", p.file)
	mux.HandleFunc("GET "+p.path+"/icon.svg", p.file)
	return http.NewCrossOriginProtection().Handler(mux)
}

// ServeHTTP refuses every request that does not come from this machine under a loopback
// name, which includes requests forwarded by a proxy and requests for a rebound name.
func (p *Provider) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	proxied := slices.ContainsFunc([]string{"Forwarded", "X-Forwarded-For", "X-Real-Ip", "Via"}, func(name string) bool {
		return r.Header.Get(name) != ""
	})
	if proxied || !loopback.Is(r.RemoteAddr) || !loopback.Is(r.Host) {
		http.Error(w, "the development sign-in answers this machine only", http.StatusForbidden)
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, 64<<10)
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	p.handler.ServeHTTP(w, r)
}

func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }
