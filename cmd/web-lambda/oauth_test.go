package main

import (
	"net/http"
	"net/url"
	"testing"

	"voicememo/tools/testkit/devsignin"
	"voicememo/tools/testkit/must"
)

// TestOAuthAcrossInstances: a code that one instance has issued is redeemed at another, and
// works once.
func TestOAuthAcrossInstances(t *testing.T) {
	t.Parallel()
	s := newSite(t, "https://"+customDomain, 2)
	taro := s.signIn("太郎")
	code := taro.allows(appRequest)
	elsewhere := s.stranger().at(1)
	tokens := elsewhere.form("/oauth/token", redeems(code)).Want(http.StatusOK)
	elsewhere.Ask("GET", "/api/memos", "", "Authorization: Bearer "+tokens.Text("access_token")).Want(http.StatusOK)
	s.stranger().form("/oauth/token", redeems(code)).Want(http.StatusBadRequest)
	elsewhere.Ask("GET", "/api/memos", "", "Authorization: Bearer "+tokens.Text("access_token")).Want(http.StatusUnauthorized)
}

// The request of an app, whose verifier is that of RFC 7636 appendix B.
const (
	appVerifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
	appRequest  = "response_type=code&client_id=voicememo&redirect_uri=http%3A%2F%2F127.0.0.1%3A8%2Fcallback" +
		"&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256"
)

// allows allows an app, and returns its code.
func (p *person) allows(query string) string {
	p.t.Helper()
	to, err := url.Parse(p.Ask("POST", "/oauth/consent", `{"query":"`+query+`","allow":true}`).Want(http.StatusOK).Text("location"))
	must.OK(p.t, err)
	return to.Query().Get("code")
}

func redeems(code string) url.Values {
	return url.Values{"grant_type": {"authorization_code"}, "code": {code}, "code_verifier": {appVerifier}}
}

// form sends a form as the client of the command line.
func (p *person) form(path string, fields url.Values) devsignin.Reply {
	p.t.Helper()
	fields.Set("client_id", "voicememo")
	return p.Ask("POST", path, fields.Encode(), "Content-Type: application/x-www-form-urlencoded")
}

// apps connects an app and a device, and makes a key for a program.
func (s *site) apps() {
	s.t.Helper()
	taro, program := s.signIn("五郎"), s.stranger()
	for _, path := range []string{
		"/.well-known/oauth-authorization-server", "/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/api",
		"/.well-known/oauth-protected-resource/mcp", "/oauth/consent.js",
	} {
		program.Ask("GET", path, "").Want(http.StatusOK)
	}
	taro.Ask("GET", "/oauth/authorize?"+appRequest, "").Want(http.StatusOK)
	taro.Ask("GET", "/oauth/device", "").Want(http.StatusOK)
	tokens := program.form("/oauth/token", redeems(taro.allows(appRequest))).Want(http.StatusOK)
	tokens = program.form("/oauth/token", url.Values{"grant_type": {"refresh_token"}, "refresh_token": {tokens.Text("refresh_token")}}).Want(http.StatusOK)
	program.form("/oauth/revoke", url.Values{"token": {tokens.Text("refresh_token")}}).Want(http.StatusOK)
	codes := program.form("/oauth/device", url.Values{}).Want(http.StatusOK)
	typed := `{"code":"` + codes.Text("user_code") + `"`
	taro.Ask("POST", "/oauth/device/code", typed+"}").Want(http.StatusOK)
	taro.Ask("POST", "/oauth/device/consent", typed+`,"allow":true}`).Want(http.StatusNoContent)
	program.form("/oauth/token", url.Values{
		"grant_type": {"urn:ietf:params:oauth:grant-type:device_code"}, "device_code": {codes.Text("device_code")},
	}).Want(http.StatusOK)
	program.Ask("POST", "/oauth/register", `{"client_name":"Lists","redirect_uris":["https://app.example/cb"]}`).Want(http.StatusNotFound)
	taro.Ask("POST", "/api/me/tokens", `{"name":"台所","scope":"read","days":30}`).Want(http.StatusCreated)
}
