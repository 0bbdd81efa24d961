//go:build !unix

package sqlite

// syncDir does nothing: this system persists names by itself, and a directory cannot be
// synced.
func syncDir(string) error { return nil }
