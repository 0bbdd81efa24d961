package sqlite

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// Scratch is a hidden directory in which a file is written before it gets its name. Its
// process holds the directory's lock, which the system releases when the process ends.
type Scratch struct {
	Dir  string
	lock *os.File // nil where directories cannot be locked
}

// NewScratch creates a hidden directory (0700) beside target, named after it.
func NewScratch(target string) (*Scratch, error) {
	folder := filepath.Dir(target)
	for {
		dir, err := os.MkdirTemp(folder, "."+filepath.Base(target)+"-*")
		var of *fs.PathError
		if errors.As(err, &of) { // the name of the directory tells a person nothing
			return nil, &fs.PathError{Op: "write in", Path: folder, Err: of.Err}
		}
		if err != nil {
			return nil, err
		}
		lock, err := lockDir(dir)
		switch {
		case err == nil && there(dir):
			return &Scratch{dir, lock}, nil
		case err == nil:
			_ = lock.Close()
		case !errors.Is(err, ErrLocked) && !errors.Is(err, fs.ErrNotExist):
			return &Scratch{Dir: dir}, nil
		}
		// RemoveScratch of another process came between.
	}
}

// File returns the path of the file to write: every name in the directory begins like that
// of the directory.
func (s *Scratch) File() string { return filepath.Join(s.Dir, filepath.Base(s.Dir)) }

// Close removes the directory.
func (s *Scratch) Close() error {
	err := os.RemoveAll(s.Dir)
	if s.lock != nil {
		err = errors.Join(err, s.lock.Close())
	}
	return err
}

// lockDir locks a directory.
func lockDir(path string) (*os.File, error) {
	f, err := os.Open(path) //nolint:gosec // our own
	if err != nil {
		return nil, err
	}
	if err := lockFile(f); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// RemoveScratch removes what killed backups have left beside target: the directories that
// no process has locked. Where directories cannot be locked, it removes those in which
// nothing was written for abandonedAfter, and so it does with the files that earlier
// versions have left. Errors are ignored: the next call tries again.
func RemoveScratch(target string) {
	folder := filepath.Dir(target)
	unfinished := regexp.MustCompile(`^\.(voicememo-[0-9]{8}-[0-9]{6}\.db|voicememo-backup|` +
		regexp.QuoteMeta(filepath.Base(target)) + `)-[0-9]+(-journal)?$`)
	entries, err := os.ReadDir(folder)
	if err != nil {
		return
	}
	for _, e := range entries {
		if unfinished.MatchString(e.Name()) {
			removeAbandoned(filepath.Join(folder, e.Name()), e.IsDir() && !strings.HasPrefix(e.Name(), ".voicememo-backup-"))
		}
	}
}

// abandonedAfter is the time since the last write after which the process that wrote an
// unfinished file is considered dead: a running one writes continuously.
const abandonedAfter = 10 * time.Minute

// removeAbandoned removes an unfinished file or directory whose process is dead. locks
// reports whether that process has locked it, if it could.
func removeAbandoned(path string, locks bool) {
	if locks {
		lock, err := lockDir(path)
		if errors.Is(err, ErrLocked) {
			return
		}
		if err == nil {
			defer func() { _ = lock.Close() }()
		}
		locks = err == nil
	}
	if locks || time.Since(lastWrite(path)) > abandonedAfter {
		_ = os.RemoveAll(path)
	}
}

// lastWrite returns when a file, or the newest file in a directory, was written.
func lastWrite(path string) (last time.Time) {
	_ = filepath.WalkDir(path, func(_ string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if info, err := e.Info(); err == nil && info.ModTime().After(last) {
			last = info.ModTime()
		}
		return nil
	})
	return last
}
