package setup

import (
	"fmt"
	"net/mail"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/idna"

	"voicememo/cmd/internal/app"
	"voicememo/internal/envfile"
	"voicememo/internal/loopback"
)

// answers are what setup knows, in the form in which it is written; "": unknown.
type answers struct {
	address, https, issuer, clientID string
	secret                           string // a new one
	hasSecret                        bool   // whether there is one already
	signup, allow, operator, skills  string
}

// Answers to questions with a choice.
const (
	self, proxy              = "self", "proxy"
	allowList, invited, open = "allow-list", "invited", "open"
)

func (a answers) isGoogle() bool { return a.issuer == app.GoogleIssuer }

// addresses returns the addresses as serve will use them.
func (a answers) addresses() app.Addresses { return app.Config{PublicURL: a.address}.Addresses() }

// host returns the name in the address.
func (a answers) host() string {
	u, err := url.Parse(a.address)
	if err != nil {
		return ""
	}
	return u.Hostname()
}

// port returns the port in the address; "": that of https.
func (a answers) port() string {
	u, err := url.Parse(a.address)
	if err != nil {
		return ""
	}
	return u.Port()
}

func (w setupWords) checkAddress(_ answers, text string) (value, problem string) {
	if !strings.Contains(text, "://") {
		text = "https://" + text
	}
	u, err := url.Parse(text)
	if err != nil || u.User != nil || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "" {
		return "", w.notAddress
	}
	if u.Scheme != "https" {
		return "", w.notHTTPS
	}
	host, err := idna.Lookup.ToASCII(u.Hostname())
	if err != nil || !app.IsDomain(host) {
		return "", w.notAddress
	}
	if port := u.Port(); port != "" && port != "443" {
		host += ":" + port
	}
	return "https://" + host, ""
}

func (w setupWords) checkHTTPS(a answers, text string) (value, problem string) {
	text = strings.ToLower(text)
	switch {
	case text != self && text != proxy:
		return "", w.notSelfOrProxy
	case text == self && a.port() != "":
		return "", w.port
	}
	return text, ""
}

func (w setupWords) checkIssuer(_ answers, text string) (value, problem string) {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.Scheme != "https" && (u.Scheme != "http" || !loopback.Is(u.Host)) || envfile.Check(text) != nil {
		return "", w.notIssuer
	}
	return text, ""
}

// googleID matches the client ids of Google.
var googleID = regexp.MustCompile(`^[A-Za-z0-9_-]+\.apps\.googleusercontent\.com$`)

func (w setupWords) checkClientID(a answers, text string) (value, problem string) {
	switch {
	case a.isGoogle() && !googleID.MatchString(text):
		return "", w.notGoogleID
	case strings.ContainsFunc(text, unicode.IsSpace) || text == "" || envfile.Check(text) != nil:
		return "", w.notClientID
	}
	return text, ""
}

func (w setupWords) checkSecret(a answers, text string) (value, problem string) {
	inside := func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }
	switch {
	case text == "":
		return "", w.noSecret
	case googleID.MatchString(text) || text == a.clientID:
		return "", w.idAsSecret
	case strings.ContainsFunc(text, inside):
		return "", w.notSecret
	}
	return text, ""
}

func (w setupWords) checkSignup(_ answers, text string) (value, problem string) {
	if text = strings.ToLower(text); !slices.Contains([]string{allowList, invited, open}, text) {
		return "", w.notSignup
	}
	return text, ""
}

// checkAllow accepts addresses and domains. A domain that anyone can have an address of
// would admit everyone.
func (w setupWords) checkAllow(_ answers, text string) (value, problem string) {
	entries := strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",;、，", r) })
	for _, entry := range entries {
		parsed, err := mail.ParseAddress(entry)
		_, domain, isAddress := strings.Cut(entry, "@")
		if !isAddress {
			domain = entry
		}
		switch {
		case isAddress && (err != nil || parsed.Address != entry), !app.IsDomain(strings.ToLower(domain)), envfile.Check(entry) != nil:
			return "", fmt.Sprintf(w.notAllowed, entry)
		case !isAddress && slices.Contains([]string{"gmail.com", "googlemail.com"}, strings.ToLower(domain)):
			return "", fmt.Sprintf(w.everyone, entry)
		}
	}
	if len(entries) == 0 {
		return "", w.noneAllowed
	}
	return strings.Join(entries, ","), ""
}

func (w setupWords) checkOperator(_ answers, text string) (value, problem string) {
	if text = strings.TrimSpace(text); envfile.Check(text) != nil {
		return "", w.unwritable
	}
	return text, ""
}

// skillID matches the ids of skills.
var skillID = regexp.MustCompile(`^amzn1\.ask\.skill\.[A-Za-z0-9-]+$`)

func (w setupWords) checkSkills(_ answers, text string) (value, problem string) {
	for id := range strings.SplitSeq(text, ",") {
		if !skillID.MatchString(id) {
			return "", w.notSkill
		}
	}
	return text, ""
}
