package webapi

import (
	"io/fs"
	"path"
	"strings"

	"github.com/labstack/echo/v4"
)

// byReader are the headers by which the language of an answer is chosen; see wordsFor.
const byReader = "Accept-Language, Cookie"

// translation returns the name of a file's form in a language: index.ja.html is the
// Japanese index.html.
func translation(name, tag string) string {
	ext := path.Ext(name)
	return strings.TrimSuffix(name, ext) + "." + tag + ext
}

// translated reports whether a file is the form of another file in a language.
func translated(app fs.FS, name string) bool {
	ext := path.Ext(name)
	for _, tag := range languageTags {
		if plain, ok := strings.CutSuffix(name, "."+tag+ext); ok {
			_, err := fs.Stat(app, plain+ext)
			return err == nil
		}
	}
	return false
}

// document is a file of the app with its forms in other languages.
type document struct {
	plain *asset
	forms map[string]*asset // by language
}

// newDocument returns a file with the forms of it that the build wrote.
func newDocument(app fs.FS, name string) document {
	plain := newAsset(app, name)
	d, encodings := document{plain, map[string]*asset{}}, plain.vary
	for _, tag := range languageTags {
		form := translation(name, tag)
		if _, err := fs.Stat(app, form); err != nil {
			continue
		}
		d.forms[tag] = newAsset(app, form)
		plain.vary = byReader + ", " + encodings
		d.forms[tag].vary = plain.vary
	}
	return d
}

// serve answers with the form in the reader's language, or otherwise with the plain file.
func (d document) serve(c echo.Context) error {
	if form, ok := d.forms[wordsFor(c.Request()).tag]; ok {
		return form.serve(c)
	}
	return d.plain.serve(c)
}
