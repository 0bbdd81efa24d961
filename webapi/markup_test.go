package webapi

import (
	"strings"
	"testing"
)

// TestPagesLeadBack: each page of the server begins with the mark and the name of the app,
// which lead to it, in the reader's language.
func TestPagesLeadBack(t *testing.T) {
	s := newSite(t)
	for path, status := range map[string]int{"/privacy": 200, "/terms": 200, "/api/docs": 200, "/nothing": 404, "/oauth/device": 200, "/oauth/authorize": 400} {
		for language, name := range map[string]string{"en": "Family Voice Memo", "ja": "家族ボイスメモ"} {
			page := s.ask("taro", "GET", path, "", "Accept-Language: "+language).want(status).body
			if want := `<header class="bar"><a href="/"><img src="/icon.svg" alt="" width="28" height="28">` + name + "</a>"; !strings.Contains(page, want) {
				t.Errorf("%s in %s: got %.300s, want %s", path, language, page, want)
			}
		}
	}
}

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
