package webapi

import (
	"net/http"

	"github.com/labstack/echo/v4"
)

// notice is a page with a message only, and a link home if home has the words for it.
func notice(c echo.Context, status int, lang, app, title, text, home string) error {
	content := []node{element("h1", nil, escaped(title)), element("p", nil, escaped(text))}
	if home != "" {
		content = append(content, element("p", nil, element("a", attributes{"href", "/"}, escaped(home))))
	}
	return page(lang, title+" – "+app, nil, element("main", attributes{"class", "notice"}, content...)).show(c, status)
}

func (s *server) unbuilt(r *routing) error {
	show(r, func(c echo.Context) error {
		words := wordsFor(c.Request())
		return notice(c, http.StatusOK, words.tag, words.app, words.unbuiltTitle, words.unbuiltText, "")
	})
	return nil
}

func (s *server) notFoundPage(c echo.Context) error {
	words := wordsFor(c.Request())
	return notice(c, http.StatusNotFound, words.tag, words.app, words.missingTitle, words.missingText, words.backHome)
}
