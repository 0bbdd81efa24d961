package skill

import (
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	alexa "github.com/arienmalec/alexa-go"

	"voicememo/models"
	"voicememo/skill/words"
)

// locale is the language, time zone and limits of a reply.
type locale struct {
	words.Catalogue
	zone  *time.Location // the family's; nil: not known, or not needed so far
	model string         // the locale of its interaction model
	// speechRunes is how many characters of a list one reply says, contentRunes of a memo
	// in a sentence, nameRunes of a name and namesRunes of all names of a family, so that a
	// reply takes at most 30 seconds.
	speechRunes, contentRunes, nameRunes, namesRunes int
}

// locales maps names to locales; "" is the key of the default.
type locales map[string]locale

// newLocales returns all locales.
func newLocales() locales {
	return locales{
		"": {Catalogue: words.English(), model: "en-US", speechRunes: 400, contentRunes: 200, nameRunes: 20, namesRunes: 280},
		alexa.LocaleJapanese: {
			Catalogue: words.Japanese(), model: alexa.LocaleJapanese, speechRunes: 165, contentRunes: 80, nameRunes: 10, namesRunes: 120,
		},
	}
}

// of returns the locale with a name. Without a region it is that of a language; unknown
// ones are English.
func (l locales) of(name string) locale {
	if found, ok := l[name]; ok {
		return found
	}
	if language, _, _ := strings.Cut(name, "-"); language == "ja" {
		return l[alexa.LocaleJapanese]
	}
	return l[""]
}

// who returns the spoken name of a person, such as the author of a memo, cut to
// nameRunes.
func (l locale) who(name string) string {
	name, _ = cut(name, l.nameRunes)
	return l.polite(name)
}

// polite adds the honorific that a name in the third person needs. A name with a polite
// ending of its own, such as お母さん, stays as it is.
func (l locale) polite(name string) string {
	if models.Unnamed(name) {
		return l.Text(words.DeviceName, nil) // in the speaker's language
	}
	for _, ending := range l.Words(words.PoliteEndings) {
		if strings.HasSuffix(name, ending) {
			return name
		}
	}
	return l.Text(words.Honorific, words.Args{"name": name})
}

// short cuts a memo's content to n characters and says so.
func (l locale) short(content string, n int) string {
	content = l.flowing(content)
	if text, more := cut(content, n); more {
		return l.Text(words.Cut, words.Args{"text": text})
	}
	return content
}

// flowing returns a memo's text as it is said: a line is followed by the pause of a
// sentence, unless it ends with a mark of its own.
func (l locale) flowing(content string) string {
	lines := strings.FieldsFunc(content, func(r rune) bool { return r == '\n' })
	for i := range lines {
		if lines[i] = strings.TrimSpace(lines[i]); i == len(lines)-1 {
			break
		}
		end := words.LineEnd
		if last, _ := utf8.DecodeLastRuneInString(lines[i]); strings.ContainsRune("。、！？：；….,!?:;", last) {
			end = words.Gap
		}
		lines[i] += l.Text(end, nil)
	}
	return strings.Join(lines, "")
}

// digits spells a code digit by digit.
func (l locale) digits(code string) string {
	var s string
	for i, r := range code {
		if i > 0 {
			s += l.Text(words.DigitGap, nil)
		}
		s += string(r)
	}
	return s
}

// wait says how long to wait.
func (l locale) wait(d time.Duration) string {
	minutes := int((d + time.Minute - 1) / time.Minute)
	switch hours := (minutes + 59) / 60; {
	case minutes <= 1:
		return l.Text(words.WaitOne, nil)
	case hours > 1:
		return l.Text(words.WaitHours, words.Args{"hours": strconv.Itoa(hours)})
	}
	return l.Text(words.WaitCount, words.Args{"minutes": strconv.Itoa(minutes)})
}

// profile returns the profile of an Echo at first contact.
func (l locale) profile(id models.UserID) models.Profile {
	return models.Profile{ID: id, Name: l.Text(words.DeviceName, nil), Source: models.SourceAlexa}
}
