// Command release writes the files of a release: archives, Linux packages, an image,
// an SBOM, checksums and notes. The tagged commit makes a release, and each other commit a
// snapshot. The same commit and Go version produce the same bytes. See
// docs/decisions/0063-releases-by-a-program-of-our-own.md.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
)

func main() {
	out := flag.String("out", "bin/release", "the folder to write to; its earlier release is removed")
	only := flag.String("only", "", "platforms separated by commas, such as linux/amd64,linux/armv7; all by default")
	dirty := flag.Bool("dirty", false, "accept changes that are not committed, for trying things out")
	flag.Parse()
	if flag.NArg() > 0 {
		fmt.Fprintf(os.Stderr, "release: got the argument %q; there are only flags, see -help\n", flag.Arg(0))
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, options{out: *out, only: *only, dirty: *dirty}, os.Stderr)
	stop()
	if err == nil {
		return
	}
	fmt.Fprintln(os.Stderr, "release:", err)
	if errors.Is(err, errUsage) {
		os.Exit(2)
	}
	os.Exit(1)
}

// errUsage means that a flag is wrong.
var errUsage = errors.New("-only has a wrong platform")

// options are the flags.
type options struct {
	out, only string
	dirty     bool
}

// run makes the release of the tree that contains the working directory.
func run(ctx context.Context, o options, progress io.Writer) error {
	chosen, err := choose(o.only)
	if err != nil {
		return err
	}
	t, err := readTree(ctx, ".", o.dirty)
	if err != nil {
		return err
	}
	files, err := build(ctx, t, chosen, progress)
	if err != nil {
		return err
	}
	if err := write(o.out, files); err != nil {
		return err
	}
	_, err = fmt.Fprintf(progress, "%s is in %s\n", t.version, o.out)
	return err
}

// choose returns the platforms of a list separated by commas; "" stands for all.
func choose(list string) (chosen []platform, err error) {
	if list == "" {
		return platforms, nil
	}
	for name := range strings.SplitSeq(list, ",") {
		p, ok := platformOf(name)
		if !ok {
			return nil, fmt.Errorf("%w: there is no %q, the platforms are %s", errUsage, name, names(platforms))
		}
		chosen = append(chosen, p)
	}
	return chosen, nil
}
