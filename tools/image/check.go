package main

import (
	"debug/elf"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// user is the user of the image.
const user = 65532

// maxSize is the largest program that an image may have, in bytes.
const maxSize = 40_000_000

// checkConfig compares the configuration with what the guides and the units rely on.
func checkConfig(c imageConfig) error {
	var failed []error
	differs := func(what string, got, want any) {
		if fmt.Sprint(got) != fmt.Sprint(want) {
			failed = append(failed, fmt.Errorf("%s: got %v, want %v", what, got, want))
		}
	}
	differs("user", c.User, fmt.Sprintf("%d:%d", user, user))
	differs("entry point", c.Entrypoint, []string{"/voicememo"})
	differs("command", c.Cmd, []string{"serve"})
	differs("health check", c.Healthcheck.Test, []string{"CMD", "/voicememo", "doctor", "--ready"})
	differs("volumes", c.Volumes, map[string]struct{}{"/data": {}})
	differs("ports", c.ExposedPorts, map[string]struct{}{"8080/tcp": {}, "8081/tcp": {}})
	differs("title", c.Labels["org.opencontainers.image.title"], "Voice Memo")
	if !slices.Contains(c.Env, "VOICEMEMO_DATA=/data") {
		failed = append(failed, fmt.Errorf("got variables %q, want one with the data", c.Env))
	}
	return errors.Join(failed...)
}

// machines are the machines of the architectures.
var machines = map[string]elf.Machine{"amd64": elf.EM_X86_64, "arm64": elf.EM_AARCH64}

// checkFiles checks that the image has the program, the certificate authorities and a
// private data directory, and nothing else.
func checkFiles(root, arch string) error {
	var files []string
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			files = append(files, strings.TrimPrefix(path, root))
		}
		return err
	})
	if err != nil {
		return err
	}
	if want := []string{"/etc/ssl/certs/ca-certificates.crt", "/voicememo"}; !slices.Equal(files, want) {
		return fmt.Errorf("got files %q, want %q", files, want)
	}
	data, err := os.Stat(filepath.Join(root, "data"))
	if err != nil {
		return err
	}
	if owner, ok := data.Sys().(*syscall.Stat_t); !ok || owner.Uid != user || data.Mode().Perm() != 0o700 {
		return fmt.Errorf("/data: got %v of %+v, want a private directory of user %d", data.Mode(), data.Sys(), user)
	}
	return checkProgram(filepath.Join(root, "voicememo"), arch)
}

// checkProgram checks that the program is for the architecture, needs no libraries and is
// not too large.
func checkProgram(path, arch string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	program, err := elf.Open(path)
	if err != nil {
		return err
	}
	libraries, err := program.ImportedLibraries()
	if err := errors.Join(err, program.Close()); err != nil {
		return err
	}
	if program.Machine != machines[arch] || len(libraries) > 0 || info.Size() > maxSize || info.Mode().Perm() != 0o755 {
		return fmt.Errorf("got %v for %v with libraries %q of %d bytes, want one for %v without", info.Mode(), program.Machine, libraries, info.Size(), machines[arch])
	}
	return nil
}
