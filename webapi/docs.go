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

// serveOpenAPI: GET /api/openapi.yaml.
func serveOpenAPI(c echo.Context) error {
	c.Response().Header().Set("Cache-Control", "no-cache")
	return send(c, http.StatusOK, "application/yaml", contract) // RFC 9512
}

// serveDocsStyle: GET /api/docs.css.
func serveDocsStyle(c echo.Context) error {
	c.Response().Header().Set("Cache-Control", "no-cache")
	return send(c, http.StatusOK, contentTypes[".css"], docsStyle)
}

// serveDocs: GET /api/docs, openapi.yaml as a page, with each problem's sentence in the
// reader's language.
func serveDocs(c echo.Context) error {
	words := wordsFor(c.Request())
	problems := each(models.Codes(), func(code models.Code) node {
		return element("article", attributes{"id", string(code)},
			element("h3", nil,
				element("code", nil, escaped(string(code))), element("span", attributes{"class", "soft"}, escaped(strconv.Itoa(statuses[code]))),
			),
			element("p", nil, escaped(words.codes[code])),
		)
	})
	page := strings.Replace(contractPage, problemsHere, problems.String(), 1)
	c.Response().Header().Set("Cache-Control", "no-cache")
	return send(c, http.StatusOK, echo.MIMETextHTMLCharsetUTF8, []byte(page))
}
