// Package must ends tests at unexpected errors.
package must

import "testing"

// OK fails a test at once if err is not nil.
func OK(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
