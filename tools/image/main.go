// Command image builds the Dockerfile for two architectures with buildah, and checks what it
// makes: the configuration, the files, their modes and owners, and that the program in it
// starts, answers its health check and stops. It needs root and changes nothing outside a
// temporary directory.
//
// If the base images cannot be pulled, it makes stand-ins for them: almost empty images in
// which every command runs with this machine's own Go and Node. They show that the Dockerfile
// is right, not that the base images are.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
)

func main() {
	standIns := flag.Bool("stand-ins", false, "use stand-ins for the base images without trying to pull them")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, *standIns)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "image:", err)
		os.Exit(1)
	}
}

// architectures are those for which the image is built.
var architectures = []string{"amd64", "arm64"}

// run builds and checks the image for each architecture.
func run(ctx context.Context, standIns bool) error {
	if os.Geteuid() != 0 {
		return errors.New("needs root: it mounts the files of the image and changes into them")
	}
	for _, arch := range architectures {
		if err := one(ctx, arch, standIns); err != nil {
			return fmt.Errorf("%s: %w", arch, err)
		}
	}
	return nil
}

// one builds and checks the image for an architecture, in a store of its own.
func one(ctx context.Context, arch string, standIns bool) (err error) {
	dir, err := os.MkdirTemp("", "image-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	b := buildah{dir: dir, arch: arch}
	defer func() { err = errors.Join(err, b.clean(context.WithoutCancel(ctx))) }()
	mounts, err := b.bases(ctx, standIns)
	if err != nil {
		return err
	}
	if err := b.build(ctx, mounts); err != nil {
		return err
	}
	root, err := b.mount(ctx)
	if err != nil {
		return err
	}
	config, err := b.config(ctx)
	if err != nil {
		return err
	}
	if err := errors.Join(checkConfig(config), checkFiles(root, arch)); err != nil {
		return err
	}
	if arch != architectures[0] {
		fmt.Println("ok ", arch, "built, not run")
		return nil
	}
	if err := checkRun(ctx, root, filepath.Join(dir, "log"), config.Env); err != nil {
		return err
	}
	fmt.Println("ok ", arch, "built and run")
	return nil
}
