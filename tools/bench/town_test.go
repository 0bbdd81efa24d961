package bench

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"voicememo/infra/sqlite"
	"voicememo/models"
	"voicememo/tools/testkit/devsignin"
	"voicememo/tools/testkit/must"
	"voicememo/tools/testkit/plenty"
	"voicememo/tools/testkit/program"
)

// kept are the filled directories and the program of this process: a million memos take a
// while.
var kept struct {
	mu      sync.Mutex
	folders map[plenty.Town]string
	program string
}

// TestMain removes what was kept at the end.
func TestMain(m *testing.M) {
	code := m.Run()
	for _, folder := range kept.folders {
		_ = os.RemoveAll(folder)
	}
	if kept.program != "" {
		_ = os.RemoveAll(filepath.Dir(kept.program))
	}
	os.Exit(code)
}

// filled returns a new data directory with a town.
func filled(t testing.TB, town plenty.Town) string {
	t.Helper()
	kept.mu.Lock()
	defer kept.mu.Unlock()
	if kept.folders == nil {
		kept.folders = map[plenty.Town]string{}
	}
	if kept.folders[town] == "" {
		folder, err := os.MkdirTemp("", "voicememo-bench")
		must.OK(t, err)
		kept.folders[town] = folder
		must.OK(t, town.Fill(t.Context(), folder))
	}
	data := t.TempDir()
	must.OK(t, os.CopyFS(data, os.DirFS(kept.folders[town])))
	must.OK(t, os.Chmod(data, 0o700))
	for _, name := range []string{sqlite.FileName, "voicememo.lock"} {
		must.OK(t, os.Chmod(filepath.Join(data, name), 0o600))
	}
	return data
}

// person is a person who has signed in.
type person struct {
	id     models.UserID
	family models.FamilyID
	cookie string
}

// unreached are the limits of a server that a load does not reach. They are all on.
var unreached = []string{"--rate-writes=1000000", "--rate-searches=1000000", "--max-memos=1000000"}

// built returns the program: for a benchmark built as it is released, for a test the one
// that all tests use.
func built(t testing.TB) string {
	t.Helper()
	if _, test := t.(*testing.T); test {
		path, err := program.Build(t.Context())
		must.OK(t, err)
		return path
	}
	kept.mu.Lock()
	defer kept.mu.Unlock()
	if kept.program == "" {
		folder, err := os.MkdirTemp("", "voicememo-bench")
		must.OK(t, err)
		kept.program = filepath.Join(folder, "voicememo")
		build(t, kept.program, "voicememo/cmd/voicememo", "-trimpath", "-ldflags=-s -w")
	}
	return kept.program
}

// build builds a package.
func build(t testing.TB, path, name string, flags ...string) {
	t.Helper()
	command := exec.Command("go", append(append([]string{"build"}, flags...), "-o", path, name)...)
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v: %s", command.Args, err, out)
	}
}

// served starts the program with its log and metrics on.
func served(t testing.TB, path, data string, flags ...string) *process {
	t.Helper()
	command := program.Command(context.WithoutCancel(t.Context()), path, data, append(flags, "--log=json", "--metrics-addr=127.0.0.1:0")...)
	p := startServing(t, command)
	p.rest(t)
	return p
}

// bare starts the reference with the memos of a data directory.
func bare(t testing.TB, data string) *process {
	t.Helper()
	folder := t.TempDir()
	path := filepath.Join(folder, "bare")
	build(t, path, "voicememo/tools/bench/bare")
	p := startServing(t, exec.Command(path, "-from", filepath.Join(data, sqlite.FileName), "-data", filepath.Join(folder, "bare.db")))
	p.rest(t)
	return p
}

// signIn signs in a member of a family of a town.
func signIn(t testing.TB, p *process, town plenty.Town, family, member int) person {
	t.Helper()
	cookie, err := devsignin.SignIn(t.Context(), p.url, town.Name(family, member))
	must.OK(t, err)
	return person{town.UserID(family, member), town.FamilyID(family), cookie}
}

// signInAll signs in everyone in the first families of a town.
func signInAll(t testing.TB, p *process, town plenty.Town, families int) (all []person) {
	t.Helper()
	for family := range families {
		for member := range town.Members {
			all = append(all, signIn(t, p, town, family, member))
		}
	}
	return all
}

// call sends a person's request, whose answer must be a success, and returns its ETag and
// body.
func (p *process) call(t testing.TB, one person, method, path, body string) (tag string, answer []byte) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, p.url+path, strings.NewReader(body))
	must.OK(t, err)
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	r.Header.Set("Cookie", one.cookie)
	r.Header.Set("Accept-Encoding", "identity")
	res, err := http.DefaultClient.Do(r)
	must.OK(t, err)
	answer, err = io.ReadAll(res.Body)
	must.OK(t, err)
	must.OK(t, res.Body.Close())
	if res.StatusCode/100 != 2 {
		t.Fatalf("%s %s: got status %d, want success\n%s", method, path, res.StatusCode, answer)
	}
	return res.Header.Get("ETag"), answer
}

// named returns the part of a benchmark's name for a number of memos.
func named(memos int) string { return "memos=" + strconv.Itoa(memos) }

// content is what the loads add.
const content = `{"content":"クリーニングを水曜日までに取りに行く。引換券は冷蔵庫の横"}`

// bareTarget returns the reference's address for a person.
func bareTarget(one person) string {
	return fmt.Sprintf("/memos?family=%s&user=%x", one.family, string(one.id))
}
