package webapi

import (
	"fmt"
	"net/http"
	"strings"
	"time"

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
	familyOf    string // with %s, the owner's name
	echosFamily string // with %s, the name of an Echo that is the owner
	requestOver string // of a request to join that is not open any more
	askerOwns   string // of one whose person cannot come

	digitsNotValid string // of an invitation's code
	numberNotValid string // of an Echo's number
	echoIsMember   string
	echoAsked      string
	tryAgain       string    // of a limit without a sentence that names the time; with inTime
	seconds        [2]string // one and several, with %d
	minutes        [2]string
	hours          [2]string
	unnamedEcho    string // what an Echo is called until it has a name of its own

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

// inTime stands in a sentence for how long to wait, such as "in 12 minutes".
const inTime = "{in time}"

// tooMany returns the sentence of a limit with the time to wait.
func (c catalogue) tooMany(sentence string, wait time.Duration) string {
	if !strings.Contains(sentence, inTime) {
		sentence = c.phrases.tryAgain
	}
	return strings.ReplaceAll(sentence, inTime, c.phrases.in(wait))
}

// in says how long to wait, rounded up: in seconds below a minute, in hours above 90
// minutes.
func (p phrases) in(wait time.Duration) string {
	up := func(unit time.Duration) int { return int((wait + unit - 1) / unit) }
	unit, n := p.hours, up(time.Hour)
	switch {
	case up(time.Second) < 60:
		unit, n = p.seconds, up(time.Second)
	case up(time.Minute) <= 90:
		unit, n = p.minutes, up(time.Minute)
	}
	return fmt.Sprintf(unit[min(n-1, 1)], n)
}

// wordsFor picks the language by Accept-Language.
func wordsFor(r *http.Request) catalogue {
	_, i := language.MatchStrings(languages, r.Header.Get("Accept-Language"))
	return catalogues[i]
}
