package cli

import "fmt"

// The exit statuses other than 0. A service manager may retry after ExitFailed; after
// ExitConfiguration, such as a wrong flag or a damaged database, a person must act first.
const (
	ExitFailed        = 1
	ExitConfiguration = 2
	ExitSignIn        = 3 // only commands of the client: not signed in, or not allowed
	ExitNotFound      = 4 // likewise: the memo does not exist, or it has changed
)

// StatusError is an error with its own exit status.
type StatusError struct {
	Status int
	Err    error
}

// WithStatus returns an error with an exit status.
func WithStatus(status int, err error) *StatusError { return &StatusError{status, err} }

// WrongUse returns an error of wrong use, which a person must mend: ExitConfiguration.
func WrongUse(format string, values ...any) error {
	return WithStatus(ExitConfiguration, fmt.Errorf(format, values...))
}

func (e *StatusError) Error() string { return e.Err.Error() }

func (e *StatusError) Unwrap() error { return e.Err }

// LoggedError is an error after which nothing more is written to standard error: it is in
// the log already, which may be JSON, or the log is not read.
type LoggedError struct{ Err error }

func (e LoggedError) Error() string { return e.Err.Error() }

func (e LoggedError) Unwrap() error { return e.Err }
