package skill

import (
	"strconv"
	"strings"
	"time"
	_ "time/tzdata" // the machines of AWS Lambda have no zones of their own

	alexa "github.com/arienmalec/alexa-go"

	"voicememo/models"
	"voicememo/skill/messages"
)

// locale is how to speak to somebody.
type locale struct {
	messages.Catalogue
	zone *time.Location
	// contentRunes, nameRunes and namesRunes (all names of a family) bound what
	// one reply speaks of people's own texts, so that it takes about 30 seconds.
	contentRunes, nameRunes, namesRunes int
}

// locales gives a locale by its name; the one under "" is for all others.
type locales map[string]locale

// newLocales builds them. The zone is a country's most populous one: the
// device's own costs a permission and a call to Amazon in every turn, and only
// decides whether a memo is of today or of yesterday, and by which clock a card
// says how long a code is good for: it names the zone where a country has several.
func newLocales() locales {
	english := locale{Catalogue: messages.English(), zone: time.UTC, contentRunes: 200, nameRunes: 20, namesRunes: 280}
	all := locales{
		"": english,
		alexa.LocaleJapanese: {
			Catalogue: messages.Japanese(), zone: zone("Asia/Tokyo"), contentRunes: 80, nameRunes: 10, namesRunes: 120,
		},
	}
	for name, zoneName := range map[string]string{
		alexa.LocaleAmericanEnglish: "America/New_York", alexa.LocaleBritishEnglish: "Europe/London",
		alexa.LocaleCanadianEnglish: "America/Toronto", alexa.LocaleAustralianEnglish: "Australia/Sydney",
		alexa.LocaleIndianEnglish: "Asia/Kolkata",
	} {
		l := english
		l.zone = zone(zoneName)
		all[name] = l
	}
	return all
}

func zone(name string) *time.Location {
	l, err := time.LoadLocation(name)
	if err != nil {
		return time.UTC
	}
	return l
}

// of gives the locale of a request. Unknown ones are spoken to in English.
func (l locales) of(name string) locale {
	if found, ok := l[name]; ok {
		return found
	}
	return l[""]
}

// who names a person, such as the author of a memo, by as much of the name as is
// spoken.
func (l locale) who(name string) string {
	name, _ = cut(name, l.nameRunes)
	return l.polite(name)
}

// polite names a person as one does in the third person. A name that ends
// politely itself, as お母さん does, stays as it is.
func (l locale) polite(name string) string {
	if unnamed(name) {
		return l.Text(messages.DeviceName, nil) // a thing, and called so in the language spoken now
	}
	for _, ending := range l.Words(messages.PoliteEndings) {
		if strings.HasSuffix(name, ending) {
			return name
		}
	}
	return l.Text(messages.Honorific, messages.Args{"name": name})
}

// unnamed reports whether an Echo has only the name of its first contact, in
// whatever language that was.
func unnamed(name string) bool { return name == "" || messages.IsDeviceName(name) }

// short cuts a memo's content to n characters and says so.
func (l locale) short(content string, n int) string {
	if text, more := cut(content, n); more {
		return l.Text(messages.Cut, messages.Args{"text": text})
	}
	return content
}

// digits spells a code, so that it is heard digit by digit.
func (l locale) digits(code string) string {
	var s string
	for i, r := range code {
		if i > 0 {
			s += l.Text(messages.DigitGap, nil)
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
		return l.Text(messages.WaitOne, nil)
	case hours > 1:
		return l.Text(messages.WaitHours, messages.Args{"hours": strconv.Itoa(hours)})
	}
	return l.Text(messages.WaitCount, messages.Args{"minutes": strconv.Itoa(minutes)})
}

// profile is what an Echo says about itself at first contact.
func (l locale) profile(id models.UserID) models.Profile {
	return models.Profile{ID: id, Name: l.Text(messages.DeviceName, nil), Source: models.SourceAlexa}
}
