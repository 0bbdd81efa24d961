package alexa

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// aplComponents has the components of APL 1.6 that the screens use, with their
// properties in the reference. Every component also has the base properties.
var aplComponents = map[string][]string{
	"Container":    {"alignItems", "data", "direction", "items", "justifyContent", "wrap"},
	"Frame":        {"backgroundColor", "borderRadius", "items"},
	"ScrollView":   {"items"},
	"Sequence":     {"data", "items", "onMount", "scrollDirection"},
	"Text":         {"color", "fontSize", "fontWeight", "letterSpacing", "lineHeight", "maxLines", "text", "textAlign", "textAlignVertical"},
	"TouchWrapper": {"items", "onPress"},
}

var aplBase = []string{
	"accessibilityLabel", "bind", "grow", "height", "id", "minHeight", "minWidth", "paddingBottom", "paddingLeft", "paddingRight",
	"paddingTop", "role", "shrink", "spacing", "type", "when", "width",
}

// aplRoles are the roles of APL 1.6 that the screens use.
var aplRoles = []string{"button", "header", "list"}

// aplNames are the names that APL defines in the data-binding context.
var aplNames = []string{"Math", "viewport"}

// document is an APL document.
type document struct {
	Type, Version, Theme string
	Settings             map[string]int
	Layouts              map[string]aplLayout
	MainTemplate         struct {
		Parameters []string
		Items      []map[string]any
	}
}

// aplLayout is a component that a document defines.
type aplLayout struct {
	Parameters []string
	Items      []map[string]any
}

// linter checks a document and records which fields of its data source it reads.
type linter struct {
	t       *testing.T
	source  string
	layouts map[string]aplLayout
	known   []string // the names that the document binds
	fields  map[string]bool
}

func TestDocuments(t *testing.T) {
	for name, tc := range map[string]struct {
		raw    json.RawMessage
		source string
		data   any // as the Go code fills it
	}{
		"list":  {listDocument, "memos", List{Rows: []Row{{DoneLabel: "x", DeleteLabel: "x", UndoLabel: "x"}}}},
		"words": {wordsDocument, "words", Words{Examples: []Example{{}}}},
		"code":  {codeDocument, "invite", Code{}},
	} {
		t.Run(name, func(t *testing.T) {
			d := decodeDocument(t, tc.raw)
			l := &linter{t: t, source: tc.source, layouts: d.Layouts, known: slices.Concat(aplNames, d.MainTemplate.Parameters), fields: map[string]bool{}}
			for _, item := range d.MainTemplate.Items {
				l.component(item)
			}
			if got, want := slices.Sorted(maps.Keys(l.fields)), filled(t, tc.source, tc.data); !slices.Equal(got, want) {
				t.Errorf("document reads fields %v, data has %v", got, want)
			}
		})
	}
}

func decodeDocument(t *testing.T, raw json.RawMessage) document {
	t.Helper()
	var d document
	decoder := json.NewDecoder(strings.NewReader(string(raw)))
	decoder.DisallowUnknownFields() // including imports: nothing may be fetched
	if err := decoder.Decode(&d); err != nil {
		t.Fatal(err)
	}
	if d.Type != "APL" || d.Version != "1.6" || d.Theme != "dark" || d.Settings["idleTimeout"] == 0 ||
		!slices.Equal(d.MainTemplate.Parameters, []string{"payload"}) || len(d.MainTemplate.Items) != 1 {
		t.Errorf("bad document: %+v", d)
	}
	if strings.Contains(string(raw), "://") {
		t.Error("document contains a URL")
	}
	return d
}

// filled returns the fields of a data source as expressions name them.
func filled(t *testing.T, source string, data any) []string {
	t.Helper()
	raw, err := json.Marshal(data)
	if err != nil {
		t.Fatal(err)
	}
	var properties map[string]any
	if err := json.Unmarshal(raw, &properties); err != nil {
		t.Fatal(err)
	}
	var names []string
	for name, value := range properties {
		names = append(names, "payload."+source+".properties."+name)
		if rows, ok := value.([]any); ok {
			for field := range rows[0].(map[string]any) {
				names = append(names, "data."+field)
			}
		}
	}
	slices.Sort(names)
	return names
}

// component checks a component and its contents.
func (l *linter) component(c map[string]any) {
	kind, _ := c["type"].(string)
	properties, known := aplComponents[kind]
	if layout, ok := l.layouts[kind]; ok {
		properties, known = layout.Parameters, true
		l.known = append(l.known, layout.Parameters...)
		for _, item := range layout.Items {
			l.component(item)
		}
	}
	if !known {
		l.t.Errorf("unknown component %q", kind)
	}
	l.bind(c["bind"])
	for name, value := range c {
		switch {
		case !slices.Contains(properties, name) && !slices.Contains(aplBase, name):
			l.t.Errorf("%s has no property %q", kind, name)
		case name == "items":
			for _, item := range value.([]any) {
				l.component(item.(map[string]any))
			}
		case name == "onPress":
			l.press(value)
		case name == "onMount":
			l.mount(c["id"], value)
		case name != "bind":
			l.expressions(value)
		}
	}
	l.accessible(kind, c)
}

// bind adds the names of a component's bindings.
func (l *linter) bind(bindings any) {
	list, _ := bindings.([]any)
	for _, b := range list {
		b := b.(map[string]any)
		l.expressions(b["value"])
		l.known = append(l.known, b["name"].(string))
	}
}

// press checks that every touch sends the action and the memo.
func (l *linter) press(value any) {
	for _, command := range value.([]any) {
		command := command.(map[string]any)
		arguments, _ := command["arguments"].([]any)
		if command["type"] != "SendEvent" || len(arguments) != 2 || len(command) != 2 {
			l.t.Errorf("bad command %v", command)
		}
		for _, a := range arguments {
			l.expressions(a)
		}
	}
}

// mount checks that a list scrolls to the row that the data names.
func (l *linter) mount(id, value any) {
	for _, command := range value.([]any) {
		command := command.(map[string]any)
		if command["type"] != "ScrollToIndex" || id == nil || command["componentId"] != id || command["align"] != "first" || len(command) != 4 {
			l.t.Errorf("bad command %v", command)
		}
		l.expressions(command["index"])
	}
}

// accessible checks that touch targets have labels, and texts have sizes.
func (l *linter) accessible(kind string, c map[string]any) {
	if role, ok := c["role"].(string); ok && !slices.Contains(aplRoles, role) {
		l.t.Errorf("unknown role %q", role)
	}
	if kind == "TouchWrapper" && (c["role"] != "button" || c["accessibilityLabel"] == nil || c["onPress"] == nil) {
		l.t.Errorf("touch target without a label: %v", c)
	}
	if kind == "Text" && (c["fontSize"] == nil || c["color"] == nil || !strings.Contains(c["text"].(string), "${")) {
		l.t.Errorf("a text without size, colour or data: %v", c)
	}
}

var (
	expression = regexp.MustCompile(`\$\{([^}]*)\}`)
	quoted     = regexp.MustCompile(`'[^']*'`)
	identifier = regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_.]*`)
)

// expressions checks every name in a property's expressions.
func (l *linter) expressions(value any) {
	s, ok := value.(string)
	if !ok {
		return
	}
	for _, e := range expression.FindAllStringSubmatch(s, -1) {
		for _, name := range identifier.FindAllString(quoted.ReplaceAllString(e[1], ""), -1) {
			root, _, _ := strings.Cut(name, ".")
			switch {
			case root == "data" || strings.HasPrefix(name, "payload."+l.source+".properties."):
				l.fields[name] = true
			case root == "payload" || !slices.Contains(l.known, root):
				l.t.Errorf("%q is nothing that is known", name)
			}
		}
	}
}

func TestAPLTextIsShownAsItIs(t *testing.T) {
	for name, tc := range map[string]struct{ text, want string }{
		"an expression":       {"${system.x}", "&#36;{system.x}"},
		"a deferred one":      {"a #{1+1}", "a &#35;{1+1}"},
		"a resource":          {"@colorText", "&#64;colorText"},
		"markup":              {"<b>&amp;</b>", "&lt;b&gt;&amp;amp;&lt;/b&gt;"},
		"an entity too large": {"&#99999999999;", "&amp;&#35;99999999999;"},
		"split by an escape":  {"$&{", "&#36;&amp;{"},
		"plain":               {"牛乳 {2} 本 'x' \"y\"", "牛乳 {2} 本 'x' \"y\""},
	} {
		t.Run(name, func(t *testing.T) {
			if got := Text(tc.text); got != tc.want {
				t.Errorf("got %s, want %s", got, tc.want)
			}
		})
	}
}
