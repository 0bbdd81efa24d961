package skill

import (
	_ "embed"
	"encoding/json"
	"strings"
)

// aplInterface is the interface of screens, as a device names it.
const aplInterface = "Alexa.Presentation.APL"

// The screens: documents of APL 1.6 that import nothing. Each is told apart by
// the token it is drawn with.
const (
	listToken = "list"
	codeToken = "code"
)

//go:embed screens/list.json
var listDocument json.RawMessage

//go:embed screens/code.json
var codeDocument json.RawMessage

// renderDocument is the directive that draws a screen ("Alexa.Presentation.APL
// Interface Reference"). It may stand beside Dialog.ElicitSlot; only
// Dialog.Delegate tolerates no other directive.
type renderDocument struct {
	Type     string          `json:"type"`
	Token    string          `json:"token"`
	Document json.RawMessage `json:"document"`
	Sources  map[string]any  `json:"datasources"`
}

// dataSource is a data source of the type object: the document finds properties
// under payload, the source's name, "properties".
type dataSource[T any] struct {
	Type       string `json:"type"`
	Properties T      `json:"properties"`
}

// newScreen draws a document over one data source.
func newScreen[T any](token string, document json.RawMessage, source string, properties T) renderDocument {
	return renderDocument{
		Type: aplInterface + ".RenderDocument", Token: token, Document: document,
		Sources: map[string]any{source: dataSource[T]{Type: "object", Properties: properties}},
	}
}

// hasScreen reports whether the device can draw.
func (t *turn) hasScreen() bool {
	_, ok := t.req.Ext.Context.System.Device.SupportedInterfaces[aplInterface]
	return ok
}

// aplText makes a text what a Text component shows as it is. APL evaluates the
// strings of an array that a component takes as its data as if the document's
// author had written them: ${} and #{} are expressions, a leading @ names a
// resource. Markup and entities are read afterwards ("APL Text"), so that these
// characters survive as entities. It is for Text alone: nothing else decodes
// them.
func aplText(s string) string { return aplEntities.Replace(s) }

var aplEntities = strings.NewReplacer(
	"&", "&amp;", "<", "&lt;", ">", "&gt;", "$", "&#36;", "#", "&#35;", "@", "&#64;",
)
