package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"flag"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// releaseFlag is what make packages inspects.
var releaseFlag = flag.String("release", "", "a folder with the files of a release to inspect; by default one for linux/amd64 is made")

// product is a release that the tests inspect.
type product struct {
	folder    string
	version   string
	platforms []platform
}

// made returns the release. The command writes it as a developer would run it.
func made(t *testing.T) product {
	t.Helper()
	if _, err := os.Stat("../../.git"); err != nil && *releaseFlag == "" {
		t.Skipf("a release is made of a commit, and this tree has none: %v", err)
	}
	p, err := makeOnce()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

var makeOnce = sync.OnceValues(func() (p product, err error) {
	p = product{folder: *releaseFlag, platforms: platforms}
	if p.folder == "" {
		p.platforms = platforms[:1]
		if p.folder, err = os.MkdirTemp("", "voicememo-release-test-"); err != nil {
			return p, err
		}
		temporary = p.folder
		if err := os.Mkdir(filepath.Join(p.folder, "out"), 0o700); err != nil {
			return p, err
		}
		tool := filepath.Join(p.folder, "tool")
		if said, err := exec.Command("go", "build", "-o", tool, ".").CombinedOutput(); err != nil {
			return p, errors.New(string(said))
		}
		p.folder = filepath.Join(p.folder, "out")
		if said, err := exec.Command(tool, "-dirty", "-only", "linux/amd64", "-out", p.folder).CombinedOutput(); err != nil {
			return p, errors.New(string(said))
		}
	}
	boms, err := filepath.Glob(filepath.Join(p.folder, "voicememo_*_sbom.cdx.json"))
	if err != nil || len(boms) != 1 {
		return p, errors.Join(err, errors.New("got not one SBOM in "+p.folder))
	}
	p.version = strings.TrimSuffix(strings.TrimPrefix(filepath.Base(boms[0]), "voicememo_"), "_sbom.cdx.json")
	return p, nil
})

// temporary is removed after all tests.
var temporary string

func TestMain(m *testing.M) {
	code := m.Run()
	if temporary != "" {
		_ = os.RemoveAll(temporary)
	}
	os.Exit(code)
}

func (p product) read(t *testing.T, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(p.folder, name))
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// entry is a file of an archive, with what the archive says of it.
type entry struct {
	file
	uid   int
	owner string
	time  time.Time
}

// untarred reads an archive of tar, compressed or not.
func untarred(t *testing.T, content []byte) (all []entry) {
	t.Helper()
	var from io.Reader = bytes.NewReader(content)
	if bytes.HasPrefix(content, []byte{0x1f, 0x8b}) {
		unzipped, err := gzip.NewReader(from)
		if err != nil {
			t.Fatal(err)
		}
		from = unzipped
	}
	for r := tar.NewReader(from); ; {
		header, err := r.Next()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, entry{file{strings.TrimSuffix(header.Name, "/"), header.FileInfo().Mode(), content}, header.Uid, header.Uname, header.ModTime})
	}
}

// unzipped reads an archive of zip.
func unzipped(t *testing.T, content []byte) (all []entry) {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, entry{file{strings.TrimSuffix(f.Name, "/"), f.Mode(), content}, 0, "", f.Modified})
	}
	return all
}

// archives are those that have been read, by their platform: reading one takes seconds with
// the race detector.
var archives struct {
	sync.Mutex
	read map[string]map[string]entry
}

// contents returns the files of the archive of a platform, without the folder around them.
func (p product) contents(t *testing.T, on platform) map[string]entry {
	t.Helper()
	archives.Lock()
	defer archives.Unlock()
	if archives.read == nil {
		archives.read = map[string]map[string]entry{}
	}
	if archives.read[on.name()] == nil {
		archives.read[on.name()] = p.unpack(t, on)
	}
	return archives.read[on.name()]
}

func (p product) unpack(t *testing.T, on platform) map[string]entry {
	t.Helper()
	content := p.read(t, on.archive(p.version))
	read := untarred
	if on.os == "windows" {
		read = unzipped
	}
	folder := "voicememo_" + p.version + "_" + on.label()
	found := map[string]entry{}
	for _, e := range read(t, content) {
		name, ok := strings.CutPrefix(e.name+"/", folder+"/")
		if !ok {
			t.Errorf("%s: got %s outside of %s", on.name(), e.name, folder)
		}
		found[strings.TrimSuffix(name, "/")] = e
	}
	return found
}

// TestReleaseFiles: the release has exactly the files that its platforms have.
func TestReleaseFiles(t *testing.T) {
	t.Parallel()
	p := made(t)
	want := []string{checksumsName, notesName, "voicememo_" + p.version + "_image.tar", "voicememo_" + p.version + "_sbom.cdx.json"}
	for _, on := range p.platforms {
		want = append(want, on.archive(p.version))
		if on.deb != "" {
			want = append(want, "voicememo_"+p.version+"_"+on.deb+".deb", "voicememo-"+p.version+"."+on.rpm+".rpm")
		}
	}
	entries, err := os.ReadDir(p.folder)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// runs reports whether this machine runs programs of a platform.
func runs(on platform) bool { return on.os == runtime.GOOS && on.arch == runtime.GOARCH }
