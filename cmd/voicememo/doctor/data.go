package doctor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"voicememo/cmd/internal/app"
	"voicememo/cmd/voicememo/internal/cli"
	"voicememo/cmd/voicememo/internal/permission"
	"voicememo/infra/sqlite"
)

// checkData checks that the data directory and its files belong to one user, and that no
// other user can read them.
func checkData(_ context.Context, c app.Config) []finding {
	f := finding{what: "data directory " + c.Data}
	advice, err := aboutFiles(c.Data)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		f.what += " (does not exist yet; the first start creates it)"
		if above, _ := permission.Barrier(filepath.Clean(c.Data)); above != "" && !permission.MayWrite(above) {
			f.advice = fmt.Sprintf("this user may not create it in %s; create it as root and make the server's user its owner", above)
		}
	case err != nil:
		f.advice = fmt.Sprintf("it cannot be read (%v); run this as the user who runs the server", err)
	default:
		f.advice = advice
	}
	return []finding{f}
}

// aboutFiles says what to do about the first file of a directory, or the directory itself,
// that users other than its owner can read or that belongs to another user; "": nothing.
func aboutFiles(data string) (advice string, err error) {
	dir := filepath.Clean(data) + string(filepath.Separator) // with the separator, a link is followed
	root, err := os.Stat(dir)
	if err != nil || runtime.GOOS == "windows" { // which has no such modes
		return "", err
	}
	err = filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		switch {
		case errors.Is(err, fs.ErrNotExist): // SQLite's files come and go
			return nil
		case err != nil:
			return err
		case info.Mode()&fs.ModeSymlink != 0:
			return nil
		}
		advice = app.Exposed(data, path, info)
		if advice == "" && permission.OwnerOf(info) != permission.OwnerOf(root) {
			advice = fmt.Sprintf("%s belongs to another user than the directory, and the server may not be able to open it; run: chown -R %d %s",
				filepath.Clean(path), permission.OwnerOf(root), dir)
		}
		if advice != "" {
			return fs.SkipAll
		}
		return nil
	})
	return advice, err
}

// checkKeys reads the keys as a start does.
func checkKeys(_ context.Context, c app.Config) []finding {
	if _, err := os.Stat(c.Data); err != nil {
		return nil // checkData reports it
	}
	f := finding{what: "keys in " + c.Data}
	if err := app.CheckKeys(c.Data); err != nil {
		f.advice = err.Error()
	}
	return []finding{f}
}

// checkDisk checks that the disk is not about to be full.
func checkDisk(_ context.Context, c app.Config) []finding {
	room, known := sqlite.RoomOf(c.Data)
	if !known {
		return nil
	}
	f := finding{what: "disk (" + cli.Size(room.Free) + " free)"}
	if room.Low() {
		f.advice = fmt.Sprintf("make room: %s should be free on the disk of %s", cli.Size(room.Need), c.Data)
	}
	return []finding{f}
}
