package sqlite

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"time"
)

// Scratch is a hidden directory in which a file is written before it gets its name.
type Scratch struct{ Dir string }

// NewScratch creates a hidden directory (0700) beside target, named after it.
func NewScratch(target string) (*Scratch, error) {
	folder := filepath.Dir(target)
	dir, err := os.MkdirTemp(folder, "."+filepath.Base(target)+"-*")
	var of *fs.PathError
	if errors.As(err, &of) { // the name of the directory tells a person nothing
		return nil, &fs.PathError{Op: "write in", Path: folder, Err: of.Err}
	}
	if err != nil {
		return nil, err
	}
	return &Scratch{dir}, nil
}

// File returns the path of the file to write: every name in the directory begins like that
// of the directory.
func (s *Scratch) File() string { return filepath.Join(s.Dir, filepath.Base(s.Dir)) }

// Close removes the directory.
func (s *Scratch) Close() error { return os.RemoveAll(s.Dir) }

// abandonedAfter is the time since the last write after which the process that wrote an
// unfinished file is considered dead: a running one writes continuously.
const abandonedAfter = 10 * time.Minute

// RemoveScratch removes what killed backups, also of earlier versions, have left beside target:
// directories and files in which nothing was written for abandonedAfter. Errors are ignored:
// the next call tries again.
func RemoveScratch(target string) {
	folder := filepath.Dir(target)
	unfinished := regexp.MustCompile(`^\.(voicememo-[0-9]{8}-[0-9]{6}\.db|voicememo-backup|` +
		regexp.QuoteMeta(filepath.Base(target)) + `)-[0-9]+(-journal)?$`)
	entries, err := os.ReadDir(folder)
	if err != nil {
		return
	}
	for _, e := range entries {
		if path := filepath.Join(folder, e.Name()); unfinished.MatchString(e.Name()) && time.Since(lastWrite(path)) > abandonedAfter {
			_ = os.RemoveAll(path)
		}
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
