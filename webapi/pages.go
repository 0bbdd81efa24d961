package webapi

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"time"

	"github.com/labstack/echo/v4"
)

//go:embed docs/*.html docs/docs.css
var documents embed.FS

// indexFile is the page itself; every address that is a place in the app shows it.
const indexFile = "index.html"

// hashed is the name of a file whose name changes with its content, as esbuild
// names its output.
var hashed = regexp.MustCompile(`-[A-Z0-9]{8}\.[a-z0-9.]+$`)

// contentTypes does not depend on what the machine knows about file names.
var contentTypes = map[string]string{
	".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
	".json": "application/json", ".map": "application/json", ".webmanifest": "application/manifest+json",
	".svg": "image/svg+xml", ".png": "image/png", ".ico": "image/x-icon", ".woff2": "font/woff2",
	".txt": "text/plain; charset=utf-8",
}

// pages registers the app's files, each under its own address, so that any
// other address is an error and not the page.
func (s *server) pages(e *echo.Echo) error {
	if s.App == nil {
		return s.unbuilt(e)
	}
	if _, err := fs.Stat(s.App, indexFile); errors.Is(err, fs.ErrNotExist) {
		return s.unbuilt(e)
	}
	return fs.WalkDir(s.App, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Base(name)[0] == '.' {
			return err
		}
		content, err := fs.ReadFile(s.App, name)
		if err != nil {
			return fmt.Errorf("webapi: App: %w", err)
		}
		h := file(name, content)
		if name == indexFile {
			get(e, "/", h)
			get(e, "/join", h)
			return nil
		}
		get(e, "/"+name, h)
		return nil
	})
}

// file serves one file of the app: for good if its name has a hash, else to be
// asked for each time.
func file(name string, content []byte) echo.HandlerFunc {
	sum := sha256.Sum256(content)
	tag := `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`
	keep := "no-cache"
	if hashed.MatchString(name) {
		keep = "public, max-age=31536000, immutable"
	}
	kind, ok := contentTypes[path.Ext(name)]
	if !ok {
		kind = "application/octet-stream"
	}
	return func(c echo.Context) error {
		h := c.Response().Header()
		h.Set("Cache-Control", keep)
		h.Set("Content-Type", kind)
		h.Set("ETag", tag)
		http.ServeContent(c.Response(), c.Request(), name, time.Time{}, bytes.NewReader(content))
		return nil
	}
}

// notice is a page that only says something.
type notice struct{ Lang, Title, Text, Home string }

var noticePage = template.Must(template.ParseFS(documents, "docs/notice.html"))

func (s *server) unbuilt(e *echo.Echo) error {
	show := func(c echo.Context) error {
		words := wordsFor(c.Request())
		return render(c, http.StatusOK, noticePage, notice{words.tag, words.phrases.unbuiltTitle, words.phrases.unbuiltText, ""})
	}
	get(e, "/", show)
	get(e, "/join", show)
	return nil
}

func (s *server) notFoundPage(c echo.Context) error {
	words := wordsFor(c.Request())
	return render(c, http.StatusNotFound, noticePage,
		notice{words.tag, words.phrases.missingTitle, words.phrases.missingText, words.phrases.backHome})
}

// render answers with a page made from a template.
func render(c echo.Context, status int, t *template.Template, data any) error {
	var page bytes.Buffer
	if err := t.Execute(&page, data); err != nil {
		return fmt.Errorf("page: %w", err)
	}
	return c.HTMLBlob(status, page.Bytes())
}
