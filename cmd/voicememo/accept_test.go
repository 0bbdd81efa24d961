package main

import (
	"database/sql"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"voicememo/cmd/voicememo/internal/cli"
	"voicememo/infra/sqlite"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// TestMendedByAnotherProgram: while the server is stopped, an operator changes a name with
// another SQLite program. doctor and the next start name the row and refuse it, until repair
// --accept has shown the old and the new name. Memos that were deleted that way are noticed.
func TestMendedByAnotherProgram(t *testing.T) {
	dir := t.TempDir()
	h := home{flags: []string{"--data", dir}}
	s := h.serveHere(t)
	taro := s.signIn("太郎")
	taro.Call(http.MethodPost, "/api/memos", `{"content":"milk"}`, http.StatusCreated)
	taro.Call(http.MethodPost, "/api/memos", `{"content":"eggs"}`, http.StatusCreated)
	s.stop()
	for _, c := range []struct{ statement, named, shown, name, contents string }{
		{"UPDATE users SET user_name = '台所 2'", "users ", "user_name was '太郎', is '台所 2'", "台所 2", "eggs / milk"},
		{"DELETE FROM memos WHERE content = 'milk'", "families ", "number of memos was 2, is 1", "台所 2", "eggs"},
		{"DELETE FROM memos", "families ", "number of memos was 1, is 0", "台所 2", ""},
	} {
		db, err := sql.Open("sqlite", filepath.Join(dir, sqlite.FileName))
		must.OK(t, err)
		if _, err := db.Exec(c.statement); err != nil {
			t.Fatalf("%s: %v", c.statement, err)
		}
		must.OK(t, db.Close())
		run := func(want int, says string, args ...string) {
			t.Helper()
			out, code := h.runHere(t, "", append(args, "--data", dir)...)
			if code != want || !strings.Contains(out, says) {
				t.Errorf("%s: %v: got exit %d, want %d and %q\n%s", c.statement, args, code, want, says, out)
			}
		}
		run(cli.ExitFailed, "not what was written: "+c.named, "doctor", "--dev")
		run(cli.ExitConfiguration, "voicememo repair --accept", "serve", "--dev", "--addr", "127.0.0.1:0")
		run(cli.ExitConfiguration, c.shown, "repair", "--accept", "--dry-run")
		run(cli.ExitConfiguration, "not what was written: "+c.named, "repair")
		run(0, c.shown, "repair", "--accept")
		s = h.serveHere(t)
		taro.Home = s.url
		check.Equal(t, taro.Contents(), c.contents, c.statement)
		members := taro.Ask(http.MethodGet, "/api/family/members", "").Want(http.StatusOK).Body
		if !strings.Contains(members, c.name) {
			t.Errorf("%s: got %s, want the name %s", c.statement, members, c.name)
		}
		s.stop()
	}
}
