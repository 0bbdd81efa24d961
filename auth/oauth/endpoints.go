package oauth

import (
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"
)

// maxForm is the length of the longest body, in bytes.
const maxForm = 16 << 10

// The grant types.
const (
	grantCode    = "authorization_code"
	grantRefresh = "refresh_token"
	grantDevice  = "urn:ietf:params:oauth:grant-type:device_code"
)

// Token answers POST /oauth/token. The error is for AsError.
func (s *Server) Token(r *http.Request) (any, error) {
	c, form, err := s.request(r)
	if err != nil {
		return nil, err
	}
	var answer tokens
	switch form.Get("grant_type") {
	case grantCode:
		answer, err = s.redeem(r.Context(), c, form)
	case grantRefresh:
		answer, err = s.refresh(r.Context(), c, form)
	case grantDevice:
		answer, err = s.poll(r.Context(), c, form)
	case "":
		err = invalidRequest("missing grant_type")
	default:
		err = fault("unsupported_grant_type", "unsupported grant_type")
	}
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// Revoke answers POST /oauth/revoke, without a body. The error is for AsError.
func (s *Server) Revoke(r *http.Request) error {
	c, form, err := s.request(r)
	if err != nil {
		return err
	}
	return s.revoke(r.Context(), c, form)
}

// Device answers POST /oauth/device. The error is for AsError.
func (s *Server) Device(r *http.Request) (any, error) {
	c, form, err := s.request(r)
	if err != nil {
		return nil, err
	}
	return s.askDevice(r.Context(), c, form)
}

// request reads the form of a request and authenticates its client.
func (s *Server) request(r *http.Request) (Client, url.Values, error) {
	form, err := readForm(r)
	if err != nil {
		return Client{}, nil, err
	}
	c, err := s.authenticate(r, form)
	return c, form, err
}

// readForm reads a form in which no parameter is there twice. An empty parameter counts as
// absent (RFC 6749 section 3.1).
func readForm(r *http.Request) (url.Values, error) {
	if r.URL.RawQuery != "" {
		return nil, invalidRequest("parameters must be in the body")
	}
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "application/x-www-form-urlencoded" {
		return nil, invalidRequest("body must be a form")
	}
	raw, err := io.ReadAll(io.LimitReader(r.Body, maxForm+1))
	if err != nil || len(raw) > maxForm {
		return nil, invalidRequest("body too long or incomplete")
	}
	return parseForm(string(raw))
}

func parseForm(raw string) (url.Values, error) {
	form, err := url.ParseQuery(raw)
	if err != nil {
		return nil, invalidRequest("malformed form")
	}
	for name, values := range form {
		if len(values) > 1 {
			return nil, invalidRequest("repeated parameter")
		}
		if values[0] == "" {
			form.Del(name)
		}
	}
	return form, nil
}

// authenticate returns the client of a request: a confidential one by HTTP Basic (RFC 6749
// section 2.3.1), a public one by its id.
func (s *Server) authenticate(r *http.Request, form url.Values) (Client, error) {
	if form.Has("client_secret") || form.Has("client_assertion") {
		return Client{}, invalidClient() // a secret in a form is logged more easily
	}
	id, secret, basic, err := basicAuth(r)
	if err != nil {
		return Client{}, err
	}
	switch {
	case basic && form.Has("client_id") && form.Get("client_id") != id:
		return Client{}, invalidRequest("more than one client id")
	case !basic:
		id = form.Get("client_id")
	}
	c, known := s.client(id)
	if !known || c.Public() == basic || basic && !c.authenticates(secret) {
		return Client{}, invalidClient()
	}
	return c, nil
}

// basicAuth reads the id and secret of HTTP Basic, which are encoded as in a form.
func basicAuth(r *http.Request) (id, secret string, given bool, err error) {
	headers := r.Header.Values("Authorization")
	if len(headers) == 0 {
		return "", "", false, nil
	}
	id, secret, ok := r.BasicAuth()
	id, badID := url.QueryUnescape(id)
	secret, badSecret := url.QueryUnescape(secret)
	if !ok || len(headers) > 1 || errors.Join(badID, badSecret) != nil {
		return "", "", false, invalidClient()
	}
	return id, secret, true, nil
}

// Metadata is the document of RFC 8414.
func (s *Server) Metadata() map[string]any {
	m := map[string]any{
		"issuer":                                         s.PublicURL,
		"authorization_endpoint":                         s.PublicURL + "/oauth/authorize",
		"token_endpoint":                                 s.PublicURL + "/oauth/token",
		"revocation_endpoint":                            s.PublicURL + "/oauth/revoke",
		"device_authorization_endpoint":                  s.PublicURL + "/oauth/device",
		"scopes_supported":                               scopes,
		"response_types_supported":                       []string{"code"},
		"response_modes_supported":                       []string{"query"},
		"grant_types_supported":                          []string{grantCode, grantRefresh, grantDevice},
		"token_endpoint_auth_methods_supported":          []string{"none", "client_secret_basic"},
		"revocation_endpoint_auth_methods_supported":     []string{"none", "client_secret_basic"},
		"code_challenge_methods_supported":               []string{"S256"},
		"authorization_response_iss_parameter_supported": true,
		"service_documentation":                          s.PublicURL + "/api/docs",
		"ui_locales_supported":                           []string{"ja", "en"},
	}
	if s.Register {
		m["registration_endpoint"] = s.PublicURL + "/oauth/register"
	}
	return m
}

// ResourceMetadata is the document of RFC 9728 for a resource, such as ResourceAPI.
func (s *Server) ResourceMetadata(path string) map[string]any {
	offered := scopes
	if path == ResourceMCP {
		offered = scopes[2:3] // what the tools need: an assistant requests every word that is offered
	}
	return map[string]any{
		"resource":                 s.resource(path),
		"authorization_servers":    []string{s.PublicURL},
		"scopes_supported":         offered,
		"bearer_methods_supported": []string{"header"},
		"resource_name":            "Voice Memo",
		"resource_documentation":   s.PublicURL + "/api/docs",
	}
}

// normalCode returns a person's code in the form in which it is hashed.
func normalCode(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z':
			return r - 'a' + 'A'
		case r >= 'Ａ' && r <= 'Ｚ': // full width, as Japanese keyboards type
			return r - 'Ａ' + 'A'
		case r >= 'ａ' && r <= 'ｚ':
			return r - 'ａ' + 'A'
		case r >= 'A' && r <= 'Z':
			return r
		}
		return -1
	}, text)
}
