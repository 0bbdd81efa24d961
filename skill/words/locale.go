package words

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"voicememo/models"
)

// Locale is the language, time zone and limits of a reply.
type Locale struct {
	Catalogue
	Zone  *time.Location // the family's; nil: not known, or not needed so far
	Model string         // the locale of its interaction model
	// SpeechRunes is how many characters of a list one reply says, ContentRunes of a memo
	// in a sentence, NameRunes of a name and NamesRunes of all names of a family, so that a
	// reply takes at most 30 seconds.
	SpeechRunes, ContentRunes, NameRunes, NamesRunes int
}

const japaneseLocale = "ja-JP"

// Language returns the language: "en" or "ja".
func (l Locale) Language() string {
	language, _, _ := strings.Cut(l.Model, "-")
	return language
}

// Spaced reports whether the language is written with spaces between words.
func (l Locale) Spaced() bool { return l.Model != japaneseLocale }

// Locales maps names to locales; "" is the key of the default.
type Locales map[string]Locale

// NewLocales returns all locales.
func NewLocales() Locales {
	return Locales{
		"": {Catalogue: English(), Model: "en-US", SpeechRunes: 400, ContentRunes: 200, NameRunes: 24, NamesRunes: 280},
		japaneseLocale: {
			Catalogue: Japanese(), Model: japaneseLocale, SpeechRunes: 165, ContentRunes: 80, NameRunes: 10, NamesRunes: 120,
		},
	}
}

// Of returns the locale with a name. Without a region it is that of a language; unknown
// ones are English.
func (l Locales) Of(name string) Locale {
	if found, ok := l[name]; ok {
		return found
	}
	if language, _, _ := strings.Cut(name, "-"); language == "ja" {
		return l[japaneseLocale]
	}
	return l[""]
}

// Who returns the spoken name of a person, such as the author of a memo, cut to
// NameRunes.
func (l Locale) Who(name string) string {
	name, _ = CutText(name, l.NameRunes)
	return l.Polite(name)
}

// Polite adds the honorific that a name in the third person needs, or the article that the
// name of an Echo does. A name with a polite ending of its own, such as お母さん, stays as it is.
func (l Locale) Polite(name string) string {
	if models.Unnamed(name) {
		return l.Text(DeviceName, nil) // in the speaker's language
	}
	for _, ending := range l.Words(PoliteEndings) {
		if strings.HasSuffix(name, ending) {
			return name
		}
	}
	if slices.ContainsFunc(l.Words(EchoNames), func(part string) bool { return strings.Contains(name, part) }) {
		return l.Text(EchoCalled, Args{"name": name})
	}
	return l.Text(Honorific, Args{"name": name})
}

// Short returns a memo's content as a part of a sentence: without a full stop, and cut to n
// characters, which it says.
func (l Locale) Short(content string, n int) string {
	content = l.Flowing(content)
	if text, more := CutText(content, n); more {
		return l.Text(Cut, Args{"text": text})
	}
	return strings.TrimRight(content, "。.")
}

// Flowing returns a memo's text as it is said: a line is followed by the pause of a
// sentence, unless it ends with a mark of its own.
func (l Locale) Flowing(content string) string {
	lines := strings.FieldsFunc(content, func(r rune) bool { return r == '\n' })
	for i := range lines {
		if lines[i] = strings.TrimSpace(lines[i]); i == len(lines)-1 {
			break
		}
		end := LineEnd
		if last, _ := utf8.DecodeLastRuneInString(lines[i]); strings.ContainsRune("。、！？：；….,!?:;", last) {
			end = Gap
		}
		lines[i] += l.Text(end, nil)
	}
	return strings.Join(lines, "")
}

// Digits spells a code digit by digit.
func (l Locale) Digits(code string) string {
	var s string
	for i, r := range code {
		if i > 0 {
			s += l.Text(DigitGap, nil)
		}
		s += string(r)
	}
	return s
}

// Wait says how long to wait.
func (l Locale) Wait(d time.Duration) string {
	minutes := int((d + time.Minute - 1) / time.Minute)
	switch hours := (minutes + 59) / 60; {
	case minutes <= 1:
		return l.Text(WaitOne, nil)
	case hours > 1:
		return l.Text(WaitHours, Args{"hours": strconv.Itoa(hours)})
	}
	return l.Text(WaitCount, Args{"minutes": strconv.Itoa(minutes)})
}

// NumberOfMemos returns a number of memos in words.
func (l Locale) NumberOfMemos(n int) string {
	if n == 1 {
		return l.Text(OneMemo, nil)
	}
	return l.Text(ManyMemos, Args{"count": strconv.Itoa(n)})
}

// Pause marks a pause in a text to be spoken. User text cannot contain it: arguments of
// sentences have no control characters.
const Pause = "\n"

// Join joins sentences into one text.
func (l Locale) Join(sentences ...string) string {
	var text string
	for _, s := range sentences {
		if text != "" && s != "" && !strings.HasSuffix(text, Pause) {
			text += l.Text(Gap, nil)
		}
		text += s
	}
	return text
}
