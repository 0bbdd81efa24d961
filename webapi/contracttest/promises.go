package contracttest

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// Promises lists what clients of the API may rely on, one line for each fact: routes with
// the rights that they need, their parameters, and the fields of requests and responses.
func (d Contract) Promises() []string {
	p := &promises{lines: map[string]bool{}}
	for route, item := range d.Paths.Map() {
		for method, op := range item.Operations() {
			p.operation(method+" "+route, item, op)
		}
	}
	return slices.Sorted(maps.Keys(p.lines))
}

// promises collects the lines; those of a named schema are added once for requests and
// once for responses.
type promises struct{ lines map[string]bool }

func (p *promises) add(line string) { p.lines[line] = true }

func (p *promises) operation(name string, item *openapi3.PathItem, op *openapi3.Operation) {
	if page := op.Responses.Value("200"); page != nil && (page.Value.Content["text/css"] != nil || page.Value.Content["text/javascript"] != nil) {
		return // a part of a page
	}
	p.add(name)
	if need := Need(op); need != "" {
		p.add(name + " needs " + string(need))
	}
	for _, parameter := range append(slices.Clone(item.Parameters), op.Parameters...) {
		v := parameter.Value
		line := name + " " + v.In + " " + v.Name + ": " + p.schema("request", name+" "+v.Name, v.Schema)
		p.add(line + required(v.Required))
	}
	if op.RequestBody != nil {
		for kind, media := range op.RequestBody.Value.Content {
			p.add(name + " takes " + kind + ": " + p.schema("request", name, media.Schema))
		}
	}
	for status, response := range op.Responses.Map() {
		for kind, media := range response.Value.Content {
			line := name + " " + status + " " + kind + ": " + p.schema("response", name+" "+status, media.Schema)
			if status < "400" {
				p.add(line)
			}
		}
	}
}

// required marks a field that a client must send.
func required(is bool) string {
	if is {
		return ", required"
	}
	return ""
}

// schema adds the fields of a schema and returns its type. A schema without a name is called
// after its place.
func (p *promises) schema(direction, place string, ref *openapi3.SchemaRef) string {
	if ref == nil {
		return "any"
	}
	s := ref.Value
	named := ref.Ref != ""
	if named {
		place = path.Base(ref.Ref)
	}
	kind := "any"
	switch {
	case len(s.AllOf) == 1 && s.Type == nil:
		return p.schema(direction, place, s.AllOf[0])
	case len(s.OneOf) > 0:
		kinds := []string{}
		for _, one := range s.OneOf {
			kinds = append(kinds, p.schema(direction, place, one))
		}
		return strings.Join(kinds, " or ")
	case s.Items != nil:
		kind = "list of " + p.schema(direction, place, s.Items)
	case s.Type != nil:
		kind = strings.Join(*s.Type, " or ")
	}
	if direction == "request" {
		for _, value := range s.Enum {
			if text, ok := value.(string); ok {
				p.add(direction + " " + place + "=" + text)
			}
		}
	}
	if !named {
		p.fields(direction, place, s)
		return kind
	}
	if line := direction + " " + place + ": " + kind; !p.lines[line] {
		p.add(line)
		p.fields(direction, place, s)
	}
	return place
}

// fields adds the fields of an object.
func (p *promises) fields(direction, place string, s *openapi3.Schema) {
	for name, property := range s.Properties {
		field := place + "." + name
		is := slices.Contains(s.Required, name)
		line := direction + " " + field + ": " + p.schema(direction, field, property)
		if direction == "request" {
			p.add(line + required(is))
			continue
		}
		p.add(line)
		if is {
			p.add(direction + " " + field + " is always present")
		}
	}
}
