package webapi

import (
	"strings"

	"voicememo/internal/texts"
)

// legalPage is one of the legal pages in one language.
type legalPage struct {
	legalTexts
	texts.Document
	lang, path string
	fill       *strings.Replacer
}

// alternates are the links to the page in each language, for search engines.
func (p legalPage) alternates() []node {
	return []node{each(legalLanguages, func(l legalLanguage) node {
		return element("link", attributes{"rel", "alternate", "hreflang", l.Tag, "href", p.path + "?lang=" + l.Tag})
	})}
}

// main is the content of the page.
func (p legalPage) main() node {
	return element("main", attributes{"class", "sheet"},
		element("h1", nil, escaped(p.Title)), each(p.Intro, p.paragraph), each(p.Sections, p.section), p.navigation(),
	)
}

// filled is a text with its placeholders replaced.
func (p legalPage) filled(text string) node { return escaped(p.fill.Replace(text)) }

// paragraph is a paragraph, or what stands in its place.
func (p legalPage) paragraph(text string) node {
	switch text {
	case keptHere:
		return p.table()
	case seenHere:
		return each(p.modules, func(m Privacy) node { return each(m.Seen, p.paragraph) })
	}
	return element("p", nil, p.filled(text))
}

func (p legalPage) section(s texts.Section) node {
	content := []node{element("h2", nil, escaped(s.Heading)), each(s.Text, p.paragraph)}
	if len(s.List) > 0 {
		content = append(content, element("ul", nil, each(s.List, func(text string) node { return element("li", nil, p.filled(text)) })))
	}
	return element("section", nil, content...)
}

// table shows what is kept. The roles stay where a narrow window shows the rows as blocks.
func (p legalPage) table() node {
	column := func(label string) node {
		return element("th", attributes{"role", "columnheader", "scope", "col"}, escaped(label))
	}
	return element("table", attributes{"role", "table", "class", "kept"},
		element("thead", attributes{"role", "rowgroup"},
			element("tr", attributes{"role", "row"}, column(p.words.what), column(p.words.where), column(p.words.howLong)),
		),
		element("tbody", attributes{"role", "rowgroup"}, each(retention(p.legalTexts, p.fill), p.row)),
	)
}

func (p legalPage) row(k Kept) node {
	return element("tr", attributes{"role", "row"},
		element("th", attributes{"role", "rowheader", "scope", "row"}, escaped(k.What)),
		element("td", attributes{"role", "cell", "data-label", p.words.where + ": "}, escaped(k.Where)),
		element("td", attributes{"role", "cell", "data-label", p.words.howLong + ": "}, escaped(k.HowLong)),
	)
}

// navigation links to the app, to both pages, and to this page in the other languages.
func (p legalPage) navigation() node {
	return element("nav", attributes{"aria-label", p.words.navigation}, element("ul", nil,
		element("li", nil, element("a", attributes{"href", "/"}, escaped(p.words.home))),
		p.link("/privacy", p.words.privacy),
		p.link("/terms", p.words.terms),
		each(legalLanguages, p.language),
	))
}

func (p legalPage) link(path, label string) node {
	with := attributes{"href", path + "?lang=" + p.lang}
	if path == p.path {
		with = append(with, "aria-current", "page")
	}
	return element("li", nil, element("a", with, escaped(label)))
}

func (p legalPage) language(l legalLanguage) node {
	if l.Tag == p.lang {
		return group(nil)
	}
	with := attributes{"href", p.path + "?lang=" + l.Tag, "hreflang", l.Tag, "lang", l.Tag}
	return element("li", nil, element("a", with, escaped(l.Name)))
}
