package program

import (
	"flag"
	"fmt"
	"os"
	"testing"
)

// leftOut is the reason for skipping a test under -short.
const leftOut = "drives built programs: left out under -short"

// Needed skips a long test that drives built programs if -short is set.
func Needed(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip(leftOut)
	}
}

// MainNeeded is Needed for a whole package, in its TestMain: if -short is set, it prints
// the reason and ends the process.
func MainNeeded() {
	if !flag.Parsed() {
		flag.Parse()
	}
	if testing.Short() {
		fmt.Println(leftOut)
		os.Exit(0)
	}
}
