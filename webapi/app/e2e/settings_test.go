package e2e

import (
	"encoding/json"
	"net/http"
	"testing"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/household"
	"voicememo/tools/testkit/sizes"
)

// TestSettings: the language that a person chooses is spoken at once and after a reload, and
// nothing that was being written is lost; colours and text size are those that were chosen.
func TestSettings(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	s := newHome(t).serve()
	d := s.phone()
	d.do(household.SignsIn("太郎"), chromium.Writes("composer", "牛乳を"), household.Settings)
	d.accessible("settings")
	d.fits("settings")
	d.do(chromium.Clicks("settings-theme", "暗い"), chromium.Clicks("settings-text", "最大"), shown("dark", "largest"))
	d.accessible("the largest text")
	d.fits("the largest text")
	d.do(chromium.Clicks("settings-language", "English"),
		chromium.Until("it speaks English", "document.documentElement.lang === 'en' && /lang=en/.test(document.cookie)"),
		chromium.Sees("composer", "牛乳を"), shown("dark", "largest"))
	d.do(household.Settings, chromium.Clicks("settings-theme", "Auto"), chromium.Clicks("settings-text", "Normal"), shown("auto", "normal"),
		chromium.Clicks("settings-language", "Auto"),
		chromium.Until("it speaks the language of the browser", "document.documentElement.lang === 'ja' && !/lang=/.test(document.cookie)"))
}

// TestVersion: the family's place names the server's version, in either language.
func TestVersion(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	s := newHome(t).serve()
	d, number := s.phone(), versionOf(t, s.URL)
	d.do(household.SignsIn("太郎"), household.Goes("family"), chromium.Sees("version", "バージョン "+number))
	d.do(household.Goes("memos"), household.Settings, chromium.Clicks("settings-language", "English"),
		chromium.Until("it speaks English", "document.documentElement.lang === 'en'"), household.Goes("family"), chromium.Sees("version", "Version "+number))
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

// TestEmoji: the emoji that a person chooses stands for them also on the pages of the others.
func TestEmoji(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	s := newHome(t).serve()
	taro, hanako := s.phone(), s.phone()
	hanako.expected = append(hanako.expected, "status of 400") // no emoji
	taro.do(household.SignsIn("太郎"))
	code, _ := taro.invite()
	hanako.do(household.SignsIn("花子"), household.Joins(code), household.Goes("family"), chromium.Clicks("emoji-open", ""),
		chromium.Writes("emoji-other", "abc"), chromium.Clicks("emoji-save", ""), saysWhy)
	hanako.do(chromium.Clicks("emoji-pick", "🦊"), chromium.Clicks("emoji-save", ""), chromium.Misses("emoji-dialog", ""),
		chromium.Sees("member", "🦊"), chromium.Sees("notice", "絵文字を変えました"))
	taro.do(chromium.Sees("member", "🦊"))
	hanako.do(chromium.Clicks("emoji-open", ""), chromium.Clicks("emoji-pick", "なし"), chromium.Clicks("emoji-save", ""), chromium.Misses("member", "🦊"))
	taro.do(chromium.Misses("member", "🦊"))
}

// shown waits until the page has these colours and this text size.
func shown(theme, text string) chromium.Step {
	return chromium.Until(theme+" and "+text, "document.documentElement.dataset.theme === '"+theme+"' && document.documentElement.dataset.text === '"+text+"'")
}
