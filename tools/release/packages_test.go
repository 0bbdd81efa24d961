package main

import (
	"bytes"
	"crypto/md5"
	"crypto/sha256"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/cavaliergopher/rpm"
)

// installed returns the files that a package must contain, and the mode of each.
func installed(t *testing.T, places folders, more ...string) map[string]string {
	t.Helper()
	want := map[string]string{"etc/voicememo": "drwxr-xr-x", "usr/bin/voicememo": "-rwxr-xr-x"}
	for _, unit := range sources(t, "../../infra/systemd") {
		want["usr/lib/systemd/system/"+unit] = "-rw-r--r--"
	}
	for _, name := range append(more, places.zsh+"/_voicememo", places.licence, places.licences, places.changes, "usr/share/man/man1/voicememo.1.gz",
		"usr/share/bash-completion/completions/voicememo", "usr/share/fish/vendor_completions.d/voicememo.fish") {
		want[name] = "-rw-r--r--"
	}
	return want
}

// each runs a test for each platform that has packages.
func (p product) each(t *testing.T, test func(t *testing.T, on platform)) {
	for _, on := range p.platforms {
		if on.deb != "" {
			t.Run(on.label(), func(t *testing.T) { t.Parallel(); test(t, on) })
		}
	}
}

// members reads an archive of ar(5).
func members(t *testing.T, content []byte) map[string][]byte {
	t.Helper()
	const head = "!<arch>\n"
	if !bytes.HasPrefix(content, []byte(head)) {
		t.Fatalf("got %q, want an archive of ar", content[:8])
	}
	found := map[string][]byte{}
	for rest := content[len(head):]; len(rest) > 0; {
		size, err := strconv.Atoi(strings.TrimSpace(string(rest[48:58])))
		if err != nil || string(rest[58:60]) != "`\n" {
			t.Fatalf("got a header %q, %v", rest[:60], err)
		}
		found[strings.TrimSpace(string(rest[:16]))] = rest[60 : 60+size]
		rest = rest[60+size+size%2:]
	}
	return found
}

// TestDeb: fields, scripts, files and sums of each .deb package.
func TestDeb(t *testing.T) {
	t.Parallel()
	p := made(t)
	p.each(t, func(t *testing.T, on platform) {
		name := "voicememo_" + p.version + "_" + on.deb + ".deb"
		parts := members(t, p.read(t, name))
		control := map[string]entry{}
		for _, e := range untarred(t, parts["control.tar.gz"]) {
			control[strings.TrimPrefix(e.name, "./")] = e
		}
		for _, line := range []string{"Package: voicememo", "Architecture: " + on.deb, "Depends: passwd"} {
			if !strings.Contains("\n"+string(control["control"].content), "\n"+line+"\n") {
				t.Errorf("the fields lack %q", line)
			}
		}
		number, _, _ := strings.Cut(p.version, "-")
		if !regexp.MustCompile(`(?m)^Version: ` + regexp.QuoteMeta(number) + `(~snapshot\d{14}\+[0-9a-f]{7}(\.dirty)?)?$`).Match(control["control"].content) {
			t.Errorf("got fields\n%s", control["control"].content)
		}
		for _, script := range []string{"postinst", "prerm", "postrm"} {
			if control[script].mode.String() != "-rwxr-xr-x" {
				t.Errorf("%s: got mode %v", script, control[script].mode)
			}
		}
		want := installed(t, debLayout, "usr/share/doc/voicememo/changelog.gz")
		for _, e := range untarred(t, parts["data.tar.gz"]) {
			e.name = strings.TrimPrefix(e.name, "./")
			if e.uid != 0 || e.owner != "" {
				t.Errorf("%s: got user %d %s, want root", e.name, e.uid, e.owner)
			}
			if sum := fmt.Sprintf("%x  %s\n", md5.Sum(e.content), e.name); !e.mode.IsDir() && !strings.Contains(string(control["md5sums"].content), sum) {
				t.Errorf("%s is not in md5sums", e.name)
			}
			p.checkInstalled(t, on, e, want)
		}
		if len(want) > 0 {
			t.Errorf("got no %q", slices.Sorted(maps.Keys(want)))
		}
		if _, err := exec.LookPath("dpkg-deb"); err != nil {
			t.Logf("dpkg-deb is not here: %v", err)
		} else if out, err := exec.Command("dpkg-deb", "--contents", filepath.Join(p.folder, name)).CombinedOutput(); err != nil {
			t.Errorf("dpkg-deb: %v\n%s", err, out)
		}
	})
}

// checkInstalled checks a file of a package and removes it from those that are wanted.
func (p product) checkInstalled(t *testing.T, on platform, e entry, want map[string]string) {
	t.Helper()
	mode, ok := want[e.name]
	if !ok && !e.mode.IsDir() || ok && e.mode.String() != mode || !ok && e.mode.Perm() != 0o755 {
		t.Errorf("%s: got mode %v, want %q", e.name, e.mode, mode)
	}
	delete(want, e.name)
	switch {
	case e.name == "usr/bin/voicememo" && !bytes.Equal(e.content, p.contents(t, on)["voicememo"].content):
		t.Error("got another program than in the archive")
	case strings.HasPrefix(e.name, "usr/lib/systemd/") && bytes.Contains(e.content, []byte("/usr/local")):
		t.Errorf("%s names a program in /usr/local", e.name)
	}
}

// TestRPM: fields, scripts and files of each .rpm package.
func TestRPM(t *testing.T) {
	t.Parallel()
	p := made(t)
	p.each(t, func(t *testing.T, on platform) {
		path := filepath.Join(p.folder, "voicememo-"+p.version+"."+on.rpm+".rpm")
		r, err := rpm.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		number, _, _ := strings.Cut(p.version, "-")
		if r.Name() != "voicememo" || !strings.HasPrefix(r.Version(), number) || strings.Contains(r.Version(), "-") || r.Architecture() != on.rpm || r.License() != "MIT" {
			t.Errorf("got %s %s for %s, licence %s", r.Name(), r.Version(), r.Architecture(), r.License())
		}
		if !strings.Contains(r.PostInstallScript(), "useradd") || r.PreUninstallScript() == "" || !strings.Contains(r.PostUninstallScript(), "are kept") {
			t.Error("a script is missing")
		}
		want := installed(t, rpmLayout)
		for _, f := range r.Files() {
			name := strings.TrimPrefix(f.Name(), "/")
			if f.Owner() != "root" || f.Group() != "root" || f.Mode().String() != want[name] {
				t.Errorf("%s: got %v of %s:%s, want %q", name, f.Mode(), f.Owner(), f.Group(), want[name])
			}
			delete(want, name)
			if sum := fmt.Sprintf("%x", sha256.Sum256(p.contents(t, on)["voicememo"].content)); name == "usr/bin/voicememo" && f.Digest() != sum {
				t.Error("got another program than in the archive")
			}
		}
		if len(want) > 0 {
			t.Errorf("got no %q", slices.Sorted(maps.Keys(want)))
		}
		if _, err := exec.LookPath("rpm"); err != nil {
			t.Logf("rpm is not here: %v", err)
		} else if out, err := exec.Command("rpm", "--checksig", "--nosignature", path).CombinedOutput(); err != nil {
			t.Errorf("rpm: %v\n%s", err, out)
		}
	})
}

// TestScripts: an installation creates the user once and starts nothing; an upgrade
// restarts only what runs.
func TestScripts(t *testing.T) {
	t.Parallel()
	for _, script := range sources(t, "../../infra/packages") {
		if out, err := exec.Command("sh", "-n", "../../infra/packages/"+script).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", script, err, out)
		}
	}
	for name, c := range map[string]struct {
		args []string
		user bool // exists
		want string
	}{
		"deb, new":     {[]string{"deb-postinst", "configure", ""}, false, "useradd"},
		"deb, upgrade": {[]string{"deb-postinst", "configure", "0.9.0"}, true, ""},
		"rpm, new":     {[]string{"rpm-post", "1"}, false, "useradd"},
		"rpm, upgrade": {[]string{"rpm-post", "2"}, true, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			for _, program := range []string{"getent", "useradd", "systemctl", "deb-systemd-invoke"} {
				body := "#!/bin/sh\necho " + program + " \"$@\" >> " + folder + "/calls\n"
				if program == "getent" && !c.user {
					body = "#!/bin/sh\nexit 2\n"
				} else if program == "getent" {
					body = "#!/bin/sh\n"
				}
				if err := os.WriteFile(filepath.Join(folder, program), []byte(body), 0o700); err != nil {
					t.Fatal(err)
				}
			}
			command := exec.Command("sh", append([]string{"../../infra/packages/" + c.args[0]}, c.args[1:]...)...)
			command.Env = []string{"PATH=" + folder + ":/usr/bin:/bin"}
			if out, err := command.CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			calls, _ := os.ReadFile(filepath.Join(folder, "calls"))
			if strings.Contains(string(calls), "useradd") != (c.want == "useradd") {
				t.Errorf("got calls %q, want %q", calls, c.want)
			}
			if regexp.MustCompile(`(?m) (start|enable|restart)\b`).Match(calls) {
				t.Errorf("got calls %q, want nothing started", calls)
			}
		})
	}
}
