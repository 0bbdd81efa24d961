package messages

// englishList returns the sentences about the list of memos.
func englishList() Catalogue {
	return merged(englishReading(), englishDeleting(), englishWhen(), englishListQuestions(), englishListHelp())
}

func englishReading() Catalogue {
	return Catalogue{
		Added:       "I added: {content}.",
		ReadNone:    "There are no memos.",
		ReadIntro:   "Newest first.",
		ReadItem:    "Number {number}. {who}, {when}: {content}.",
		ReadGone:    "Number {number} is gone.",
		ReadFirst:   "There is nothing newer.",
		ReadEnd:     "That's all.",
		ReadLimit:   "I can read {count} at a time, and there are more.",
		FindIntro:   "Here is what I found for {text}.",
		FindNone:    "I found no memo with {text}.",
		FindNoneYet: "I haven't found {text} so far.",
		CardItem:    "{number}. {content} ({who}, {when})",
		OneMemo:     "one memo",
		ManyMemos:   "{count} memos",
		Refusals:    "no|nope|no thanks|no thank you|nothing|nothing else|nothing more|that's all|that is all|that's it|i'm done|done",
		Endings:     "stop|cancel|never mind|quit|exit|goodbye",
		Agreements:  "yes|yes please|yeah|yep|sure|okay|ok",
		HelpWords:   "help|help me|what can i say",
		ListWords:   "list|the list|read the memos|read the list|read them",
		UndoWords:   "undo|undo that|undo it",
	}
}

func englishDeleting() Catalogue {
	return Catalogue{
		Deleted:       "I deleted number {number}, {content}. Say undo to bring it back.",
		DeletedGone:   "Number {number} is already deleted.",
		DeleteRange:   "There is no number {number}. I read up to number {last}.",
		DeletedAll:    "I put {memos} in the trash. To take that back, say undo.",
		AllGone:       "Those memos are already gone.",
		Undone:        "I brought back: {content}.",
		UndoneCount:   "I brought back {memos}.",
		UndoBack:      "This one is back already: {content}.",
		UndoBackCount: "All {memos} are back already.",
		UndoLost:      "I can't bring back {memos}, which the trash no longer has.",
		UndoNone:      "There is nothing to undo.",
	}
}

func englishWhen() Catalogue {
	return Catalogue{
		Numerals:   "0123456789",
		JustNow:    "just now",
		MinuteAgo:  "{minutes} minute ago",
		MinutesAgo: "{minutes} minutes ago",
		HourAgo:    "{hours} hour ago",
		HoursAgo:   "{hours} hours ago",
		Yesterday:  "yesterday",
		DaysAgo:    "{days} days ago",
		OnDate:     "on {month} {day}",
		OnYear:     "on {month} {day}, {year}",
		Months:     "January|February|March|April|May|June|July|August|September|October|November|December",
	}
}

func englishListQuestions() Catalogue {
	return Catalogue{
		"ask.text":    "What is the memo?",
		"ask.another": "Anything else to add?",
		"ask.more":    "Shall I go on?",
		"ask.number":  "Which number shall I delete?",
		"ask.again":   "I have just added the same memo. Shall I add it again?",
		"ask.search":  "What shall I look for?",
		"ask.all":     "I counted {memos}. Shall I put everything in the trash?",
		"ask.newest":  "There are more than {memos}. Shall I put the newest {memos} in the trash?",

		"reprompt.text":    "Say: buy milk.",
		"reprompt.another": "Say: buy eggs. If that's all, say: no.",
		"reprompt.more":    "Say yes, or no.",
		"reprompt.number":  "Say: number two.",
		"reprompt.again":   "Say yes, or no.",
		"reprompt.search":  "Say: milk.",
		"reprompt.all":     "Say yes, or no.",
		"reprompt.newest":  "Say yes, or no.",
	}
}

func englishListHelp() Catalogue {
	return Catalogue{
		"help.text":    "Just say what you want to remember, such as buy milk. To cancel, say stop.",
		"help.another": "You can add another memo. Just say it, such as buy eggs. If there is nothing else, say no.",
		"help.more":    "Say yes to hear the next memos, or previous for the ones before. You can also say delete number two.",
		"help.number":  "Say one of the numbers I read, such as number two. To cancel, say stop.",
		"help.again":   "Say yes to add {content} once more. If you don't want that, say no.",
		"help.search":  "Say a word of the memo, such as milk. To cancel, say stop.",
		"help.all":     "Say yes to put everything in the trash. You can say undo afterwards. To keep the memos, say no.",
		"help.newest":  "Say yes to put the newest ones in the trash. You can say undo afterwards. To keep the memos, say no.",
	}
}
