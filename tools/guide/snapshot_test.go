//go:build linux

package guide

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"voicememo/tools/testkit/program"
)

// snapshot is the folder of the files of a release, and its version.
type snapshot struct{ folder, version string }

// Two snapshots: this tree, and this tree with the version and the migration that may come
// next. They are built once.
var (
	present = sync.OnceValues(func() (snapshot, error) { return makeSnapshot("present", "") })
	next    = sync.OnceValues(func() (snapshot, error) { return makeSnapshot("next", "99.0.0") })
)

// made is the folder for snapshots.
var made string

func TestMain(m *testing.M) {
	program.MainNeeded()
	os.Exit(run(m))
}

func run(m *testing.M) int {
	var err error
	if made, err = os.MkdirTemp("", "guide-"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer func() { _ = os.RemoveAll(made) }()
	return m.Run()
}

// of returns a snapshot for a test.
func of(t *testing.T, s func() (snapshot, error)) snapshot {
	t.Helper()
	got, err := s()
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// copyTree copies the files of this checkout, with the page that is built in it, and
// commits them.
const copyTree = `
root=$(git rev-parse --show-toplevel)
cd "$root"
git ls-files -co --exclude-standard -z | tar -c --null --ignore-failed-read -T - 2>/dev/null | tar -x -C "$TO"
cp -a webapi/app/dist "$TO/webapi/app/"
ln -s "$root/webapi/app/node_modules" "$TO/webapi/app/"
cd "$TO"
if [ -n "$NEXT" ]; then
	echo "$NEXT" >cmd/internal/version/VERSION
	printf '# Changelog\n\n## %s\n\n- A test.\n\n' "$NEXT" | cat - CHANGELOG.md >CHANGELOG.new
	mv CHANGELOG.new CHANGELOG.md
	last=$(ls infra/sqlite/migrations | tail -n1)
	echo 'CREATE TABLE later (id INTEGER PRIMARY KEY) STRICT;' >"infra/sqlite/migrations/$(printf %04d $((10#${last%%_*} + 1)))_later.sql"
fi
git init -q
echo node_modules >>.git/info/exclude
git add -A
git -c user.name=test -c user.email=test@example.com commit -q -m "a snapshot"
go run -trimpath ./tools/release -only linux/amd64 -out "$OUT"
`

// makeSnapshot builds the files of a release for this machine.
func makeSnapshot(name, number string) (snapshot, error) {
	to, out := filepath.Join(made, name), filepath.Join(made, name+"-files")
	if err := os.Mkdir(to, 0o700); err != nil {
		return snapshot{}, err
	}
	at := time.Now()
	if number == "" {
		at = at.Add(-time.Hour)
	}
	c := exec.Command("bash", "-e", "-o", "pipefail", "-c", copyTree)
	c.Env = append(os.Environ(), "TO="+to, "OUT="+out, "NEXT="+number, "GIT_COMMITTER_DATE="+at.Format(time.RFC3339), "GIT_AUTHOR_DATE="+at.Format(time.RFC3339))
	if said, err := c.CombinedOutput(); err != nil {
		return snapshot{}, fmt.Errorf("the snapshot %s cannot be built: %w\n%s", name, err, said)
	}
	archives, err := filepath.Glob(filepath.Join(out, "voicememo_*_linux_amd64.tar.gz"))
	if err != nil || len(archives) != 1 {
		return snapshot{}, fmt.Errorf("got the archives %v, want one: %w", archives, err)
	}
	version := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(archives[0]), "voicememo_"), "_linux_amd64.tar.gz")
	return snapshot{out, version}, nil
}

// file returns a file of the snapshot, whose name has VERSION for its version.
func (s snapshot) file(name string) string {
	return filepath.Join(s.folder, strings.ReplaceAll(name, "VERSION", s.version))
}
