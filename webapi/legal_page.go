package webapi

import "strings"

// legalPage is one of the legal pages in one language.
type legalPage struct {
	legalTexts
	legalText
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
	return element("main", nil,
		element("h1", nil, escaped(p.Title)), p.paragraph(p.Intro), each(p.Sections, p.section), p.navigation(),
	)
}

// filled is a text with its placeholders replaced.
func (p legalPage) filled(text string) node { return escaped(p.fill.Replace(text)) }

func (p legalPage) paragraph(text string) node { return element("p", nil, p.filled(text)) }

func (p legalPage) section(s legalSection) node {
	content := []node{element("h2", nil, escaped(s.Heading)), each(s.Text, p.paragraph)}
	if s.Seen {
		content = append(content, each(p.modules, func(m Privacy) node { return each(m.Seen, p.paragraph) }))
	}
	if len(s.List) > 0 {
		content = append(content, element("ul", nil, each(s.List, func(text string) node { return element("li", nil, p.filled(text)) })))
	}
	if s.Kept {
		content = append(content, p.table())
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
			element("tr", attributes{"role", "row"}, column(p.labels.What), column(p.labels.Where), column(p.labels.HowLong)),
		),
		element("tbody", attributes{"role", "rowgroup"}, each(retention(p.legalTexts, p.fill), p.row)),
	)
}

func (p legalPage) row(k Kept) node {
	return element("tr", attributes{"role", "row"},
		element("th", attributes{"role", "rowheader", "scope", "row"}, escaped(k.What)),
		element("td", attributes{"role", "cell", "data-label", p.labels.Where + ": "}, escaped(k.Where)),
		element("td", attributes{"role", "cell", "data-label", p.labels.HowLong + ": "}, escaped(k.HowLong)),
	)
}

// navigation links to the app, to both pages, and to this page in the other languages.
func (p legalPage) navigation() node {
	return element("nav", attributes{"aria-label", p.labels.Navigation}, element("ul", nil,
		element("li", nil, element("a", attributes{"href", "/"}, escaped(p.labels.Home))),
		p.link("/privacy", p.labels.Privacy),
		p.link("/terms", p.labels.Terms),
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
