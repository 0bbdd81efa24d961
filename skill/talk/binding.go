package talk

import (
	"fmt"
	"maps"
	"regexp"
	"strconv"
	"strings"
)

// scope maps names to their values at a place in a document.
type scope map[string]any

var (
	binding = regexp.MustCompile(`\$\{([^}]*)\}`)
	compare = regexp.MustCompile(`^(.*?)\s*(==|!=)\s*(.*)$`)
	name    = regexp.MustCompile(`^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*|\[\d+\])*$`)
	part    = regexp.MustCompile(`\w+`)
)

// rows returns the scope of each row of a list, with data, index and ordinal.
func (s scope) rows(list []any) []scope {
	rows := make([]scope, len(list))
	for i, item := range list {
		rows[i] = maps.Clone(s)
		rows[i]["data"], rows[i]["index"], rows[i]["ordinal"], rows[i]["length"] = item, float64(i), float64(i+1), float64(len(list))
	}
	return rows
}

// row returns the row's number: its own "number", otherwise its position; "" outside a
// row.
func (s scope) row() string {
	if own := textOf(s.path("data.number")); own != "" {
		return own
	}
	return textOf(s["ordinal"])
}

// value evaluates the data binding in a property's value. A string that is a single
// expression keeps the type of its result.
func (s scope) value(v any) (any, error) {
	switch v := v.(type) {
	case []any:
		out := make([]any, len(v))
		for i := range v {
			var err error
			if out[i], err = s.value(v[i]); err != nil {
				return nil, err
			}
		}
		return out, nil
	case string:
		return s.text(v)
	}
	return v, nil
}

func (s scope) text(v string) (any, error) {
	found := binding.FindAllStringSubmatchIndex(v, -1)
	if len(found) == 1 && found[0][0] == 0 && found[0][1] == len(v) {
		return s.expression(v[found[0][2]:found[0][3]])
	}
	var out strings.Builder
	end := 0
	for _, at := range found {
		bound, err := s.expression(v[at[2]:at[3]])
		if err != nil {
			return nil, err
		}
		out.WriteString(v[end:at[0]] + textOf(bound))
		end = at[1]
	}
	return out.String() + v[end:], nil
}

// expression evaluates the text between ${ and }: a path, a literal, a negation, a
// comparison, or these combined with &&, || and ?:. Other expressions are an error, so
// that nothing is shown incorrectly.
func (s scope) expression(e string) (any, error) {
	e = strings.TrimSpace(e)
	if condition, rest, ok := strings.Cut(e, "?"); ok {
		yes, no, _ := strings.Cut(rest, ":")
		return s.choose(condition, yes, no)
	}
	if left, right, ok := strings.Cut(e, "||"); ok {
		return s.choose(left, left, right)
	}
	if left, right, ok := strings.Cut(e, "&&"); ok {
		return s.choose(left, right, left)
	}
	if found := compare.FindStringSubmatch(e); found != nil {
		return s.equal(found[1], found[2], found[3])
	}
	if rest, ok := strings.CutPrefix(e, "!"); ok {
		v, err := s.expression(rest)
		return !truth(v), err
	}
	return s.atom(e)
}

func (s scope) choose(condition, yes, no string) (any, error) {
	v, err := s.expression(condition)
	if err != nil {
		return nil, err
	}
	if truth(v) {
		return s.expression(yes)
	}
	return s.expression(no)
}

func (s scope) equal(left, operator, right string) (any, error) {
	a, err := s.expression(left)
	if err != nil {
		return nil, err
	}
	b, err := s.expression(right)
	return (textOf(a) == textOf(b)) == (operator == "=="), err
}

// atom evaluates a literal or a path. A path to nothing is null.
func (s scope) atom(e string) (any, error) {
	if n, err := strconv.ParseFloat(e, 64); err == nil {
		return n, nil
	}
	if len(e) > 1 && (e[0] == '\'' || e[0] == '"') && e[len(e)-1] == e[0] {
		return e[1 : len(e)-1], nil
	}
	switch e {
	case "true", "false":
		return e == "true", nil
	case "null":
		return nil, nil
	}
	if !name.MatchString(e) {
		return nil, fmt.Errorf("unsupported expression: %q", e)
	}
	return s.path(e), nil
}

func (s scope) path(e string) any {
	var at any = map[string]any(s)
	for _, step := range part.FindAllString(e, -1) {
		switch node := at.(type) {
		case map[string]any:
			at = node[step]
		case []any:
			i, err := strconv.Atoi(step)
			if err != nil || i >= len(node) {
				return nil
			}
			at = node[i]
		default:
			return nil
		}
	}
	return at
}

// truth reports whether APL considers a value true: false, null, 0 and "" are false.
func truth(v any) bool { return v != nil && v != false && v != 0.0 && v != "" }

// textOf formats a value as a screen would.
func textOf(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return fmt.Sprint(v)
}
