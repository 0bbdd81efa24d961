package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/household"
	"voicememo/tools/testkit/program"
)

// size is a window, in CSS pixels.
type size struct{ width, height int64 }

// kind is a kind of device: a way through the page leads to the same screen on all of its
// sizes.
type kind struct {
	sizes []size
	start size    // where the steps are taken
	scale float64 // device pixels per CSS pixel
	wide  bool
}

var kinds = []kind{
	{sizes: []size{{320, 568}, {390, 844}, {820, 1180}}, start: size{390, 844}, scale: 2},
	{sizes: []size{{1280, 800}, {1920, 1080}}, start: size{1280, 800}, scale: 1, wide: true},
}

// wideFrom is how wide a window is in which there is room beside the list, in CSS pixels.
const wideFrom = 900

// themes are the colours, in the order in which they are shown.
var themes = []string{"light", "dark", "forced"}

// paints switches the colours of a window.
func paints(theme string) chromium.Step {
	return func(w *chromium.Window) error {
		return errors.Join(w.Force(theme == "forced"), w.Dark(theme == "dark"))
	}
}

// studio takes the pictures of a household.
type studio struct {
	*house
	browser *chromium.Browser
	out     string
	filter  filter
}

// visit is a screen on its way: a server on data of its own, and a window of a person.
type visit struct {
	*house
	kind   kind
	server *program.Server
	window *chromium.Window
}

// stay keeps passing messages on the page, and what listens listening, while pictures are
// taken.
const stay = `{ const later = window.setTimeout;
	window.setTimeout = (act, ms, ...rest) => (ms >= 4000 ? 0 : later(act, ms, ...rest)); }`

// all takes the pictures of all screens that are wanted. One that fails does not keep the
// others from being taken.
func (s studio) all(ctx context.Context) error {
	var failed error
	for _, to := range screens {
		if !s.filter.screen(to.name) {
			continue
		}
		for _, k := range kinds {
			if !to.on(k) || !s.wanted(k) || ctx.Err() != nil {
				continue
			}
			began := time.Now()
			err := s.visit(ctx, to, k, func(v *visit) error { return s.shoot(v, to.name) })
			fmt.Printf("%-18s %s %5d px %6.1f s\n", to.name, s.language, k.start.width, time.Since(began).Seconds())
			if err != nil {
				failed = errors.Join(failed, fmt.Errorf("%s, %s, %d px: %w", to.name, s.language, k.start.width, err))
			}
		}
	}
	return failed
}

func (s studio) wanted(k kind) bool {
	for _, z := range k.sizes {
		if s.filter.width(z.width) {
			return true
		}
	}
	return false
}

// visit leads a person to a screen, and calls see there.
func (s studio) visit(ctx context.Context, to screen, k kind, see func(*visit) error) error {
	return s.copied(ctx, to.seed, func(data string) (err error) {
		server, err := program.Start(ctx, s.program, data, to.flags...)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, server.Stop()) }()
		w, err := s.browser.Open(chromium.Settings{
			Language: s.language, Width: k.start.width, Height: k.start.height, Scale: k.scale, TimeZone: s.zone, Before: stay + elsewhere + to.before,
		})
		if err != nil {
			return err
		}
		defer w.Close()
		v := &visit{house: s.house, kind: k, server: server, window: w}
		if err := v.arrive(to); err != nil {
			return err
		}
		return errors.Join(to.steps(ctx, v), w.Do(drawn), see(v))
	})
}

// elsewhere shows the links of invitations with a public address instead of this machine's.
const elsewhere = `{ const ask = window.fetch;
	window.fetch = async (path, init) => {
		const answer = await ask(path, init);
		if (!/invite/.test(path) || !answer.ok) return answer;
		const text = await answer.text();
		return new Response(text ? text.replaceAll(location.origin, 'https://memo.example.jp') : null, answer);
	}; }`

// arrive opens the page of a screen.
func (v *visit) arrive(to screen) error {
	if to.who != stranger {
		if err := v.window.Do(chromium.HasCookies(v.server.URL, v.cookies[to.who])); err != nil {
			return err
		}
	}
	if err := v.window.Do(chromium.Visit(v.server.URL + to.path)); err != nil {
		return err
	}
	if to.who == stranger || to.isBare {
		return nil
	}
	return v.window.Do(household.Listed, chromium.Sees("#"+to.place(), ""), loaded)
}

// loaded waits until the parts are there that are loaded after the list.
var loaded = chromium.Until("the later parts are there",
	"performance.getEntriesByType('resource').some((e) => /later|family_/.test(e.name)) && new Promise((done) => setTimeout(() => done(true), 150))")

// drawn waits until the page is painted, with all its fonts, and nothing has the ring of the
// focus, which a touch would not leave.
var drawn = chromium.Until("it is drawn", `document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(true), 50))))`)

// shoot takes the pictures of what is shown, on each size and in each theme.
func (s studio) shoot(v *visit, name string) error {
	for _, z := range v.kind.sizes {
		if !s.filter.width(z.width) {
			continue
		}
		if err := v.window.Do(chromium.Resize(z.width, z.height), drawn); err != nil {
			return err
		}
		for _, theme := range themes {
			if !s.filter.theme(theme) {
				continue
			}
			file := filepath.Join(s.out, fileName(name, s.language, z, theme))
			if err := v.window.Do(paints(theme), drawn, chromium.Picture(file)); err != nil {
				return err
			}
		}
	}
	return nil
}

// fileName returns the name of a picture.
func fileName(name, language string, z size, theme string) string {
	return fmt.Sprintf("%s-%s-%d-%s.png", name, language, z.width, theme)
}

// exists reports whether there is a file.
func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}
