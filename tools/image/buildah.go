package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// buildah runs the command of that name with a store in dir.
type buildah struct{ dir, arch string }

// name is the name of the built image.
const name = "voicememo:check"

// do runs buildah and returns its output, without the line break.
func (b buildah) do(ctx context.Context, args ...string) (string, error) {
	all := append([]string{"--root", filepath.Join(b.dir, "store"), "--runroot", filepath.Join(b.dir, "run")}, args...)
	var out, messages strings.Builder
	cmd := exec.CommandContext(ctx, "buildah", all...) //nolint:gosec // a developer's tool
	cmd.Stdout, cmd.Stderr = &out, &messages
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("buildah %s: %w\n%s%s", args[0], err, out.String(), messages.String())
	}
	return strings.TrimSpace(out.String()), nil
}

// clean removes containers and unmounts what they had mounted.
func (b buildah) clean(ctx context.Context) error {
	_, err := b.do(ctx, "rm", "--all")
	return err
}

// from finds the base images of the Dockerfile.
var from = regexp.MustCompile(`(?m)^FROM --platform=\S+ (\S+) AS`)

// bases pulls the base images, or makes stand-ins. It returns the mounts that the commands
// of stand-ins need.
func (b buildah) bases(ctx context.Context, standIns bool) (mounts []string, err error) {
	file, err := os.ReadFile("Dockerfile")
	if err != nil {
		return nil, err
	}
	for _, base := range from.FindAllStringSubmatch(string(file), -1) {
		if !standIns {
			if _, err := b.do(ctx, "pull", "--quiet", base[1]); err == nil {
				continue
			}
			standIns = true
		}
		if err := b.standIn(ctx, base[1]); err != nil {
			return nil, err
		}
	}
	if !standIns {
		return nil, nil
	}
	fmt.Println("NOT PULLED: the base images. The build uses this machine's Go and Node.")
	return toolMounts(ctx)
}

// standIn makes an image in which everything but temporary files is mounted. It has the
// architecture of the image to build, for which buildah looks.
func (b buildah) standIn(ctx context.Context, base string) error {
	dir := filepath.Join(b.dir, "base")
	if err := skeleton(dir); err != nil {
		return err
	}
	container, err := b.do(ctx, "from", "scratch")
	if err != nil {
		return err
	}
	for _, step := range [][]string{
		{"copy", "--quiet", container, dir + "/", "/"},
		{"config", "--arch", b.arch, "--env", "PATH=/usr/local/go/bin:/usr/local/bin:/usr/bin:/bin", container},
		{"commit", "--quiet", "--rm", container, base},
	} {
		if _, err := b.do(ctx, step...); err != nil {
			return err
		}
	}
	return nil
}

// skeleton makes the folders of a system whose /usr is mounted.
func skeleton(dir string) error {
	var failed []error
	for _, folder := range []string{"usr", "tmp", "root", "etc/ssl/certs"} {
		failed = append(failed, os.MkdirAll(filepath.Join(dir, folder), 0o755)) //nolint:gosec // a system's folders
	}
	for _, folder := range []string{"bin", "lib", "lib64", "sbin"} {
		if err := os.Symlink("usr/"+folder, filepath.Join(dir, folder)); !errors.Is(err, os.ErrExist) {
			failed = append(failed, err)
		}
	}
	failed = append(failed, os.Chmod(filepath.Join(dir, "tmp"), 0o1777)) //nolint:gosec // as everywhere
	// The image copies this file, and a copy sees no mounts.
	roots, err := os.ReadFile("/etc/ssl/certs/ca-certificates.crt")
	failed = append(failed, err, os.WriteFile(filepath.Join(dir, "etc/ssl/certs/ca-certificates.crt"), roots, 0o644)) //nolint:gosec // public
	return errors.Join(failed...)
}

// toolMounts returns the mounts with this machine's tools, their settings and their caches.
func toolMounts(ctx context.Context) (mounts []string, err error) {
	out, err := exec.CommandContext(ctx, "go", "env", "GOMODCACHE", "GOCACHE", "GOENV").Output()
	if err != nil {
		return nil, err
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return nil, err
	}
	dirs := strings.Split(strings.TrimSpace(string(out)), "\n")
	for _, m := range []struct{ here, there string }{
		{"/usr", "/usr:ro"}, {dirs[0], "/root/go/pkg/mod"}, {dirs[1], "/root/.cache/go-build"},
		{dirs[2], "/root/.config/go/env:ro"}, {filepath.Join(home, ".npmrc"), "/root/.npmrc:ro"}, {"/etc/npmrc", "/etc/npmrc:ro"},
	} {
		if _, err := os.Stat(m.here); err == nil {
			mounts = append(mounts, m.here+":"+m.there)
		}
	}
	return mounts, nil
}

// build builds the Dockerfile of the current directory.
func (b buildah) build(ctx context.Context, mounts []string) error {
	// The format of Docker has the health check.
	args := []string{"build", "--isolation", "chroot", "--format", "docker", "--platform", "linux/" + b.arch, "--tag", name}
	if mounts != nil {
		args = append(args, "--pull=never")
	}
	for _, m := range mounts {
		args = append(args, "--volume", m)
	}
	_, err := b.do(ctx, append(args, ".")...)
	return err
}

// mount mounts the files of the built image and returns where.
func (b buildah) mount(ctx context.Context) (string, error) {
	container, err := b.do(ctx, "from", "--pull=never", "--arch", b.arch, name)
	if err != nil {
		return "", err
	}
	return b.do(ctx, "mount", container)
}

// imageConfig is what Docker knows of an image.
type imageConfig struct {
	User                 string
	Env, Cmd, Entrypoint []string
	ExposedPorts         map[string]struct{}
	Volumes              map[string]struct{}
	Healthcheck          struct{ Test []string }
	Labels               map[string]string
}

// config reads the configuration of the built image.
func (b buildah) config(ctx context.Context) (imageConfig, error) {
	out, err := b.do(ctx, "inspect", "--type", "image", name)
	if err != nil {
		return imageConfig{}, err
	}
	var image struct {
		Docker struct {
			Config imageConfig `json:"config"`
		}
	}
	err = json.Unmarshal([]byte(out), &image)
	return image.Docker.Config, err
}
