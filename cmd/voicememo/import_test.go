package main

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"voicememo/cmd/voicememo/internal/cli"
	"voicememo/cmd/voicememo/internal/location"
	"voicememo/infra/dynamo"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/program"
)

// TestImport: everything in the earlier system is imported into either engine, and people can
// continue there.
func TestImport(t *testing.T) {
	program.Needed(t)
	localSDK(t)
	_, old := oldSystem(t)
	for engine, h := range homes(t) {
		t.Run(engine, func(t *testing.T) {
			imported(t, h, old, h.at(engine))
			inUse(t, h)
		})
	}
}

// imported completes an import, and checks that a second one has nothing to do.
func imported(t *testing.T, h home, old string, to location.Location) {
	t.Helper()
	w := watch(t, old)
	h.env = w.env()
	all, empty := oldMemos()
	report := filepath.Join(t.TempDir(), "report")
	for run, wanted := range []string{
		fmt.Sprintf("memos: %d read, %d imported, 0 already there\n  left behind: %d without text\n", len(all), len(all)-empty, empty-1),
		fmt.Sprintf("memos: %d read, 0 imported, %d already there\n", len(all), len(all)-empty),
	} {
		out, code := h.run(t, "", "import", "--from", "dynamodb:"+old, "--to", to.String(), "--report", report)
		for _, lines := range append(importNotes, wanted) {
			if code != 0 || !strings.Contains(out, lines) {
				t.Errorf("run %d: exit %d, no %q in\n%s", run, code, lines, out)
			}
		}
		if file := text(t, report); !strings.Contains(out, file) {
			t.Errorf("got the report\n%s\nwant that of\n%s", file, out)
		}
	}
	if got := slices.Sorted(maps.Keys(w.actions)); !slices.Equal(got, []string{"DescribeTable", "Scan"}) {
		t.Errorf("got requests %v to the earlier tables", got)
	}
}

// importNotes are parts of the report about the memos and people of oldSystem.
var importNotes = []string{
	"people: 10 read, ", "families: 5 read, ", "invitations: 1 left behind; they last five minutes",
	"2 left behind, without text:\n  " + oldTaro + " \"empty 2\"\n  " + oldTaro + " empty-1\n",
	"1 left behind, whose text is in a form that cannot be read:\n  " + oldTaro + " bytes\n",
	"1 memos are in the list in which the earlier system showed them; ", "\n  " + oldJiro + " 6\n",
	"1 memos are longer", "\n  " + oldHanako + " 4\n", "1 memos are listed as of 1970", "\n  " + oldEcho + " never\n",
	"1 memos had a time in the future", "\n  " + oldHanako + " 9\n",
	"1 people wrote memos and had no entry of their own; they are former members", "\n  " + oldLost + "\n",
	"1 people own a family", "\n  " + oldOwner + "\n",
}

// inUse uses the imported records through the API and the skill.
func inUse(t *testing.T, h home) {
	t.Helper()
	s := h.serveHere(t)
	defer s.stop()
	taro := s.signIn("太郎")
	if got := taro.Contents(); !strings.HasPrefix(got, fmt.Sprint("エコーの新しいメモ / ", oldMany-1, " ", oldContent)) {
		t.Errorf("Taro sees %.200s", got)
	}
	members := fmt.Sprint(taro.Call(http.MethodGet, "/api/family/members", "", http.StatusOK)["members"])
	for name, want := range map[string]bool{"太郎": true, "花子": true, "エコー": true, "台所": false, "次郎": false} {
		check.Equal(t, strings.Contains(members, name), want, "%s among %s", name, members)
	}
	for _, content := range []string{"持ち主の知れないメモ", "次郎が残したメモ"} {
		path := "/api/memos?q=" + url.QueryEscape(content)
		if got := fmt.Sprint(taro.Call(http.MethodGet, path, "", http.StatusOK)); !strings.Contains(got, content) {
			t.Errorf("Taro does not find %s: %s", content, got)
		}
	}
	newcomer := s.signIn("新しい人")
	newcomer.Call(http.MethodPost, "/api/family/join", `{"inviteCode":"1111"}`, http.StatusNotFound) // it is not imported
	code := taro.Call(http.MethodPost, "/api/family/invite-codes", "", http.StatusCreated)["code"]
	newcomer.Call(http.MethodPost, "/api/family/join", fmt.Sprintf(`{"inviteCode":%q}`, code), http.StatusOK)
	if got := newcomer.Contents(); !strings.HasPrefix(got, "エコーの新しいメモ") {
		t.Errorf("a person who has joined sees %.200s", got)
	}
	out, exit := h.runHere(t, "", append([]string{"talk", "--user", oldEcho, "一覧"}, h.flags...)...)
	if exit != 0 || !strings.Contains(out, "エコーの新しいメモ") {
		t.Errorf("the Echo says, with exit code %d:\n%s", exit, out)
	}
	out, exit = h.runHere(t, "", append([]string{"talk", "--user", oldLost, "一覧"}, h.flags...)...)
	if exit != 0 || strings.Contains(out, "太郎") || strings.Contains(out, "エコーの新しいメモ") {
		t.Errorf("an Echo without an entry hears Taro's family, with exit code %d:\n%s", exit, out)
	}
}

// TestImportRefuses: wrong locations are refused before anything is read or created.
func TestImportRefuses(t *testing.T) {
	_, old := oldSystem(t)
	h := homes(t)["dynamodb"]
	dir := filepath.Join(t.TempDir(), "new")
	for name, c := range map[string]struct{ from, to, more, sentence string }{
		"from a file":          {"sqlite:x", "sqlite:" + dir, "--users-table=x", "--from dynamodb:"},
		"the present form":     {"dynamodb:" + h.flags[3], "sqlite:" + dir, "--users-table=x", "voicememo copy --from"},
		"no such table":        {"dynamodb:" + old, "sqlite:" + dir, "--users-table=users", "there is no table users; name the earlier system's tables"},
		"onto itself":          {"dynamodb:" + old, "dynamodb:" + old, "", "import into another environment"},
		"another sort of keys": {"dynamodb:" + old, "sqlite:" + dir, "--users-table=" + dynamo.TablesOf(old).InviteCodes, "name the earlier system's tables"},
		"no tables to fill":    {"dynamodb:" + old, "dynamodb:nothing-here", "", "tables create --environment nothing-here"},
	} {
		t.Run(name, func(t *testing.T) {
			args := []string{"import", "--from", c.from, "--to", c.to}
			if c.more != "" {
				args = append(args, c.more)
			}
			if out, code := h.run(t, "", args...); code != cli.ExitConfiguration || !strings.Contains(out, c.sentence) || strings.Count(out, "\n") != 1 {
				t.Errorf("exit %d\n%s", code, out)
			}
		})
	}
	if out, code := h.run(t, "", "copy", "--from", "dynamodb:"+old, "--to", "sqlite:"+dir); code != cli.ExitConfiguration || !strings.Contains(out, "voicememo import") {
		t.Errorf("copy: exit %d\n%s", code, out)
	}
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("a data directory was created: %v", err)
	}
}
