package cfn

import (
	"errors"
	"fmt"
	"strings"

	"gopkg.in/yaml.v3"
)

// evaluator is a template being read.
type evaluator struct {
	template   Template
	given      map[string]string
	conditions map[string]*yaml.Node
	deciding   []string          // conditions that are being decided
	bodies     map[string]fields // of the resources whose condition holds
	identities map[string]identity
	naming     []string            // resources whose name is being read
	within     string              // the resource that is being read
	references map[string][]string // from a resource to those it depends on
}

// nothing is the value of Ref of AWS::NoValue: its field or entry is left out.
type nothing struct{}

// value evaluates a node of any form.
func (e *evaluator) value(n *yaml.Node) (any, error) {
	switch {
	case n == nil:
		return nil, errors.New(": it is missing")
	case n.Kind == yaml.AliasNode:
		return nil, errors.New(": CloudFormation does not know YAML's aliases")
	case strings.HasPrefix(n.Tag, "!") && !strings.HasPrefix(n.Tag, "!!"):
		return e.call(longName(n.Tag), n)
	case n.Kind == yaml.MappingNode:
		if len(n.Content) == 2 && isFunction(n.Content[0].Value) {
			return e.call(n.Content[0].Value, n.Content[1])
		}
		return e.object(n)
	case n.Kind == yaml.SequenceNode:
		return e.list(n)
	}
	return scalar(n)
}

// longName returns "Fn::Sub" for "!Sub"; Ref alone has no prefix.
func longName(tag string) string {
	if tag == "!Ref" {
		return "Ref"
	}
	return "Fn::" + tag[1:]
}

func isFunction(name string) bool { return name == "Ref" || strings.HasPrefix(name, "Fn::") }

// scalar reads a plain value. A date is a text, as in the version of a policy.
func scalar(n *yaml.Node) (any, error) {
	if n.ShortTag() == "!!timestamp" {
		return n.Value, nil
	}
	var v any
	if err := n.Decode(&v); err != nil {
		return nil, fmt.Errorf(": %w", err)
	}
	if v == nil {
		return nil, errors.New(": it is null")
	}
	return v, nil
}

func (e *evaluator) list(n *yaml.Node) ([]any, error) {
	if n.Kind != yaml.SequenceNode {
		return nil, fmt.Errorf(": line %d is not a list", n.Line)
	}
	out := []any{}
	for i, c := range n.Content {
		v, err := e.value(c)
		if err != nil {
			return nil, fmt.Errorf("[%d]%w", i, err)
		}
		if _, left := v.(nothing); !left {
			out = append(out, v)
		}
	}
	return out, nil
}

// object evaluates a mapping's values; nil has none.
func (e *evaluator) object(n *yaml.Node) (map[string]any, error) {
	fs, err := fieldsOf(n)
	if err != nil {
		return nil, err
	}
	out := map[string]any{}
	for _, f := range fs {
		v, err := e.value(f.node)
		if err != nil {
			return nil, fmt.Errorf(".%s%w", f.name, err)
		}
		if _, left := v.(nothing); !left {
			out[f.name] = v
		}
	}
	return out, nil
}

// text evaluates something that must be a text; nil is "".
func (e *evaluator) text(n *yaml.Node) (string, error) {
	if n == nil {
		return "", nil
	}
	v, err := e.value(n)
	if err != nil {
		return "", err
	}
	s, ok := v.(string)
	if !ok {
		return "", fmt.Errorf(": line %d is not a text", n.Line)
	}
	return s, nil
}

// texts evaluates a text or a list of them; nil has none.
func (e *evaluator) texts(n *yaml.Node) ([]string, error) {
	if n == nil {
		return nil, nil
	}
	v, err := e.value(n)
	if err != nil {
		return nil, err
	}
	return asTexts(v)
}

// asTexts returns a text or a list of texts as a list.
func asTexts(v any) ([]string, error) {
	switch v := v.(type) {
	case string:
		return []string{v}, nil
	case []any:
		var out []string
		for _, entry := range v {
			s, ok := entry.(string)
			if !ok {
				return nil, fmt.Errorf(": %v is not a text", entry)
			}
			out = append(out, s)
		}
		return out, nil
	}
	return nil, fmt.Errorf(": %v is not a list of texts", v)
}
