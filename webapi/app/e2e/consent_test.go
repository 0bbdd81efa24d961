package e2e

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/household"
	"voicememo/tools/testkit/must"
	"voicememo/tools/testkit/sizes"
)

// form sends a form as the command-line client.
func (s *served) form(path string, fields url.Values) map[string]any {
	s.t.Helper()
	fields.Set("client_id", "voicememo")
	r, err := http.NewRequestWithContext(s.t.Context(), http.MethodPost, s.URL+path, strings.NewReader(fields.Encode()))
	must.OK(s.t, err)
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	answer, err := http.DefaultClient.Do(r)
	must.OK(s.t, err)
	defer func() { _ = answer.Body.Close() }()
	var out map[string]any
	must.OK(s.t, json.NewDecoder(answer.Body).Decode(&out))
	return out
}

// TestDeviceCode: a person signs in, types the code of a program, sees the requested scope, and
// allows it; a wrong code is explained.
func TestDeviceCode(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	s := newHome(t).serve()
	codes := s.form("/oauth/device", url.Values{"scope": {"add"}})
	code, isText := codes["user_code"].(string)
	if !isText {
		t.Fatalf("got %v, want codes", codes)
	}
	d := s.device(chromium.Settings{Language: "ja"})
	d.expected = append(d.expected, "status of 404") // the wrong code
	d.do(chromium.Visit(s.URL+"/oauth/device"), chromium.Writes("#name", "太郎"), chromium.Presses(kb.Enter),
		chromium.Sees(".consent h1", "プログラムを接続する"), chromium.Writes("#code", "BBBB-BBBB"), chromium.Presses(kb.Enter),
		chromium.Sees("#message", "期限が切れています"), chromium.Writes("#code", strings.ToLower(code)), chromium.Presses(kb.Enter),
		chromium.Sees("#asked", "「voicememo」にメモの利用を許可しますか？"), chromium.Sees("#scopes li", "メモを追加し"))
	d.accessible("the page for the code of a device")
	d.fits("the page for the code of a device")
	d.do(chromium.Clicks(`[data-allow="true"]`, ""), chromium.Sees("#message", "許可しました"), chromium.Misses("#typed:not([hidden])", ""))
	tokens := s.form("/oauth/token", url.Values{
		"grant_type": {"urn:ietf:params:oauth:grant-type:device_code"}, "device_code": {codes["device_code"].(string)},
	})
	if tokens["scope"] != "add" || tokens["access_token"] == nil {
		t.Errorf("got %v, want tokens", tokens)
	}
}

// TestEditedDeviceCode: the answer is for the code of the question. A code that is edited
// while the server looks for it has no question, and a field that is edited later loses its own.
func TestEditedDeviceCode(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	s := newHome(t).serve()
	codes, others := s.form("/oauth/device", url.Values{"scope": {"add"}}), s.form("/oauth/device", url.Values{"scope": {"memos"}})
	code, other := fmt.Sprint(codes["user_code"]), fmt.Sprint(others["user_code"])
	d := s.device(chromium.Settings{Language: "en"})
	d.do(chromium.Visit(s.URL+"/oauth/device"), chromium.Writes("#name", "Taro"), chromium.Presses(kb.Enter), chromium.Sees("#code", ""))
	release, err := d.HoldAnswers("/oauth/device/code")
	must.OK(t, err)
	d.do(chromium.Writes("#code", other), chromium.Presses(kb.Enter), chromium.Sees("#typed button[disabled]", ""), chromium.Presses("X"))
	must.OK(t, release())
	d.do(chromium.Sees("#typed button:not([disabled])", ""), chromium.Misses("#answers:not([hidden])", ""))
	for _, each := range []string{other, code} {
		d.do(chromium.Writes("#code", each), chromium.Misses("#answers:not([hidden])", ""), chromium.Presses(kb.Enter), chromium.Sees("#answers:not([hidden])", ""))
	}
	d.do(chromium.Clicks(`[data-allow="true"]`, ""), chromium.Misses("#typed:not([hidden])", ""))
	for granted, each := range map[string]map[string]any{"add": codes, "": others} {
		got := s.form("/oauth/token", url.Values{
			"grant_type": {"urn:ietf:params:oauth:grant-type:device_code"}, "device_code": {fmt.Sprint(each["device_code"])},
		})
		if scope, _ := got["scope"].(string); scope != granted {
			t.Errorf("got %v, want scope %q", got, granted)
		}
	}
}

// consentPage returns the address of the page on which a person allows an app.
func (s *served) consentPage(client, redirect, verifier string) string {
	challenge := sha256.Sum256([]byte(verifier))
	return s.URL + "/oauth/authorize?" + url.Values{
		"response_type": {"code"}, "client_id": {client}, "redirect_uri": {redirect}, "state": {"s&t"},
		"code_challenge": {base64.RawURLEncoding.EncodeToString(challenge[:])}, "code_challenge_method": {"S256"},
	}.Encode()
}

// TestConsentToAStranger: the page warns of an app that registered itself. The answer counts for the person who saw the
// question, although another person signs in beside it. The list of accesses names the app's host.
func TestConsentToAStranger(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	s := newHome(t).serve("--oauth-registration")
	app := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte(`<h1 id="connected">connected</h1>`))
	}))
	t.Cleanup(app.Close)
	redirect := app.URL + "/callback"
	r, err := http.Post(s.URL+"/oauth/register", "application/json", strings.NewReader(`{"client_name":"Lists (official)","redirect_uris":["`+redirect+`"]}`))
	must.OK(t, err)
	var made struct {
		ID string `json:"client_id"`
	}
	must.OK(t, errors.Join(json.NewDecoder(r.Body).Decode(&made), r.Body.Close()))
	window, err := browser.ForTest(t).Open(chromium.Settings{Language: "en"})
	must.OK(t, err)
	t.Cleanup(window.Close)
	d := &device{Window: window, t: t}
	request := s.consentPage(made.ID, redirect, strings.Repeat("v", 43))
	d.do(chromium.Visit(s.URL), household.SignsIn("Taro"), chromium.Sees("composer", ""), chromium.Visit(request),
		chromium.Sees(".consent h1", "Allow “Lists” to use your memos?"), chromium.Sees(".warning", "“Lists” registered itself"))
	beside, err := browser.ForTest(t).Beside(d.Window, chromium.Settings{Language: "en"})
	must.OK(t, err)
	t.Cleanup(beside.Close)
	other := &device{Window: beside, t: t}
	other.do(chromium.Visit(s.URL), household.Goes("you"), chromium.Clicks("sign-out", ""), chromium.Sees("farewell", ""), household.SignsIn("Hanako"), chromium.Sees("composer", ""))
	d.do(chromium.Clicks(`[data-allow="true"]`, ""), chromium.Sees("#message", "shown to another person"), chromium.Visit(request),
		chromium.Sees(".consent p", "signed in as Hanako"), chromium.Clicks(`[data-allow="true"]`, ""), chromium.Sees("#connected", ""))
	other.do(household.Goes("you"), chromium.Clicks("access", ""), chromium.Sees("access-item", "From "+strings.TrimPrefix(app.URL, "http://")+". Its name is not verified."))
	other.accessible("an app that registered itself")
}

// TestConsent: the browser goes to the app with a code or, after a refusal, with an error.
func TestConsent(t *testing.T) {
	t.Parallel()
	s := newHome(t).serve()
	back := make(chan url.Values, 2)
	app := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/callback" {
			back <- r.URL.Query()
		}
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte(`<h1 id="connected">connected</h1>`))
	}))
	t.Cleanup(app.Close)
	verifier := strings.Repeat("v", 43)
	request := s.consentPage("voicememo", app.URL+"/callback", verifier)
	window, err := browser.ForTest(t).Open(chromium.Settings{Language: "en"})
	must.OK(t, err)
	t.Cleanup(window.Close)
	d := &device{Window: window, t: t}
	d.do(chromium.Visit(s.URL), household.SignsIn("Taro"), chromium.Sees("composer", ""))
	for _, c := range []struct{ answer, parameter string }{{"false", "error"}, {"true", "code"}} {
		d.do(chromium.Visit(request), chromium.Sees(".consent h1", "Allow “voicememo” to use your memos?"))
		d.accessible("the consent page")
		d.fits("the consent page")
		d.do(chromium.Clicks(`[data-allow="`+c.answer+`"]`, ""), chromium.Sees("#connected", ""))
		if got := <-back; !got.Has(c.parameter) || got.Get("state") != "s&t" || got.Get("iss") != s.URL {
			t.Errorf("got %v, want %s with state and iss", got, c.parameter)
		} else if c.parameter == "code" {
			tokens := s.form("/oauth/token", url.Values{"grant_type": {"authorization_code"}, "code": got["code"], "code_verifier": {verifier}})
			if tokens["scope"] != "memos" {
				t.Errorf("got %v, want tokens", tokens)
			}
		}
	}
}
