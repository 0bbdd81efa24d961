package webapi

import (
	"html"
	"strings"

	"github.com/labstack/echo/v4"
)

// node writes a part of an HTML page. Pages are written this way and not with
// html/template because that package calls methods by their names: with it, the linker
// keeps every method of every type, and a function on AWS starts more slowly.
type node func(*strings.Builder)

// escaped is a text.
func escaped(text string) node {
	return func(w *strings.Builder) { w.WriteString(html.EscapeString(text)) }
}

// attributes are names and values in turn. Names are constants; values are escaped.
type attributes []string

// void are the elements without content and end tag.
var void = map[string]bool{"meta": true, "link": true, "img": true, "input": true}

// element is an element with its attributes and content. Its name is a constant.
func element(name string, with attributes, content ...node) node {
	return func(w *strings.Builder) {
		w.WriteString("<" + name)
		for i := 0; i < len(with); i += 2 {
			w.WriteString(" " + with[i] + `="` + html.EscapeString(with[i+1]) + `"`)
		}
		w.WriteString(">")
		group(content)(w)
		if !void[name] {
			w.WriteString("</" + name + ">\n")
		}
	}
}

// group is several nodes.
func group(nodes []node) node {
	return func(w *strings.Builder) {
		for _, n := range nodes {
			n(w)
		}
	}
}

// each is a node for each entry of a list.
func each[T any](list []T, of func(T) node) node {
	nodes := make([]node, len(list))
	for i, entry := range list {
		nodes[i] = of(entry)
	}
	return group(nodes)
}

// page is a whole page in a language, with further elements of its head. The bar above the
// body leads to the app.
func page(lang, title string, head []node, body node) node {
	return func(w *strings.Builder) {
		w.WriteString("<!doctype html>\n")
		element("html", attributes{"lang", lang},
			element("meta", attributes{"charset", "utf-8"}),
			element("meta", attributes{"name", "viewport", "content", "width=device-width, initial-scale=1"}),
			element("title", nil, escaped(title)),
			element("link", attributes{"rel", "icon", "href", "/icon.svg", "type", "image/svg+xml"}),
			element("link", attributes{"rel", "stylesheet", "href", "/api/docs.css"}),
			group(head), bar(lang), body,
		)(w)
	}
}

// bar is the app's mark and name.
func bar(lang string) node {
	words, _ := wordsIn(lang)
	return element("header", attributes{"class", "bar"}, element("a", attributes{"href", "/"},
		element("img", attributes{"src", "/icon.svg", "alt", "", "width", "28", "height", "28"}), escaped(words.app),
	))
}

// show answers with a page.
func (n node) show(c echo.Context, status int) error {
	return send(c, status, echo.MIMETextHTMLCharsetUTF8, []byte(n.String()))
}

// String returns the HTML.
func (n node) String() string {
	var w strings.Builder
	n(&w)
	return w.String()
}
