package messages

// englishNumbers returns the sentences about connection and recovery numbers.
func englishNumbers() Catalogue {
	return Catalogue{
		GroupGap:         ". ",
		Connection:       "The connection number of this Echo is\n",
		ConnectionUse:    "A member of the family enters it on the web page, under Family, Add an Echo.",
		ConnectionTitle:  "Connection number {number}",
		ConnectionUntil:  "{number} (until {time})",
		ConnectElsewhere: "This Echo is already in {who}'s family. To join another one, first say leave the family.",
		ConnectOthers:    "There are others in the family of this Echo.",

		RecoveryFormat: "A recovery number has ten digits.",
		RecoveryCard:   "Recovery number: {number}",
		RecoveryWhy:    "Please keep it. If this skill is ever disabled, its memos are kept for 30 days. When you use the skill again, say \"get my memos back\" and this number, or enter it on the web page under Family, Add an Echo.",
		RecoveredNone:  "The number is right, but there were no memos to bring back.",
		RecoveredOne:   "One memo is back.",
		RecoveredCount: "{count} memos are back.",
		"error.recovery": "I found no memos for that number. Please check it on the card. " +
			"Memos are kept for 30 days after the skill is disabled.",

		OwnerNow:  "This Echo owns the family now.",
		OwnerNext: "The next person who joins becomes the owner.",

		"ask.recovery":      "What is the ten digit recovery number?",
		"ask.back":          "I heard {number}. Is that right?",
		"reprompt.recovery": "Say: one two three four five six seven eight nine oh.",
		"reprompt.back":     "Say yes, or no.",
		"help.recovery":     "The card of the first memo has a recovery number. Say its ten digits one by one, and the memos from before the skill was disabled come back. To cancel, say stop.",
		"help.back":         "Say yes to bring back the memos of that number. If it is wrong, say no, or the right number.",
	}
}
