package chromium

import (
	"context"
	"sync"
	"testing"

	"voicememo/tools/testkit/must"
)

// Needed skips a test that needs Chromium if -short is set.
func Needed(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("needs Chromium: left out under -short")
	}
}

// ForTest starts Chromium until the test ends, unless Needed skips the test. Without
// Chromium the test fails.
func ForTest(t testing.TB) *Browser {
	t.Helper()
	return forTest(t, Start)
}

// ForTestIn is ForTest with the profile in a directory, where it stays when Chromium ends.
func ForTestIn(t testing.TB, profile string) *Browser {
	t.Helper()
	return forTest(t, func(ctx context.Context) (*Browser, error) { return StartIn(ctx, profile) })
}

func forTest(t testing.TB, start func(context.Context) (*Browser, error)) *Browser {
	t.Helper()
	Needed(t)
	b, err := start(context.Background())
	must.OK(t, err)
	t.Cleanup(b.Close)
	return b
}

// Shared is one Chromium for the tests of a package: the first test that needs it starts
// it, and TestMain closes it. The zero value is ready.
type Shared struct {
	once    sync.Once
	browser *Browser
	err     error
}

// ForTest returns the Chromium. Without Chromium the test fails.
func (s *Shared) ForTest(t testing.TB) *Browser {
	t.Helper()
	Needed(t)
	if s.once.Do(func() { s.browser, s.err = Start(context.Background()) }); s.err != nil {
		t.Fatal(s.err)
	}
	return s.browser
}

// Close ends the Chromium if a test has started one.
func (s *Shared) Close() {
	if s.browser != nil {
		s.browser.Close()
	}
}
