package main

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"voicememo/cmd/internal/app"
	"voicememo/cmd/voicememo/internal/cli"
	"voicememo/infra/sqlite"
	"voicememo/internal/texts"
	"voicememo/tools/testkit/localengine"
	"voicememo/tools/testkit/must"
)

// unprivileged is a user to whom file modes apply.
const unprivileged = 65534

// ownedData copies the data directory of a server that has run. The copy belongs to a user
// to whom file modes apply.
func ownedData(t *testing.T, used string) string {
	t.Helper()
	dir := t.TempDir()
	copyFiles(t, used, dir)
	if os.Geteuid() != 0 {
		return dir
	}
	err := filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
		return errors.Join(err, os.Chown(path, unprivileged, unprivileged))
	})
	must.OK(t, err)
	return dir
}

// copyFiles copies the files of a directory into another one.
func copyFiles(t *testing.T, from, to string) {
	t.Helper()
	entries, err := os.ReadDir(from)
	must.OK(t, err)
	for _, e := range entries {
		if !e.Type().IsRegular() {
			continue
		}
		content := text(t, filepath.Join(from, e.Name()))
		write(t, filepath.Join(to, e.Name()), content)
	}
}

// bound runs the program as a user to whom file modes apply.
func bound(t *testing.T, args ...string) (output string, code int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second) // a start that does not fail
	defer cancel()
	program := binary
	cmd := exec.CommandContext(ctx, program, args...)
	if os.Geteuid() == 0 {
		program = filepath.Join(t.TempDir(), "voicememo") // the directory of binary belongs to root
		must.OK(t, errors.Join(os.Link(binary, program), os.Chmod(filepath.Dir(filepath.Dir(program)), 0o755)))
		cmd = exec.CommandContext(ctx, program, args...)
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: unprivileged, Gid: unprivileged}}
	}
	out, err := cmd.CombinedOutput()
	if err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}

// startFault is a start that fails.
type startFault struct {
	args []string // besides --dev and an address
	code int
	want string // part of the sentence
}

// TestStartUpFaults: a start exits with 1 if the problem may pass by itself, so that a
// service manager retries, and with 2 if it needs a person, which is BAD for doctor. It
// prints one sentence that says what to do.
func TestStartUpFaults(t *testing.T) {
	used := t.TempDir()
	home{flags: []string{"--data", used}}.serve(t, "--dev").stop()
	for name, prepare := range startFaults {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := prepare(t, used)
			out, code := bound(t, append([]string{"serve", "--dev", "--addr", "127.0.0.1:0"}, c.args...)...)
			if code != c.code || !strings.Contains(out, c.want) || strings.Count(out, "\n") != 1 {
				t.Errorf("exit %d, want %d and %q\n%s", code, c.code, c.want, out)
			}
			if strings.Contains(out, "SQLITE_") || strings.Contains(out, "(1544)") || strings.Contains(out, "(26)") {
				t.Errorf("got the engine's own error text: %s", out)
			}
			if c.code != cli.ExitConfiguration {
				return // a start may succeed later, so doctor may call it ok
			}
			out, code = bound(t, append([]string{"doctor", "--dev", "--addr", "127.0.0.1:0"}, c.args...)...)
			if code == 0 || !strings.Contains(out, "BAD ") && code != cli.ExitConfiguration {
				t.Errorf("doctor: got exit %d\n%s", code, out)
			}
		})
	}
}

// startFaults prepare each of the faults.
var startFaults = map[string]func(t *testing.T, used string) startFault{
	"the address is in use": func(t *testing.T, _ string) startFault {
		return startFault{[]string{"--addr", taken(t), "--data", t.TempDir()}, cli.ExitFailed, "--addr cannot be listened on: "}
	},
	"the address of the metrics is in use": func(t *testing.T, _ string) startFault {
		return startFault{[]string{"--metrics-addr", taken(t), "--data", t.TempDir()}, cli.ExitFailed, "--metrics-addr cannot be listened on: "}
	},
	"an address that the machine has not got yet": func(t *testing.T, _ string) startFault {
		return startFault{[]string{"--metrics-addr", "192.0.2.1:80", "--metrics-token-file", readableToken(t), "--data", t.TempDir()}, cli.ExitFailed, "--metrics-addr cannot be listened on: "}
	},
	"a port that cannot be": func(t *testing.T, _ string) startFault {
		return startFault{[]string{"--addr", "127.0.0.1:99999", "--data", t.TempDir()}, cli.ExitConfiguration, "--addr must be host:port"}
	},
	"a port without a meaning": func(t *testing.T, _ string) startFault {
		return startFault{[]string{"--metrics-addr", "127.0.0.1:metrics", "--data", t.TempDir()}, cli.ExitConfiguration, "--metrics-addr must be host:port"}
	},
	"the data directory is in use": func(t *testing.T, used string) startFault {
		dir := ownedData(t, used)
		s := home{flags: []string{"--data", dir}}.serve(t, "--dev")
		t.Cleanup(s.stop)
		return startFault{[]string{"--data", dir}, cli.ExitFailed, "in use by another process"}
	},
	"the data directory cannot be made": func(t *testing.T, _ string) startFault {
		closed := t.TempDir()
		mode(t, closed, 0o500)
		return startFault{[]string{"--data", filepath.Join(closed, "data")}, cli.ExitConfiguration, "--data cannot be used: the data directory cannot be made: "}
	},
	"the data directory is a file": func(t *testing.T, _ string) startFault {
		file := filepath.Join(t.TempDir(), "file")
		write(t, file, "x")
		return startFault{[]string{"--data", file}, cli.ExitConfiguration, "not a directory"}
	},
	"the data directory cannot be entered": func(t *testing.T, used string) startFault {
		dir := ownedData(t, used)
		mode(t, dir, 0)
		return startFault{[]string{"--data", dir}, cli.ExitConfiguration, "permission denied; run: chmod u+rwX " + dir}
	},
	"the data directory is read-only": func(t *testing.T, used string) startFault {
		dir := ownedData(t, used)
		mode(t, dir, 0o500)
		return startFault{[]string{"--data", dir}, cli.ExitFailed, dir + " is read-only"}
	},
	"the database is read-only": func(t *testing.T, used string) startFault {
		dir := ownedData(t, used)
		mode(t, filepath.Join(dir, sqlite.FileName), 0o400)
		return startFault{[]string{"--data", dir}, cli.ExitConfiguration, "permission denied; run: chmod u+rwX " + filepath.Join(dir, sqlite.FileName)}
	},
	"the data directory is that of another user": func(t *testing.T, used string) startFault {
		if os.Geteuid() != 0 {
			t.Skip("NOT VERIFIED: the data of another user, because this is not root")
		}
		dir := t.TempDir()
		copyFiles(t, used, dir)
		mode(t, dir, 0o700)
		return startFault{[]string{"--data", dir}, cli.ExitConfiguration, dir + " belongs to the user root, and this command runs as the user nobody: run it as the user root"}
	},
	"the database is a text": func(t *testing.T, used string) startFault {
		dir := ownedData(t, used)
		write(t, filepath.Join(dir, sqlite.FileName), strings.Repeat("no database ", 1000))
		return startFault{[]string{"--data", dir}, cli.ExitConfiguration, "is not a database of this program; name another --data, or restore a backup"}
	},
	"the database is empty": func(t *testing.T, used string) startFault {
		dir := ownedData(t, used)
		write(t, filepath.Join(dir, sqlite.FileName), "")
		return startFault{[]string{"--data", dir}, cli.ExitConfiguration, "voicememo serve --new"}
	},
	"the database is gone": func(t *testing.T, used string) startFault {
		dir := ownedData(t, used)
		must.OK(t, os.Remove(filepath.Join(dir, sqlite.FileName)))
		return startFault{[]string{"--data", dir}, cli.ExitConfiguration, "voicememo restore"}
	},
	"the database is damaged": func(t *testing.T, used string) startFault {
		dir := ownedData(t, used)
		overwrite(t, filepath.Join(dir, sqlite.FileName), 4096, strings.Repeat("torn", 1024)) // the second page
		return startFault{[]string{"--data", dir}, cli.ExitConfiguration, "restore a backup with voicememo restore"}
	},
	"a newer version has written the database": func(t *testing.T, used string) startFault {
		dir := ownedData(t, used)
		overwrite(t, filepath.Join(dir, sqlite.FileName), 60, "\x00\x00\x03\xe7") // user_version, https://sqlite.org/fileformat.html#the_database_header
		return startFault{[]string{"--data", dir}, cli.ExitConfiguration, "newer version"}
	},
	"the secret's file is not there": func(t *testing.T, _ string) startFault {
		return startFault{[]string{"--oidc-client-secret-file", filepath.Join(t.TempDir(), "none"), "--data", t.TempDir()}, cli.ExitConfiguration, "--oidc-client-secret-file cannot be read from its file: "}
	},
	"the secret's file may not be read": func(t *testing.T, _ string) startFault {
		file := readableToken(t)
		mode(t, file, 0)
		return startFault{[]string{"--oidc-client-secret-file", file, "--data", t.TempDir()}, cli.ExitConfiguration, "permission denied"}
	},
	"the secret's file is a directory": func(t *testing.T, _ string) startFault {
		return startFault{[]string{"--metrics-token-file", "/", "--data", t.TempDir()}, cli.ExitConfiguration, "--metrics-token-file cannot be read from its file: "}
	},
	"the key of a module is a text": func(t *testing.T, used string) startFault {
		dir := ownedData(t, used)
		keys, err := filepath.Glob(app.SecretFile(dir, "*"))
		if err != nil || len(keys) == 0 {
			t.Skip("no module of this program keeps a key")
		}
		write(t, keys[0], "no key")
		return startFault{[]string{"--data", dir}, cli.ExitConfiguration, "has an unusable key"}
	},
	"the keys cannot be read": func(t *testing.T, used string) startFault {
		dir := ownedData(t, used)
		mode(t, filepath.Join(dir, app.KeysFile), 0)
		return startFault{[]string{"--data", dir}, cli.ExitConfiguration, app.KeysFile + ": permission denied"}
	},
	"the keys are a text": func(t *testing.T, used string) startFault {
		dir := ownedData(t, used)
		write(t, filepath.Join(dir, app.KeysFile), "no keys")
		return startFault{[]string{"--data", dir}, cli.ExitConfiguration, "or remove it, and everyone must sign in again"}
	},
}

// TestStartWithoutNetwork: a server starts while DynamoDB or the issuer cannot be reached or
// refuses requests for now. It is not ready, and works as soon as they answer.
func TestStartWithoutNetwork(t *testing.T) {
	t.Parallel()
	throttling := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/x-amz-json-1.0")
		w.WriteHeader(http.StatusBadRequest)
		_, _ = io.WriteString(w, `{"__type":"com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException","message":"slow down"}`)
	}))
	t.Cleanup(throttling.Close)
	for name, endpoint := range map[string]string{"unreachable": "http://127.0.0.1:1", "a name that does not resolve": "http://dynamodb.invalid", "throttled": throttling.URL} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := home{flags: []string{"--store", "dynamodb", "--data", t.TempDir()}, env: localengine.Environ(endpoint)}
			s := h.serve(t, "--oidc-client-id", "x", "--oidc-issuer", "https://issuer.invalid")
			res, err := http.Get(s.url + "/readyz")
			if err != nil || res.StatusCode != http.StatusServiceUnavailable {
				t.Errorf("/readyz: got %v, %v, want 503", res, err)
			}
			_ = res.Body.Close()
			s.stop()
		})
	}
}

// overwrite replaces bytes of a file.
func overwrite(t *testing.T, path string, at int64, text string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	must.OK(t, err)
	must.OK(t, must.Err(f.WriteAt([]byte(text), at)))
	must.OK(t, f.Close())
}

// TestStartOnAFullDisk: a limit of the file size stands for a full disk, which may have
// room later.
func TestStartOnAFullDisk(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "sh", "-c", `ulimit -f 0; exec "$@"`, "sh", binary, "serve", "--dev", "--addr", "127.0.0.1:0", "--data", filepath.Join(t.TempDir(), "data"))
	out, _ := cmd.CombinedOutput()
	if code := cmd.ProcessState.ExitCode(); code != cli.ExitFailed || strings.Count(string(out), "\n") != 1 || !strings.Contains(string(out), "--data") {
		t.Errorf("exit %d, want %d\n%s", code, cli.ExitFailed, out)
	}
}

// readableToken creates a file for --metrics-token-file that every user can read.
func readableToken(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "token")
	write(t, file, strings.Repeat("x", 32))
	mode(t, file, 0o644)
	return file
}

// taken returns an address that is in use.
func taken(t *testing.T) string {
	t.Helper()
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	must.OK(t, err)
	t.Cleanup(func() { _ = l.Close() })
	return l.Addr().String()
}

// mode changes the mode of a file during a test.
func mode(t *testing.T, path string, mode os.FileMode) {
	t.Helper()
	info, err := os.Stat(path)
	must.OK(t, err)
	must.OK(t, os.Chmod(path, mode))
	t.Cleanup(func() { _ = os.Chmod(path, info.Mode().Perm()) })
}

// write replaces the content of a file.
func write(t *testing.T, path, content string) {
	t.Helper()
	must.OK(t, os.WriteFile(path, []byte(content), 0o600))
}

// text returns the contents of a file.
func text(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	must.OK(t, err)
	return string(content)
}

// sentences returns the texts of a room's commands in a language, by name.
func sentences(t *testing.T, room, language string) map[string]string {
	t.Helper()
	return texts.Parse[string](text(t, filepath.Join(room, "texts", language+".txt")))
}
