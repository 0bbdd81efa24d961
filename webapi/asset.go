package webapi

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"io/fs"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"

	"github.com/labstack/echo/v4"

	"voicememo/models"
)

// hashed reports whether a file's name changes with its content: esbuild names its output
// name-ABCD2345.js.
func hashed(name string) bool {
	name, _, _ = strings.Cut(path.Base(name), ".")
	dash := strings.LastIndexByte(name, '-')
	return dash >= 0 && len(name)-dash == 9 && strings.Trim(name[dash+1:], "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") == ""
}

// contentTypes are by file extension. Package mime depends on the machine's own tables.
var contentTypes = map[string]string{
	".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
	".json": "application/json", ".map": "application/json", ".webmanifest": "application/manifest+json",
	".svg": "image/svg+xml", ".png": "image/png", ".webp": "image/webp", ".ico": "image/x-icon", ".woff2": "font/woff2",
	".txt": "text/plain; charset=utf-8",
}

// dense are the file extensions of formats that are already compressed.
var dense = map[string]bool{".png": true, ".webp": true, ".ico": true, ".woff2": true}

// encodings are the encodings of assets, the best first, with the extension of the
// compressed file that the build may have written beside the plain one.
var encodings = []struct{ name, ending string }{{"br", ".br"}, {"gzip", ".gz"}}

// precompressed reports whether a file is the compressed form of another file.
func precompressed(app fs.FS, name string) bool {
	for _, e := range encodings {
		if plain, ok := strings.CutSuffix(name, e.ending); ok {
			_, err := fs.Stat(app, plain)
			return err == nil
		}
	}
	return false
}

// asset is a file of the app. It is read when it is first requested, so that a start does
// not read the whole app.
type asset struct {
	name, kind, keep string
	vary             string
	read             func() (content, error)
}

// content is a file, plain and compressed.
type content struct {
	tag     string
	plain   []byte
	encoded map[string]func() []byte // by encoding; nil bytes: no smaller than plain
}

func newAsset(app fs.FS, name string) *asset {
	a := &asset{
		name: name, kind: contentTypes[path.Ext(name)], keep: "no-cache", vary: "Accept-Encoding",
		read: sync.OnceValues(func() (content, error) { return readAsset(app, name) }),
	}
	if a.kind == "" {
		a.kind = "application/octet-stream"
	}
	switch {
	case hashed(name):
		a.keep = "public, max-age=31536000, immutable"
	case path.Ext(name) == ".html":
		a.keep = "private, no-cache" // the answer may set a cookie
	}
	return a
}

// readAsset reads a file, and its compressed forms if the build wrote them. Otherwise the
// file is compressed with gzip when that form is first requested.
func readAsset(app fs.FS, name string) (content, error) {
	plain, err := fs.ReadFile(app, name)
	if err != nil {
		return content{}, models.Internalf("app: %w", err)
	}
	sum := sha256.Sum256(plain)
	f := content{tag: base64.RawURLEncoding.EncodeToString(sum[:12]), plain: plain, encoded: map[string]func() []byte{}}
	if !dense[path.Ext(name)] {
		f.encoded["gzip"] = sync.OnceValue(func() []byte { return zipped(plain) })
	}
	for _, e := range encodings {
		if made, err := fs.ReadFile(app, name+e.ending); err == nil {
			f.encoded[e.name] = func() []byte { return made }
		}
	}
	return f, nil
}

// zipped compresses with gzip. It returns nil if the result is not smaller.
func zipped(plain []byte) []byte {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil
	}
	if _, err := w.Write(plain); err != nil || w.Close() != nil || out.Len() >= len(plain) {
		return nil
	}
	return out.Bytes()
}

// serve answers with the best encoding that the caller accepts. Caches may keep the answer
// permanently if the name has a hash, and must revalidate it otherwise. It serves whole
// files only, as RFC 9110 section 14.2 allows.
func (a *asset) serve(c echo.Context) error {
	file, err := a.read()
	if err != nil {
		return err
	}
	body, encoding := file.best(c.Request().Header.Values("Accept-Encoding"))
	h, tag := c.Response().Header(), file.tag
	if encoding != "" {
		tag += "-" + encoding
	}
	tag = `"` + tag + `"` // each encoding has its own (RFC 9110 section 8.8.3.3)
	h.Set("Cache-Control", a.keep)
	h.Set("Vary", a.vary)
	h.Set("ETag", tag)
	if tagged(c.Request().Header.Get("If-None-Match"), tag) {
		return c.NoContent(http.StatusNotModified)
	}
	h.Set("Content-Type", a.kind)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	if encoding != "" {
		h.Set("Content-Encoding", encoding)
	}
	c.Response().WriteHeader(http.StatusOK)
	if c.Request().Method != http.MethodHead {
		_, _ = c.Response().Write(body) // an error means that the caller disconnected
	}
	return nil
}

// best returns the body in the best accepted encoding; "" is the plain body.
func (f content) best(accept []string) (body []byte, encoding string) {
	for _, e := range encodings {
		if encoded, ok := f.encoded[e.name]; ok && accepts(accept, e.name) {
			if body := encoded(); body != nil {
				return body, e.name
			}
		}
	}
	return f.plain, ""
}

// accepts reports whether Accept-Encoding allows an encoding (RFC 9110 section 12.5.3).
// The order of preference of several encodings is ignored.
func accepts(header []string, encoding string) bool {
	anything := false
	for part := range strings.SplitSeq(strings.Join(header, ","), ",") {
		name, weight, _ := strings.Cut(part, ";")
		weight, weighed := strings.CutPrefix(strings.ReplaceAll(strings.ToLower(weight), " ", ""), "q=")
		q, err := strconv.ParseFloat(weight, 64)
		wanted := !weighed || err == nil && q > 0
		switch name = strings.TrimSpace(name); {
		case strings.EqualFold(name, encoding):
			return wanted
		case name == "*":
			anything = wanted
		}
	}
	return anything
}
