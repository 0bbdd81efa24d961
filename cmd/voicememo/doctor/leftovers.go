package doctor

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"voicememo/cmd/internal/app"
)

// leftoverAge is the time since the last write after which the command that created a
// temporary file is considered dead: a running command writes continuously.
const leftoverAge = 10 * time.Minute

// temporary matches the names of unfinished files in a data directory: a hidden name that
// ends with the digits of os.CreateTemp, and the files that restore writes beside the
// database.
var temporary = regexp.MustCompile(`^(\..+-[0-9]+(-journal)?|voicememo\.db\.(restoring|before-restore\.part))$`)

// checkLeftovers looks for files that killed commands have left in the data directory.
// They contain keys or memos.
func checkLeftovers(_ context.Context, c app.Config) []finding {
	entries, err := os.ReadDir(c.Data)
	if err != nil {
		return nil // checkData says so
	}
	var paths []string
	for _, e := range entries {
		info, err := e.Info()
		if err == nil && temporary.MatchString(e.Name()) && time.Since(info.ModTime()) > leftoverAge {
			paths = append(paths, filepath.Join(c.Data, e.Name()))
		}
	}
	f := finding{what: "leftovers of killed commands"}
	if len(paths) > 0 {
		f.advice = fmt.Sprintf("they contain keys or memos, and nothing needs them; run: rm -r -- %s", strings.Join(paths, " "))
	}
	return []finding{f}
}
