package skill_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// values are the names of a data-binding context.
type values map[string]any

// bound returns the context inside a component with these bindings.
func (v values) bound(t *testing.T, bindings any) values {
	t.Helper()
	list, _ := bindings.([]any)
	inner := maps.Clone(v)
	for _, b := range list {
		b := b.(map[string]any)
		inner[b["name"].(string)] = inner.of(t, b["value"])
	}
	return inner
}

// of returns the value of a property: of its expression, if it is one.
func (v values) of(t *testing.T, property any) any {
	t.Helper()
	s, ok := property.(string)
	if !ok || !strings.HasPrefix(s, "${") {
		return property
	}
	e := &evaluator{t: t, in: v, tokens: token.FindAllString(strings.TrimSuffix(s[2:], "}"), -1)}
	out := e.choice()
	if len(e.tokens) > 0 {
		t.Fatalf("%q is left of %s", e.tokens, s)
	}
	return out
}

// filled returns a text with the values of its expressions.
func (v values) filled(t *testing.T, text string) string {
	t.Helper()
	return regexp.MustCompile(`\$\{[^}]*\}`).ReplaceAllStringFunc(text, func(s string) string { return fmt.Sprint(v.of(t, s)) })
}

// token matches a token of an expression.
var token = regexp.MustCompile(`'[^']*'|[A-Za-z_][\w.]*|\d+(?:\.\d+)?|==|!=|[-+*/<>?:(),!]`)

// evaluator evaluates the expressions of our documents ("Data-Binding Evaluation").
type evaluator struct {
	t      *testing.T
	in     values
	tokens []string
}

func (e *evaluator) next(of ...string) (string, bool) {
	if len(e.tokens) == 0 || len(of) > 0 && !slices.Contains(of, e.tokens[0]) {
		return "", false
	}
	found := e.tokens[0]
	e.tokens = e.tokens[1:]
	return found, true
}

func (e *evaluator) choice() any {
	condition := e.comparison()
	if _, ok := e.next("?"); !ok {
		return condition
	}
	yes := e.choice()
	e.next(":")
	no := e.choice()
	if condition == true {
		return yes
	}
	return no
}

func (e *evaluator) comparison() any {
	left := e.sum()
	operator, ok := e.next("==", "!=", "<", ">")
	if !ok {
		return left
	}
	right := e.sum()
	switch operator {
	case "==":
		return left == right
	case "!=":
		return left != right
	case "<":
		return left.(float64) < right.(float64)
	}
	return left.(float64) > right.(float64)
}

func (e *evaluator) sum() any {
	left := e.product()
	for {
		operator, ok := e.next("+", "-")
		if !ok {
			return left
		}
		right := e.product().(float64)
		if operator == "-" {
			right = -right
		}
		left = left.(float64) + right
	}
}

func (e *evaluator) product() any {
	left := e.atom()
	for {
		operator, ok := e.next("*", "/")
		if !ok {
			return left
		}
		right := e.atom().(float64)
		if operator == "/" {
			right = 1 / right
		}
		left = left.(float64) * right
	}
}

func (e *evaluator) atom() any {
	word, _ := e.next()
	if n, err := strconv.ParseFloat(word, 64); err == nil {
		return n
	}
	switch {
	case word == "(":
		inner := e.choice()
		e.next(")")
		return inner
	case strings.HasPrefix(word, "'"):
		return strings.Trim(word, "'")
	case strings.HasPrefix(word, "Math."):
		return e.call(word)
	}
	value, ok := e.in[word]
	if !ok {
		e.t.Fatalf("%q is unknown", word)
	}
	return value
}

func (e *evaluator) call(name string) float64 {
	var args []float64
	e.next("(")
	for {
		args = append(args, e.choice().(float64))
		if _, more := e.next(","); !more {
			break
		}
	}
	e.next(")")
	switch name {
	case "Math.min":
		return slices.Min(args)
	case "Math.max":
		return slices.Max(args)
	case "Math.clamp":
		return max(args[0], min(args[1], args[2]))
	}
	e.t.Fatalf("%s is unknown", name)
	return 0
}
