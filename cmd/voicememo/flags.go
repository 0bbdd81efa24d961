package main

import (
	"crypto/rsa"
	"io"
	"log/slog"

	"voicememo/cmd/internal/app"
)

// storeFlags say where memos are kept.
type storeFlags struct {
	Data        string `default:"./data" placeholder:"DIR" help:"Directory of the database and of this server's keys; default ./data."`
	Store       string `default:"sqlite" enum:"sqlite,dynamodb" help:"Where memos are kept: sqlite or dynamodb. With dynamodb the SDK's own variables apply, such as AWS_REGION."`
	Environment string `default:"dev" placeholder:"NAME" help:"Environment in the names of the DynamoDB tables: dev, stg or prod; default dev."`
}

func (f storeFlags) config() app.StoreConfig {
	return app.StoreConfig{Data: f.Data, Store: f.Store, Environment: f.Environment}
}

// serverFlags describe a server.
type serverFlags struct {
	storeFlags
	limitFlags

	Addr                 string   `placeholder:"HOST:PORT" help:"Address to listen on; default 127.0.0.1:8080, with --tls-domain port 443 of every address."`
	PublicURL            string   `name:"public-url" placeholder:"URL" help:"Where people reach the page; default http://localhost and the port of --addr, with --tls-domain https and that name."`
	OIDCIssuer           string   `name:"oidc-issuer" default:"${google}" placeholder:"URL" help:"OpenID Connect issuer to sign in with; default ${google}."`
	OIDCClientID         string   `name:"oidc-client-id" placeholder:"ID" help:"Client id at the issuer."`
	OIDCClientSecret     string   `name:"oidc-client-secret" placeholder:"SECRET" help:"Client secret at the issuer."`
	OIDCClientSecretFile string   `name:"oidc-client-secret-file" placeholder:"FILE" help:"File with the client secret, instead of the secret itself."`
	Signup               string   `default:"open" enum:"open,allow-list,invited" help:"Who may become a new person: open, allow-list or invited (with a valid invitation link)."`
	SignupAllow          []string `name:"signup-allow" placeholder:"WHO" help:"Address or domain for --signup=allow-list. Repeatable."`
	AlexaSkillID         []string `name:"alexa-skill-id" placeholder:"ID" help:"Skill id that may call /alexa. Repeatable. None: /alexa is not served."`
	AlexaVerify          string   `name:"alexa-verify" default:"on" enum:"on,off" help:"Verify the signature of requests to /alexa: on or off; off on a loopback --addr only."`
	TLSDomain            string   `name:"tls-domain" placeholder:"NAME" help:"Speak HTTPS under this name, with a certificate from Let's Encrypt that renews itself and is kept in --data. Using it accepts the authority's terms of service."`
	TLSDirectory         string   `name:"tls-directory" placeholder:"URL" help:"ACME directory of another authority for --tls-domain; its root may come from SSL_CERT_FILE."`
	TLSHTTPAddr          string   `name:"tls-http-addr" placeholder:"HOST:PORT" help:"Where --tls-domain answers plain HTTP, for the authority's challenges and to lead people to https: default port 80 beside --addr, if it is free; off to not."`
	MetricsAddr          string   `name:"metrics-addr" placeholder:"HOST:PORT" help:"Address of GET /metrics, figures for Prometheus; other than a loopback address with --metrics-token-file only. None: not served."`
	MetricsTokenFile     string   `name:"metrics-token-file" placeholder:"FILE" help:"File with a token of at least 16 characters that GET /metrics then asks for (Authorization: Bearer)."`
	Operator             string   `placeholder:"NAME <CONTACT>" help:"Who operates this server and how to reach them, such as Taro Sato <taro@example.com>: shown on /privacy and /terms."`
	Log                  string   `default:"text" enum:"text,json" help:"Form of the log: text or json."`
	Dev                  bool     `help:"Try it without any account: an embedded sign-in where you pick who you are, and an unverified skill. Loopback only."`
}

// devKey is the key of app.Config, nil but in tests.
var devKey *rsa.PrivateKey

func (f serverFlags) config() (app.Config, error) {
	secret, err := app.Secret("oidc-client-secret-file", f.OIDCClientSecret, f.OIDCClientSecretFile)
	if err != nil {
		return app.Config{}, err
	}
	token, err := app.MetricsToken(f.MetricsTokenFile)
	if err != nil {
		return app.Config{}, err
	}
	c := app.Config{
		StoreConfig: f.storeFlags.config(), Addr: f.Addr, PublicURL: f.PublicURL,
		OIDCIssuer: f.OIDCIssuer, OIDCClientID: f.OIDCClientID, OIDCClientSecret: secret,
		SignUp: f.Signup, SignUpAllow: f.SignupAllow, AlexaSkillIDs: f.AlexaSkillID,
		AlexaVerify: f.AlexaVerify == "on" && !f.Dev, MetricsAddr: f.MetricsAddr, Dev: f.Dev,
		TLSDomain: f.TLSDomain, TLSDirectory: f.TLSDirectory, TLSHTTPAddr: f.TLSHTTPAddr,
		MetricsToken: token, Operator: f.Operator, DevKey: devKey,
	}
	f.apply(&c)
	return c.Complete(), nil
}

// logger writes to w in the form the flags ask for.
func (f serverFlags) logger(w io.Writer) *slog.Logger {
	if f.Log == "json" {
		return slog.New(slog.NewJSONHandler(w, nil))
	}
	return slog.New(slog.NewTextHandler(w, nil))
}
