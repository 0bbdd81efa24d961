package webapi

import (
	"html/template"
	"net/http"

	"github.com/labstack/echo/v4"
)

// legalTexts are the pages that Alexa's store links to, in one language.
type legalTexts struct {
	privacy, terms legalText
	labels         legalLabels
}

// legalText is what one page says.
type legalText struct {
	Title    string
	Intro    string
	Sections []legalSection
}

// legalSection is a heading with paragraphs and, below them, a list.
type legalSection struct {
	Heading string
	Text    []string
	List    []string
}

// legalLabels are the words around the text.
type legalLabels struct{ Navigation, Home, Privacy, Terms string }

// legalPage is what the template shows.
type legalPage struct {
	legalText
	Lang, Path string
	Labels     legalLabels
	Languages  []legalLanguage
}

// legalLanguage is a link to the same page in another language.
type legalLanguage struct{ Tag, Name string }

var (
	legalTemplate  = template.Must(template.ParseFS(documents, "docs/legal.html"))
	legalIn        = map[string]legalTexts{"en": legalEnglish, "ja": legalJapanese}
	legalLanguages = []legalLanguage{{"en", "English"}, {"ja", "日本語"}}
)

// legalRoutes registers the two pages. Anybody may read them: the manifest of
// the skill links there.
func legalRoutes(e *echo.Echo) {
	get(e, "/privacy", legal(func(t legalTexts) legalText { return t.privacy }))
	get(e, "/terms", legal(func(t legalTexts) legalText { return t.terms }))
}

// legal serves a page in the language that ?lang= names, or else in the reader's.
func legal(pick func(legalTexts) legalText) echo.HandlerFunc {
	return func(c echo.Context) error {
		tag := c.QueryParam("lang")
		texts, known := legalIn[tag]
		if !known {
			tag = wordsFor(c.Request()).tag
			texts = legalIn[tag]
		}
		c.Response().Header().Set("Cache-Control", "no-cache")
		c.Response().Header().Set("Content-Language", tag)
		return render(c, http.StatusOK, legalTemplate, legalPage{
			legalText: pick(texts), Lang: tag, Path: c.Path(), Labels: texts.labels, Languages: legalLanguages,
		})
	}
}
