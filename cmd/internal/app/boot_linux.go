package app

import (
	"time"

	"golang.org/x/sys/unix"
)

// processStart is where sinceBoot counts from if the kernel does not tell.
var processStart = time.Now()

// sinceBoot is how long the machine has been on, also while it was asleep.
func sinceBoot() time.Duration {
	var t unix.Timespec
	if unix.ClockGettime(unix.CLOCK_BOOTTIME, &t) != nil {
		return time.Since(processStart)
	}
	return time.Duration(t.Nano())
}
