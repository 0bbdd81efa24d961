package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/household"
	"voicememo/tools/testkit/sizes"
)

// TestAccount: ending the sessions of every device, seen on the other device without a reload, and deleting the account
// with all its data.
func TestAccount(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	s := newHome(t).serve()
	phone, tablet := s.phone(), s.device(chromium.Settings{Language: "ja", Width: 1180, Height: 820})
	phone.do(household.SignsIn("太郎"), household.Adds("ひみつのメモ"))
	tablet.do(chromium.Visit(s.URL), household.SignsIn("太郎"))
	tablet.do(chromium.Sees("memo", "ひみつのメモ"))

	tablet.do(marked)
	phone.do(household.Goes("you"))
	phone.do(leaves(chromium.Clicks("sign-out-everywhere", ""), chromium.Clicks("sign-out-everywhere-confirm", "")))
	tablet.do(anotherPage, chromium.Sees("farewell", "この端末はサインアウトされました"))
	phone.do(serverSignedOut)
	for _, d := range []*device{phone, tablet} {
		d.knowsNothing("太郎", "ひみつのメモ")
	}

	phone.do(household.SignsIn("太郎"))
	phone.expected = append(phone.expected, "status of 403", accountGoes) // the first sign-in was not for this
	phone.do(chromium.Sees("memo", "ひみつのメモ"), household.Goes("you"), chromium.Clicks("delete-account", ""),
		chromium.Clicks("delete-account-cancel", ""), chromium.Misses("delete-account-dialog", ""), // only after the confirmation
		chromium.Clicks("delete-account", ""), chromium.Clicks("delete-account-confirm", ""),
		chromium.Clicks("delete-account-sign-in", ""), chromium.Clicks("[name=name]", "太郎"), // the issuer asks again
		chromium.Sees("delete-account-dialog", ""))
	phone.do(leaves(chromium.Clicks("delete-account-confirm", "")))
	phone.do(chromium.Sees("farewell", "アカウントとメモを消しました"))
	phone.knowsNothing("太郎", "ひみつのメモ")
	phone.do(household.SignsIn("太郎"))
	phone.do(chromium.Sees("composer", ""), household.Listed, chromium.Counts(0, "memo", ""), household.Goes("trash"), chromium.Counts(0, "memo", ""))
}

// TestExportIsSaved: the memos are saved as a file of each form, under the server's name.
func TestExportIsSaved(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	chromium.Needed(t)
	browser, err := chromium.Start(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(browser.Close)
	s, folder := newHome(t).serve(), t.TempDir()
	d := s.deviceIn(browser, chromium.Settings{Language: "ja", Width: 1180, Height: 820, Shared: true})
	d.do(chromium.Saves(folder), chromium.Visit(s.URL), household.SignsIn("太郎"), household.Adds("牛乳を買う"), household.Goes("you"), chromium.Clicks("exports", ""))
	for form, name := range map[string]string{"json": "memos-*.json", "csv": "memos-*.csv", "me": "about-me-*.json"} {
		d.do(chromium.Clicks("export-"+form, ""))
		for end := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
			files, _ := filepath.Glob(filepath.Join(folder, name))
			if len(files) == 1 {
				if saved, err := os.ReadFile(files[0]); err == nil && strings.Contains(string(saved), "牛乳を買う") {
					break
				}
			}
			if time.Now().After(end) {
				t.Fatalf("%s: got the files %v, want one with the memo", name, files)
			}
		}
	}
}
