package cfn

import (
	"fmt"

	"gopkg.in/yaml.v3"
)

// fields is a mapping of the template, in source order.
type fields []field

type field struct {
	name string
	node *yaml.Node
}

// fieldsOf reads a mapping; nil has no fields.
func fieldsOf(n *yaml.Node) (fields, error) {
	if n == nil {
		return nil, nil
	}
	if n.Kind != yaml.MappingNode {
		return nil, fmt.Errorf(": line %d is not a mapping", n.Line)
	}
	var fs fields
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		name := n.Content[i].Value
		if seen[name] {
			return nil, fmt.Errorf(".%s: it is set twice", name)
		}
		seen[name] = true
		fs = append(fs, field{name, n.Content[i+1]})
	}
	return fs, nil
}

// take returns a field's value and removes the field; nil: there is none.
func (fs *fields) take(name string) *yaml.Node {
	for i, f := range *fs {
		if f.name == name {
			*fs = append((*fs)[:i:i], (*fs)[i+1:]...)
			return f.node
		}
	}
	return nil
}

// nothingElse returns an error if a field has not been taken.
func (fs fields) nothingElse() error {
	if len(fs) > 0 {
		return fmt.Errorf(".%s: this package does not know it", fs[0].name)
	}
	return nil
}
