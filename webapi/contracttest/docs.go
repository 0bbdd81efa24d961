package contracttest

import (
	_ "embed" // the template
	"fmt"
	"html/template"
	"path"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"voicememo/models"
)

//go:embed contract.html
var pageTemplate string

// Page returns an OpenAPI document as an HTML page.
func Page(document []byte) (string, error) { return pageOf(document, "page") }

// JapanesePage returns a page in Japanese about the operations that a personal token can
// use.
func JapanesePage(document []byte) (string, error) { return pageOf(document, "japanese") }

func pageOf(document []byte, name string) (string, error) {
	var d contractDocument
	if err := yaml.Unmarshal(document, &d); err != nil {
		return "", err
	}
	return d.execute(name, d)
}

// Part returns the entries of paths and of components.schemas that a module adds to a
// document as the articles that it adds to the page. References may point to the rest of
// the document.
func Part(document []byte, paths, schemas string) (pathsHTML, thingsHTML string, err error) {
	var d, part contractDocument
	if err := yaml.Unmarshal(document, &d); err != nil {
		return "", "", err
	}
	if err := yaml.Unmarshal([]byte("paths:\n"+paths+"components:\n  schemas:\n"+schemas), &part); err != nil {
		return "", "", err
	}
	if pathsHTML, err = d.execute("paths", part); err != nil {
		return "", "", err
	}
	thingsHTML, err = d.execute("things", part)
	return pathsHTML, thingsHTML, err
}

// execute returns what a template makes of a part of the document.
func (p contractDocument) execute(name string, part contractDocument) (string, error) {
	show, err := template.New("page").Funcs(p.functions()).Parse(pageTemplate)
	if err != nil {
		return "", err
	}
	var html strings.Builder
	err = show.ExecuteTemplate(&html, name, part)
	return html.String(), err
}

// contractDocument is the part of an OpenAPI document that the page shows.
type contractDocument struct {
	Info       struct{ Title, Description, Version string }
	Paths      ordered[ordered[operation]]
	Components struct {
		Schemas    ordered[schema]
		Parameters map[string]parameter
		Responses  map[string]response
		Bodies     map[string]response `yaml:"requestBodies"`
	}
}

type operation struct {
	Summary, Description string
	ID                   string      `yaml:"operationId"`
	Need                 models.Need `yaml:"x-need"`
	Curl                 string      `yaml:"x-curl"` // the arguments of an example
	Japanese             string      `yaml:"x-ja"`   // the summary in Japanese, if there is an example
	Parameters           []parameter
	RequestBody          response `yaml:"requestBody"` // of the same shape
	Responses            ordered[response]
}

// Scope returns the scopes, in words, each of which suffices for the operation; "": it is
// for every caller, or only for a signed-in browser.
func (o operation) Scope() string {
	scopes := slices.DeleteFunc([]models.Scope{models.ScopeRead, models.ScopeAdd, models.ScopeMemos, models.ScopeFamily},
		func(s models.Scope) bool { return o.Need == models.NeedPublic || !s.Allows(o.Need) })
	words := make([]string, len(scopes))
	for i, s := range scopes {
		words[i] = string(s)
	}
	return strings.Join(words, ", ")
}

// exampleTexts are the texts of examples, by language.
var exampleTexts = map[string]string{"en": "Buy milk", "ja": "牛乳を買う"}

// Line returns the example of an operation with curl (https://curl.se) in a language; "":
// there is none. The token is in a file, because other users of the machine can read
// arguments.
func (o operation) Line(language string) string {
	if o.Curl == "" {
		return ""
	}
	return `curl -fsS -H @"$HOME/.voicememo-key" ` + strings.ReplaceAll(o.Curl, "{text}", exampleTexts[language])
}

// example returns the example of the operation with an id.
func (p contractDocument) example(id, language string) string {
	for _, path := range p.Paths {
		for _, o := range path.Value {
			if o.Value.ID == id {
				return o.Value.Line(language)
			}
		}
	}
	return ""
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
func (p contractDocument) functions() template.FuncMap {
	return template.FuncMap{
		// The places of what is added when the page is served.
		"problems": func() template.HTML { return "<!-- problems -->" },
		"modules":  func(of string) template.HTML { return template.HTML("<!-- modules: " + of + " -->") },
		"public":   func() template.HTML { return "<!-- public -->" },
		"example":  p.example,
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
