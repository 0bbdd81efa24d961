package main

import "voicememo/tools/testkit/devsignin"

// browser is a person's HTTP client, without the page.
type browser struct{ *devsignin.Browser }

// signIn returns a browser in which a person of this name has signed in.
func (s *served) signIn(name string) *browser {
	s.t.Helper()
	return &browser{devsignin.ForTest(s.t, s.through, s.url, name)}
}
