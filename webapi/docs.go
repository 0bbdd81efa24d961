package webapi

import (
	_ "embed" // the documents
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

//go:embed docs/docs.css
var docsStyle []byte

// problemsHere is the place of the problems in contractPage.
const problemsHere = "<!-- problems -->"

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

// serveDocs: GET /api/docs, openapi.yaml as a page, with each problem's sentence in the
// reader's language.
func (s *server) serveDocs(c echo.Context) error {
	words := wordsFor(c.Request())
	problems := each(models.Codes(), func(code models.Code) node {
		return element("article", attributes{"id", string(code)},
			element("h3", nil,
				element("code", nil, escaped(string(code))), element("span", attributes{"class", "soft"}, escaped(strconv.Itoa(statuses[code]))),
			),
			element("p", nil, escaped(words.codes[code])),
		)
	})
	page := addedAt(problemsHere, contractPage, problems.String())
	for _, m := range s.Modules {
		part := m.Contract()
		page = addedAt(pathsHTMLHere, addedAt(thingsHTMLHere, page, part.ThingsHTML), part.PathsHTML)
	}
	c.Response().Header().Set("Cache-Control", "no-cache")
	return send(c, http.StatusOK, echo.MIMETextHTMLCharsetUTF8, []byte(page))
}
