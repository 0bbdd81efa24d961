package chroot

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// further are packages that a server of Debian has and the smallest installation lacks.
const further = "sudo,ca-certificates,systemd"

// Bare returns a machine with a fresh installation of Debian, of the release and from the
// mirror that this machine uses. The first installation takes a minute or two; the user's
// cache directory keeps it.
func Bare(t testing.TB, name string) *Machine {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("NOT RUN: a fresh Debian needs root")
	}
	if _, err := exec.LookPath("debootstrap"); err != nil {
		t.Skip("NOT RUN: a fresh Debian needs debootstrap")
	}
	lower, err := bare()
	if errors.Is(err, errNotDebian) {
		t.Skipf("NOT RUN: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	m := start(t, lower, name, nil)
	m.standIns("systemctl", "journalctl") // sudo is installed
	return m
}

// errNotDebian is returned if this machine cannot tell where Debian comes from.
var errNotDebian = errors.New("a fresh Debian needs a machine with Debian: its release and its mirror are used")

// bare returns the directory of the installation, which nothing changes.
func bare() (string, error) {
	release, mirror, err := debian()
	if err != nil {
		return "", err
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(cache, "voicememo", "debian", release+"-"+strings.ReplaceAll(further, ",", "-"))
	if _, err := os.Stat(dir); err == nil {
		return dir, nil
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil { //nolint:gosec // packages are not secret
		return "", err
	}
	fresh, err := os.MkdirTemp(filepath.Dir(dir), "installing-")
	if err != nil {
		return "", err
	}
	defer func() { _ = os.RemoveAll(fresh) }()
	if err := os.Chmod(fresh, 0o755); err != nil { //nolint:gosec // it becomes a root directory
		return "", err
	}
	install := exec.Command("debootstrap", "--variant=minbase", "--include="+further, release, fresh, mirror) //nolint:gosec // our own
	if out, err := install.CombinedOutput(); err != nil {
		return "", fmt.Errorf("debootstrap: %w\n%s", err, lastLines(out, 5))
	}
	if err := os.Rename(fresh, dir); err != nil && !errors.Is(err, os.ErrExist) {
		if _, other := os.Stat(dir); other != nil {
			return "", err
		} // another process was faster
	}
	return dir, nil
}

func lastLines(out []byte, n int) []byte {
	lines := bytes.Split(bytes.TrimSpace(out), []byte("\n"))
	return bytes.Join(lines[max(0, len(lines)-n):], []byte("\n"))
}

// debian returns the codename of this machine's release, and its mirror.
func debian() (release, mirror string, err error) {
	about, err := os.ReadFile("/etc/os-release")
	if err != nil {
		return "", "", errNotDebian
	}
	name := regexp.MustCompile(`(?m)^VERSION_CODENAME="?(\w+)`).FindSubmatch(about)
	if name == nil || !regexp.MustCompile(`(?m)^ID="?debian`).Match(about) {
		return "", "", errNotDebian
	}
	release = string(name[1])
	lists, err := filepath.Glob("/etc/apt/sources.list.d/*.sources")
	if err != nil {
		return "", "", err
	}
	source := regexp.MustCompile(`(?m)^(?:URIs: *|deb (?:\[[^]]*\] )?)(\S+)`)
	for _, list := range append(lists, "/etc/apt/sources.list") {
		text, err := os.ReadFile(list) //nolint:gosec // a list of apt
		if err != nil || !regexp.MustCompile(`\b`+release+`\b[^/-]`).Match(text) {
			continue
		}
		if found := source.FindSubmatch(text); found != nil {
			return release, string(found[1]), nil
		}
	}
	return "", "", errNotDebian
}
