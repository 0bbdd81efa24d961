package e2e

import (
	"testing"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/household"
	"voicememo/tools/testkit/sizes"
)

// TestTimeZone: the first browser sets the family's time zone, one in another zone does not
// replace it, and a member changes it on the page. Another page shows it without a reload.
func TestTimeZone(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	s := newHome(t).serve()
	taro, hanako := s.device(chromium.Settings{Language: "en", TimeZone: "Europe/Berlin"}), s.device(chromium.Settings{Language: "ja", TimeZone: "America/New_York"})
	for _, d := range []*device{taro, hanako} {
		d.do(chromium.Visit(s.URL))
	}
	taro.do(household.SignsIn("太郎"), livesIn("Europe/Berlin"))
	code, _ := taro.invite()
	taro.do(chromium.Clicks("dialog-close", ""), household.FamilyMenu, shows("Europe/Berlin"), chromium.Sees("family-menu-dialog", "Central European"))
	hanako.do(household.SignsIn("花子"), livesIn("America/New_York"), household.Joins(code), household.FamilyMenu, shows("Europe/Berlin"),
		chromium.Sees("family-menu-dialog", "中央ヨーロッパ時間"), livesIn("Europe/Berlin"))
	taro.do(chromium.TabsTo("time-zone", ""), chromium.Presses("Asia/Tok"), chromium.Clicks("time-zone-save", ""),
		chromium.Sees("family-menu-dialog", "Time zone changed"), livesIn("Asia/Tokyo"))
	hanako.do(shows("Asia/Tokyo"))
	for _, d := range []*device{taro, hanako} {
		d.accessible("the family and its time zone")
		d.fits("the family and its time zone")
	}
	hanako.do(chromium.TabsTo("time-zone", ""), chromium.Presses("Europe/Par"), chromium.Clicks("time-zone-save", ""), livesIn("Europe/Paris"))
}

// livesIn waits until the family has this time zone on the server. The page of the
// issuer may request nothing.
func livesIn(zone string) chromium.Step {
	return chromium.Until("the family lives in "+zone, `!location.pathname.startsWith('/dev') && fetch('/api/me').then((r) => r.json()).then(({ family }) => family.timeZone === '`+zone+`')`)
}

// shows waits until the page shows a zone.
func shows(zone string) chromium.Step {
	return chromium.Until("the page shows "+zone, `document.querySelector('[data-testid=time-zone]').value === '`+zone+`'`)
}
