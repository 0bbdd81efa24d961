package webapi

import (
	command "flag"
	"fmt"
	"html/template"
	"os"
	"path"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

var update = command.Bool("update", false, "rewrite docs/contract.html")

// TestDocsAreWritten: docs/contract.html is openapi.yaml as testdata/contract.html, a
// template, shows it. The page is written ahead because YAML and templates would slow down
// each start of the function on AWS.
func TestDocsAreWritten(t *testing.T) {
	var document contractDocument
	if err := yaml.Unmarshal(contract, &document); err != nil {
		t.Fatal(err)
	}
	show, err := template.New("contract.html").Funcs(document.functions()).ParseFiles("testdata/contract.html")
	if err != nil {
		t.Fatal(err)
	}
	var page strings.Builder
	if err := show.Execute(&page, document); err != nil {
		t.Fatal(err)
	}
	if strings.Count(page.String(), problemsHere) != 1 {
		t.Fatalf("got a page without one %s", problemsHere)
	}
	if *update {
		if err := os.WriteFile("docs/contract.html", []byte(page.String()), 0o644); err != nil { //nolint:gosec // it is public
			t.Fatal(err)
		}
	} else if page.String() != contractPage {
		t.Error("docs/contract.html is not openapi.yaml; run: go test ./webapi -run DocsAreWritten -update")
	}
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
func (p contractDocument) functions() template.FuncMap {
	return template.FuncMap{
		"problems": func() template.HTML { return problemsHere },
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
