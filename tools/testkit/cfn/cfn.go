// Package cfn evaluates a CloudFormation template as CloudFormation would, with its
// parameters, conditions and functions. It knows the functions and the types of resources
// that infra/template.yaml uses; anything else is an error, and so is a reference to
// something that does not exist.
//
// Source: AWS CloudFormation Template Reference Guide.
package cfn

import (
	"errors"
	"fmt"
	"os"

	"gopkg.in/yaml.v3"
)

// Template is an evaluated template. Values are map[string]any, []any, string, int,
// float64 and bool.
type Template struct {
	Transforms []string
	Parameters map[string]Parameter
	Resources  map[string]Resource // without those whose condition does not hold
	Outputs    map[string]any      // name to value
}

// Parameter is a parameter with its value.
type Parameter struct {
	Value  string
	NoEcho bool // AWS shows asterisks instead
}

// Resource is one resource.
type Resource struct {
	Type                string
	DeletionPolicy      string // "": CloudFormation's default, for most types Delete
	UpdateReplacePolicy string // likewise
	DependsOn           []string
	Properties          map[string]any
}

// Resource returns a resource by its logical id.
func (t *Template) Resource(logicalID string) (Resource, bool) {
	r, ok := t.Resources[logicalID]
	return r, ok
}

// Evaluate reads the template at path with these parameters; a missing one has its
// default. The stack's name is "voicememo-" followed by the parameter Environment, its
// account 101010101010 and its region xx-there-1. An error names the place in the
// template.
func Evaluate(path string, parameters map[string]string) (*Template, error) {
	document, err := Read(path)
	if err != nil {
		return nil, err
	}
	return EvaluateDocument(document, parameters)
}

// Read returns a template's YAML.
func Read(path string) (*yaml.Node, error) {
	content, err := os.ReadFile(path) //nolint:gosec // the developer's own template
	if err != nil {
		return nil, err
	}
	return parse(content)
}

func parse(content []byte) (*yaml.Node, error) {
	var document yaml.Node
	if err := yaml.Unmarshal(content, &document); err != nil {
		return nil, err
	}
	return &document, nil
}

// EvaluateDocument is Evaluate for a document that has been read. It does not change the
// document.
func EvaluateDocument(document *yaml.Node, parameters map[string]string) (*Template, error) {
	if document.Kind != yaml.DocumentNode || len(document.Content) != 1 {
		return nil, errors.New("not a template")
	}
	top, err := fieldsOf(document.Content[0])
	if err != nil {
		return nil, err
	}
	e := &evaluator{given: parameters, references: map[string][]string{}, identities: map[string]identity{}}
	for _, section := range []struct {
		name string
		read func(fields) error
	}{
		{"Parameters", e.readParameters}, {"Conditions", e.readConditions}, {"Resources", e.readResources}, {"Outputs", e.readOutputs},
	} {
		fs, err := fieldsOf(top.take(section.name))
		if err == nil {
			err = section.read(fs)
		}
		if err != nil {
			return nil, fmt.Errorf("%s%w", section.name, err)
		}
	}
	if e.template.Transforms, err = e.texts(top.take("Transform")); err != nil {
		return nil, fmt.Errorf("Transform%w", err)
	}
	for _, told := range []string{"AWSTemplateFormatVersion", "Description", "Metadata"} {
		top.take(told)
	}
	return &e.template, top.nothingElse()
}
