package webapi

import (
	_ "embed" // openapi.yaml
	"fmt"
	"html/template"
	"net/http"
	"path"
	"strings"
	"sync"

	"github.com/labstack/echo/v4"
	"gopkg.in/yaml.v3"

	"voicememo/models"
)

//go:embed openapi.yaml
var contract []byte

// serveOpenAPI: GET /api/openapi.yaml.
func serveOpenAPI(c echo.Context) error {
	c.Response().Header().Set("Cache-Control", "no-cache")
	return send(c, http.StatusOK, "application/yaml", contract) // RFC 9512
}

// serveDocsStyle: GET /api/docs.css.
func serveDocsStyle(c echo.Context) error {
	css, err := documents.ReadFile("docs/docs.css")
	if err != nil {
		return models.Internalf("docs: %w", err)
	}
	c.Response().Header().Set("Cache-Control", "no-cache")
	return send(c, http.StatusOK, contentTypes[".css"], css)
}

// docs: GET /api/docs, openapi.yaml as a page.
func (s *server) docs(c echo.Context) error {
	page, err := readContract()
	if err != nil {
		return models.Internalf("docs: %w", err)
	}
	words := wordsFor(c.Request())
	page.Problems = nil
	for _, code := range models.Codes() {
		page.Problems = append(page.Problems, problemKind{code, statuses[code], words.codes[code]})
	}
	t, err := template.New("docs.html").Funcs(page.functions()).ParseFS(documents, "docs/docs.html")
	if err != nil {
		return models.Internalf("docs: %w", err)
	}
	c.Response().Header().Set("Cache-Control", "no-cache")
	return render(c, http.StatusOK, t, page)
}

// readContract parses openapi.yaml when the page is first requested.
var readContract = sync.OnceValues(func() (contractPage, error) {
	var page contractPage
	if err := yaml.Unmarshal(contract, &page); err != nil {
		return page, fmt.Errorf("openapi.yaml: %w", err)
	}
	return page, nil
})

// contractPage is the part of an OpenAPI document that the page shows.
type contractPage struct {
	Info       struct{ Title, Description, Version string }
	Paths      ordered[ordered[operation]]
	Components struct {
		Schemas    ordered[schema]
		Parameters map[string]parameter
		Responses  map[string]response
		Bodies     map[string]response `yaml:"requestBodies"`
	}
	Problems []problemKind `yaml:"-"`
}

type problemKind struct {
	Code     models.Code
	Status   int
	Sentence string
}

type operation struct {
	Summary, Description string
	Parameters           []parameter
	RequestBody          response `yaml:"requestBody"` // of the same shape
	Responses            ordered[response]
}

type parameter struct {
	Ref                   string `yaml:"$ref"`
	Name, In, Description string
}

type response struct {
	Ref         string `yaml:"$ref"`
	Description string
	Content     ordered[media]
}

type media struct{ Schema schema }

type schema struct {
	Ref               string `yaml:"$ref"`
	Type, Description string
	Properties        ordered[schema]
	Items             *schema
}

// Name returns the name of the component that a schema refers to, or "".
func (s schema) Name() string { return referred(s.Ref) }

// Kind returns the type of a property in words.
func (s schema) Kind() string {
	switch {
	case s.Ref != "":
		return s.Name()
	case s.Items != nil:
		return "list of " + s.Items.Kind()
	}
	return s.Type
}

// functions returns the template's functions, which resolve references.
func (p contractPage) functions() template.FuncMap {
	return template.FuncMap{
		"deref": func(q parameter) parameter {
			if q.Ref != "" {
				return p.Components.Parameters[referred(q.Ref)]
			}
			return q
		},
		"body": func(r response) response {
			if r.Ref != "" {
				return p.Components.Bodies[referred(r.Ref)]
			}
			return r
		},
		"answer": func(r response) response {
			if r.Ref != "" {
				return p.Components.Responses[referred(r.Ref)]
			}
			return r
		},
		// The introduction explains the answers that every route may have.
		"everywhere": func(r response) bool {
			name := referred(r.Ref)
			return name == "Misdirected" || name == "Fault" || name == "Unavailable"
		},
	}
}

func referred(ref string) string {
	if ref == "" {
		return ""
	}
	return path.Base(ref)
}

// ordered is a YAML mapping in its written order.
type ordered[T any] []struct {
	Name  string
	Value T
}

// UnmarshalYAML reads a mapping without the names that begin with "x-".
func (o *ordered[T]) UnmarshalYAML(node *yaml.Node) error {
	for i := 0; i+1 < len(node.Content); i += 2 {
		var entry struct {
			Name  string
			Value T
		}
		if err := node.Content[i+1].Decode(&entry.Value); err != nil {
			return fmt.Errorf("%s: %w", node.Content[i].Value, err)
		}
		if entry.Name = node.Content[i].Value; !strings.HasPrefix(entry.Name, "x-") {
			*o = append(*o, entry)
		}
	}
	return nil
}
