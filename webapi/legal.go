package webapi

import (
	"net/http"
	"sync"

	"github.com/labstack/echo/v4"

	"voicememo/internal/texts"
)

// legalTexts are the pages that Alexa's skill store links to, in one language. A text may
// have placeholders such as {trash}; see legalReplacer.
type legalTexts struct {
	privacy, terms texts.Document
	kept           texts.Document
	words          legalWords
	modules        []Privacy // what the modules add
}

// Paragraphs that stand for something else.
const (
	keptHere = "{kept}" // the table of what is kept
	seenHere = "{seen}" // what the modules say about who sees it
)

// legalWords are the words around the texts.
type legalWords struct {
	navigation, home, privacy, terms, what, where, howLong string

	responsible         string // who is, if the operator is configured; with {operator}
	responsibleOperator string // if not
	contact             string // whom to ask, if the operator is not configured
}

// legalLanguage is a link to the same page in another language.
type legalLanguage struct{ Tag, Name string }

var legalLanguages = []legalLanguage{{"en", "English"}, {"ja", "日本語"}}

// legalByTag returns the texts in each language.
var legalByTag = sync.OnceValue(func() map[string]legalTexts {
	all := map[string]legalTexts{}
	for _, words := range catalogues() {
		document := func(name string) texts.Document {
			return texts.LoadDocument(textFiles, "texts/"+name+"."+words.tag+".txt")
		}
		all[words.tag] = legalTexts{privacy: document("privacy"), terms: document("terms"), kept: document("kept"), words: words.legal}
	}
	return all
})

// legalRoutes registers the two pages. They need no sign-in, because the skill's manifest
// links to them.
func (r *routing) legalRoutes() {
	r.get("/privacy", r.legal(func(t legalTexts) texts.Document { return t.privacy }))
	r.get("/terms", r.legal(func(t legalTexts) texts.Document { return t.terms }))
}

// legal serves a page in the language of ?lang=, or otherwise in the reader's; see wordsFor.
func (s *server) legal(pick func(legalTexts) texts.Document) echo.HandlerFunc {
	return func(c echo.Context) error {
		words := wordsOf(c)
		legal := s.legalTexts(words.tag)
		c.Response().Header().Set("Cache-Control", "no-cache")
		c.Response().Header().Set("Content-Language", words.tag)
		shown := legalPage{legal, pick(legal), words.tag, c.Path(), legalReplacer(legal, s.Operator)}
		return page(words.tag, shown.Title+" – "+words.app, shown.alternates(), shown.main()).show(c, http.StatusOK)
	}
}

// legalTexts returns the texts in a language, with those of the modules.
func (s *server) legalTexts(tag string) legalTexts {
	legal := legalByTag()[tag]
	for _, m := range s.Modules {
		legal.modules = append(legal.modules, m.Privacy(tag))
	}
	return legal
}
