package talk

func english() language {
	numeral := englishNumeral()
	// A name is one to three words of letters.
	const word = `\p{L}[\p{L}'.-]*`
	return language{
		space:   `,?\s+`,
		wake:    `(?:alexa,?\s+)?`,
		launch:  `(?:open|start|launch|begin|talk\s+to)\s+%s`,
		oneShot: `(?:ask|tell|use|open|start|launch|talk\s+to)\s+%s\s*,?\s+(?:to\s+|and\s+|for\s+)?(.+)`,
		kinds: map[string]slotKind{
			number:          {expression: `(?:` + numeral + `)(?:[\s-]+(?:and\s+)?(?:` + numeral + `))*|` + longNumber(numeral, `[\s,.-]*`), value: englishNumber},
			fourDigitNumber: {expression: `(?:` + numeral + `)(?:[\s,-]*(?:` + numeral + `))*`, value: englishDigits},
			firstName:       {expression: word + `(?:\s+` + word + `){0,2}?`},
		},
		builtIns: map[string]string{
			"AMAZON.YesIntent":          "yes|yes please|yeah|yep|sure|ok|okay",
			"AMAZON.NoIntent":           "no|nope|no thanks|no thank you",
			"AMAZON.StopIntent":         "stop|exit|quit",
			"AMAZON.CancelIntent":       "cancel|never mind|forget it",
			"AMAZON.HelpIntent":         "help|help me|can you help me",
			"AMAZON.NextIntent":         "next|next page|go on|continue|skip",
			"AMAZON.PreviousIntent":     "previous|previous page|go back|back|skip back",
			"AMAZON.RepeatIntent":       "repeat|repeat that|say that again|say it again",
			"AMAZON.NavigateHomeIntent": "go home|home",
		},
	}
}
