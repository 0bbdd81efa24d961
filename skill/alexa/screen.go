package alexa

import (
	_ "embed"
	"encoding/json"
	"strings"
)

// aplInterface is the name of the screen interface.
const aplInterface = "Alexa.Presentation.APL"

// The tokens of the screens, which are APL 1.6 documents without imports.
const (
	listToken  = "list"
	wordsToken = "words"
	codeToken  = "code"
)

//go:embed screens/list.json
var listDocument json.RawMessage

//go:embed screens/words.json
var wordsDocument json.RawMessage

//go:embed screens/code.json
var codeDocument json.RawMessage

// RenderDocument is the directive that draws a screen ("Alexa.Presentation.APL
// Interface Reference"). It may be combined with Dialog.ElicitSlot; only
// Dialog.Delegate allows no other directive.
type RenderDocument struct {
	Type     string          `json:"type"`
	Token    string          `json:"token"`
	Document json.RawMessage `json:"document"`
	Sources  map[string]any  `json:"datasources"`
}

// DataSource is a data source of type "object": the document finds the properties under
// payload, the source's name, "properties".
type DataSource[T any] struct {
	Type       string `json:"type"`
	Properties T      `json:"properties"`
}

// newScreen returns the directive that draws a document with one data source.
func newScreen[T any](token string, document json.RawMessage, source string, properties T) RenderDocument {
	return RenderDocument{
		Type: aplInterface + ".RenderDocument", Token: token, Document: document,
		Sources: map[string]any{source: DataSource[T]{Type: "object", Properties: properties}},
	}
}

// HasScreen reports whether the device has a screen.
func (r Request) HasScreen() bool {
	_, ok := r.Ext.Context.System.Device.SupportedInterfaces[aplInterface]
	return ok
}

// Text escapes a text for a Text component. APL evaluates strings in a component's
// data array as if they were part of the document: ${} and #{} are expressions, and a
// leading @ names a resource. Markup and entities are decoded afterwards ("APL Text"),
// so characters written as entities survive. Only Text decodes entities. Of markup there is
// only <br>, for the line breaks of a memo.
func Text(s string) string { return aplEntities.Replace(s) }

var aplEntities = strings.NewReplacer(
	"&", "&amp;", "<", "&lt;", ">", "&gt;", "$", "&#36;", "#", "&#35;", "@", "&#64;", "\n", "<br>",
)

// Words is the data of the words document: a sentence, how to begin, and examples of what to
// say. Text is as it is said; the title is escaped already (see Text).
type Words struct {
	Title    string    `json:"title"`
	Text     string    `json:"text"`
	Hint     string    `json:"hint"`
	Examples []Example `json:"examples"`
}

// Example is an example of what to say.
type Example struct {
	Words string `json:"words"`
}

// Screen returns the screen with the words.
func (w Words) Screen() RenderDocument {
	w.Text = Text(w.Text)
	return newScreen(wordsToken, wordsDocument, "words", w)
}

// Code is the data of the code document.
type Code struct {
	Title   string `json:"title"`
	Digits  string `json:"digits"`
	Spelled string `json:"spelled"` // for screen readers: digit by digit
	Until   string `json:"until"`   // not a clock time, which would need the device's zone
	How     string `json:"how"`
	Across  int    `json:"across"` // how many square characters fit across the screen
}

// Screen returns the screen with a code or number, its validity and its use.
func (c Code) Screen() RenderDocument {
	c.Across = 3 // four digits
	if len(c.Digits) > 4 {
		c.Across = 6 // eight and the space between them
	}
	c.Title, c.Digits, c.Until, c.How = Text(c.Title), Text(c.Digits), Text(c.Until), Text(c.How)
	return newScreen(codeToken, codeDocument, "invite", c)
}
