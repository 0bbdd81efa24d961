// Command pictures takes pictures of every screen of the page: it starts the built program
// on the data of a small household, lets its people use it in a real Chromium, and writes
// PNG files, one for each screen, language, width and theme, and an index of them.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"voicememo/tools/testkit/chromium"
)

func main() {
	program := flag.String("program", "bin/voicememo", "the built program")
	out := flag.String("out", "bin/pictures", "directory of the pictures")
	readme := flag.Bool("readme", false, "take the pictures of the README instead")
	var f filter
	flag.StringVar(&f.screens, "screen", "", "only these screens, separated by commas")
	flag.StringVar(&f.languages, "lang", "", "only these languages")
	flag.StringVar(&f.widths, "width", "", "only these widths")
	flag.StringVar(&f.themes, "theme", "", "only these themes")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := take(ctx, *program, *out, *readme, f); err != nil {
		fmt.Fprintln(os.Stderr, "pictures:", err)
		os.Exit(1)
	}
}

// filter says which pictures are wanted. An empty part wants all.
type filter struct{ screens, languages, widths, themes string }

func wants(part, value string) bool {
	return part == "" || slices.Contains(strings.Split(part, ","), value)
}

func (f filter) screen(name string) bool   { return wants(f.screens, name) }
func (f filter) language(name string) bool { return wants(f.languages, name) }
func (f filter) width(width int64) bool    { return wants(f.widths, strconv.FormatInt(width, 10)) }
func (f filter) theme(name string) bool    { return wants(f.themes, name) }

// take takes the pictures of every screen that is wanted, or those of the README.
func take(ctx context.Context, program, out string, readme bool, f filter) error {
	if err := os.MkdirAll(out, 0o755); err != nil { //nolint:gosec // public pictures
		return err
	}
	browser, err := chromium.Start(context.WithoutCancel(ctx))
	if err != nil {
		return err
	}
	defer browser.Close()
	var failed error
	for _, language := range []string{"ja", "en"} {
		if !f.language(language) {
			continue
		}
		failed = errors.Join(failed, inHouse(ctx, program, language, func(h *house) error {
			s := studio{house: h, browser: browser, out: out, filter: f}
			if readme {
				return s.readme(ctx)
			}
			return s.all(ctx)
		}))
	}
	if readme {
		return failed
	}
	return errors.Join(failed, index(out), sheets(browser, out, f))
}

// inHouse calls do with a household, and cleans up.
func inHouse(ctx context.Context, program, language string, do func(*house) error) (err error) {
	data, err := os.MkdirTemp("", "voicememo-household")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(data)) }()
	h, err := build(ctx, program, data, language)
	if err != nil {
		return err
	}
	return do(h)
}
