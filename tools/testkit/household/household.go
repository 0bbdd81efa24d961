// Package household has steps that people take on the page of a running program: they
// sign in there, form a family and work with memos. It is for tests and tools that use
// the page.
package household

import "voicememo/tools/testkit/chromium"

// SignIn opens a window in which a person has signed in with the sign-in of --dev and
// sees the list.
func SignIn(browser *chromium.Browser, s chromium.Settings, url, name string) (*chromium.Window, error) {
	w, err := browser.Open(s)
	if err != nil {
		return nil, err
	}
	if err := w.Do(chromium.Visit(url), SignsIn(name), chromium.Sees("composer", ""), Listed); err != nil {
		w.Close()
		return nil, err
	}
	return w, nil
}

// Invite makes an invite code in the owner's family place, after steps that lead there,
// and returns it.
func Invite(owner *chromium.Window, before ...chromium.Step) (code string, err error) {
	if err := owner.Do(append(before, chromium.Clicks("invite-make", ""))...); err != nil {
		return "", err
	}
	return owner.Read("invite-code")
}

// Join makes other, who sees the list, a member by the owner's invite code. Afterwards
// both see the family.
func Join(owner, other *chromium.Window) error {
	code, err := Invite(owner, Goes("family"))
	if err != nil {
		return err
	}
	if err := other.Do(Joins(code)); err != nil {
		return err
	}
	return owner.Do(chromium.Misses("invite", ""))
}
