// Package must ends tests at unexpected errors.
package must

// T is a test, a benchmark or a check of package rapid.
type T interface {
	Helper()
	Fatal(args ...any)
}

// OK fails a test at once if err is not nil.
func OK(t T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Err returns the error of a call whose value does not matter.
func Err[V any](_ V, err error) error { return err }
