//go:build !unix

package app

import "math"

// maxFiles returns how many files this process may have open: there is no limit to know.
func maxFiles() uint64 { return math.MaxUint64 }
