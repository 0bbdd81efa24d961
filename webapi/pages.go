package webapi

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"path"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"
)

//go:embed docs/*.html docs/docs.css
var documents embed.FS

// indexFile is the page, which is served at every place of the app.
const indexFile = "index.html"

// places are the paths within the app. The page is served at all of them, and decides by
// the path what to show; /share receives texts shared by other apps.
var places = []string{"/", "/trash", "/family", "/join", "/share"}

// pages registers each of the app's files under its own path, so that any other path is
// not found.
func (s *server) pages(e *echo.Echo) error {
	if s.App == nil {
		return s.unbuilt(e)
	}
	if _, err := fs.Stat(s.App, indexFile); errors.Is(err, fs.ErrNotExist) {
		return s.unbuilt(e)
	}
	return fs.WalkDir(s.App, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Base(name)[0] == '.' || precompressed(s.App, name) || translated(s.App, name) {
			return err
		}
		file, err := newDocument(s.App, name)
		if err != nil {
			return fmt.Errorf("webapi: App: %w", err)
		}
		if name == indexFile {
			show(e, s.page(file))
			return nil
		}
		get(e, "/"+name, file.serve)
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
func show(e *echo.Echo, h echo.HandlerFunc) {
	for _, place := range places {
		get(e, place, h)
	}
}

// notice is a page with a message only.
type notice struct{ Lang, App, Title, Text, Home string }

var noticePage = template.Must(template.ParseFS(documents, "docs/notice.html"))

func (s *server) unbuilt(e *echo.Echo) error {
	show(e, func(c echo.Context) error {
		words := wordsFor(c.Request())
		return render(c, http.StatusOK, noticePage, notice{words.tag, words.phrases.app, words.phrases.unbuiltTitle, words.phrases.unbuiltText, ""})
	})
	return nil
}

func (s *server) notFoundPage(c echo.Context) error {
	words := wordsFor(c.Request())
	return render(c, http.StatusNotFound, noticePage,
		notice{words.tag, words.phrases.app, words.phrases.missingTitle, words.phrases.missingText, words.phrases.backHome})
}

// render answers with a page from a template.
func render(c echo.Context, status int, t *template.Template, data any) error {
	var page bytes.Buffer
	if err := t.Execute(&page, data); err != nil {
		return fmt.Errorf("page: %w", err)
	}
	return send(c, status, echo.MIMETextHTMLCharsetUTF8, page.Bytes())
}
