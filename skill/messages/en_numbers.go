package messages

// englishNumbers returns the sentences about connection and recovery numbers.
func englishNumbers() Catalogue {
	return Catalogue{
		GroupGap:         ". ",
		Connection:       "This Echo's connection number is\n",
		ConnectionUse:    "Ask someone in the family to enter it on the web page, under Family, Add an Echo.",
		ConnectionTitle:  "Connection number {number}",
		ConnectionUntil:  "{number} (until {time})",
		ConnectElsewhere: "This Echo is already in {who}'s family. To join another one, first say leave the family.",
		ConnectOthers:    "There are already others in this Echo's family.",

		RecoveryFormat: "A recovery number has ten digits.",
		RecoveryCard:   "Recovery number: {number}",
		RecoveryWhy:    "Please keep it. If this skill is ever disabled, its memos are kept for 30 days. When you use the skill again, say \"get my memos back\" and this number, or enter it on the web page under Family, Add an Echo.",
		RecoveredNone:  "The number is right, but there were no memos to bring back.",
		RecoveredOne:   "One memo is back.",
		RecoveredCount: "{count} memos are back.",
		"error.recovery": "I couldn't find any memos for that number. Please check it on the card. " +
			"Memos are kept for 30 days after the skill is disabled.",

		OwnerNow:  "This Echo owns the family now.",
		OwnerNext: "The next person who joins becomes the owner.",

		"ask.recovery":      "What's the ten digit recovery number?",
		"ask.back":          "I heard {number}. Is that right?",
		"reprompt.recovery": "Say: 1, 2, 3, 4, 5, 6, 7, 8, 9, 0.",
		"reprompt.back":     "Say yes, or no.",
		"help.recovery":     "Say the ten digits of the recovery number on the card of the first memo, one by one, to bring back the memos from before the skill was disabled. To cancel, say stop.",
		"help.back":         "Say yes to bring back the memos of that number. If it is wrong, say no, or the right number.",
	}
}
