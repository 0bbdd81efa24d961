package talk

import (
	"encoding/json"
	"fmt"
	"html"
	"maps"
	"slices"
	"strings"
)

// layout is a component that a document defines.
type layout struct {
	Parameters []any `json:"parameters"` // names, or objects with a name and a default
	Items      any   `json:"items"`
	Item       any   `json:"item"`
}

// drawing walks a document and collects its texts and touch targets. It supports what
// our screens use: data binding, `when`, `data`, the document's own layouts, Text and
// SendEvent. It ignores everything else. Source: "Alexa Presentation Language (APL)
// Data-Binding Evaluation".
type drawing struct {
	screen  *Screen
	layouts map[string]layout
	id      string // the id of the component that is drawn
	depth   int
}

// maxDepth is deeper than any screen, and stops a layout that contains itself.
const maxDepth = 64

// draw renders the document.
func (r rendering) draw() (*Screen, error) {
	d := drawing{screen: &Screen{token: r.Token}, layouts: r.Document.Layouts}
	bound := scope{}
	for _, name := range r.Document.Main.Parameters {
		if name == "payload" {
			bound[name] = any(r.Datasources)
		} else {
			bound[name] = r.Datasources[name]
		}
	}
	for _, raw := range []json.RawMessage{r.Document.Main.Items, r.Document.Main.Item} {
		var items any
		if len(raw) == 0 {
			continue
		}
		if err := json.Unmarshal(raw, &items); err != nil {
			return nil, fmt.Errorf("talk: the document: %w", err)
		}
		if err := d.visit(items, bound); err != nil {
			return nil, fmt.Errorf("talk: the document: %w", err)
		}
	}
	return d.screen, nil
}

// visit draws a component, a command or a list of them.
func (d *drawing) visit(node any, in scope) error {
	if d.depth++; d.depth > maxDepth {
		return fmt.Errorf("nested more than %d deep", maxDepth)
	}
	defer func() { d.depth-- }()
	switch node := node.(type) {
	case []any:
		for _, child := range node {
			if err := d.visit(child, in); err != nil {
				return err
			}
		}
	case object:
		return d.object(node, in)
	}
	return nil
}

func (d *drawing) object(node object, in scope) error {
	if when, ok := node["when"]; ok {
		shown, err := in.value(when)
		if err != nil || !truth(shown) {
			return err
		}
	}
	if id, ok := node["id"].(string); ok {
		before := d.id
		d.id = id
		defer func() { d.id = before }()
	}
	kind, _ := node["type"].(string)
	if l, ok := d.layouts[kind]; ok {
		return d.layout(l, node, in)
	}
	switch kind {
	case "Text":
		return d.text(node, in)
	case "SendEvent":
		return d.target(node, in)
	}
	return d.children(node, in)
}

// text collects the text of a component.
func (d *drawing) text(node object, in scope) error {
	v, err := in.value(node["text"])
	if s := plainText.Replace(textOf(v)); err == nil && s != "" {
		d.screen.Texts = append(d.screen.Texts, html.UnescapeString(s))
	}
	return err
}

// plainText replaces the markup that Text components of our screens may contain.
var plainText = strings.NewReplacer("<strike>", "~~", "</strike>", "~~", "<b>", "", "</b>", "", "<br>", " ", "<br/>", " ")

// target collects a touch target.
func (d *drawing) target(node object, in scope) error {
	arguments, err := in.value(node["arguments"])
	if err != nil {
		return err
	}
	list, ok := arguments.([]any)
	if !ok {
		list = []any{arguments}
	}
	d.screen.Targets = append(d.screen.Targets, Target{Arguments: list, Row: in.row(), id: d.id, token: d.screen.token})
	return nil
}

// children draws the contents of a component, once for each row of its data.
func (d *drawing) children(node object, in scope) error {
	rows := []scope{in}
	if data, ok := node["data"]; ok {
		bound, err := in.value(data)
		if err != nil {
			return err
		}
		if list, ok := bound.([]any); ok {
			rows = in.rows(list)
		}
	}
	for _, row := range rows {
		for _, name := range childOrder(node) {
			if err := d.visit(node[name], row); err != nil {
				return err
			}
		}
	}
	return nil
}

// childOrder returns the properties with contents, visible ones before the commands of
// a touch.
func childOrder(node object) []string {
	names := slices.Sorted(maps.Keys(node))
	slices.SortStableFunc(names, func(a, b string) int { return rank(a) - rank(b) })
	return slices.DeleteFunc(names, func(name string) bool { return name == "data" || name == "when" })
}

func rank(property string) int {
	order := []string{"firstItem", "item", "items", "lastItem"}
	if i := slices.Index(order, property); i >= 0 {
		return i
	}
	return len(order)
}

// layout draws a layout of the document with its parameters bound.
func (d *drawing) layout(l layout, node object, in scope) error {
	inner := maps.Clone(in)
	for _, p := range l.Parameters {
		name, fallback := parameter(p)
		value, given := node[name]
		if !given {
			value = fallback
		}
		bound, err := in.value(value)
		if err != nil {
			return err
		}
		inner[name] = bound
	}
	if err := d.visit(l.Items, inner); err != nil {
		return err
	}
	return d.visit(l.Item, inner)
}

func parameter(p any) (name string, fallback any) {
	if full, ok := p.(object); ok {
		name, _ = full["name"].(string)
		return name, full["default"]
	}
	name, _ = p.(string)
	return name, nil
}
