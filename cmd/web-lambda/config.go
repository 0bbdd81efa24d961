package main

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"time"

	"voicememo/auth"
	"voicememo/auth/oauth"
	"voicememo/cmd/internal/function"
	"voicememo/cmd/internal/limits"
	"voicememo/family"
	"voicememo/family/websockets"
	"voicememo/internal/loopback"
	"voicememo/invite"
)

// config is the configuration in the variables.
type config struct {
	environment    string
	publicURL      string
	issuer         string
	clientID       string
	clientSecretID string
	sessionKeysID  string
	signUp         string
	signUpAllow    []string
	limits         limits.Limits
	ownHostOnly    bool
	operator       string
	liveURL        string // "": pages poll
	liveKey        string
	link           oauth.AlexaClient
}

// readConfig reads the variables, without those of the sign-in; see check. The error is one
// sentence that names the wrong variable.
func readConfig(getenv func(string) string) (config, error) {
	environment, err := function.Environment(getenv)
	if err != nil {
		return config{}, err
	}
	c := config{
		environment: environment, publicURL: getenv("VOICEMEMO_PUBLIC_URL"),
		issuer: cmp.Or(getenv("VOICEMEMO_OIDC_ISSUER"), auth.Google), clientID: getenv("VOICEMEMO_OIDC_CLIENT_ID"),
		clientSecretID: getenv("VOICEMEMO_OIDC_CLIENT_SECRET_ID"), sessionKeysID: getenv("VOICEMEMO_SESSION_KEYS_ID"),
		signUp: getenv("VOICEMEMO_SIGNUP"), signUpAllow: function.List(getenv("VOICEMEMO_SIGNUP_ALLOW")),
		operator: getenv("VOICEMEMO_OPERATOR"),
		link: oauth.AlexaClient{
			Secret: getenv("VOICEMEMO_ALEXA_LINK_SECRET"), Redirects: function.List(getenv("VOICEMEMO_ALEXA_LINK_REDIRECTS")),
		},
	}
	if c.limits, err = function.Limits(getenv); err != nil {
		return config{}, err
	}
	if c.liveURL, err = function.LiveURL(getenv); err == nil && c.liveURL != "" {
		c.liveKey, err = function.Key(getenv, "VOICEMEMO_LIVE_KEY")
	}
	if err != nil {
		return config{}, err
	}
	switch getenv("VOICEMEMO_HSTS_SUBDOMAINS") {
	case "", "on":
	case "off":
		c.ownHostOnly = true
	default:
		return config{}, errors.New("VOICEMEMO_HSTS_SUBDOMAINS must be on or off")
	}
	if u, err := url.Parse(c.publicURL); err == nil && u.Scheme == "http" && !loopback.Is(u.Host) {
		return config{}, errors.New("VOICEMEMO_PUBLIC_URL must be https: sessions would not be safe")
	}
	for _, needed := range [][2]string{
		{"VOICEMEMO_OIDC_CLIENT_SECRET_ID", c.clientSecretID}, {"VOICEMEMO_SESSION_KEYS_ID", c.sessionKeysID},
	} {
		if needed[1] == "" {
			return config{}, fmt.Errorf("%s is empty; it must name a secret in AWS Secrets Manager", needed[0])
		}
	}
	return c, nil
}

// check builds and discards a sign-in to validate its variables. The error is one sentence
// that names the wrong one.
func (c config) check() error {
	options := c.options()
	options.People, options.Access, options.Invites, options.Keys = &family.Service{}, &auth.Accesses{}, &invite.Service{}, auth.NewKeyRing(time.Now())
	_, err := auth.New(options)
	if err == nil {
		_, err = oauth.New(oauth.Options{PublicURL: c.publicURL, Alexa: c.link})
	}
	var wrong *auth.OptionError
	if !errors.As(err, &wrong) {
		return err
	}
	variable := map[string]string{
		"PublicURL": "VOICEMEMO_PUBLIC_URL", "Issuer": "VOICEMEMO_OIDC_ISSUER", "ClientID": "VOICEMEMO_OIDC_CLIENT_ID",
		"SignUp": "VOICEMEMO_SIGNUP", "AllowList": "VOICEMEMO_SIGNUP_ALLOW",
		"Alexa.Secret": "VOICEMEMO_ALEXA_LINK_SECRET", "Alexa.Redirects": "VOICEMEMO_ALEXA_LINK_REDIRECTS",
	}[wrong.Option]
	return fmt.Errorf("%s %s", variable, wrong.Problem)
}

// tickets returns what seals the tickets of WebSockets; nil: there are none.
func (c config) tickets() *websockets.Tickets {
	if c.liveURL == "" {
		return nil
	}
	return websockets.NewTickets([]byte(c.liveKey))
}

// options returns the options of the sign-in that the variables set.
func (c config) options() auth.Options {
	return auth.Options{
		PublicURL: c.publicURL, Issuer: c.issuer, ClientID: c.clientID, SignUp: auth.SignUp(c.signUp), AllowList: c.signUpAllow,
	}
}
