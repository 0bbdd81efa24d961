package main

import (
	"bytes"
	"debug/buildinfo"
	"debug/elf"
	"debug/macho"
	"debug/pe"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// TestArchives: each archive is one folder of root's with the program, what belongs to it,
// and on Linux the ways to run it.
func TestArchives(t *testing.T) {
	t.Parallel()
	p := made(t)
	for _, on := range p.platforms {
		t.Run(on.label(), func(t *testing.T) {
			t.Parallel()
			found := p.contents(t, on)
			want := []string{
				"", on.program(), "LICENSE", "README.md", "README.ja.md", "CHANGELOG.md", licencesName,
				"completions", "completions/voicememo.bash", "completions/voicememo.fish", "completions/voicememo.zsh", "voicememo.1",
			}
			if on.os == "linux" {
				want = append(want, "compose.yaml", "quadlet", "systemd")
				for _, folder := range []string{"quadlet", "systemd"} {
					for _, f := range sources(t, filepath.Join("../../infra", folder)) {
						want = append(want, folder+"/"+f)
					}
				}
			}
			slices.Sort(want)
			if got := slices.Sorted(maps.Keys(found)); !slices.Equal(got, want) {
				t.Errorf("got %q, want %q", got, want)
			}
			for name, e := range found {
				wantMode := map[bool]string{true: "drwxr-xr-x", false: "-rw-r--r--"}[e.mode.IsDir()]
				if name == on.program() {
					wantMode = "-rwxr-xr-x"
				}
				if e.mode.String() != wantMode || e.uid != 0 || !e.time.Equal(found[""].time) {
					t.Errorf("%s: got %v of user %d at %v, want %s", name, e.mode, e.uid, e.time, wantMode)
				}
			}
			checkProgram(t, on, found[on.program()].content)
			if licences := string(found[licencesName].content); !strings.Contains(licences, "modernc.org/sqlite v") || !strings.Contains(licences, "\npreact ") {
				t.Errorf("%s lacks code in the program or in the page", licencesName)
			}
		})
	}
}

// sources returns the names of the files of a folder.
func sources(t *testing.T, folder string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// checkProgram checks that a program is static, for its platform and without local paths.
func checkProgram(t *testing.T, on platform, program []byte) {
	t.Helper()
	libraries, machine, err := parsed(on, bytes.NewReader(program))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"linux/amd64": "EM_X86_64", "linux/arm64": "EM_AARCH64", "linux/armv7": "EM_ARM",
		"darwin/amd64": "CpuAmd64", "darwin/arm64": "CpuArm64", "windows/amd64": fmt.Sprint(pe.IMAGE_FILE_MACHINE_AMD64),
	}[on.name()]
	if machine != want || on.os == "linux" && len(libraries) > 0 {
		t.Errorf("got a program for %s with libraries %q, want %s", machine, libraries, want)
	}
	info, err := buildinfo.Read(bytes.NewReader(program))
	if err != nil {
		t.Fatal(err)
	}
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	if info.Path != "voicememo/cmd/voicememo" || settings["CGO_ENABLED"] != "0" || settings["-trimpath"] != "true" || settings["GOARM"] != on.arm {
		t.Errorf("got %s built with %v", info.Path, settings)
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(program, []byte(root+"/")) {
		t.Errorf("the program contains the path %s", root)
	}
}

// parsed returns the dynamic libraries of a program and the machine that it is for.
func parsed(on platform, program *bytes.Reader) (libraries []string, machine string, err error) {
	switch on.os {
	case "darwin":
		f, err := macho.NewFile(program)
		if err != nil {
			return nil, "", err
		}
		libraries, err = f.ImportedLibraries()
		return libraries, f.Cpu.String(), err
	case "windows":
		f, err := pe.NewFile(program)
		if err != nil {
			return nil, "", err
		}
		return nil, fmt.Sprint(f.Machine), nil
	}
	f, err := elf.NewFile(program)
	if err != nil {
		return nil, "", err
	}
	libraries, err = f.ImportedLibraries()
	return libraries, f.Machine.String(), err
}

// TestProgramsSayTheirVersion: each Linux program runs, on this machine or under QEMU.
func TestProgramsSayTheirVersion(t *testing.T) {
	t.Parallel()
	p := made(t)
	for _, on := range p.platforms {
		emulator := map[string]string{"linux/arm64": "qemu-aarch64-static", "linux/armv7": "qemu-arm-static"}[on.name()]
		if !runs(on) && (emulator == "" || runtime.GOOS != "linux") {
			continue // built, but not run
		}
		t.Run(on.label(), func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), on.program())
			if err := os.WriteFile(path, p.contents(t, on)[on.program()].content, 0o700); err != nil {
				t.Fatal(err)
			}
			command := exec.Command(path, "version")
			if !runs(on) {
				command = exec.Command(emulator, path, "version")
			}
			command.Env = []string{}
			out, err := command.CombinedOutput()
			if err != nil || !strings.Contains(string(out), p.version) || !strings.Contains(string(out), on.os+"/"+on.arch) {
				t.Errorf("got %q and %v, want the version %s", out, err, p.version)
			}
		})
	}
}

// TestProgramsAreTheSame: a second build of a platform makes the same bytes.
func TestProgramsAreTheSame(t *testing.T) {
	t.Parallel()
	p := made(t)
	source, err := readTree(t.Context(), ".", true)
	if err != nil {
		t.Fatal(err)
	}
	source.version = p.version
	again, err := compile(t.Context(), source, platforms[0], filepath.Join(t.TempDir(), "elsewhere"))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(again, p.contents(t, platforms[0])["voicememo"].content) {
		t.Error("got another program")
	}
}

// TestContainersNameTheImage: compose.yaml and the quadlet of an archive name the image of
// the same release.
func TestContainersNameTheImage(t *testing.T) {
	t.Parallel()
	p := made(t)
	found := p.contents(t, platforms[0])
	want := "voicememo:" + tree{version: p.version}.imageTag() + "\n"
	for name, key := range map[string]string{"compose.yaml": "image: ", "quadlet/voicememo.container": "\nImage="} {
		if !strings.Contains(string(found[name].content), key+want) {
			t.Errorf("%s lacks %q", name, key+want)
		}
	}
}
