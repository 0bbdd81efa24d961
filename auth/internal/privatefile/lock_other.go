//go:build !unix

package privatefile

import "errors"

// lock never succeeds: a directory has no lock here.
func lock(string, bool) (release func(), err error) { return nil, errors.ErrUnsupported }
