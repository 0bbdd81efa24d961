package release

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"voicememo/tools/testkit/must"
)

// installed are the files of packages of both kinds that are not documents; each kind has more.
var installed = []string{
	"etc/voicememo", "usr/bin/voicememo", "usr/lib/systemd/system/voicememo.service", "usr/lib/systemd/system/voicememo-backup.service",
	"usr/lib/systemd/system/voicememo-backup.timer", "usr/share/man/man1/voicememo.1.gz", "usr/share/bash-completion/completions/voicememo",
	"usr/share/fish/vendor_completions.d/voicememo.fish", "usr/share/doc/voicememo/README.md", "usr/share/doc/voicememo/docs/guide/server.ja.md",
}

// output runs a command and returns what it prints.
func output(t *testing.T, name string, args ...string) string {
	t.Helper()
	var said bytes.Buffer
	command := exec.Command(name, args...)
	command.Stderr = &said
	out, err := command.Output()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, args[0], err, said.Bytes())
	}
	return string(out)
}

// checkVersion: a release is an upgrade of its snapshots.
func (r release) checkVersion(t *testing.T, got string) {
	t.Helper()
	number, _, snapshot := strings.Cut(r.version, "-dev")
	if snapshot && !strings.HasPrefix(got, number+"~dev") || !snapshot && got != number {
		t.Errorf("got version %s, want %s", got, r.version)
	}
}

// TestDeb: fields, scripts and files of each .deb package; no file is a conffile.
func TestDeb(t *testing.T) {
	t.Parallel()
	r := made(t)
	r.each(t, true, func(t *testing.T, p platform) {
		control := untar(t, strings.NewReader(output(t, "dpkg-deb", "--ctrl-tarfile", r.deb(p))))
		fields := map[string]string{}
		for line := range strings.Lines(string(control["control"].content)) {
			name, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
			fields[name] = value
		}
		if fields["Package"] != "voicememo" || fields["Architecture"] != p.deb || fields["Depends"] != "passwd" || fields["Recommends"] != "ca-certificates" {
			t.Errorf("got fields %q", fields)
		}
		r.checkVersion(t, fields["Version"])
		for script, source := range map[string]string{"preinst": "deb-preinst", "postinst": "deb-postinst", "prerm": "deb-prerm", "postrm": "deb-postrm"} {
			want, err := os.ReadFile("../../infra/packages/" + source)
			if err != nil || !bytes.Equal(control[script].content, want) || control[script].mode != "-rwxr-xr-x" {
				t.Errorf("%s: got %s of %d bytes, want those of %s: %v", script, control[script].mode, len(control[script].content), source, err)
			}
		}
		if conffiles := string(control["conffiles"].content); strings.TrimSpace(conffiles) != "" {
			t.Errorf("got conffiles %q, want none: setup writes the settings", conffiles)
		}
		all := untar(t, strings.NewReader(output(t, "dpkg-deb", "--fsys-tarfile", r.deb(p))))
		for _, name := range append([]string{"usr/share/doc/voicememo/copyright", "usr/share/doc/voicememo/THIRD-PARTY-LICENSES.txt", "usr/share/zsh/vendor-completions/_voicememo"}, installed...) {
			if _, ok := all[name]; !ok {
				t.Errorf("got no %s", name)
			}
		}
		for name, f := range all {
			want := map[bool]string{true: "drwxr-xr-x", false: "-rw-r--r--"}[strings.HasPrefix(f.mode, "d")]
			if name == "usr/bin/voicememo" || filepath.Ext(name) == ".sh" {
				want = "-rwxr-xr-x"
			}
			if f.owner != 0 || f.mode != want {
				t.Errorf("%s: got %s of user %d, want %s", name, f.mode, f.owner, want)
			}
			if strings.HasPrefix(name, "usr/lib/systemd/") && bytes.Contains(f.content, []byte("/usr/local")) {
				t.Errorf("%s names a program in /usr/local", name)
			}
		}
		checkLinks(t, all)
		if !bytes.Equal(all["usr/bin/voicememo"].content, r.archive(t, p)["voicememo"].content) {
			t.Error("got another program than in the archive")
		}
	})
}

// TestRPM: fields, scripts and files of each .rpm package.
func TestRPM(t *testing.T) {
	t.Parallel()
	r := made(t)
	r.each(t, true, func(t *testing.T, p platform) {
		output(t, "rpm", "--checksig", "--nosignature", r.rpm(p))
		query := func(format string) string {
			return output(t, "rpm", "-qp", "--nosignature", "--queryformat", format, r.rpm(p))
		}
		if got := query("%{NAME} %{ARCH} %{LICENSE} [%{REQUIRENAME} ]"); !strings.HasPrefix(got, "voicememo "+p.rpm+" MIT ") || !strings.Contains(got, " /usr/sbin/useradd ") {
			t.Errorf("got %s", got)
		}
		r.checkVersion(t, query("%{VERSION}"))
		for tag, source := range map[string]string{"POSTIN": "rpm-post", "PREUN": "rpm-preun", "POSTUN": "rpm-postun"} {
			want, err := os.ReadFile("../../infra/packages/" + source)
			if got := query("%{" + tag + "}"); err != nil || strings.TrimSpace(got) != strings.TrimSpace(string(want)) {
				t.Errorf("%s: got %q, want that of %s: %v", tag, got, source, err)
			}
		}
		files := query("[/%{FILENAMES} %{FILEMODES:perms} %{FILEUSERNAME} %{FILEDIGESTS}\n]")
		for _, name := range append([]string{"usr/share/licenses/voicememo/LICENSE", "usr/share/licenses/voicememo/THIRD-PARTY-LICENSES.txt", "usr/share/zsh/site-functions/_voicememo"}, installed...) {
			if !regexp.MustCompile(`(?m)^/+` + regexp.QuoteMeta(name) + ` [d-]rw.r-.r-. root `).MatchString(files) {
				t.Errorf("got no %s of root in\n%s", name, files)
			}
		}
		if sum := fmt.Sprintf("/usr/bin/voicememo -rwxr-xr-x root %x\n", sha256.Sum256(r.archive(t, p)["voicememo"].content)); !strings.Contains(files, sum) {
			t.Error("got another program than in the archive")
		}
		if strings.Contains(query("[%{FILENAMES} %{FILEFLAGS:fflags}\n]"), " c\n") {
			t.Error("got a file that is a configuration, want none: setup writes the settings")
		}
	})
}

// TestOldProcessor: the package is refused where its program could not start.
func TestOldProcessor(t *testing.T) {
	t.Parallel()
	for machine, installed := range map[string]bool{"armv6l": false, "armv7l": true, "aarch64": true, "x86_64": true} {
		folder := t.TempDir()
		must.OK(t, os.WriteFile(filepath.Join(folder, "uname"), []byte("#!/bin/sh\necho "+machine+"\n"), 0o700))
		command := exec.Command("sh", "../../infra/packages/deb-preinst", "install")
		command.Env = []string{"PATH=" + folder + ":/usr/bin:/bin"}
		if out, err := command.CombinedOutput(); (err == nil) != installed || (len(out) == 0) != installed {
			t.Errorf("%s: got %v and %q, want it installed: %v", machine, err, out, installed)
		}
	}
}

// TestScripts: an installation creates the user once and starts nothing; an upgrade
// restarts only what runs.
func TestScripts(t *testing.T) {
	t.Parallel()
	for _, args := range []string{"deb-postinst configure", "deb-postinst configure 0.9.0", "rpm-post 1", "rpm-post 2"} {
		t.Run(args, func(t *testing.T) {
			t.Parallel()
			folder, exists := t.TempDir(), strings.HasSuffix(args, "0.9.0") || strings.HasSuffix(args, "2")
			for _, program := range []string{"getent", "useradd", "systemctl", "deb-systemd-invoke"} {
				body := "#!/bin/sh\necho " + program + " \"$@\" >> " + folder + "/calls\n"
				if program == "getent" && !exists {
					body += "exit 2\n"
				}
				must.OK(t, os.WriteFile(filepath.Join(folder, program), []byte(body), 0o700))
			}
			command := exec.Command("sh", strings.Fields("../../infra/packages/"+args)...)
			command.Env = []string{"PATH=" + folder + ":/usr/bin:/bin"}
			if out, err := command.CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			calls, err := os.ReadFile(filepath.Join(folder, "calls"))
			if err != nil || strings.Contains(string(calls), "useradd") == exists || regexp.MustCompile(`(?m) (start|enable|restart)\b`).Match(calls) {
				t.Errorf("got calls %q, %v, want a user created only if there is none, and nothing started", calls, err)
			}
		})
	}
}
