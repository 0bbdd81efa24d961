//go:build !unix

package app

import "math"

// maxFiles reports that this process may have any number of files open.
func maxFiles() uint64 { return math.MaxUint64 }
