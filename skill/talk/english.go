package talk

import (
	"slices"
	"strings"
)

// englishNumbers are the numbers that are usually said in words.
const englishNumbers = "zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty"

func english() language {
	return language{
		space:   `\s+`,
		wake:    `(?:alexa,?\s+)?`,
		launch:  `(?:open|start|launch|begin)\s+%s`,
		oneShot: `(?:ask|tell|use|open|start|launch)\s+%s\s*,?\s+(?:to\s+|and\s+|for\s+)?(.+)`,
		number:  englishNumbers,
		digit:   `zero|oh|one|two|three|four|five|six|seven|eight|nine`,
		parse:   englishNumber,
		builtIns: words(map[string]string{
			"AMAZON.YesIntent":          "yes|yeah|yep|sure|ok|okay",
			"AMAZON.NoIntent":           "no|nope|no thanks",
			"AMAZON.StopIntent":         "stop|exit|quit",
			"AMAZON.CancelIntent":       "cancel|never mind",
			"AMAZON.HelpIntent":         "help|help me",
			"AMAZON.NextIntent":         "next|go on|continue",
			"AMAZON.NavigateHomeIntent": "go home",
		}),
	}
}

func englishNumber(word string) (int, bool) {
	if word == "oh" {
		return 0, true
	}
	n := slices.Index(strings.Split(englishNumbers, "|"), word)
	return n, n >= 0
}
