package messages

// English gives the catalogue for every English locale, and for locales the
// skill has no catalogue of.
func English() Catalogue {
	return merged(englishSentences(), englishQuestions(), englishErrors())
}

func englishSentences() Catalogue {
	return Catalogue{
		Gap:          " ",
		DigitGap:     ", ",
		DeviceName:   "Echo",
		Title:        "Family Voice Memo",
		Refusals:     "no|nope|no thanks|no thank you|nothing|nothing else|nothing more|that's all|that is all|that's it|i'm done|done|stop|cancel|never mind",
		Cut:          "{text}, and so on",
		Honorific:    "{name}",
		Goodbye:      "Goodbye.",
		All:          "All right.",
		NotHeard:     "Sorry, I didn't get that.",
		WelcomeNone:  "Welcome to Family Voice Memo. There are no memos yet.",
		WelcomeOne:   "Welcome to Family Voice Memo. There is one memo.",
		WelcomeCount: "Welcome to Family Voice Memo. There are {count} memos.",
		WelcomeMany:  "Welcome to Family Voice Memo. There are more than {count} memos.",
		WelcomeSome:  "Welcome to Family Voice Memo. There are memos.",
		Added:        "I added: {content}.",
		ReadNone:     "There are no memos.",
		ReadIntro:    "Newest first.",
		ReadItem:     "Number {number}. {who}, {when}: {content}.",
		ReadEnd:      "That's all.",
		ReadLimit:    "I can read {count} at a time, and there are more.",
		CardItem:     "{number}. {content} ({who}, {when})",
		Deleted:      "I deleted number {number}, {content}. It stays in the trash for {days} days.",
		DeletedGone:  "Number {number} is already deleted.",
		DeleteRange:  "There is no number {number}. I read up to number {last}.",
		CodeFormat:   "An invite code has four digits.",
		Joined:       "You have joined {who}'s family.",
		JoinedOne:    "One memo came along.",
		JoinedCount:  "{count} memos came along.",
		WaitOne:      "Please wait a minute, then try again.",
		WaitCount:    "Please wait about {minutes} minutes, then try again.",

		Today:     "today",
		Yesterday: "yesterday",
		DaysAgo:   "{days} days ago",
		OnDate:    "on {month} {day}",
		OnYear:    "on {month} {day}, {year}",
		Months:    "January|February|March|April|May|June|July|August|September|October|November|December",
	}
}

func englishQuestions() Catalogue {
	return Catalogue{
		"ask.menu":    "What would you like to do?",
		"ask.else":    "Is there anything else?",
		"ask.text":    "What is the memo?",
		"ask.another": "Anything else to add?",
		"ask.more":    "Shall I go on?",
		"ask.number":  "Which number shall I delete?",
		"ask.code":    "What is the four digit invite code?",
		"ask.join":    "I heard {digits}. Is that right?",

		"reprompt.menu":    "Say: read the memos.",
		"reprompt.else":    "Say: read, or no.",
		"reprompt.text":    "Say: buy milk.",
		"reprompt.another": "Say: buy eggs, or no.",
		"reprompt.more":    "Say yes, or no.",
		"reprompt.number":  "Say: number two.",
		"reprompt.code":    "Say: one, two, three, four.",
		"reprompt.join":    "Say yes, or no.",

		"help.menu":    "Say add buy milk to leave a memo, read the memos to hear them, or delete number one. To join a family, say join a family.",
		"help.else":    "Say add buy milk to leave a memo, read the memos to hear them, or delete number one. To finish, say no.",
		"help.text":    "Just say what you want to remember, such as buy milk. To give up, say stop.",
		"help.another": "You can add another memo. Just say it, such as buy eggs. If there is none, say no.",
		"help.more":    "Say yes to hear the next memos. You can also say delete number two.",
		"help.number":  "Say one of the numbers I read, such as number two. To give up, say stop.",
		"help.code":    "The family's owner has a four digit invite code. Say its digits one by one. To give up, say stop.",
		"help.join":    "Say yes to join that family, or no if the code is wrong.",
	}
}

func englishErrors() Catalogue {
	return Catalogue{
		"error.invalid":             "Sorry, I can't use that.",
		"error.unauthenticated":     "Sorry, I couldn't tell which account this is. Please enable the skill again.",
		"error.forbidden":           "Sorry, you can't do that.",
		"error.not_found":           "Sorry, I couldn't find it.",
		"error.conflict":            "Sorry, that isn't possible now.",
		"error.precondition_failed": "Sorry, somebody else changed it first.",
		"error.too_many":            "That was too often. {wait}",
		"error.unavailable":         "Sorry, I can't reach the memos right now. Please try again in a little while.",
		"error.internal":            "Sorry, something went wrong. Please try again in a little while.",

		"error.empty":            "The memo is empty.",
		"error.too_long":         "A memo can have 500 characters. Please make it shorter.",
		"error.key_reused":       "Sorry, I didn't hear that well.",
		"error.moved":            "Sorry, your family has just changed. Please try again in a moment.",
		"error.invite_not_valid": "That invite code can't be used. It is wrong, or more than five minutes old.",
		"error.already_member":   "You are in that family already.",
		"error.family_full":      "That family is full.",
		"error.hand_over_first":  "You own your present family, so hand it over to somebody else first.",
		"error.wait":             "Too many invite codes were tried. {wait}",
	}
}
