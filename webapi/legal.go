package webapi

import (
	"net/http"

	"github.com/labstack/echo/v4"
)

// legalTexts are the pages that Alexa's skill store links to, in one language. A text may
// have placeholders such as {trash}; see legalReplacer.
type legalTexts struct {
	privacy, terms legalText
	kept           []kept
	labels         legalLabels
	operator       legalOperator
	modules        []Privacy // what the modules add
}

// legalText is the text of one page.
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
	Kept    bool // the table of what is kept
	Seen    bool // what the modules say about who sees it
}

// legalLabels are the words around the text.
type legalLabels struct{ Navigation, Home, Privacy, Terms, What, Where, HowLong string }

// legalOperator is the sentences about the operator of the server.
type legalOperator struct {
	responsible       string // if the operator is configured; with {operator}
	responsibleNobody string // if not
	contact           string // whom to ask, if the operator is not configured
}

// legalLanguage is a link to the same page in another language.
type legalLanguage struct{ Tag, Name string }

var (
	legalByTag     = map[string]legalTexts{"en": legalEnglish, "ja": legalJapanese}
	legalLanguages = []legalLanguage{{"en", "English"}, {"ja", "日本語"}}
)

// legalRoutes registers the two pages. They need no sign-in, because the skill's manifest
// links to them.
func (r *routing) legalRoutes() {
	r.get("/privacy", r.legal(func(t legalTexts) legalText { return t.privacy }))
	r.get("/terms", r.legal(func(t legalTexts) legalText { return t.terms }))
}

// legal serves a page in the language of ?lang=, or otherwise in the reader's; see wordsFor.
func (s *server) legal(pick func(legalTexts) legalText) echo.HandlerFunc {
	return func(c echo.Context) error {
		words, known := wordsIn(c.QueryParam("lang"))
		if !known {
			words = wordsFor(c.Request())
		}
		texts := s.legalTexts(words.tag)
		c.Response().Header().Set("Cache-Control", "no-cache")
		c.Response().Header().Set("Content-Language", words.tag)
		shown := legalPage{texts, pick(texts), words.tag, c.Path(), legalReplacer(texts, s.Operator)}
		return page(words.tag, shown.Title+" – "+words.phrases.app, shown.alternates(), shown.main()).show(c, http.StatusOK)
	}
}

// legalTexts returns the texts in a language, with those of the modules.
func (s *server) legalTexts(tag string) legalTexts {
	texts := legalByTag[tag]
	for _, m := range s.Modules {
		texts.modules = append(texts.modules, m.Privacy(tag))
	}
	return texts
}
