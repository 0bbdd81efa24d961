package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// tree is the source of a release.
type tree struct {
	root    string    // the folder with go.mod
	commit  string    // in full
	time    time.Time // of the commit: the time of every file of the release
	number  string    // the version that cmd/internal/version/VERSION holds
	version string    // the same for a release, 1.0.0-snapshot+abcdef1 for a snapshot
}

// errDirty means that files of the tree are not in its commit.
var errDirty = errors.New("files are changed or new since the last commit; commit them, or use -dirty for a build that is not published")

// readTree describes the tree that contains a folder. Changes that are not committed are
// an error unless dirty is set; the version then ends in .dirty.
func readTree(ctx context.Context, folder string, dirty bool) (t tree, err error) {
	if t.root, err = git(ctx, folder, "rev-parse", "--show-toplevel"); err != nil {
		return tree{}, err
	}
	changes, err := git(ctx, t.root, "status", "--porcelain")
	if err != nil {
		return tree{}, err
	}
	if changes != "" && !dirty {
		return tree{}, errDirty
	}
	commit, err := git(ctx, t.root, "log", "-1", "--format=%H %ct")
	if err != nil {
		return tree{}, err
	}
	hash, seconds, _ := strings.Cut(commit, " ")
	unix, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil {
		return tree{}, err
	}
	tags, err := git(ctx, t.root, "tag", "--points-at", "HEAD")
	if err != nil {
		return tree{}, err
	}
	number, err := os.ReadFile(filepath.Join(t.root, "cmd/internal/version/VERSION"))
	if err != nil {
		return tree{}, err
	}
	t.commit, t.time, t.number = hash, time.Unix(unix, 0).UTC(), strings.TrimSpace(string(number))
	t.version = t.number
	if changes != "" {
		t.version += "-snapshot+" + hash[:7] + ".dirty"
	} else if !slices.Contains(strings.Fields(tags), "v"+t.number) {
		t.version += "-snapshot+" + hash[:7]
	}
	return t, nil
}

// isRelease reports whether the tree is the commit that the tag of its version names.
func (t tree) isRelease() bool { return t.version == t.number }

// packageVersion returns the version as .deb and .rpm packages write it. A snapshot comes
// before the release, and after the snapshot of an earlier commit.
func (t tree) packageVersion() string {
	_, commit, _ := strings.Cut(t.version, "+")
	if t.isRelease() {
		return t.number
	}
	return fmt.Sprintf("%s~snapshot%s+%s", t.number, t.time.Format("20060102150405"), commit)
}

// imageTag returns the version as the tag of an image, which has no plus sign.
func (t tree) imageTag() string { return strings.ReplaceAll(t.version, "+", "-") }

// read returns the content of a file of the tree.
func (t tree) read(name string) ([]byte, error) { return os.ReadFile(filepath.Join(t.root, name)) }

// git runs a git command and returns what it prints.
func git(ctx context.Context, folder string, args ...string) (string, error) {
	out, err := output(exec.CommandContext(ctx, "git", append([]string{"-C", folder}, args...)...)) //nolint:gosec // constant but for the folder
	return strings.TrimSpace(string(out)), err
}

// output runs a command and returns what it prints; its error has what it said.
func output(command *exec.Cmd) ([]byte, error) {
	var said bytes.Buffer
	command.Stderr = &said
	out, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", strings.Join(command.Args[:min(3, len(command.Args))], " "), err, said.Bytes())
	}
	return out, nil
}
