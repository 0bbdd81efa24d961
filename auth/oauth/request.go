package oauth

import (
	"crypto/sha256"
	"encoding/base64"
	"net/url"
	"strings"

	"voicememo/models"
)

// Request is a parsed authorization request.
type Request struct {
	Client   Client
	Redirect string // where the answer goes
	Scope    models.Scope
	Resource string // the address for which the tokens are valid

	state     string
	challenge string // of PKCE, S256
	silent    bool   // prompt=none: only an error is expected
}

// Host returns the host of the address to which the answer goes.
func (r Request) Host() string {
	u, err := url.Parse(r.Redirect)
	if err != nil {
		return ""
	}
	return u.Host
}

// Refused reports that an authorization request is answered with an error at the client's
// redirect address.
type Refused struct {
	Err      *Error
	Location string // the redirect address with the error
	// Registered reports whether the client registered itself. The browser goes to its
	// address only after a person's answer; otherwise the server would be an open redirector.
	Registered bool
}

// Error implements error.
func (r *Refused) Error() string { return r.Err.Error() }

// maxState is the length of the longest state, in bytes.
const maxState = 1024

// ParseRequest reads an authorization request. The error is an *Error, shown to the
// person only, if the client or its redirect address is unknown, and a *Refused otherwise.
func (s *Server) ParseRequest(query string) (Request, error) {
	values, err := url.ParseQuery(query)
	if err != nil {
		return Request{}, invalidRequest("malformed query")
	}
	// A repeated parameter has no value: readers disagree about which one counts.
	get := func(name string) string {
		if len(values[name]) != 1 {
			return ""
		}
		return values.Get(name)
	}
	client, known := s.client(get("client_id"))
	if !known {
		return Request{}, fault("invalid_client", "unknown client")
	}
	r := Request{Client: client, Redirect: get("redirect_uri"), state: get("state")}
	if !client.allows(r.Redirect) {
		return Request{}, invalidRequest("redirect_uri not registered for this client")
	}
	if len(r.state) > maxState {
		r.state = ""
		return Request{}, s.refuse(r, invalidRequest("state too long"))
	}
	for _, twice := range values {
		if len(twice) > 1 {
			return Request{}, s.refuse(r, invalidRequest("repeated parameter"))
		}
	}
	if e := s.fill(&r, get); e != nil {
		return Request{}, s.refuse(r, e)
	}
	return r, nil
}

// fill reads the parameters whose errors the client is told of.
func (s *Server) fill(r *Request, get func(string) string) *Error {
	switch {
	case get("request") != "":
		return fault("request_not_supported", "request objects not supported")
	case get("request_uri") != "":
		return fault("request_uri_not_supported", "request objects not supported")
	case get("response_type") != "code":
		return fault("unsupported_response_type", "response_type must be code")
	case get("response_mode") != "" && get("response_mode") != "query":
		return invalidRequest("response_mode must be query")
	case get("code_challenge_method") != "S256":
		return invalidRequest("PKCE with S256 required")
	case !isHash(get("code_challenge")):
		return invalidRequest("malformed code_challenge")
	}
	r.challenge, r.silent = get("code_challenge"), get("prompt") == "none"
	var ok bool
	if r.Scope, ok = parseScope(get("scope"), r.Client.Default); !ok {
		return fault("invalid_scope", "unknown scope")
	}
	if r.Resource, ok = s.target(r.Client, get("resource")); !ok {
		return fault("invalid_target", "unknown resource")
	}
	return nil
}

// target returns the resource that a client asks for. "" means the only one of the client,
// or the web API.
func (s *Server) target(c Client, requested string) (string, bool) {
	allowed := []string{ResourceAPI, ResourceMCP}
	if c.Resource != "" {
		allowed = []string{c.Resource}
	}
	if requested == "" {
		return s.resource(allowed[0]), true
	}
	for _, path := range allowed {
		if requested == s.resource(path) {
			return requested, true
		}
	}
	return "", false
}

// isHash reports whether a text has the form of a hash of SHA-256 in base64url.
func isHash(text string) bool {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(text)
	return err == nil && len(raw) == sha256.Size
}

// verifies reports whether a verifier of PKCE belongs to a challenge (RFC 7636 section 4.6).
func verifies(verifier, challenge string) bool {
	if len(verifier) < 43 || len(verifier) > 128 || strings.Trim(verifier, unreserved) != "" {
		return false
	}
	sum := sha256.Sum256([]byte(verifier))
	return same(base64.RawURLEncoding.EncodeToString(sum[:]), challenge)
}

// Silent returns the answer to a request that may not ask the person anything; nil: it may.
// Every grant needs a person's answer here.
func (s *Server) Silent(r Request, signedIn bool) error {
	switch {
	case !r.silent:
		return nil
	case signedIn:
		return s.refuse(r, fault("consent_required", "user consent required"))
	}
	return s.refuse(r, fault("login_required", "user sign-in required"))
}

// refuse returns the answer with an error.
func (s *Server) refuse(r Request, e *Error) *Refused {
	answer := map[string]string{"error": e.Code, "error_description": e.Description}
	return &Refused{Err: e, Location: s.back(r, answer), Registered: r.Client.Registered}
}

// back returns the client's address with an answer, the state and the issuer (RFC 9207).
func (s *Server) back(r Request, answer map[string]string) string {
	u, err := url.Parse(r.Redirect)
	if err != nil {
		return s.PublicURL // ParseRequest has parsed it
	}
	added := url.Values{"iss": {s.PublicURL}}
	for name, value := range answer {
		added.Set(name, value)
	}
	if r.state != "" {
		added.Set("state", r.state)
	}
	if u.RawQuery != "" {
		u.RawQuery += "&"
	}
	u.RawQuery += added.Encode()
	return u.String()
}
