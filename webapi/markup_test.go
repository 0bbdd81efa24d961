package webapi

import (
	"strings"
	"testing"
)

// TestMarkupIsEscaped: a text cannot become an element or an attribute of a page.
func TestMarkupIsEscaped(t *testing.T) {
	const words = `"><script>alert('&')</script>`
	s := newSite(t, func(o *Options) { o.Operator = words })
	for _, path := range []string{"/privacy", "/terms?lang=ja"} {
		page := s.ask("", "GET", path, "").want(200).body
		if strings.Contains(page, "<script") || !strings.Contains(page, "&lt;script&gt;alert(&#39;&amp;&#39;)") {
			t.Errorf("%s: got a page in which the operator is not escaped", path)
		}
	}
	got := element("a", attributes{"href", words}, escaped(words), element("meta", attributes{"charset", "utf-8"})).String()
	const text = "&#34;&gt;&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;"
	if want := `<a href="` + text + `">` + text + `<meta charset="utf-8"></a>` + "\n"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
