package serve

import (
	"crypto/rsa"
	"io"
	"log/slog"

	"voicememo/auth/oauth"
	"voicememo/cmd/internal/app"
	"voicememo/cmd/voicememo/internal/location"
)

// Flags describe a server.
type Flags struct {
	location.Flags
	limitFlags

	Addr                 string   `placeholder:"HOST:PORT" help:"Address to listen on; default 127.0.0.1:8080, or with --tls-domain port 443 of every address."`
	PublicURL            string   `name:"public-url" placeholder:"URL" help:"Address at which people reach the page; default http://localhost with the port of --addr, or https:// and the name of --tls-domain if that is set."`
	OIDCIssuer           string   `name:"oidc-issuer" default:"${google}" placeholder:"URL" help:"OpenID Connect issuer to sign in with; default ${google}."`
	OIDCClientID         string   `name:"oidc-client-id" placeholder:"ID" help:"Client id at the issuer."`
	OIDCClientSecret     string   `name:"oidc-client-secret" placeholder:"SECRET" help:"Client secret at the issuer."`
	OIDCClientSecretFile string   `name:"oidc-client-secret-file" placeholder:"FILE" help:"File with the client secret, instead of the secret itself."`
	Signup               string   `default:"open" enum:"open,allow-list,invited" help:"Who may create an account on the page: open (everyone), allow-list or invited (with a valid invitation link). An Echo on which the skill is enabled has its own account in any case."`
	SignupAllow          []string `name:"signup-allow" placeholder:"WHO" help:"Address or domain for --signup=allow-list. Repeatable."`
	AlexaSkillID         []string `name:"alexa-skill-id" placeholder:"ID" help:"Skill id that may call /alexa. Repeatable. None: /alexa is not served."`
	AlexaVerify          string   `name:"alexa-verify" default:"on" enum:"on,off" help:"Verify the signature of requests to /alexa: on or off; off only on a loopback --addr."`
	AlexaLinkSecretFile  string   `name:"alexa-link-secret-file" placeholder:"FILE" help:"File with the secret, of at least 20 of the characters A-Z a-z 0-9 - . _ ~, of account linking in the Alexa app, whose client id is alexa. None: Echos cannot be linked to people."`
	AlexaLinkRedirect    []string `name:"alexa-link-redirect" placeholder:"URL" help:"Alexa redirect URL that the developer console shows for account linking, one for each region. Repeatable."`
	OAuthRegistration    bool     `name:"oauth-registration" help:"Programs, such as assistants that connect to /mcp, may register themselves as clients (RFC 7591). People are told that the program's name is not verified."`
	TLSDomain            string   `name:"tls-domain" placeholder:"NAME" help:"Serve HTTPS under this name, with a certificate from Let's Encrypt that is renewed automatically and kept in --data. Using it accepts the authority's terms of service."`
	TLSDirectory         string   `name:"tls-directory" placeholder:"URL" help:"ACME directory of another authority for --tls-domain; SSL_CERT_FILE may name its root certificate."`
	TLSHTTPAddr          string   `name:"tls-http-addr" placeholder:"HOST:PORT" help:"Address for plain HTTP with --tls-domain, for the authority's challenges and for redirects to https; off: no plain HTTP. Default: port 80 of the host of --addr, if it is free."`
	MetricsAddr          string   `name:"metrics-addr" placeholder:"HOST:PORT" help:"Address of GET /metrics for Prometheus; one that is not a loopback address needs --metrics-token-file. None: not served."`
	MetricsTokenFile     string   `name:"metrics-token-file" placeholder:"FILE" help:"File with a token of at least 16 characters that GET /metrics then requires (Authorization: Bearer)."`
	Operator             string   `placeholder:"NAME <CONTACT>" help:"Who operates this server and how to reach them, such as Taro Sato <taro@example.com>: shown on /privacy and /terms."`
	Log                  string   `default:"text" enum:"text,json" help:"Format of the log: text or json."`
	Dev                  bool     `help:"Try it without any account: an embedded sign-in where you choose who you are, and a skill that does not verify signatures. Loopback only."`
}

// DevKey is app.Config.DevKey; nil except in tests.
var DevKey *rsa.PrivateKey

// Config returns what the flags say. An error names the flag.
func (f Flags) Config() (app.Config, error) {
	secret, err := app.Secret("oidc-client-secret-file", f.OIDCClientSecret, f.OIDCClientSecretFile)
	if err != nil {
		return app.Config{}, err
	}
	link, err := app.Secret("alexa-link-secret-file", "", f.AlexaLinkSecretFile)
	if err != nil {
		return app.Config{}, err
	}
	token, err := app.MetricsToken(f.MetricsTokenFile)
	if err != nil {
		return app.Config{}, err
	}
	c := app.Config{
		StoreConfig: f.Flags.Config(), Addr: f.Addr, PublicURL: f.PublicURL,
		OIDCIssuer: f.OIDCIssuer, OIDCClientID: f.OIDCClientID, OIDCClientSecret: secret,
		SignUp: f.Signup, SignUpAllow: f.SignupAllow, AlexaSkillIDs: f.AlexaSkillID,
		AlexaVerify: f.AlexaVerify == "on" && !f.Dev, MetricsAddr: f.MetricsAddr, Dev: f.Dev,
		TLSDomain: f.TLSDomain, TLSDirectory: f.TLSDirectory, TLSHTTPAddr: f.TLSHTTPAddr,
		AlexaLink: oauth.AlexaClient{Secret: link, Redirects: f.AlexaLinkRedirect}, OAuthRegister: f.OAuthRegistration,
		MetricsToken: token, Operator: f.Operator, DevKey: DevKey,
	}
	f.apply(&c)
	return c.Complete(), nil
}

// logger writes to w in the form the flags ask for.
func (f Flags) logger(w io.Writer) *slog.Logger {
	if f.Log == "json" {
		return slog.New(slog.NewJSONHandler(w, nil))
	}
	return slog.New(slog.NewTextHandler(w, nil))
}
