// Package release inspects the files that make release has written to bin/release.
package release

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// platform is what a program is built for: its name in files, in packages, and how it runs elsewhere.
type platform struct{ name, deb, rpm, emulator string }

var platforms = []platform{
	{"linux_amd64", "amd64", "x86_64", "qemu-x86_64-static"}, {"linux_arm64", "arm64", "aarch64", "qemu-aarch64-static"}, {"linux_armv7", "armhf", "armv7hl", "qemu-arm-static"},
	{name: "darwin_amd64"}, {name: "darwin_arm64"}, {name: "windows_amd64"},
}

// release is what the tests inspect.
type release struct {
	folder, version string
	platforms       []platform
}

// made returns the release that make packages inspects.
func made(t *testing.T) release {
	t.Helper()
	r := release{folder: os.Getenv("MEMOTEST_RELEASE"), platforms: platforms}
	if r.folder == "" {
		t.Skip("set MEMOTEST_RELEASE to a folder with a release: make packages does")
	}
	if only := os.Getenv("MEMOTEST_RELEASE_ONLY"); only != "" {
		r.platforms = slices.DeleteFunc(slices.Clone(platforms), func(p platform) bool {
			return !slices.Contains(strings.Split(strings.ReplaceAll(only, "/", "_"), ","), p.name)
		})
	}
	found, err := filepath.Glob(filepath.Join(r.folder, "voicememo_*_page_sbom.cdx.json"))
	if err != nil || len(found) != 1 {
		t.Fatalf("got the files %q, %v, want one SBOM of the page: run make release", found, err)
	}
	r.version = strings.TrimSuffix(strings.TrimPrefix(filepath.Base(found[0]), "voicememo_"), "_page_sbom.cdx.json")
	return r
}

func (r release) path(format string, args ...any) string {
	return filepath.Join(r.folder, strings.ReplaceAll(fmt.Sprintf(format, args...), "VERSION", r.version))
}

func (r release) read(t *testing.T, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(r.path("%s", name))
	must.OK(t, err)
	return content
}

// deb and rpm return the paths of a platform's packages.
func (r release) deb(p platform) string { return r.path("voicememo_VERSION_%s.deb", p.deb) }
func (r release) rpm(p platform) string { return r.path("voicememo-VERSION.%s.rpm", p.rpm) }

// file is a file of an archive or a package.
type file struct {
	mode    string
	owner   int
	content []byte
}

// untar adds the files of an archive of tar.
func untar(t *testing.T, from io.Reader) map[string]file {
	t.Helper()
	all := map[string]file{}
	for r := tar.NewReader(from); ; {
		header, err := r.Next()
		if errors.Is(err, io.EOF) {
			return all
		}
		content, err2 := io.ReadAll(r)
		must.OK(t, errors.Join(err, err2))
		all[path.Clean("/" + header.Name)[1:]] = file{header.FileInfo().Mode().String(), header.Uid, content}
	}
}

// archive returns the files of a platform's archive without the folder around them.
func (r release) archive(t *testing.T, p platform) map[string]file {
	t.Helper()
	all, folder := map[string]file{}, "voicememo_"+r.version+"_"+p.name
	if strings.HasPrefix(p.name, "windows") {
		z, err := zip.OpenReader(r.path("%s.zip", folder))
		must.OK(t, err)
		defer z.Close()
		for _, f := range z.File {
			content, err := f.Open()
			must.OK(t, err)
			b, err := io.ReadAll(content)
			must.OK(t, err)
			all[f.Name] = file{f.Mode().String(), 0, b}
		}
	} else {
		unzipped, err := gzip.NewReader(bytes.NewReader(r.read(t, folder+".tar.gz")))
		must.OK(t, err)
		all = untar(t, unzipped)
	}
	inside := map[string]file{}
	for name, f := range all {
		if !strings.HasPrefix(name+"/", folder+"/") {
			t.Errorf("got %s outside of %s", name, folder)
		}
		inside[strings.TrimPrefix(name, folder+"/")] = f
	}
	return inside
}

// each runs a test for each platform, or for each that has packages.
func (r release) each(t *testing.T, packages bool, test func(t *testing.T, p platform)) {
	for _, p := range r.platforms {
		if !packages || p.deb != "" {
			t.Run(p.name, func(t *testing.T) { t.Parallel(); test(t, p) })
		}
	}
}

var link = regexp.MustCompile(`\]\(([^)\s]+)\)|(?:src|href|srcset)="([^"]+)"`)

// checkLinks checks that each link of a document to another file leads to one.
func checkLinks(t *testing.T, all map[string]file) {
	t.Helper()
	there, counted := map[string]bool{}, 0
	for name := range all {
		for ; name != "."; name = path.Dir(name) {
			there[name] = true
		}
	}
	for name, f := range all {
		if path.Ext(name) != ".md" {
			continue
		}
		for _, found := range link.FindAllStringSubmatch(string(f.content), -1) {
			target, _, _ := strings.Cut(found[1]+found[2], "#")
			if target == "" || strings.Contains(target, ":") {
				continue
			}
			if counted++; !there[path.Join(path.Dir(name), target)] {
				t.Errorf("%s: nothing is at %s", name, target)
			}
		}
	}
	if counted < 300 {
		t.Errorf("got %d links, want 300 and more", counted)
	}
}

// TestFiles: the release has exactly the files of its platforms, and each has its checksum.
func TestFiles(t *testing.T) {
	t.Parallel()
	r := made(t)
	want := []string{r.path("checksums.txt"), r.path("notes.md"), r.path("voicememo_VERSION_page_sbom.cdx.json")}
	for _, p := range r.platforms {
		extension := map[bool]string{true: "zip", false: "tar.gz"}[strings.HasPrefix(p.name, "windows")]
		want = append(want, r.path("voicememo_VERSION_%s.%s", p.name, extension), r.path("voicememo_VERSION_%s_sbom.cdx.json", p.name))
		if p.deb != "" {
			want = append(want, r.deb(p), r.rpm(p))
		}
	}
	slices.Sort(want)
	got, err := filepath.Glob(r.path("*"))
	must.OK(t, err)
	sums := string(r.read(t, "checksums.txt"))
	for _, name := range got {
		sum := fmt.Sprintf("%x  %s\n", sha256.Sum256(r.read(t, filepath.Base(name))), filepath.Base(name))
		if strings.HasPrefix(filepath.Base(name), "voicememo") && !strings.Contains(sums, sum) {
			t.Errorf("checksums.txt lacks %s", sum)
		}
	}
	got = slices.DeleteFunc(got, func(name string) bool { return strings.HasSuffix(name, ".tar") }) // make image inspects them
	check.Slices(t, got, want)
	notes := string(r.read(t, "notes.md"))
	if !strings.HasPrefix(notes, "# Voice Memo "+r.version+"\n\n") || regexp.MustCompile(`\]\([^):]*\)`).MatchString(notes) {
		t.Errorf("got notes without the version, or with a relative link:\n%s", notes)
	}
}

// TestArchives: each has the program for its platform, what belongs to it, and documents in
// which no link is dead; its SBOM lists what is in the program.
func TestArchives(t *testing.T) {
	t.Parallel()
	r := made(t)
	r.each(t, false, func(t *testing.T, p platform) {
		all := r.archive(t, p)
		program := map[bool]string{true: "voicememo.exe", false: "voicememo"}[strings.HasPrefix(p.name, "windows")]
		for _, name := range []string{program, "LICENSE", "THIRD-PARTY-LICENSES.txt", "README.md", "README.ja.md", "CHANGELOG.md", "voicememo.1", "compose.yaml",
			"completions/voicememo.bash", "completions/voicememo.fish", "completions/voicememo.zsh", "docs/guide/server.md", "infra/systemd/voicememo.service", "infra/quadlet/voicememo.container", "infra/homeassistant/voicememo/config.yaml"} {
			if len(all[name].content) == 0 {
				t.Errorf("got no %s", name)
			}
		}
		for name, f := range all {
			executable := name == program || path.Ext(name) == ".sh" || strings.HasPrefix(f.mode, "d")
			if f.owner != 0 || executable != strings.HasSuffix(f.mode, "x") {
				t.Errorf("%s: got %s of user %d", name, f.mode, f.owner)
			}
		}
		checkLinks(t, all)
		if tag := "voicememo:" + strings.ReplaceAll(r.version, "+", "-") + "\n"; !bytes.Contains(all["compose.yaml"].content, []byte(tag)) || !bytes.Contains(all["infra/quadlet/voicememo.container"].content, []byte(tag)) {
			t.Errorf("compose.yaml or the quadlet do not name the image %s", tag)
		}
		r.checkProgram(t, p, all[program].content, string(all["THIRD-PARTY-LICENSES.txt"].content))
	})
}

// checkProgram checks how a program was built, what is known of the modules in it, and that
// it says its version if it can run here.
func (r release) checkProgram(t *testing.T, p platform, program []byte, licences string) {
	t.Helper()
	info, err := buildinfo.Read(bytes.NewReader(program))
	must.OK(t, err)
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	built := settings["GOOS"] + "_" + settings["GOARCH"]
	if settings["GOARM"] != "" {
		built += "v" + settings["GOARM"]
	}
	root, err := filepath.Abs("../..")
	if err != nil || built != p.name || settings["CGO_ENABLED"] != "0" || bytes.Contains(program, []byte(root+"/")) {
		t.Errorf("got a program for %s with %v that names a path of this machine: %v", built, settings, bytes.Contains(program, []byte(root+"/")))
	}
	var bom struct{ Components []struct{ Purl string } }
	must.OK(t, json.Unmarshal(r.read(t, "voicememo_"+r.version+"_"+p.name+"_sbom.cdx.json"), &bom))
	for _, m := range info.Deps {
		listed := slices.ContainsFunc(bom.Components, func(c struct{ Purl string }) bool {
			return strings.HasPrefix(c.Purl, "pkg:golang/"+m.Path+"@"+strings.ReplaceAll(m.Version, "+", "%2B"))
		})
		if !listed || !strings.Contains(licences, "\n"+m.Path+" "+m.Version+"\n") {
			t.Errorf("the SBOM or the licences lack %s %s", m.Path, m.Version)
		}
	}
	if !strings.Contains(licences, "\npreact\n") || !strings.Contains(licences, "\nThe Go standard library\n") {
		t.Error("the licences lack those of the page or of Go")
	}
	here := built == runtime.GOOS+"_"+runtime.GOARCH
	if !here && (p.emulator == "" || runtime.GOOS != "linux") {
		return // built, but not run
	}
	command := []string{filepath.Join(t.TempDir(), "voicememo"), "version"}
	must.OK(t, os.WriteFile(command[0], program, 0o700))
	if !here {
		command = append([]string{p.emulator}, command...)
	}
	if out, err := exec.Command(command[0], command[1:]...).CombinedOutput(); err != nil || !strings.Contains(string(out), r.version) {
		t.Errorf("got %q and %v, want the version %s", out, err, r.version)
	}
}
