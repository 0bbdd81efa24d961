package oauth

import (
	"encoding/json"
	"io"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"voicememo/family"
	"voicememo/internal/strict"
	"voicememo/models"
)

const (
	registeredPrefix = "vk_"
	registeredSeal   = "oauth client"

	maxRedirects = 4   // addresses of one client
	maxTogether  = 600 // bytes of these addresses, because the id has them and is in addresses
)

// registration is the content of the id of a client that has registered itself.
type registration struct {
	Name      string   `json:"n"`
	Redirects []string `json:"r"`
	At        int64    `json:"t"` // Unix seconds
}

// registered returns the client of an id that RegisterClient returned.
func (s *Server) registered(id string) (Client, bool) {
	var r registration
	if !s.Register || !s.open(registeredPrefix, registeredSeal, id, &r) {
		return Client{}, false
	}
	return Client{
		ID: id, Name: r.Name, Kind: models.AccessApp, Redirects: r.Redirects, Default: models.ScopeRead, Registered: true,
	}, true
}

// RegisterClient answers POST /oauth/register (RFC 7591). It stores nothing: the client's
// id is its sealed metadata. The error is for AsError.
func (s *Server) RegisterClient(r *http.Request) (any, error) {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "application/json" {
		return nil, fault("invalid_client_metadata", "body must be JSON")
	}
	raw, err := io.ReadAll(io.LimitReader(r.Body, maxForm+1))
	if err != nil || len(raw) > maxForm || !utf8.Valid(raw) {
		return nil, fault("invalid_client_metadata", "body too long or not UTF-8")
	}
	found, err := parseRegistration(raw)
	if err == nil && slices.ContainsFunc(found.Redirects, s.own) {
		err = fault("invalid_redirect_uri", "redirect URI belongs to this server")
	}
	if err != nil {
		return nil, err
	}
	now := s.now()
	found.At = now.Unix()
	return map[string]any{
		"client_id": s.seal(registeredPrefix, registeredSeal, found), "client_id_issued_at": found.At, "client_name": found.Name, "redirect_uris": found.Redirects,
		"token_endpoint_auth_method": "none", "grant_types": []string{grantCode, grantRefresh}, "response_types": []string{"code"},
	}, nil
}

// own reports whether an address is one of this server, where a code is of no use to a client.
func (s *Server) own(redirect string) bool {
	u, err := url.Parse(redirect)
	public, bad := url.Parse(s.PublicURL)
	return err != nil || bad != nil || strings.EqualFold(u.Host, public.Host)
}

// metadata is what this server reads of a client's metadata.
type metadata struct {
	Redirects, Grants, Responses []string
	Name, Method                 string
}

// read reads a JSON object without repeated members, and reports whether it is one. Members
// that are not known are ignored (RFC 7591 section 2); their names are compared exactly.
func (m *metadata) read(raw []byte) bool {
	members, ok := strict.Object(raw)
	for name, into := range map[string]any{
		"redirect_uris": &m.Redirects, "grant_types": &m.Grants, "response_types": &m.Responses,
		"client_name": &m.Name, "token_endpoint_auth_method": &m.Method,
	} {
		if value, given := members[name]; given && json.Unmarshal(value, into) != nil {
			return false
		}
	}
	return ok
}

// parseRegistration reads and checks the metadata of a client.
func parseRegistration(raw []byte) (registration, error) {
	var m metadata
	if !m.read(raw) {
		return registration{}, fault("invalid_client_metadata", "malformed object or repeated member")
	}
	if len(m.Redirects) == 0 || len(m.Redirects) > maxRedirects || len(strings.Join(m.Redirects, "")) > maxTogether || slices.ContainsFunc(m.Redirects, func(u string) bool { return !validRedirect(u) }) {
		return registration{}, fault("invalid_redirect_uri", "redirect_uris must be one to four https or loopback http URIs")
	}
	name := unquoted(m.Name)
	if models.CheckName("client_name", name) != nil || strings.ContainsFunc(name, unshown) {
		return registration{}, fault("invalid_client_metadata", "client_name must have 1 to 50 visible characters")
	}
	if slices.ContainsFunc(ownNames, func(own string) bool { return family.Looks(name, own) }) {
		return registration{}, fault("invalid_client_metadata", "client_name resembles this server's name")
	}
	if m.Method != "" && m.Method != "none" {
		return registration{}, fault("invalid_client_metadata", "token_endpoint_auth_method must be none")
	}
	if len(m.Grants) > 0 && !slices.Contains(m.Grants, grantCode) || len(m.Responses) > 0 && !slices.Contains(m.Responses, "code") {
		return registration{}, fault("invalid_client_metadata", "grant type authorization_code and response type code required")
	}
	return registration{Name: name, Redirects: m.Redirects}, nil
}

// ownNames are the names by which people know this server and its command line.
var ownNames = []string{"Voice Memo", "ボイスメモ"}

// unquoted returns the beginning of a client's name up to the first quotation mark or bracket,
// as RFC 7591 section 3.2.1 allows. Pages show the name in quotation marks, which it cannot
// end, and what follows in brackets is often a claim; MCP clients put there what their user
// calls this server.
func unquoted(name string) string {
	name, _, _ = strings.Cut(strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.Ps, unicode.Pe, unicode.Pi, unicode.Pf) && r != '’' || strings.ContainsRune("\"`<>＂＜＞", r) {
			return '"'
		}
		return r
	}, name), `"`)
	return strings.TrimSpace(name)
}

// unshown reports whether a character of a name could mislead a person who reads it.
func unshown(r rune) bool { return !unicode.IsGraphic(r) }
