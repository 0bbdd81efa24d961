// Package sizes returns the sizes of tests that have a short form and a long one.
package sizes

import (
	"os"
	"strconv"
	"testing"
)

// Number returns the number in an environment variable that the long form of a test sets,
// or short if it is not set.
func Number(t testing.TB, variable string, short int) int {
	t.Helper()
	given := os.Getenv(variable)
	if given == "" {
		return short
	}
	n, err := strconv.Atoi(given)
	if err != nil {
		t.Fatalf("%s: %v", variable, err)
	}
	return n
}

// Nightly skips a test unless MEMOTEST_NIGHTLY is set, as `make test-long` does. It is for
// tests of tools, of clients and processors of others, of packages and for long walks:
// what a change of the product hardly ever breaks, or what a shorter test finds as well.
func Nightly(t testing.TB) {
	t.Helper()
	if os.Getenv("MEMOTEST_NIGHTLY") == "" {
		t.Skip("runs with `make test-long`")
	}
}

// Of returns the size of a test: long where Nightly does not skip, and short before a merge.
func Of(t testing.TB, short, long int) int {
	t.Helper()
	if os.Getenv("MEMOTEST_NIGHTLY") == "" {
		return short
	}
	return long
}
