package e2e

import (
	"testing"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/household"
)

// TestSettings: the language that a person chooses is spoken at once and after a reload, and
// nothing that was being written is lost; colours and text size are those that were chosen.
func TestSettings(t *testing.T) {
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

// TestEmoji: the emoji that a person chooses stands for them also on the pages of the others.
func TestEmoji(t *testing.T) {
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
