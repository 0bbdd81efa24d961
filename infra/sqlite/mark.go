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

// mark is the text of the lock file: how far the process that held it last had come.
// Only a clean close leaves markClosed.
type mark string

const (
	markClosed  mark = "closed"
	markNew     mark = "new"     // the directory had no database, and may still have none
	markOpening mark = "opening" // the log may be there or not
	markOpen    mark = "open"    // the log is there
	markClosing mark = "closing" // the log may be there or not
	markSwap    mark = "swap"    // a salvage is putting its result in the database's place
)

// readMark reads the mark of a lock file. An empty file is one of an earlier version that
// has closed the database; another text counts as markOpening.
func readMark(lock *os.File) (mark, error) {
	text, err := io.ReadAll(io.NewSectionReader(lock, 0, markLength))
	if err != nil {
		return "", err
	}
	switch m := mark(strings.TrimSpace(string(text))); m {
	case markClosed, "":
		return markClosed, nil
	case markOpen:
		if len(text) < markLength { // of an earlier version, whose other commands removed the log
			return markOpening, nil
		}
		return m, nil
	case markNew, markClosing, markSwap:
		return m, nil
	}
	return markOpening, nil
}

// markLength is the length of every mark in its file, in bytes: then it is written in its
// place, also on a full disk.
const markLength = 8

// writeMark replaces the mark of a lock file.
func writeMark(lock *os.File, m mark) error {
	if _, err := lock.WriteAt(fmt.Appendf(nil, "%-*s\n%s\n", markLength-1, m, bootID()), 0); err != nil {
		return err
	}
	return lock.Sync() // before the log is made or removed
}

// bootVariable has the boot id where the kernel's file is hidden: the systemd unit sees
// nothing of /proc but processes, and sets it to %b (systemd.unit(5), "Specifiers").
const bootVariable = "BOOT_ID"

// bootID names the time since the machine was started; "" if that is not known.
func bootID() string { return bootIDFrom("/proc/sys/kernel/random/boot_id") }

func bootIDFrom(file string) string {
	id, err := os.ReadFile(file)
	if err != nil {
		id = []byte(os.Getenv(bootVariable))
	}
	return strings.ReplaceAll(strings.TrimSpace(string(id)), "-", "") // systemd writes it without
}

// rebooted reports whether the machine may have been started since the mark was written.
func rebooted(lock *os.File) bool {
	text, err := io.ReadAll(io.NewSectionReader(lock, markLength, 64))
	id := strings.TrimSpace(string(text))
	return err != nil || id == "" || id != bootID()
}

// files are what lies in a data directory before the database is opened.
type files struct {
	path string
	mark mark
	// rebooted reports whether the machine may have been started since the last process.
	rebooted bool
}

// exists reports whether the database is there and not empty.
func (f files) exists() bool { return fileSize(f.path) > 0 }

// written returns when the database or its log was written last; the zero time if neither
// is there.
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

// inspect refuses a database that is gone, empty, or without the whole of its log. beside
// are the names of other files that are there only if the database has been.
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

// setAside keeps the log of a database that is gone out of the way of a new one.
func (f files) setAside() error {
	if fileSize(f.path+"-wal") == 0 {
		return nil
	}
	if err := os.Rename(f.path+"-wal", f.path+"-wal.before-new"); err != nil {
		return fmt.Errorf("the log of the database that is gone cannot be kept: %w", err)
	}
	return nil
}
