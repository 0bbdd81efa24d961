package webapi

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"
)

// indexFile is the page, which is served at every place of the app.
const indexFile = "index.html"

// places are the paths within the app. The page is served at all of them, and decides by
// the path what to show; /share receives texts shared by other apps, and /memos/:id is the
// address of one memo, whether there is one or not.
var places = []string{"/", "/family", "/you", "/trash", "/join", "/share", "/memos/:id"}

// pages registers each of the app's files under its own path, so that any other path is
// not found.
func (s *server) pages(r *routing) error {
	if s.App == nil {
		return s.unbuilt(r)
	}
	if _, err := fs.Stat(s.App, indexFile); errors.Is(err, fs.ErrNotExist) {
		return s.unbuilt(r)
	}
	return fs.WalkDir(s.App, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Base(name)[0] == '.' || precompressed(s.App, name) || translated(s.App, name) {
			return err
		}
		file := newDocument(s.App, name)
		if name == indexFile {
			show(r, s.page(file))
			return nil
		}
		r.get("/"+name, file.serve)
		return nil
	})
}

// page serves the page, with the cookie by which it knows whether the browser is signed in.
func (s *server) page(file document) echo.HandlerFunc {
	return func(c echo.Context) error {
		s.Auth.Hint(c.Response(), c.Request())
		return file.serve(c)
	}
}

// placeFor returns the place of the app that a path stands for which is not one itself: the
// page under its file name, or a place with a slash at its end.
func placeFor(path string) (place string, ok bool) {
	if path == "/"+indexFile {
		return "/", true
	}
	place, ok = strings.CutSuffix(path, "/")
	return place, ok && slices.Contains(places, place)
}

// show serves h at every place of the app.
func show(r *routing, h echo.HandlerFunc) {
	for _, place := range places {
		r.get(place, h)
	}
}
