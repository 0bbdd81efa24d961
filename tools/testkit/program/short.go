package program

import (
	"flag"
	"fmt"
	"os"
	"testing"
)

// leftOut says why a test does not run under -short.
const leftOut = "drives built programs: left out under -short"

// Needed leaves a test out under -short that drives built programs for long.
func Needed(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip(leftOut)
	}
}

// MainNeeded is Needed for a whole package, in its TestMain: under -short it says so and
// ends the process.
func MainNeeded() {
	if !flag.Parsed() {
		flag.Parse()
	}
	if testing.Short() {
		fmt.Println(leftOut)
		os.Exit(0)
	}
}
