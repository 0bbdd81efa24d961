package e2e

import (
	"testing"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/household"
	"voicememo/tools/testkit/sizes"
)

// recogniser stands in for the browser's: it reports the words of the test.
const recogniser = `window.SpeechRecognition = class {
	start() { window.ear = this; setTimeout(() => this.onstart?.()); }
	stop() { setTimeout(() => this.onend?.()); }
	abort() {}
	hear(transcript, isFinal) { this.onresult?.({ results: [Object.assign([{ transcript }], { isFinal })] }); }
};`

// TestDictation: recognised words stand in the box, can be changed there, and are
// sent only by the person; without recognition, another way is shown.
func TestDictation(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	s := newHome(t).serve()
	d := s.device(chromium.Settings{Language: "ja", Before: recogniser})
	d.do(chromium.Visit(s.URL), household.SignsIn("太郎"))
	d.do(chromium.Clicks("mic", ""), listens, hears("牛乳", false), chromium.Sees("composer", "牛乳"),
		hears("牛乳を買う", true), chromium.Sees("composer", "牛乳を買う"),
		chromium.Until("it listens for Japanese", "window.ear.lang === 'ja-JP'"),
		chromium.Clicks("mic", ""), deaf, chromium.Counts(0, ".memo", "")) // it is not sent automatically
	d.do(chromium.Writes("composer", "豆乳を買う"), chromium.Clicks("send", ""), chromium.Sees("memo", "豆乳を買う"), household.Settled)

	d.do(chromium.Clicks("mic", ""), listens, deaf, chromium.Sees("mic-note", "キーボード")) // the watchdog
	d.do(chromium.Clicks("mic", ""), listens, fails("not-allowed"), deaf, chromium.Sees("mic-note", "マイク"))
}

var (
	listens = chromium.Until("it listens", "document.querySelector('[data-testid=mic]').getAttribute('aria-pressed') === 'true' && !!window.ear.onresult")
	deaf    = chromium.Until("it listens no more", "document.querySelector('[data-testid=mic]').getAttribute('aria-pressed') === 'false'")
)

// hears has the recogniser report words.
func hears(words string, final bool) chromium.Step {
	call := "(window.ear.hear('" + words + "', false), true)"
	if final {
		call = "(window.ear.hear('" + words + "', true), true)"
	}
	return chromium.Until("it hears "+words, call)
}

// fails has the recogniser end with an error of the Web Speech API.
func fails(code string) chromium.Step {
	return chromium.Until("it fails", "(window.ear.onerror?.({ error: '"+code+"' }), true)")
}
