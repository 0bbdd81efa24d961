//go:build race

package program

// racing reports whether this process has the race detector.
const racing = true
