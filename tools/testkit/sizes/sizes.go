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
