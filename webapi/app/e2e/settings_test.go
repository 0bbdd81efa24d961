package e2e

import (
	"encoding/json"
	"net/http"
	"testing"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/household"
	"voicememo/tools/testkit/sizes"
)

// TestSettings: a chosen language is used at once and after a reload, and
// no draft is lost; colours and text size are as chosen.
func TestSettings(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	s := newHome(t).serve()
	d := s.phone()
	d.do(household.SignsIn("太郎"), chromium.Writes("composer", "牛乳を"), household.Goes("you"))
	d.do(household.Chooses("settings-theme", "暗い"), household.Chooses("settings-text", "最大"), shown("dark", "largest"))
	d.accessible("the largest text")
	d.fits("the largest text")
	d.do(household.Chooses("settings-language", "English"),
		chromium.Until("it speaks English", "document.documentElement.lang === 'en' && /lang=en/.test(document.cookie)"),
		chromium.Sees("settings-language-open", "English"), chromium.Sees("settings-text-open", "Largest"), shown("dark", "largest"))
	d.do(household.Chooses("settings-theme", "Auto"), household.Chooses("settings-text", "Normal"), shown("auto", "normal"),
		household.Goes("memos"), chromium.Sees("composer", "牛乳を"), household.Goes("you"), household.Chooses("settings-language", "Auto"),
		chromium.Until("it speaks the language of the browser", "document.documentElement.lang === 'ja' && !/lang=/.test(document.cookie)"))
}

// TestVersion: the person's place shows the server's version, in either language.
func TestVersion(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	s := newHome(t).serve()
	d, number := s.phone(), versionOf(t, s.URL)
	d.do(household.SignsIn("太郎"), household.Goes("you"), chromium.Sees("version", "バージョン "+number))
	d.do(household.Chooses("settings-language", "English"),
		chromium.Until("it speaks English", "document.documentElement.lang === 'en'"), chromium.Sees("version", "Version "+number))
}

// versionOf returns the version that a server reports.
func versionOf(t *testing.T, url string) string {
	t.Helper()
	res, err := http.Get(url + "/readyz") //nolint:gosec // the test's server
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	var ready struct{ Version string }
	if err := json.NewDecoder(res.Body).Decode(&ready); err != nil || ready.Version == "" {
		t.Fatalf("got version %q, %v", ready.Version, err)
	}
	return ready.Version
}

// TestEmoji: the emoji that a person chooses is also their seal on the pages of others.
func TestEmoji(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	s := newHome(t).serve()
	taro, hanako := s.phone(), s.phone()
	hanako.expected = append(hanako.expected, "status of 400") // without an emoji
	taro.do(household.SignsIn("太郎"))
	code, _ := taro.invite()
	hanako.do(household.SignsIn("花子"), household.Joins(code), household.Goes("you"), chromium.Clicks("profile-open", ""),
		chromium.Writes("emoji-other", "abc"), chromium.Clicks("profile-save", ""), saysWhy)
	hanako.do(chromium.Clicks("emoji-pick", "🦊"), chromium.Clicks("profile-save", ""), chromium.Misses("profile-dialog", ""),
		chromium.Sees("nav-you", "🦊"), chromium.Sees("notice", "絵文字を変えました"))
	taro.do(chromium.Sees("member", "🦊"))
	hanako.do(chromium.Clicks("profile-open", ""), chromium.Clicks("emoji-pick", "なし"), chromium.Clicks("profile-save", ""), chromium.Misses("nav-you", "🦊"))
	taro.do(chromium.Misses("member", "🦊"))
}

// shown waits until the page has these colours and this text size.
func shown(theme, text string) chromium.Step {
	return chromium.Until(theme+" and "+text, "document.documentElement.dataset.theme === '"+theme+"' && document.documentElement.dataset.text === '"+text+"'")
}
