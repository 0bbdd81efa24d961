//go:build !linux

package app

import "time"

// processStart is where sinceBoot counts from.
var processStart = time.Now()

// sinceBoot is how long the program has run. While the machine is asleep it may stand.
func sinceBoot() time.Duration { return time.Since(processStart) }
