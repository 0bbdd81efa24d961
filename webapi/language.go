package webapi

import (
	"net/http"

	"golang.org/x/text/language"

	"voicememo/models"
)

// catalogue is everything this surface says in one language.
type catalogue struct {
	tag     string
	codes   map[models.Code]string
	reasons map[models.Reason]string
	phrases phrases
}

// phrases are the words that are no errors.
type phrases struct {
	familyOf     string // with %s, the owner's name
	requestOver  string // of a request to join that nobody can decide on any more
	askerOwns    string // of one whose person cannot come
	missingTitle string
	missingText  string
	backHome     string
	unbuiltTitle string
	unbuiltText  string
}

// catalogues are in the order of languages; the first is for everybody else.
var (
	catalogues = []catalogue{english, japanese}
	languages  = language.NewMatcher([]language.Tag{language.English, language.Japanese})
)

// wordsFor picks the language by Accept-Language.
func wordsFor(r *http.Request) catalogue {
	_, i := language.MatchStrings(languages, r.Header.Get("Accept-Language"))
	return catalogues[i]
}
