package sqlite

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"time"
)

// mark is the text of the lock file: the stage that the last process holding it reached.
// Only a clean close leaves markClosed.
type mark string

const (
	markClosed  mark = "closed"
	markNew     mark = "new"     // the directory had no database, and may still have none
	markOpening mark = "opening" // the log may or may not exist
	markOpen    mark = "open"    // the log exists
	markClosing mark = "closing" // the log may or may not exist
	markSwap    mark = "swap"    // a salvage is putting its result in the database's place
)

// readMark reads the mark of a lock file. An empty file is from an earlier version that
// closed the database; an unknown text counts as markOpening.
func readMark(lock *os.File) (mark, error) {
	text, err := io.ReadAll(io.NewSectionReader(lock, 0, markLength))
	if err != nil {
		return "", err
	}
	switch m := mark(strings.TrimSpace(string(text))); m {
	case markClosed, "":
		return markClosed, nil
	case markOpen:
		if len(text) < markLength { // from an earlier version, whose other commands removed the log
			return markOpening, nil
		}
		return m, nil
	case markNew, markClosing, markSwap:
		return m, nil
	}
	return markOpening, nil
}

// markLength is the length in bytes of every mark in the file. As it is constant, a mark
// is overwritten in place, which also works on a full disk.
const markLength = 8

// writeMark replaces the mark of a lock file.
func writeMark(lock *os.File, m mark) error {
	if _, err := lock.WriteAt(fmt.Appendf(nil, "%-*s\n%s\n", markLength-1, m, bootID()), 0); err != nil {
		return err
	}
	return lock.Sync() // before the log is created or removed
}

// bootVariable contains the boot id where the kernel's file is hidden: the systemd unit
// sees only processes in /proc, and sets the variable to %b (systemd.unit(5), "Specifiers").
const bootVariable = "BOOT_ID"

// bootID identifies the period since the machine was started; "" if it is unknown.
func bootID() string { return bootIDFrom("/proc/sys/kernel/random/boot_id") }

func bootIDFrom(file string) string {
	id, err := os.ReadFile(file)
	if err != nil {
		id = []byte(os.Getenv(bootVariable))
	}
	return strings.ReplaceAll(strings.TrimSpace(string(id)), "-", "") // systemd writes it without dashes
}

// rebooted reports whether the machine may have been started since the mark was written.
func rebooted(lock *os.File) bool {
	text, err := io.ReadAll(io.NewSectionReader(lock, markLength, 64))
	id := strings.TrimSpace(string(text))
	return err != nil || id == "" || id != bootID()
}

// files is the content of a data directory before the database is opened.
type files struct {
	path string
	mark mark
	// rebooted reports whether the machine may have restarted since the last process.
	rebooted bool
}

// exists reports whether the database exists and is not empty.
func (f files) exists() bool { return fileSize(f.path) > 0 }

// written returns when the database or its log was last written; the zero time if neither
// exists.
func (f files) written() (last time.Time) {
	for _, name := range []string{f.path, f.path + "-wal"} {
		if info, err := os.Stat(name); err == nil && info.ModTime().After(last) {
			last = info.ModTime()
		}
	}
	return last
}

// unclean reports whether the last process did not close the database.
func (f files) unclean() bool {
	return f.mark != markClosed && f.mark != markNew || fileSize(f.path+"-wal") > 0
}

// inspect refuses a database that is gone or empty, or whose log is incomplete. beside
// names other files that exist only if the database has existed.
func (f files) inspect(beside []string) error {
	expected := f.mark != markNew || fileSize(f.path+"-wal") > 0
	for _, name := range beside {
		expected = expected || fileSize(name) > 0
	}
	switch {
	case !f.exists() && expected:
		return refuse("%s is %s, and a server has run with it; mount its disk, restore a backup with voicememo restore, or begin with an empty database with voicememo serve --new",
			f.path, f.missing())
	case !f.exists():
		return nil
	case f.mark == markSwap:
		return refuse("%s is between two databases because voicememo repair --accept-damage was interrupted; give the newest %s.damaged-… and its -wal their names back and repeat it, or restore a backup with voicememo restore", f.path, f.path)
	case f.mark == markOpen && !there(f.path+"-wal"):
		return refuse("%s-wal is gone, which held the last changes of a server that was not stopped; put it back, or %s", f.path, helps)
	}
	return refuseDamage(inspectLog(f.path, f.rebooted))
}

func (f files) missing() string {
	if there(f.path) {
		return "empty"
	}
	return "gone"
}

func there(path string) bool {
	_, err := os.Stat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

// setAside renames the log of a missing database, so that a new database does not use it.
func (f files) setAside() error {
	if fileSize(f.path+"-wal") == 0 {
		return nil
	}
	if err := os.Rename(f.path+"-wal", f.path+"-wal.before-new"); err != nil {
		return fmt.Errorf("the log of the database that is gone cannot be kept: %w", err)
	}
	return nil
}
