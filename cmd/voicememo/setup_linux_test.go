package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"voicememo/cmd/voicememo/internal/cli"
	"voicememo/cmd/voicememo/internal/permission"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// dialog is voicememo setup on a terminal.
type dialog struct {
	*screen
	t       *testing.T
	cmd     *exec.Cmd
	program *os.File
	out     bytes.Buffer
}

// startSetup starts voicememo setup on a terminal, in English or another language.
func startSetup(t *testing.T, locale, path string, flags ...string) *dialog {
	t.Helper()
	person, program := newTerminal(t)
	d := &dialog{screen: &screen{t: t, from: person}, t: t, program: program}
	d.cmd = exec.CommandContext(t.Context(), binary, append([]string{"setup", "--to", path}, flags...)...)
	d.cmd.Env = append(os.Environ(), "LC_ALL="+locale)
	d.cmd.Stdin, d.cmd.Stdout, d.cmd.Stderr = program, &d.out, program
	d.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true} // so that Ctrl-C reaches it
	must.OK(t, d.cmd.Start())
	return d
}

// answer waits for a prompt, or a sentence, and types an answer.
func (d *dialog) answer(shown, typed string) {
	d.t.Helper()
	d.until(shown)
	d.shown.Next(bytes.Index(d.shown.Bytes(), []byte(shown)) + len(shown))
	must.OK(d.t, must.Err(d.from.WriteString(typed+"\n")))
}

// secret waits for the prompt of the secret and types it once the terminal hides it.
func (d *dialog) secret(shown, typed string) {
	d.t.Helper()
	d.until(shown)
	for echoes(d.t, d.program) {
		time.Sleep(time.Millisecond)
	}
	d.answer(shown, typed)
}

// ends waits until setup ends and returns what it printed.
func (d *dialog) ends(code int) string {
	d.t.Helper()
	err := d.cmd.Wait()
	var exit *exec.ExitError
	if got := d.cmd.ProcessState.ExitCode(); got != code || err != nil && !errors.As(err, &exit) || !echoes(d.t, d.program) {
		d.t.Fatalf("got exit %d, %v, a terminal that echoes: %v, and %q, want exit %d", got, err, echoes(d.t, d.program), d.shown.String(), code)
	}
	return d.out.String()
}

// TestSetupAsks: four questions in both languages, with wrong answers that are refused with
// a sentence and asked again, write a file with which serve and doctor work.
func TestSetupAsks(t *testing.T) {
	for locale, w := range map[string]map[string]string{"en_US.UTF-8": sentences(t, "setup", "en"), "ja_JP.UTF-8": sentences(t, "setup", "ja")} {
		t.Run(locale, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "voicememo.env")
			d := startSetup(t, locale, path)
			d.answer(w["address"]+": ", "")
			d.answer(w["notAddress"], "http://memo.example.com")
			d.answer(w["notHTTPS"], "Memo.Example.com/")
			d.answer(w["https"]+" [self]: ", "both")
			d.answer(w["notSelfOrProxy"], "proxy")
			d.until("https://memo.example.com/auth/callback\r\n")
			d.answer(w["clientID"]+": ", "1234")
			d.answer(w["notGoogleID"], "1234.apps.googleusercontent.com")
			d.secret(w["secret"]+": ", "")
			d.secret(w["noSecret"], "1234.apps.googleusercontent.com")
			d.secret(w["idAsSecret"], "GOCSPX-secret")
			d.answer(w["signup"]+" [allow-list]: ", "friends")
			d.answer(w["notSignup"], "")
			d.answer(w["allow"]+": ", "taro@example.com, hanako")
			d.answer("hanako", "taro@example.com, hanako@example.com")
			out := d.ends(0)
			want := "# Settings of voicememo serve; voicememo setup changes them.\n" +
				"VOICEMEMO_PUBLIC_URL=https://memo.example.com\n" +
				"VOICEMEMO_OIDC_CLIENT_ID=1234.apps.googleusercontent.com\n" +
				"VOICEMEMO_OIDC_CLIENT_SECRET_FILE=" + filepath.Dir(path) + "/client-secret\n" +
				"VOICEMEMO_SIGNUP=allow-list\n" +
				"VOICEMEMO_SIGNUP_ALLOW=taro@example.com,hanako@example.com\n"
			check.Equal(t, text(t, path), want)
			if got := text(t, filepath.Join(filepath.Dir(path), "client-secret")); got != "GOCSPX-secret\n" {
				t.Errorf("got the secret %q", got)
			}
			if !strings.Contains(out, binary+" serve --env-file "+path+"\n") || strings.Contains(d.shown.String()+out, "GOCSPX") {
				t.Errorf("got %q and the screen %q, want the next command and no secret", out, d.shown.String())
			}
			serves(t, path)
		})
	}
}

// serves starts a server and runs doctor with the settings that setup wrote.
func serves(t *testing.T, path string) {
	t.Helper()
	printed := greeting(t, exec.Command(binary, "serve", "--addr", "127.0.0.1:0", "--data", t.TempDir(), "--env-file", path))
	if want := "redirect URI     https://memo.example.com/auth/callback"; !strings.Contains(printed, want) {
		t.Errorf("got %q, want %q in it", printed, want)
	}
	out, _ := home{}.run(t, "", "--env-file", path, "doctor", "--data", t.TempDir())
	if !strings.Contains(out, "ok  configuration\n") || !strings.Contains(out, "ok  redirect URI https://memo.example.com/auth/callback") {
		t.Errorf("doctor: got %q", out)
	}
}

// written is a file as an operator may have left it.
const written = `; the family's server
VOICEMEMO_TLS_DOMAIN='memo.example.com'
export_like=kept   # also this
VOICEMEMO_MAX_MEMBERS=5

# who may come
VOICEMEMO_SIGNUP=open
VOICEMEMO_OPERATOR="Taro Sato <taro@example.com>"
VOICEMEMO_OIDC_CLIENT_ID=1.apps.googleusercontent.com
`

// TestSetupAgain: a second run shows the present answers, Enter keeps them, lines that it
// does not know stay, and only what was answered changes.
func TestSetupAgain(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "voicememo.env")
	must.OK(t, errors.Join(os.WriteFile(path, []byte(written), 0o600), os.WriteFile(filepath.Join(filepath.Dir(path), "client-secret"), []byte("GOCSPX-first"), 0o600)))
	w := sentences(t, "setup", "en")
	keep := func(secret, signup string) *dialog {
		d := startSetup(t, "C", path)
		d.answer(w["address"]+" [memo.example.com]: ", "")
		d.answer(w["https"]+" [self]: ", "")
		d.answer(w["clientID"]+" [1.apps.googleusercontent.com]: ", "")
		d.secret(w["secretKept"]+": ", secret)
		d.answer(w["signup"]+" [", signup)
		return d
	}
	keep("", "").ends(0)
	secretLine := "VOICEMEMO_OIDC_CLIENT_SECRET_FILE=" + filepath.Dir(path) + "/client-secret\n"
	check.Equal(t, text(t, path), written+secretLine)
	check.Equal(t, keep("", "").ends(0), "Nothing changed in "+path+".\n")
	out := keep("GOCSPX-second", "invited").ends(0)
	check.Equal(t, text(t, path), strings.Replace(written, "SIGNUP=open", "SIGNUP=invited", 1)+secretLine)
	if got := text(t, filepath.Join(filepath.Dir(path), "client-secret")); got != "GOCSPX-second\n" || strings.Contains(out, "GOCSPX") {
		t.Errorf("got the secret %q and the output %q", got, out)
	}
	// With flags, only what is missing is asked for.
	startSetup(t, "C", path, "--signup", "allow-list", "--alexa-skill-id", "amzn1.ask.skill.1").answerTo(w["allow"]+": ", "taro@example.com").ends(0)
	if got := text(t, path); !strings.Contains(got, "VOICEMEMO_SIGNUP=allow-list\n") || !strings.HasSuffix(got, "VOICEMEMO_SIGNUP_ALLOW=taro@example.com\nVOICEMEMO_ALEXA_SKILL_ID=amzn1.ask.skill.1\n") {
		t.Errorf("got %q", got)
	}
}

// answerTo is answer, and returns the dialog.
func (d *dialog) answerTo(shown, typed string) *dialog {
	d.t.Helper()
	d.answer(shown, typed)
	return d
}

// TestSetupIsInterrupted: Ctrl-C at any question, and the end of the input, write nothing.
func TestSetupIsInterrupted(t *testing.T) {
	for name, key := range map[string]string{"Ctrl-C": "\x03", "Ctrl-D": "\x04"} {
		for _, at := range []string{"address", "secret", "last"} {
			if key == "\x04" && at == "secret" {
				continue // the terminal's reader of secrets ignores it
			}
			t.Run(name+" at "+at, func(t *testing.T) {
				t.Parallel()
				dir := t.TempDir()
				d := startSetup(t, "C", filepath.Join(dir, "voicememo.env"))
				d.goTo(at)
				must.OK(t, must.Err(d.from.WriteString(key)))
				d.until("voicememo: " + sentences(t, "setup", "en")["interrupted"])
				d.ends(cli.ExitFailed)
				if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
					t.Errorf("got %v, %v, want nothing", entries, err)
				}
			})
		}
	}
}

// goTo answers the questions before one of them, and waits for its prompt.
func (d *dialog) goTo(at string) {
	d.t.Helper()
	w := sentences(d.t, "setup", "en")
	if at == "address" {
		d.until(w["address"] + ": ")
		return
	}
	d.answer(w["address"]+": ", "memo.example.com")
	d.answer(w["https"]+" [", "")
	d.answer(w["clientID"]+": ", "1.apps.googleusercontent.com")
	if at == "secret" {
		d.until(w["secret"] + ": ")
		for echoes(d.t, d.program) {
			time.Sleep(time.Millisecond)
		}
		return
	}
	d.secret(w["secret"]+": ", "GOCSPX-secret")
	d.answer(w["signup"]+" [", "")
	d.until(w["allow"] + ": ")
}

// asService is a script that gives setup an /etc with the group and the unit of the service,
// in a mount namespace of its own.
const asService = `set -e
mount -t tmpfs none /etc
mkdir -p /etc/systemd/system
echo 'voicememo:x:4711:' >/etc/group
touch /etc/systemd/system/voicememo.service
umask 077
"$1" setup --address memo.example.com --https self --oidc-client-id 1.apps.googleusercontent.com --oidc-client-secret-file "$2" --signup open
stat -c '%a %u:%g %n' /etc/voicememo /etc/voicememo/*
"$1" setup --signup invited
`

// TestSetupOfTheService: root needs no --to. The group of the service can read the files,
// and the commands to run next are those for systemd.
func TestSetupOfTheService(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "secret")
	write(t, secret, "GOCSPX-secret")
	if err := exec.Command("unshare", "--mount", "true").Run(); err != nil {
		t.Skip("NOT VERIFIED: setup of the service, because unshare --mount does not work here: ", err)
	}
	raw, err := exec.Command("unshare", "--mount", "sh", "-c", asService, "sh", binary, secret).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, raw)
	}
	out := string(raw)
	for _, want := range []string{
		"Written: /etc/voicememo/voicememo.env\n", "  sudo systemctl enable --now voicememo voicememo-backup.timer\n",
		"  sudo voicememo doctor --env-file /etc/voicememo/voicememo.env --data /var/lib/voicememo ",
		"755 0:0 /etc/voicememo\n640 0:4711 /etc/voicememo/client-secret\n640 0:4711 /etc/voicememo/voicememo.env\n",
		"  sudo systemctl restart voicememo ", "  sudo voicememo setup --alexa-skill-id ",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("got %q, want %q in it", out, want)
		}
	}
}

// TestDoctorAsRoot: doctor, run as root with --env-file on the directory of another user,
// leaves no file of root in it, whether the server runs, was killed or has stopped.
func TestDoctorAsRoot(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("NOT VERIFIED: doctor as root, because this is not root")
	}
	used := t.TempDir()
	home{flags: []string{"--data", used}}.serve(t, "--dev").stop()
	data := ownedData(t, used)
	mode(t, data, 0o700)
	settings := filepath.Join(t.TempDir(), "voicememo.env")
	write(t, settings, "VOICEMEMO_DATA="+data+"\nVOICEMEMO_DEV=true\n")
	check := func(when string) {
		t.Helper()
		before := owned(t, data)
		if out, _ := (home{}).run(t, "", "doctor", "--env-file", settings); !strings.Contains(out, "ok  store sqlite") || !strings.Contains(out, "ok  data directory") {
			t.Errorf("%s: got %q", when, out)
		}
		check.Slices(t, owned(t, data), before, when)
	}
	check("stopped")
	s := serveUnprivileged(t, data)
	check("running")
	s.kill()
	check("killed")
}

// serveUnprivileged starts a server as another user than root.
func serveUnprivileged(t *testing.T, data string) *served {
	t.Helper()
	s := &served{t: t, cmd: unprivilegedCommand(t, "serve", "--dev", "--addr", "127.0.0.1:0", "--data", data)}
	must.OK(t, s.run())
	return s
}

// unprivilegedCommand is the program as another user than root.
func unprivilegedCommand(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	program := filepath.Join(t.TempDir(), "voicememo") // the directory of binary belongs to root
	must.OK(t, errors.Join(os.Link(binary, program), os.Chmod(filepath.Dir(filepath.Dir(program)), 0o755)))
	cmd := exec.Command(program, args...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: unprivileged, Gid: unprivileged}}
	return cmd
}

// TestSetupKeepsAnUnreadableSecret: a secret that this user may not read is not taken for
// a missing one, which would be replaced.
func TestSetupKeepsAnUnreadableSecret(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("NOT VERIFIED: the secret of another user, because this is not root")
	}
	dir := ownedData(t, t.TempDir())
	settings, secret := filepath.Join(dir, "voicememo.env"), filepath.Join(dir, "client-secret")
	write(t, secret, "GOCSPX-secret\n")
	cmd := unprivilegedCommand(t, "setup", "--to", settings, "--address", "memo.example.com", "--https", "proxy",
		"--oidc-issuer", "https://issuer.example.com", "--oidc-client-id", "memo", "--signup", "invited")
	out, _ := cmd.CombinedOutput()
	if code := cmd.ProcessState.ExitCode(); code != cli.ExitConfiguration || !strings.HasPrefix(string(out), "voicememo: --to: the present client secret cannot be read: ") {
		t.Errorf("got exit %d and %q", code, out)
	}
	if _, err := os.Stat(settings); !errors.Is(err, os.ErrNotExist) || text(t, secret) != "GOCSPX-secret\n" {
		t.Errorf("got settings (%v) and the secret %q", err, text(t, secret))
	}
}

// owned lists the files of a directory with the owner of each.
func owned(t *testing.T, dir string) (all []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	must.OK(t, err)
	for _, e := range entries {
		info, err := e.Info()
		must.OK(t, err)
		if uid := permission.OwnerOf(info); uid != unprivileged {
			t.Errorf("%s belongs to %d, want %d", e.Name(), uid, unprivileged)
		}
		all = append(all, e.Name())
	}
	return all
}
