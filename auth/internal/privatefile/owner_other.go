//go:build !unix

package privatefile

import "os"

// handOver does nothing: what root makes is not out of others' reach here.
func handOver(*os.File) {}
