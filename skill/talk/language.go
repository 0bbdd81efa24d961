package talk

import (
	"regexp"
	"strings"
)

// language has the words with which a device starts a skill.
type language struct {
	wake    string // the wake word
	launch  string // the launch phrase; %s is the skill's name
	oneShot string // a phrase with the skill's name and a request
}

var (
	english = language{
		wake:    `(?:alexa,?\s+)?`,
		launch:  `(?:open|start|launch|begin|talk\s+to)\s+%s`,
		oneShot: `(?:ask|tell|use|open|start|launch|talk\s+to)\s+%s\s*,?\s+(?:to\s+|and\s+|for\s+)?(.+)`,
	}
	japanese = language{
		wake:    `(?:アレクサ[、,\s]*)?`,
		launch:  `%s(?:を(?:開いて|起動して|起動|始めて|使って))?`,
		oneShot: `%s(?:を使って|を開いて|で|に)[、,\s]*(.+)`,
	}
)

func languageOf(locale string) language {
	if strings.HasPrefix(locale, "ja") {
		return japanese
	}
	return english
}

// invocation recognises phrases with the skill's name.
type invocation struct{ launch, oneShot *regexp.Regexp }

// invocation compiles the phrases with the skill's name.
func (l language) invocation(name string) invocation {
	name = strings.ReplaceAll(regexp.QuoteMeta(name), " ", `\s+`)
	compile := func(phrase string) *regexp.Regexp {
		return regexp.MustCompile(`(?is)^` + l.wake + strings.ReplaceAll(phrase, "%s", name) + `$`)
	}
	return invocation{launch: compile(l.launch), oneShot: compile(l.oneShot)}
}

// untangled removes the spaces and the punctuation around words.
func untangled(text string) string { return strings.Trim(text, " 　\t\r\n。.!！?？") }
