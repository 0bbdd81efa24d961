package webapi

import (
	_ "embed" // the documents
	"html"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"voicememo/models"
)

//go:embed openapi.yaml
var contract []byte

// contractPage is openapi.yaml as a page. A test writes it; see docs_test.go.
//
//go:embed docs/contract.html
var contractPage string

// japanesePage is a page in Japanese about the operations for personal tokens.
//
//go:embed docs/contract.ja.html
var japanesePage string

//go:embed docs/docs.css
var docsStyle []byte

// The places of the problems and of the server's address in contractPage and japanesePage.
const (
	problemsHere = "<!-- problems -->"
	publicHere   = "<!-- public -->"
)

// The places of the modules' parts: each is added before its line.
const (
	modulePathsHere   = "# modules: paths\n"   // in openapi.yaml
	moduleSchemasHere = "# modules: schemas\n" // in openapi.yaml
	pathsHTMLHere     = "<!-- modules: paths -->"
	thingsHTMLHere    = "<!-- modules: things -->"
)

// serveOpenAPI: GET /api/openapi.yaml.
func (s *server) serveOpenAPI(c echo.Context) error {
	text := string(contract)
	for _, m := range s.Modules {
		part := m.Contract()
		text = addedAt(modulePathsHere, addedAt(moduleSchemasHere, text, part.Schemas), part.Paths)
	}
	c.Response().Header().Set("Cache-Control", "no-cache")
	return send(c, http.StatusOK, "application/yaml", []byte(text)) // RFC 9512
}

// addedAt returns a text with a part added before a place in it.
func addedAt(place, text, part string) string { return strings.Replace(text, place, part+place, 1) }

// serveDocsStyle: GET /api/docs.css.
func serveDocsStyle(c echo.Context) error {
	c.Response().Header().Set("Cache-Control", "no-cache")
	return send(c, http.StatusOK, contentTypes[".css"], docsStyle)
}

// serveDocs: GET /api/docs. In English it is openapi.yaml as a page, in Japanese a page
// about the operations for personal tokens; each has every problem's sentence. The language
// is that of ?lang=, or otherwise the reader's; see wordsFor.
func (s *server) serveDocs(c echo.Context) error {
	words := wordsOf(c)
	problems := each(models.Codes(), func(code models.Code) node {
		return element("article", attributes{"id", string(code)},
			element("h3", nil,
				element("code", nil, escaped(string(code))), element("span", attributes{"class", "soft"}, escaped(strconv.Itoa(statuses[code]))),
			),
			element("p", nil, escaped(words.codes[code])),
		)
	})
	page := contractPage
	if words.tag == "ja" {
		page = japanesePage
	}
	page = strings.Replace(addedAt(problemsHere, page, problems.String()), publicHere, html.EscapeString(s.public.String()), 1)
	for _, m := range s.Modules {
		part := m.Contract()
		page = addedAt(pathsHTMLHere, addedAt(thingsHTMLHere, page, part.ThingsHTML), part.PathsHTML)
	}
	c.Response().Header().Set("Cache-Control", "no-cache")
	c.Response().Header().Set("Content-Language", words.tag)
	return send(c, http.StatusOK, echo.MIMETextHTMLCharsetUTF8, []byte(page))
}
