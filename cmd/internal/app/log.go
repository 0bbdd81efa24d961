package app

import "io"

// Log is where the lines of the program's logger go. *logqueue.Queue implements it.
type Log interface {
	// Write takes lines without waiting for their reader. An empty text takes the same way, so
	// that it waits if lines do, and leaves nothing in the log.
	io.Writer
	// Dropped returns how many lines could not be written, and Dropping whether the log's
	// reader has not been told of the last of them.
	Dropped() int64
	Dropping() bool
}
