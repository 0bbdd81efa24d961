package main

import (
	"fmt"
	"io"
)

// The exit statuses other than 0. A service manager may retry after exitFailed; after
// exitConfiguration, such as a wrong flag or a damaged database, a person must act first.
const (
	exitFailed        = 1
	exitConfiguration = 2
	exitSignIn        = 3 // only commands of the client: not signed in, or not allowed
	exitNotFound      = 4 // likewise: the memo does not exist, or it has changed
)

// exitStatuses says what each exit status means, for the help and the manual page.
var exitStatuses = []struct {
	status  int
	meaning string
}{
	{0, "Done."},
	{exitFailed, "Failed; the same command may succeed later, such as when a server is busy, a disk is full or a network is down. Also: doctor found something to do, or talk --replay a difference."},
	{exitConfiguration, "A person must act first: a wrong flag, variable or file, a damaged database, or a store that refuses this configuration."},
	{exitSignIn, "Commands of the client: not signed in, or not allowed."},
	{exitNotFound, "Commands of the client: the memo does not exist, or it has changed."},
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
