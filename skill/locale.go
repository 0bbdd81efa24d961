package skill

import (
	"strconv"
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
	// contentRunes and nameRunes bound what one reply speaks of people's own
	// texts, so that it takes about 30 seconds.
	contentRunes, nameRunes int
}

// locales gives a locale by its name; the one under "" is for all others.
type locales map[string]locale

// newLocales builds them. The zone is a country's most populous one: the
// device's own costs a permission and a call to Amazon in every turn, and only
// decides whether a memo is of today or of yesterday.
func newLocales() locales {
	english := locale{Catalogue: messages.English(), zone: time.UTC, contentRunes: 200, nameRunes: 20}
	all := locales{
		"": english,
		alexa.LocaleJapanese: {
			Catalogue: messages.Japanese(), zone: zone("Asia/Tokyo"), contentRunes: 80, nameRunes: 10,
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

// who names the author of a memo.
func (l locale) who(name string) string {
	if unnamed(name) {
		return l.Text(messages.DeviceName, nil) // a thing, and called so in the language spoken now
	}
	name, _ = cut(name, l.nameRunes)
	return l.Text(messages.Honorific, messages.Args{"name": name})
}

// unnamed reports whether an Echo has only the name of its first contact, in
// whatever language that was.
func unnamed(name string) bool {
	return name == messages.Japanese().Text(messages.DeviceName, nil) || name == messages.English().Text(messages.DeviceName, nil)
}

// when tells in words on which day it was.
func (l locale) when(at, now time.Time) string {
	at, now = at.In(l.zone), now.In(l.zone)
	days := int(midnight(now).Sub(midnight(at)).Hours() / 24)
	args := messages.Args{
		"days": strconv.Itoa(days), "month": l.Words(messages.Months)[at.Month()-1],
		"day": strconv.Itoa(at.Day()), "year": strconv.Itoa(at.Year()),
	}
	return l.Text(whenKey(days, at.Year() == now.Year()), args)
}

func whenKey(days int, thisYear bool) messages.Key {
	switch {
	case days <= 0: // clocks may differ a little
		return messages.Today
	case days == 1:
		return messages.Yesterday
	case days < 7:
		return messages.DaysAgo
	case thisYear:
		return messages.OnDate
	}
	return messages.OnYear
}

// midnight gives the day of t, in UTC so that every day has 24 hours.
func midnight(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
}

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
	if minutes <= 1 {
		return l.Text(messages.WaitOne, nil)
	}
	return l.Text(messages.WaitCount, messages.Args{"minutes": strconv.Itoa(minutes)})
}

// profile is what an Echo says about itself at first contact.
func (l locale) profile(id models.UserID) models.Profile {
	return models.Profile{ID: id, Name: l.Text(messages.DeviceName, nil), Source: models.SourceAlexa}
}
