package webdriver

import (
	"context"
	"testing"

	"voicememo/tools/testkit/must"
)

// Names are the names of the browsers, for ForTest.
var Names = []string{"firefox", "webkit"}

// ForTest starts a browser of Names, which ends with the test.
func ForTest(t testing.TB, name string) Browser {
	t.Helper()
	start := map[string]func(context.Context) (Browser, error){"firefox": Firefox, "webkit": WebKit}[name]
	if start == nil {
		t.Fatalf("there is no browser %q", name)
	}
	b, err := start(context.WithoutCancel(t.Context()))
	must.OK(t, err)
	t.Cleanup(func() {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
	return b
}
