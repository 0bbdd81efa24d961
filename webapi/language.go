package webapi

import (
	"embed"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v4"
	"golang.org/x/text/language"

	"voicememo/internal/texts"
	"voicememo/models"
)

// catalogue is all sentences of the web API in one language. Each field has a text in
// texts/api.en.txt and texts/api.ja.txt.
type catalogue struct {
	tag     string
	codes   map[models.Code]string
	reasons map[models.Reason]string

	app         string // the name of the app
	familyOf    string // with %s, the owner's name
	echosFamily string // with %s, the name of an Echo that is the owner
	requestOver string // for a request to join that is no longer open
	askerOwns   string // for a request whose person cannot join, because they own a family

	notJSON        string // for a body with another Content-Type
	digitsNotValid string // for an invitation's code
	numberNotValid string // for an Echo's number
	nameNotYet     string // for a newcomer who names an Echo
	echoIsMember   string
	echoAsked      string
	tryAgain       string   // for a limit whose sentence does not name the time; with inTime
	seconds        []string // singular and plural, with %d
	minutes        []string
	hours          []string
	unnamedEcho    string // the name of an Echo until it has its own

	missingTitle string
	missingText  string
	backHome     string
	unbuiltTitle string
	unbuiltText  string

	consent consentTexts
	legal   legalWords
}

// consentTexts are the texts of the pages on which a person allows an app or a device. {name}
// is the name of the app or, in signedIn, of the person.
type consentTexts struct {
	title      string
	signedIn   string
	unverified string // for an app that has registered itself
	may        string // above the list of what it may do
	returns    string // with the host of the app's address as {name}
	ends       string // how the person ends the access
	allow      string
	refuse     string
	failed     string // the answer could not be sent

	deviceTitle   string
	deviceWarning string
	deviceCode    string
	next          string
	allowed       string // what the person sees after the answer
	refused       string

	wrongTitle string // for a request that is not answered at the app's address
	wrongText  string

	another string // for an answer to a page that was shown to another person

	parts map[string]string // by the names of newParts
}

//go:embed texts
var textFiles embed.FS

// languageTags are the languages; the first is the default.
var languageTags = []string{"en", "ja"}

// catalogues and languages are in the order of languageTags. They are made at the first use: few
// requests need a sentence, and the program starts sooner.
var (
	catalogues = sync.OnceValue(func() (all []catalogue) {
		for _, tag := range languageTags {
			all = append(all, texts.Load[catalogue](textFiles, "texts/api."+tag+".txt"))
		}
		return all
	})
	languages = sync.OnceValue(func() language.Matcher {
		return language.NewMatcher([]language.Tag{language.English, language.Japanese})
	})
)

// inTime is the placeholder of a sentence for the time to wait, such as "in 12 minutes".
const inTime = "{in time}"

// tooMany returns the sentence of a limit with the time to wait filled in.
func (c catalogue) tooMany(sentence string, wait time.Duration) string {
	if !strings.Contains(sentence, inTime) {
		sentence = c.tryAgain
	}
	return strings.ReplaceAll(sentence, inTime, c.in(wait))
}

// in returns the time to wait in words, rounded up: in seconds below a minute, in hours
// above 90 minutes.
func (c catalogue) in(wait time.Duration) string {
	up := func(unit time.Duration) int { return int((wait + unit - 1) / unit) }
	unit, n := c.hours, up(time.Hour)
	switch {
	case up(time.Second) < 60:
		unit, n = c.seconds, up(time.Second)
	case up(time.Minute) <= 90:
		unit, n = c.minutes, up(time.Minute)
	}
	return fmt.Sprintf(unit[min(n-1, 1)], n)
}

// wordsIn returns the catalogue in a language.
func wordsIn(tag string) (words catalogue, ok bool) {
	i := slices.Index(languageTags, tag)
	if i < 0 {
		return catalogue{}, false
	}
	return catalogues()[i], true
}

// languageCookie is set by the page when a person chooses a language on it: ja or en.
const languageCookie = "lang"

// wordsFor returns the catalogue in the language that the person has chosen on the page, or
// otherwise for the request's Accept-Language.
func wordsFor(r *http.Request) catalogue {
	if chosen, err := r.Cookie(languageCookie); err == nil {
		if words, ok := wordsIn(chosen.Value); ok {
			return words
		}
	}
	_, i := language.MatchStrings(languages(), r.Header.Get("Accept-Language"))
	return catalogues()[i]
}

// wordsOf returns the catalogue of the parameter lang, or otherwise that of wordsFor.
func wordsOf(c echo.Context) catalogue {
	if words, known := wordsIn(c.QueryParam("lang")); known {
		return words
	}
	return wordsFor(c.Request())
}
