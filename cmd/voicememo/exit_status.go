package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"syscall"

	"voicememo/auth"
	"voicememo/cmd/internal/app"
	"voicememo/cmd/voicememo/internal/cli"
	"voicememo/infra/dynamo/connect"
	"voicememo/infra/sqlite"
)

// exitStatuses says what each exit status means, for the help and the manual page.
var exitStatuses = []struct {
	status  int
	meaning string
}{
	{0, "Done."},
	{cli.ExitFailed, "Failed; the same command may succeed later, such as when a server is busy, a disk is full or a network is down. Also: doctor found something to do, or talk --replay a difference."},
	{cli.ExitConfiguration, "A person must act first: a wrong flag, variable or file, a file of another user, a damaged database, or a store that refuses this configuration."},
	{cli.ExitSignIn, "Commands of the client: not signed in, or not allowed."},
	{cli.ExitNotFound, "Commands of the client: the memo does not exist, or it has changed."},
}

// statusOf returns the exit status of an error: that of the first row of errorKinds that has it.
// An error of no row may pass by itself.
func statusOf(err error) int {
	if err == nil {
		return 0
	}
	for _, k := range errorKinds {
		if status := k(err); status != 0 {
			return status
		}
	}
	return cli.ExitFailed
}

// errorKinds are the kinds of errors with an exit status of their own: each returns that status,
// or 0 for an error of another kind.
var errorKinds = []func(error) int{
	func(err error) int { // which says its status itself
		var own *cli.StatusError
		if errors.As(err, &own) {
			return own.Status
		}
		return 0
	},
	func(err error) int { // of AWS
		var aws *connect.Error
		switch {
		case !errors.As(err, &aws):
			return 0
		case aws.Passing:
			return cli.ExitFailed
		}
		return cli.ExitConfiguration
	},
	// A database, a file system or keys that only a person can mend, or another file than was meant.
	needsPerson(sqlite.ErrRefused, sqlite.ErrNoLocks, sqlite.ErrWrongFile, auth.ErrKeyFile),
	// A path with a typing error, or files of another user.
	needsPerson(fs.ErrNotExist, fs.ErrPermission, syscall.ENOTDIR, syscall.EISDIR),
	func(err error) int { // a wrong flag, unless the system refused what it names
		var wrong *app.ConfigError
		if errors.As(err, &wrong) && wrong.Err == nil {
			return cli.ExitConfiguration
		}
		return 0
	},
}

// needsPerson returns a kind of errors that end only when a person acts.
func needsPerson(causes ...error) func(error) int {
	return func(err error) int {
		for _, cause := range causes {
			if errors.Is(err, cause) {
				return cli.ExitConfiguration
			}
		}
		return 0
	}
}

// printExitStatuses prints what each exit status means.
func printExitStatuses(w io.Writer) error {
	for _, s := range exitStatuses {
		if _, err := fmt.Fprintf(w, "%d  %s\n", s.status, s.meaning); err != nil {
			return err
		}
	}
	return nil
}
