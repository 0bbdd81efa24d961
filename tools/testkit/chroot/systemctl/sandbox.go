//go:build linux

package main

import (
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// sandboxVerb is what a process of a service runs before it becomes the service.
const sandboxVerb = "stand-in-sandbox"

// command returns the command of an ExecStart line, which runs as the unit says.
func (u *unit) command(line string) (*exec.Cmd, error) {
	args := words(u.expand(line))
	if len(args) == 0 || !exists(args[0]) {
		return nil, fmt.Errorf("%s: Failed to locate executable %s", u.name, line) //nolint:revive,staticcheck // systemd's words
	}
	for _, dir := range u.all("Service", "StateDirectory") {
		for _, name := range words(dir) {
			if err := u.makeDirectory(filepath.Join("/var/lib", name)); err != nil {
				return nil, err
			}
		}
	}
	env, err := u.environment()
	if err != nil {
		return nil, err
	}
	if err := u.loadCredentials(); err != nil {
		return nil, err
	}
	env = append(env, "CREDENTIALS_DIRECTORY="+u.credentials(), "NOTIFY_SOCKET="+u.socket(), "INVOCATION_ID=0123456789abcdef0123456789abcdef")
	if allowed := u.seconds("WatchdogSec", 0); allowed > 0 {
		env = append(env, "WATCHDOG_USEC="+strconv.FormatInt(allowed.Microseconds(), 10))
	}
	c := exec.Command("/proc/self/exe", append(append([]string{sandboxVerb, u.name}, u.privileges()...), args...)...) //nolint:gosec // the unit's command
	c.Args[0], c.Env, c.Dir = "systemctl", env, "/"
	c.SysProcAttr = &syscall.SysProcAttr{Cloneflags: u.newNamespaces()}
	return c, nil
}

// owner returns the ids of the unit's user and group.
func (u *unit) owner() (uid, gid int, err error) {
	name := u.service("User")
	if name == "" {
		return 0, 0, nil
	}
	found, err := user.Lookup(name)
	if err != nil {
		return 0, 0, fmt.Errorf("%s: Failed to determine user credentials: %w", u.name, err) //nolint:revive,staticcheck // systemd's words
	}
	if uid, err = strconv.Atoi(found.Uid); err != nil {
		return 0, 0, err
	}
	gid, err = strconv.Atoi(found.Gid)
	return uid, gid, err
}

func (u *unit) makeDirectory(path string) error {
	uid, gid, err := u.owner()
	if err != nil {
		return err
	}
	mode, err := strconv.ParseUint("0"+u.service("StateDirectoryMode"), 8, 32)
	if err != nil || mode == 0 {
		mode = 0o755
	}
	if err := os.MkdirAll(path, os.FileMode(mode)); err != nil {
		return err
	}
	if err := os.Chown(path, uid, gid); err != nil {
		return err
	}
	return os.Chmod(path, os.FileMode(mode))
}

// loadCredentials copies the files of LoadCredential to where only the service reads them.
func (u *unit) loadCredentials() error {
	uid, _, err := u.owner()
	if err != nil {
		return err
	}
	dir := u.credentials()
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil { //nolint:gosec // as systemd does
		return err
	}
	if err := os.MkdirAll(dir, 0o500); err != nil {
		return err
	}
	if err := os.Chown(dir, uid, 0); err != nil {
		return err
	}
	for _, line := range u.all("Service", "LoadCredential") {
		name, from, _ := strings.Cut(line, ":")
		content, err := os.ReadFile(from) //nolint:gosec // the unit's file
		if err != nil {
			return fmt.Errorf("%s: Failed to set up credentials: %w", u.name, err) //nolint:revive,staticcheck // systemd's words
		}
		to := filepath.Join(dir, name)
		// The file of an earlier start cannot be overwritten.
		_ = os.Remove(to)
		if err := os.WriteFile(to, content, 0o400); err != nil {
			return err
		}
		if err := os.Chown(to, uid, 0); err != nil {
			return err
		}
	}
	return nil
}

// privileges returns the command that gives up what the unit does not have.
func (u *unit) privileges() []string {
	args := []string{"setpriv"}
	if name := u.service("User"); name != "" {
		args = append(args, "--reuid", name, "--regid", u.service("Group"), "--init-groups")
	}
	caps := func(setting string) string {
		list := "-all"
		for _, line := range u.all("Service", setting) {
			for _, name := range words(line) {
				list += ",+" + strings.ToLower(strings.TrimPrefix(name, "CAP_"))
			}
		}
		return list
	}
	args = append(args, "--inh-caps", caps("AmbientCapabilities"), "--ambient-caps", caps("AmbientCapabilities"))
	for _, o := range u.options { // also the empty one
		if o.Name == "CapabilityBoundingSet" {
			args = append(args, "--bounding-set", caps("CapabilityBoundingSet"))
			break
		}
	}
	if u.service("NoNewPrivileges") == "yes" {
		args = append(args, "--no-new-privs")
	}
	return append(args, "--")
}

// enterSandbox makes the file system read-only as the unit says, and becomes the command
// that follows the unit's name.
func enterSandbox(args []string) error {
	u, err := load(args[0])
	if err != nil {
		return err
	}
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return err
	}
	if err := u.mount(); err != nil {
		return fmt.Errorf("%s: Failed to set up mount namespacing: %w", u.name, err) //nolint:revive,staticcheck // systemd's words
	}
	if mask, err := strconv.ParseUint("0"+u.service("UMask"), 8, 32); err == nil && mask != 0 {
		unix.Umask(int(mask))
	}
	path, err := exec.LookPath(args[1])
	if err != nil {
		return err
	}
	return unix.Exec(path, args[1:], os.Environ())
}

// mount mounts what the unit's Protect and Private settings say.
func (u *unit) mount() error {
	if u.service("PrivateTmp") == "yes" {
		if err := unix.Mount("tmpfs", "/tmp", "tmpfs", 0, "mode=1777"); err != nil {
			return err
		}
	}
	if u.service("ProtectSystem") != "strict" {
		return nil
	}
	writable := words(strings.Join(u.all("Service", "ReadWritePaths"), " "))
	for _, name := range words(strings.Join(u.all("Service", "StateDirectory"), " ")) {
		writable = append(writable, filepath.Join("/var/lib", name))
	}
	for _, path := range writable {
		if err := unix.Mount(path, path, "", unix.MS_BIND, ""); err != nil {
			return err
		}
	}
	for _, path := range []string{"/", "/run"} {
		if err := unix.Mount("", path, "", unix.MS_REMOUNT|unix.MS_BIND|unix.MS_RDONLY, ""); err != nil {
			return err
		}
	}
	if u.service("ProtectHome") == "yes" {
		for _, path := range []string{"/home", "/root"} {
			if err := unix.Mount("tmpfs", path, "tmpfs", unix.MS_RDONLY, "mode=000"); err != nil {
				return err
			}
		}
	}
	return nil
}
