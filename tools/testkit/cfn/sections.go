package cfn

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
)

// readParameters takes the given values, or the defaults, and checks them against the
// values that the template allows.
func (e *evaluator) readParameters(fs fields) error {
	e.template.Parameters = map[string]Parameter{}
	for _, f := range fs {
		value, err := e.parameter(f)
		if err != nil {
			return fmt.Errorf(".%s%w", f.name, err)
		}
		e.template.Parameters[f.name] = value
	}
	for name := range e.given {
		if _, ok := e.template.Parameters[name]; !ok {
			return fmt.Errorf(".%s: the template has no such parameter", name)
		}
	}
	return nil
}

// parameter reads one declaration; its fields are plain values.
func (e *evaluator) parameter(f field) (Parameter, error) {
	body, err := e.object(f.node)
	if err != nil {
		return Parameter{}, err
	}
	if body["Type"] != "String" {
		return Parameter{}, fmt.Errorf(".Type: this package does not know %v", body["Type"])
	}
	value, given := e.given[f.name]
	if !given {
		if value, given = body["Default"].(string); !given {
			return Parameter{}, errors.New(": it is not given and has no default")
		}
	}
	hidden, _ := body["NoEcho"].(bool)
	err = allowed(body, value)
	for _, known := range []string{"Type", "Default", "NoEcho", "AllowedValues", "AllowedPattern", "Description"} {
		delete(body, known)
	}
	for other := range body {
		return Parameter{}, fmt.Errorf(".%s: this package does not know it", other)
	}
	return Parameter{Value: value, NoEcho: hidden}, err
}

// allowed checks a parameter's value against its declaration.
func allowed(declared map[string]any, value string) error {
	if values, ok := declared["AllowedValues"].([]any); ok && !slices.Contains(values, any(value)) {
		return fmt.Errorf(": %q is not among the allowed values", value)
	}
	text, ok := declared["AllowedPattern"].(string)
	if !ok {
		return nil
	}
	pattern, err := regexp.Compile("^(?:" + text + ")$")
	if err == nil && !pattern.MatchString(value) {
		err = fmt.Errorf("%q does not have the allowed pattern", value)
	}
	if err != nil {
		return fmt.Errorf(": %w", err)
	}
	return nil
}

// readConditions reads the conditions and evaluates each once, so that an unused one with
// an error is also found.
func (e *evaluator) readConditions(fs fields) error {
	e.conditions = map[string]*yaml.Node{}
	for _, f := range fs {
		e.conditions[f.name] = f.node
	}
	for _, f := range fs {
		if _, err := e.decide(f.name); err != nil {
			return err
		}
	}
	return nil
}

// readResources evaluates the resources whose condition holds.
func (e *evaluator) readResources(fs fields) error {
	e.template.Resources, e.bodies = map[string]Resource{}, map[string]fields{}
	var there []string
	for _, f := range fs {
		body, err := fieldsOf(f.node)
		if err != nil {
			return fmt.Errorf(".%s%w", f.name, err)
		}
		holds := true
		if condition := body.take("Condition"); condition != nil {
			if holds, err = e.decide(condition.Value); err != nil {
				return fmt.Errorf(".%s.Condition%w", f.name, err)
			}
		}
		if holds {
			there, e.bodies[f.name] = append(there, f.name), body
		}
	}
	for _, id := range there {
		if err := e.readResource(id); err != nil {
			return fmt.Errorf(".%s%w", id, err)
		}
	}
	return e.noCircle(there)
}

func (e *evaluator) readResource(id string) error {
	e.within = id
	defer func() { e.within = "" }()
	body, r := slices.Clone(e.bodies[id]), Resource{}
	var err error
	for _, attribute := range []struct {
		name string
		into *string
	}{{"Type", &r.Type}, {"DeletionPolicy", &r.DeletionPolicy}, {"UpdateReplacePolicy", &r.UpdateReplacePolicy}} {
		if *attribute.into, err = e.text(body.take(attribute.name)); err != nil {
			return fmt.Errorf(".%s%w", attribute.name, err)
		}
	}
	if _, known := shapes[r.Type]; !known {
		return fmt.Errorf(".Type: this package does not know %q", r.Type)
	}
	if r.DependsOn, err = e.texts(body.take("DependsOn")); err != nil {
		return fmt.Errorf(".DependsOn%w", err)
	}
	for _, other := range r.DependsOn {
		if err := e.refer(other); err != nil {
			return fmt.Errorf(".DependsOn%w", err)
		}
	}
	if r.Properties, err = e.object(body.take("Properties")); err != nil {
		return fmt.Errorf(".Properties%w", err)
	}
	e.template.Resources[id] = r
	return body.nothingElse()
}

// readOutputs evaluates the outputs of the stack.
func (e *evaluator) readOutputs(fs fields) error {
	e.template.Outputs = map[string]any{}
	for _, f := range fs {
		body, err := fieldsOf(f.node)
		if err != nil {
			return fmt.Errorf(".%s%w", f.name, err)
		}
		body.take("Description")
		if e.template.Outputs[f.name], err = e.value(body.take("Value")); err != nil {
			return fmt.Errorf(".%s.Value%w", f.name, err)
		}
		if err := body.nothingElse(); err != nil {
			return fmt.Errorf(".%s%w", f.name, err)
		}
	}
	return nil
}

// noCircle returns an error if a resource depends on itself, directly or not: it could
// never be created.
func (e *evaluator) noCircle(ids []string) error {
	const underWay, done = 1, 2
	state := map[string]int{}
	var visit func(id string, way []string) error
	visit = func(id string, way []string) error {
		way = append(way, id)
		switch state[id] {
		case done:
			return nil
		case underWay:
			return fmt.Errorf(": they wait for each other: %s", strings.Join(way, " -> "))
		}
		state[id] = underWay
		for _, next := range e.references[id] {
			if err := visit(next, way); err != nil {
				return err
			}
		}
		state[id] = done
		return nil
	}
	for _, id := range ids {
		if err := visit(id, nil); err != nil {
			return err
		}
	}
	return nil
}
