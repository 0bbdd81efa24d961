//go:build unix

package app

import (
	"math"
	"syscall"
)

// maxFiles returns how many files this process may have open. Package os has raised the
// limit as far as the system allows.
func maxFiles() uint64 {
	var limit syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit) != nil {
		return math.MaxUint64
	}
	return limit.Cur
}
