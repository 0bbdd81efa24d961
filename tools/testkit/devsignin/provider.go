package devsignin

import (
	"testing"
	"time"

	"voicememo/auth/devissuer"
	"voicememo/tools/testkit/must"
	"voicememo/tools/testkit/rsakey"
)

// Provider returns the development issuer that serves home+"/dev" for the program that
// people reach at publicURL. All providers of a process sign with one key. now may be
// nil.
func Provider(t testing.TB, home, publicURL string, now func() time.Time) *devissuer.Provider {
	t.Helper()
	p, err := devissuer.New(devissuer.Options{
		Issuer: home + "/dev", RedirectURIs: []string{publicURL + "/auth/callback"}, Now: now, Key: rsakey.Named(t, "development issuer"),
	})
	must.OK(t, err)
	return p
}
