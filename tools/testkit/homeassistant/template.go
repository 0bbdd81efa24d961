package homeassistant

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

var (
	choice     = regexp.MustCompile(`(?s)^\{% if (.+?) %\}(.*)\{% else %\}(.*)\{% endif %\}$`)
	expression = regexp.MustCompile(`(?s)\{\{ (.+?) \}\}`)
	object     = regexp.MustCompile(`^\{'(\w+)': ([\w.]+)\}$`)
	function   = regexp.MustCompile(`^(states|state_attr)\('([\w.]+)'(?:, '(\w+)')?\)$`)
	path       = regexp.MustCompile(`^\w+(\.\w+)*$`)
	mapped     = regexp.MustCompile(`^map\(attribute='(\w+)'\)$`)
	joined     = regexp.MustCompile(`^join\('([^']*)'\)$`)
)

// render renders a template.
func (h *Home) render(template string, variables map[string]any) (string, error) {
	template = strings.TrimSpace(template)
	if parts := choice.FindStringSubmatch(template); parts != nil {
		holds, err := h.holds(parts[1], variables)
		if err != nil {
			return "", err
		}
		if holds {
			return h.render(parts[2], variables)
		}
		return h.render(parts[3], variables)
	}
	var failed error
	rendered := expression.ReplaceAllStringFunc(template, func(found string) string {
		value, err := h.value(expression.FindStringSubmatch(found)[1], variables)
		if err != nil && failed == nil {
			failed = err
		}
		return fmt.Sprint(value)
	})
	if failed == nil && strings.ContainsAny(expression.ReplaceAllString(template, ""), "{}") {
		failed = fmt.Errorf("the template %q is not known", template)
	}
	return rendered, failed
}

// holds reports whether a condition holds: parts with "and" between, each of which is
// "name is defined", "value == number", or a value that is not empty.
func (h *Home) holds(condition string, variables map[string]any) (bool, error) {
	for _, part := range strings.Split(condition, " and ") {
		if name, ok := strings.CutSuffix(part, " is defined"); ok {
			if variables[name] == nil {
				return false, nil
			}
			continue
		}
		left, number, compared := strings.Cut(part, " == ")
		value, err := h.value(left, variables)
		if err != nil {
			return false, err
		}
		want, err := strconv.Atoi(number)
		switch {
		case compared && err != nil:
			return false, fmt.Errorf("the condition %q is not known", part)
		case compared && value != want, !compared && empty(value):
			return false, nil
		}
	}
	return true, nil
}

func empty(value any) bool {
	list, ok := value.([]any)
	return value == nil || value == "" || ok && len(list) == 0
}

// value evaluates a term with its filters.
func (h *Home) value(text string, variables map[string]any) (any, error) {
	parts := strings.Split(text, " | ")
	value, err := h.term(parts[0], variables)
	for _, filter := range parts[1:] {
		if err != nil {
			return nil, err
		}
		value, err = filtered(value, filter)
	}
	return value, err
}

func (h *Home) term(text string, variables map[string]any) (any, error) {
	if found := object.FindStringSubmatch(text); found != nil {
		value, err := h.term(found[2], variables)
		return map[string]any{found[1]: value}, err
	}
	if found := function.FindStringSubmatch(text); found != nil {
		if found[1] == "states" {
			return h.State(found[2]), nil
		}
		return h.attr[found[2]][found[3]], nil
	}
	if !path.MatchString(text) {
		return nil, fmt.Errorf("the expression %q is not known", text)
	}
	var value any = variables
	for _, name := range strings.Split(text, ".") {
		of, _ := value.(map[string]any)
		if value = of[name]; value == nil {
			return nil, fmt.Errorf("%s of %s is not defined", name, text)
		}
	}
	return value, nil
}

func filtered(value any, filter string) (any, error) {
	list, isList := value.([]any)
	attribute, separator := mapped.FindStringSubmatch(filter), joined.FindStringSubmatch(filter)
	switch {
	case filter == "to_json":
		raw, err := json.Marshal(value)
		return string(raw), err
	case filter == "count" && isList:
		return len(list), nil
	case attribute != nil && isList:
		all := []any{}
		for _, item := range list {
			of, _ := item.(map[string]any)
			all = append(all, of[attribute[1]])
		}
		return all, nil
	case separator != nil && isList:
		texts := []string{}
		for _, item := range list {
			texts = append(texts, fmt.Sprint(item))
		}
		return strings.Join(texts, separator[1]), nil
	}
	return nil, fmt.Errorf("the filter %q of %T is not known", filter, value)
}
