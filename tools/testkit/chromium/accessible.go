package chromium

import (
	"encoding/json"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/chromedp"
)

// Accessible is something that the page tells assistive technology.
type Accessible struct {
	Role string // of WAI-ARIA, or one of Chromium's own, such as "StaticText"
	Name string
}

// Accessible returns everything that the page tells assistive technology, in the order of
// the document.
func (w *Window) Accessible() ([]Accessible, error) {
	tree, err := chromedp.Call(w.ctx, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
	if err != nil {
		return nil, err
	}
	var all []Accessible
	for _, node := range tree.Nodes {
		if !node.Ignored {
			all = append(all, Accessible{Role: textOf(node.Role), Name: textOf(node.Name)})
		}
	}
	return all, nil
}

// textOf returns a value that is a text; "" if it is not.
func textOf(v *accessibility.Value) string {
	var text string
	if v == nil || json.Unmarshal(v.Value, &text) != nil {
		return ""
	}
	return text
}
