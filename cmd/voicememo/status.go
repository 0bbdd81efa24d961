package main

import (
	"fmt"
)

// The exit statuses other than 0. A service manager may retry after exitFailed; after
// exitConfiguration, such as a wrong flag or a damaged database, a person must act first.
const (
	exitFailed        = 1
	exitConfiguration = 2
	exitSignIn        = 3 // only commands of the client: not signed in, or not allowed
	exitNotFound      = 4 // likewise: the memo does not exist, or it has changed
)

// statusError is an error with its own exit status.
type statusError struct {
	status int
	error
}

func (e *statusError) Unwrap() error { return e.error }

func wrongUse(format string, values ...any) error {
	return &statusError{exitConfiguration, fmt.Errorf(format, values...)}
}

// loggedError is an error after which nothing more is written to standard error: it is in
// the log already, which may be JSON, or the log is not read.
type loggedError struct{ error }

func (e loggedError) Unwrap() error { return e.error }
