package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"voicememo/tools/testkit/chromium"
)

// shown is a picture of the README.
type shown struct {
	name, screen string
	kind         kind
	theme        string
}

// The devices of the README.
var (
	phone  = deviceOf(size{390, 844}, 2)
	tablet = deviceOf(size{1180, 820}, 1)
)

func deviceOf(z size, scale float64) kind {
	return kind{sizes: []size{z}, start: z, scale: scale, wide: z.width >= wideFrom}
}

// readmePictures are those of each language.
var readmePictures = []shown{
	{"list-dark", "list", phone, "dark"},
	{"invite", "invite", phone, "light"},
	{"tablet", "opened", tablet, "light"},
	{"trash", "trash", phone, "light"},
	{"offline", "offline", phone, "light"},
}

// manifestPictures are those of each language that a browser shows before it installs the app.
var manifestPictures = []shown{
	{"narrow", "list", deviceOf(phone.start, 1), "light"},
	{"wide", "opened", deviceOf(size{1280, 800}, 1), "light"},
}

// manifestFolder is where the build of the app finds manifestPictures.
const manifestFolder = "webapi/app/static"

// readme takes the pictures of the README, its film, and the pictures of the manifest.
func (s studio) readme(ctx context.Context) error {
	return errors.Join(s.take(ctx, manifestPictures, manifestFolder, ".webp"), s.take(ctx, readmePictures, s.out, ".png"), s.takeFilm(ctx))
}

// take takes pictures of one language, as files of a folder and a format.
func (s studio) take(ctx context.Context, pictures []shown, folder, format string) error {
	for _, p := range pictures {
		if !s.filter.screen(p.name) {
			continue
		}
		file := filepath.Join(folder, p.name+"-"+s.language+format)
		err := s.visit(ctx, screenNamed(p.screen), p.kind, func(v *visit) error {
			return v.window.Do(paints(p.theme), drawn, chromium.Picture(file))
		})
		if err != nil {
			return fmt.Errorf("%s, %s: %w", p.name, s.language, err)
		}
	}
	return nil
}

func (s studio) takeFilm(ctx context.Context) error {
	if !s.filter.screen("film") {
		return nil
	}
	return s.visit(ctx, screenNamed("list"), deviceOf(size{390, 844}, 1), func(v *visit) error {
		f, err := v.film(ctx)
		return errors.Join(err, f.write(filepath.Join(s.out, "film-"+s.language+".gif")))
	})
}

func screenNamed(name string) screen {
	return screens[slices.IndexFunc(screens, func(s screen) bool { return s.name == name })]
}
