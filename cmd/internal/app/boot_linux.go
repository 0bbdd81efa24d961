package app

import (
	"time"

	"golang.org/x/sys/unix"
)

// processStart is the start of sinceBoot if the kernel does not know the boot time.
var processStart = time.Now()

// sinceBoot returns the time since the machine was started, including suspended time.
func sinceBoot() time.Duration {
	var t unix.Timespec
	if unix.ClockGettime(unix.CLOCK_BOOTTIME, &t) != nil {
		return time.Since(processStart)
	}
	return time.Duration(t.Nano())
}
