//go:build !unix

package privatefile

import "errors"

// lock always fails: directories cannot be locked on this system.
func lock(string, bool) (release func(), err error) { return nil, errors.ErrUnsupported }
