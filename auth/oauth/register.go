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

	"voicememo/models"
)

const (
	registeredPrefix = "vk_"
	registeredSeal   = "oauth client"

	maxRedirects = 4   // addresses of one client
	maxTogether  = 600 // bytes of these addresses, because the id has them and is in addresses
	maxName      = 50  // characters of a client's name
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
		return nil, fault("invalid_client_metadata", "The body must be JSON.")
	}
	raw, err := io.ReadAll(io.LimitReader(r.Body, maxForm+1))
	if err != nil || len(raw) > maxForm || !utf8.Valid(raw) {
		return nil, fault("invalid_client_metadata", "The body is too long or not UTF-8.")
	}
	found, err := parseRegistration(raw)
	if err == nil && slices.ContainsFunc(found.Redirects, s.own) {
		err = fault("invalid_redirect_uri", "The address is one of this server.")
	}
	if err != nil {
		return nil, err
	}
	now := s.now()
	found.At = now.Unix()
	id, err := s.seal(registeredPrefix, registeredSeal, found)
	if err != nil {
		return nil, err
	}
	return map[string]any{
		"client_id": id, "client_id_issued_at": found.At, "client_name": found.Name, "redirect_uris": found.Redirects,
		"token_endpoint_auth_method": "none", "grant_types": []string{grantCode, grantRefresh}, "response_types": []string{"code"},
	}, nil
}

// own reports whether an address is one of this server, where a code is of no use to a client.
func (s *Server) own(redirect string) bool {
	u, err := url.Parse(redirect)
	public, bad := url.Parse(s.PublicURL)
	return err != nil || bad != nil || strings.EqualFold(u.Host, public.Host)
}

// parseRegistration reads the metadata of a client. Members that are not known are ignored
// (RFC 7591 section 2).
func parseRegistration(raw []byte) (registration, error) {
	var m struct {
		Redirects []string `json:"redirect_uris"`
		Name      string   `json:"client_name"`
		Method    string   `json:"token_endpoint_auth_method"`
		Grants    []string `json:"grant_types"`
		Responses []string `json:"response_types"`
	}
	if json.Unmarshal(raw, &m) != nil {
		return registration{}, fault("invalid_client_metadata", "The body is not an object in the expected form.")
	}
	if len(m.Redirects) == 0 || len(m.Redirects) > maxRedirects || len(strings.Join(m.Redirects, "")) > maxTogether || slices.ContainsFunc(m.Redirects, func(u string) bool { return !validRedirect(u) }) {
		return registration{}, fault("invalid_redirect_uri", "One to four addresses with https, or http on this machine, are required.")
	}
	name := strings.TrimSpace(m.Name)
	if name == "" || utf8.RuneCountInString(name) > maxName || strings.ContainsFunc(name, unshown) {
		return registration{}, fault("invalid_client_metadata", "A client_name of one to 50 visible characters is required.")
	}
	if m.Method != "" && m.Method != "none" {
		return registration{}, fault("invalid_client_metadata", "Only public clients can register: token_endpoint_auth_method must be none.")
	}
	if len(m.Grants) > 0 && !slices.Contains(m.Grants, grantCode) || len(m.Responses) > 0 && !slices.Contains(m.Responses, "code") {
		return registration{}, fault("invalid_client_metadata", "The grant type authorization_code with the response type code is required.")
	}
	return registration{Name: name, Redirects: m.Redirects}, nil
}

// unshown reports whether a character of a name could mislead a person who reads it.
func unshown(r rune) bool { return !unicode.IsGraphic(r) }
