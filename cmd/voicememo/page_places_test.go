package main

import (
	"testing"

	"voicememo/cmd/internal/chromium"
)

// pagePlaces: each place has an address that a reload, the browser's Back and
// the shortcuts of the icon lead to; what another app shares is only written
// down for its sender.
func pagePlaces(t *testing.T, browser *chromium.Browser) {
	s := home{flags: []string{"--data", t.TempDir()}}.serve(t, "--dev")
	t.Cleanup(s.stop)
	d := s.phone(browser)
	d.signIn("太郎")
	d.add("牛乳を買う")
	d.do(goes("trash"), isAt("/trash", "ゴミ箱"), goes("family"), isAt("/family", "家族"),
		chromium.Until("it goes back", "(history.back(), true)"), isAt("/trash", "ゴミ箱"), chromium.Sees("trash", ""),
		chromium.Visit(s.url+"/family"), isAt("/family", "家族"), chromium.Sees("member", "太郎"),
		goes("memos"), isAt("/", "メモ"), chromium.Sees("memo", "牛乳を買う"))

	d.do(chromium.Visit(s.url+"/share?title=%E5%8D%B5&text=%E5%8D%B5%E3%82%92%E8%B2%B7%E3%81%86"), chromium.Sees("composer", "卵を買う"),
		hasFocus("composer"), isAt("/", "メモ"), listed, chromium.Counts(1, ".memo", ""))
}

// isAt waits until the address, the title of the tab and the navigation agree on a place.
func isAt(path, name string) chromium.Step {
	return chromium.Until("it is at "+path, "location.pathname === '"+path+"' && document.title.startsWith('"+name+
		"') && document.querySelector('.places [aria-current=page]').textContent.includes('"+name+"')")
}
