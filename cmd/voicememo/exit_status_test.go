package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"voicememo/auth"
	"voicememo/cmd/internal/app"
	"voicememo/cmd/voicememo/internal/cli"
	"voicememo/infra/dynamo/connect"
	"voicememo/infra/sqlite"
	"voicememo/tools/testkit/check"
)

// personActs has, for each command that can fail because of what a person did, such a command
// line and what its sentence says to do. DATA is the data directory of a server that has run,
// NONE a directory that does not exist, EMPTY one without files.
var personActs = map[string][]struct {
	args, want string
}{
	"access end":      {{"nobody --all --data DATA", "voicememo access list without a person lists the people"}, {"nobody --all --data NONE", "name the data directory of a server that has run"}},
	"access list":     {{"nobody --data DATA", "voicememo access list without a person lists the people"}},
	"add":             {{"--token-file NONE milk", "--token-file"}},
	"audit-id":        {{"x --data EMPTY", "the first start of a server creates it"}},
	"backup":          {{"-q --data DATA --to NONE/x.db", "write in NONE: no such file or directory"}, {"-q --data NONE", "there is no database"}, {"-q --data DATA --to DATA/voicememo.db --force", "name another file"}},
	"copy":            {{"--from sqlite:NONE --to sqlite:EMPTY", "name the data directory of a server that has run"}, {"--from sqlite:DATA --to sqlite:DATA", "is the same location"}},
	"doctor":          {{"--store nothing", "must be one of"}},
	"done":            {{"", "<memo>"}},
	"find":            {{"", "<words>"}},
	"help":            {{"sevre", `did you mean "serve"?`}},
	"import":          {{"--from sqlite:DATA --to sqlite:EMPTY", "write --from dynamodb:NAME"}},
	"keys list":       {{"--data EMPTY", "the first start of a server creates it"}},
	"keys rotate":     {{"--data EMPTY", "the first start of a server creates it"}, {"--stdin", "standard input: "}},
	"keys withdraw":   {{"zz --data DATA", "voicememo keys list lists the keys"}},
	"list":            {{"--token-file NONE", "--token-file"}},
	"login":           {{"not:an:address", "http"}},
	"owner":           {{"--family x --data DATA", "family.id"}, {"--family x --data NONE", "name the data directory of a server that has run"}},
	"repair":          {{"--data NONE", "name the data directory of a server that has run"}, {"--data EMPTY --accept-damage", "voicememo restore"}},
	"restore":         {{"NONE --data DATA", "there is no database"}, {"DATA/voicememo.db --data DATA", "name a backup"}, {"DATA --data DATA", "is not a file"}},
	"serve":           {{"--dev --data DATA/session-keys.json", "not a directory"}, {"--dev --addr nowhere", "must be host:port"}},
	"setup":           {{"--to NONE/memo.env", "create it, or correct the name"}},
	"skill-package":   {{"--to EMPTY --with coffee --public-url https://memo.example.com", "this program has"}},
	"tables create":   {{"--environment typo", "must be dev, stg or prod"}},
	"tables describe": {{"--environment a/b", "must be part of a table's name"}},
	"talk":            {{"--data NONE list", "start a server"}, {"--locale fr-FR list", "must be one of"}},
}

// neverActs are the commands that fail only for reasons of the system.
var neverActs = map[string]string{
	"completion": "its only argument is checked with the command line",
	"logout":     "without a sign-in it has nothing to do",
	"man":        "it only prints",
	"version":    "it only prints",
}

// TestExitStatusOfEachCommand: each command ends with exit status 2 and one sentence that says
// what to do if a person must act. A command without a row fails the test.
func TestExitStatusOfEachCommand(t *testing.T) {
	data, empty := t.TempDir(), t.TempDir()
	home{flags: []string{"--data", data}}.serveHere(t).stop()
	t.Setenv("HOME", empty)
	t.Setenv("XDG_CONFIG_HOME", empty)
	t.Setenv("LC_ALL", "C")
	places := strings.NewReplacer("DATA", data, "EMPTY", empty, "NONE", filepath.Join(empty, "none"))
	for _, command := range leaves(t) {
		if len(personActs[command]) == 0 && neverActs[command] == "" {
			t.Errorf("got no row for %s", command)
		}
		for _, row := range personActs[command] {
			args := append(strings.Fields(command), strings.Fields(places.Replace(row.args))...)
			out, stderr, code := runHere(args...)
			if code != cli.ExitConfiguration || out != "" || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, places.Replace(row.want)) {
				t.Errorf("%q: got exit %d, %q, %q, want %d and %q", args, code, out, stderr, cli.ExitConfiguration, row.want)
			}
		}
	}
	if left, err := os.ReadDir(empty); err != nil || len(left) > 0 {
		t.Errorf("got %v, %v in the empty directory, want nothing", left, err)
	}
}

// TestStatusOfErrors: what only a person can end has status 2, also within other errors.
func TestStatusOfErrors(t *testing.T) {
	t.Parallel()
	of := func(err error) error { return &fs.PathError{Op: "open", Path: "x", Err: err} }
	for want, errs := range map[int][]error{
		0: {nil},
		cli.ExitFailed: {
			errors.New("anything"), of(syscall.ENOSPC), of(syscall.EROFS), of(syscall.EIO), sqlite.ErrLocked, syscall.EADDRINUSE,
			&app.ConfigError{Flag: "addr", Err: syscall.EADDRINUSE}, &connect.Error{Passing: true},
		},
		cli.ExitConfiguration: {
			of(syscall.ENOENT), of(syscall.EACCES), of(syscall.EPERM), of(syscall.ENOTDIR), of(syscall.EISDIR), sqlite.ErrRefused, sqlite.ErrNoLocks,
			sqlite.ErrWrongFile, auth.ErrKeyFile, &app.ConfigError{Flag: "addr"}, &app.ConfigError{Flag: "data", Err: of(syscall.EACCES)}, &connect.Error{},
			cli.WrongUse("x"),
		},
		cli.ExitNotFound: {cli.WithStatus(cli.ExitNotFound, of(syscall.ENOENT))},
	} {
		for _, err := range errs {
			wrapped := err
			if err != nil {
				wrapped = cli.LoggedError{Err: fmt.Errorf("a sentence: %w", errors.Join(err))}
			}
			check.Equal(t, statusOf(wrapped), want, err)
		}
	}
}
