// Package sizes says how large tests are that have a short form and a long one.
package sizes

import (
	"os"
	"strconv"
	"testing"
)

// Number returns the number in a variable that the long form of a test sets. Without the
// variable it is the number of the short form.
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
