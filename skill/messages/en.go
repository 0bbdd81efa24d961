package messages

// English returns the catalogue for every English locale, and for locales
// without a catalogue of their own.
func English() Catalogue {
	return merged(englishSentences(), englishQuestions(), englishList(), englishErrors(), englishFamily(), englishNumbers(), englishLinks(), englishScreen())
}

func englishSentences() Catalogue {
	return Catalogue{
		Gap:          " ",
		DigitGap:     ", ",
		DeviceName:   englishDevice,
		Title:        "Family Voice Memo",
		Cut:          "{text}…",
		LineEnd:      ". ",
		Honorific:    "{name}",
		Goodbye:      "Goodbye.",
		AllRight:     "All right.",
		OtherSpeaker: "Someone else answered, so I didn't do anything.",
		NotHeard:     "Sorry, I didn't get that.",
		WaitOne:      "Please wait a minute, then try again.",
		WaitHours:    "Please wait about {hours} hours, then try again.",
		WaitCount:    "Please wait about {minutes} minutes, then try again.",
	}
}

func englishQuestions() Catalogue {
	return Catalogue{
		"ask.menu": "What should I remember?",
		"ask.else": "Anything else?",

		"reprompt.menu": "Say: buy milk. Or say: read the memos.",
		"reprompt.else": "Say: buy eggs. To finish, say: no.",

		"help.menu": "Just say what you want to remember, or say read the memos. To hear about deleting and undoing, say more.",
		"help.else": "Say another memo, or read the memos. To hear about deleting and undoing, say more.",

		HelpMore: "Say \"I bought milk\" to mark a memo as done, \"delete milk\" to remove it, and \"undo\" to take anything back. You can also say \"what's new\", \"find milk\", or \"join a family\".",
	}
}

func englishErrors() Catalogue {
	return Catalogue{
		"error.invalid":             "Sorry, I can't use that.",
		"error.unauthenticated":     "This Echo's link to an account has ended. To link it again, use the card in the Alexa app.",
		"error.forbidden":           "Sorry, you can't do that.",
		"error.not_found":           "Sorry, I couldn't find it.",
		"error.conflict":            "Sorry, that isn't possible right now.",
		"error.precondition_failed": "Sorry, someone else changed it first.",
		"error.too_many":            "You've tried that too many times. {wait}",
		"error.unavailable":         "Sorry, I can't reach the memos right now. Please try again in a little while.",
		"error.internal":            "Sorry, something went wrong. Please try again in a little while.",

		"error.empty":             "The memo is empty.",
		"error.too_long":          "A memo can have up to 500 characters. Please make it shorter.",
		"error.control_character": "That memo has characters I can't save.",
		"error.key_reused":        "Sorry, I didn't catch that.",
		"error.moved":             "Sorry, your family has just changed. Please try again in a moment.",
		"error.invite_not_valid":  "That invite code doesn't work. It's wrong, already used, or more than five minutes old.",
		"error.already_member":    "You're already in that family.",
		"error.family_full":       "That family is full.",
		"error.list_full":         "Your family's list is full. Permanently delete some memos in the trash on the web page first.",
		"error.storage_full":      "The disk of your memo server is full, so I can't save new memos. Delete memos you don't need, or ask the person who runs the server to free up space.",
		"error.hand_over_first":   "You own your current family, so you can't leave while others are in it. Try again when they've left.",
	}
}
