package main

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// repository returns a git repository with one commit of a VERSION file.
func repository(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	put(t, folder, "cmd/internal/version/VERSION", "1.2.3\n")
	command(t, folder, "init", "-q")
	command(t, folder, "add", "-A")
	command(t, folder, "commit", "-q", "-m", "first")
	return folder
}

func put(t *testing.T, folder, name, content string) {
	t.Helper()
	path := filepath.Join(folder, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func command(t *testing.T, folder string, args ...string) {
	t.Helper()
	args = append([]string{"-C", folder, "-c", "user.name=t", "-c", "user.email=t@example.invalid", "-c", "commit.gpgsign=false", "-c", "tag.gpgsign=false"}, args...)
	if out, err := exec.Command("git", args...).CombinedOutput(); err != nil {
		t.Fatalf("git: %v\n%s", err, out)
	}
}

// TestTree: the tagged commit is a release, another one a snapshot, and changes are refused.
func TestTree(t *testing.T) {
	t.Parallel()
	folder := repository(t)
	read := func(dirty bool) tree {
		t.Helper()
		got, err := readTree(t.Context(), filepath.Join(folder, "cmd"), dirty)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	snapshot := read(false)
	if !regexp.MustCompile(`^1\.2\.3-snapshot\+[0-9a-f]{7}$`).MatchString(snapshot.version) || snapshot.isRelease() {
		t.Errorf("got %s, want a snapshot", snapshot.version)
	}
	if want := "1.2.3~snapshot" + snapshot.time.Format("20060102150405") + "+" + snapshot.commit[:7]; snapshot.packageVersion() != want {
		t.Errorf("got %s, want %s", snapshot.packageVersion(), want)
	}
	if strings.Contains(snapshot.imageTag(), "+") {
		t.Errorf("got %s, want a tag of an image", snapshot.imageTag())
	}
	command(t, folder, "tag", "v1.2.2")
	if got := read(false); got.isRelease() {
		t.Errorf("the tag of another version: got %s", got.version)
	}
	command(t, folder, "tag", "-a", "-m", "release", "v1.2.3")
	if got := read(false); got.version != "1.2.3" || got.packageVersion() != "1.2.3" || got.imageTag() != "1.2.3" {
		t.Errorf("got %s, want 1.2.3", got.version)
	}
	put(t, folder, "new", "")
	if _, err := readTree(t.Context(), folder, false); !errors.Is(err, errDirty) {
		t.Errorf("got %v, want %v", err, errDirty)
	}
	if got := read(true); got.isRelease() || !strings.HasSuffix(got.version, ".dirty") {
		t.Errorf("got %s, want no release", got.version)
	}
}

// TestRefusals: what cannot be released gets one sentence, and the earlier release stays.
func TestRefusals(t *testing.T) {
	out := t.TempDir()
	put(t, out, "voicememo_1.0.0_linux_amd64.tar.gz", "before")
	t.Chdir(repository(t))
	for name, c := range map[string]struct {
		options
		want string
	}{
		"platform": {options{out: out, only: "linux/amd64,plan9/amd64"}, `-only has a wrong platform: there is no "plan9/amd64", the platforms are linux/amd64, `},
		"no page":  {options{out: out}, "run make web first"},
	} {
		if err := run(t.Context(), c.options, io.Discard); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", name, err, c.want)
		}
	}
	if got := sources(t, out); !slices.Equal(got, []string{"voicememo_1.0.0_linux_amd64.tar.gz"}) {
		t.Errorf("got %q, want the earlier release", got)
	}
}

// TestWriteReplaces: the files of an earlier release go, others stay.
func TestWriteReplaces(t *testing.T) {
	t.Parallel()
	out := t.TempDir()
	for _, name := range []string{"voicememo_1.0.0_amd64.deb", checksumsName, notesName, "other"} {
		put(t, out, name, "before")
	}
	if err := write(out, []file{text("voicememo_1.0.1_amd64.deb", nil)}); err != nil {
		t.Fatal(err)
	}
	if got := sources(t, out); !slices.Equal(got, []string{"other", "voicememo_1.0.1_amd64.deb"}) {
		t.Errorf("got %q", got)
	}
}
