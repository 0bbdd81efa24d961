//go:build !linux

package app

import "time"

// processStart is the start of sinceBoot.
var processStart = time.Now()

// sinceBoot returns how long the program has run. It may not count suspended time.
func sinceBoot() time.Duration { return time.Since(processStart) }
