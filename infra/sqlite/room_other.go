//go:build !linux && !darwin

package sqlite

// freeSpace is not known on this system.
func freeSpace(string) (bytes int64, known bool) { return 0, false }
