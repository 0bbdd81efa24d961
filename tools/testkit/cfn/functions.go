package cfn

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
)

// call evaluates a function by its long name.
func (e *evaluator) call(name string, n *yaml.Node) (any, error) {
	arguments := untagged(n)
	var value any
	var err error
	switch name {
	case "Ref":
		value, err = e.ref(arguments.Value)
	case "Fn::GetAtt":
		value, err = e.getAtt(arguments)
	case "Fn::Sub":
		value, err = e.sub(arguments)
	case "Fn::If":
		value, err = e.choose(arguments)
	case "Fn::Equals":
		value, err = e.equals(arguments)
	case "Fn::Not":
		value, err = e.not(arguments)
	default:
		err = errors.New(": this package does not know the function")
	}
	if err != nil {
		return nil, fmt.Errorf(" %s%w", name, err)
	}
	return value, nil
}

// untagged returns a node without its function tag.
func untagged(n *yaml.Node) *yaml.Node {
	plain := *n
	plain.Tag = ""
	if plain.Kind == yaml.ScalarNode {
		plain.Tag = "!!str"
	}
	return &plain
}

func (e *evaluator) equals(n *yaml.Node) (any, error) {
	values, err := e.list(n)
	if err == nil && len(values) != 2 {
		err = errors.New(": wants two values")
	}
	if err != nil {
		return nil, err
	}
	return values[0] == values[1], nil
}

func (e *evaluator) not(n *yaml.Node) (any, error) {
	values, err := e.list(n)
	if err != nil {
		return nil, err
	}
	if len(values) == 1 {
		if holds, ok := values[0].(bool); ok {
			return !holds, nil
		}
	}
	return nil, errors.New(": wants one condition")
}

// choose evaluates Fn::If. The value that is not chosen may refer to missing resources.
func (e *evaluator) choose(n *yaml.Node) (any, error) {
	if n.Kind != yaml.SequenceNode || len(n.Content) != 3 {
		return nil, errors.New(": wants a condition and two values")
	}
	holds, err := e.decide(n.Content[0].Value)
	if err != nil {
		return nil, err
	}
	if holds {
		return e.value(n.Content[1])
	}
	return e.value(n.Content[2])
}

// decide reports whether a condition holds.
func (e *evaluator) decide(name string) (bool, error) {
	n := e.conditions[name]
	if n == nil {
		return false, fmt.Errorf(".%s: there is no such condition", name)
	}
	if slices.Contains(e.deciding, name) {
		return false, fmt.Errorf(".%s: it depends on itself", name)
	}
	e.deciding = append(e.deciding, name)
	defer func() { e.deciding = e.deciding[:len(e.deciding)-1] }()
	v, err := e.value(n)
	if err != nil {
		return false, fmt.Errorf(".%s%w", name, err)
	}
	holds, ok := v.(bool)
	if !ok {
		return false, fmt.Errorf(".%s: it is neither true nor false", name)
	}
	return holds, nil
}

// sub evaluates Fn::Sub: a text, or a text with names of its own.
func (e *evaluator) sub(n *yaml.Node) (any, error) {
	text, own := n.Value, map[string]any{}
	if n.Kind == yaml.SequenceNode && len(n.Content) == 2 {
		text = n.Content[0].Value
		var err error
		if own, err = e.object(n.Content[1]); err != nil {
			return nil, err
		}
	} else if n.Kind != yaml.ScalarNode {
		return nil, errors.New(": wants a text, or a text and names")
	}
	var out strings.Builder
	for {
		before, rest, found := strings.Cut(text, "${")
		out.WriteString(before)
		if !found {
			return out.String(), nil
		}
		name, after, closed := strings.Cut(rest, "}")
		if !closed {
			return nil, errors.New(": a brace is not closed")
		}
		text = after
		if literal, is := strings.CutPrefix(name, "!"); is {
			out.WriteString("${" + literal + "}")
			continue
		}
		v, ok := own[name]
		if !ok {
			var err error
			if v, err = e.named(name); err != nil {
				return nil, err
			}
		}
		_, _ = fmt.Fprint(&out, v)
	}
}

// named evaluates a name within Fn::Sub: an argument of Ref or of Fn::GetAtt.
func (e *evaluator) named(name string) (any, error) {
	if id, attribute, ok := strings.Cut(name, "."); ok {
		return e.attribute(id, attribute)
	}
	return e.ref(name)
}

func (e *evaluator) getAtt(n *yaml.Node) (any, error) {
	if n.Kind == yaml.SequenceNode {
		path, err := e.texts(n)
		if err != nil || len(path) != 2 {
			return nil, errors.New(": wants a resource and an attribute")
		}
		return e.attribute(path[0], path[1])
	}
	id, attribute, _ := strings.Cut(n.Value, ".")
	return e.attribute(id, attribute)
}
