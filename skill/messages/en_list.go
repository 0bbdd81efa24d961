package messages

// englishList returns the sentences about the list of memos.
func englishList() Catalogue {
	return merged(englishReading(), englishDeleting(), englishWhen(), englishListQuestions(), englishListHelp())
}

func englishReading() Catalogue {
	return Catalogue{
		Added:       "Added: {content}.",
		ReadNone:    "There are no memos.",
		ReadIntro:   "Newest first.",
		ReadItem:    "Number {number}: {content}.",
		ReadRest:    "{content}.",
		ReadItemBy:  "Number {number}, {by}: {content}.",
		ReadGone:    "Number {number} is gone.",
		ReadDone:    "Number {number} is already done.",
		ReadFirst:   "There's nothing newer.",
		ReadEnd:     "That's all.",
		ReadLimit:   "I can read {count} at a time, and there are more.",
		FindIntro:   "Here's what I found for {text}.",
		FindNone:    "I couldn't find a memo about {text}.",
		FindNoneYet: "I haven't found a memo about {text} yet.",
		CardItem:    "{number}. {content} ({who}, {when})",
		OneMemo:     "one memo",
		ManyMemos:   "{count} memos",
		TextBefore:  "the memo about |the memo |the |my |our |some |an |a ",
		UndoWords:   "undo|undo that|undo it|please undo|undo please|take that back|take it back|bring it back|bring that back|put it back|put that back",
		TextLast:    "it|that|this|that one|this one|that memo|this memo|the memo|last|last one|last memo|newest|newest one|latest|latest one",
		NumberAnd:   " and |, | & ",
		TextAll:     "all|everything|them all|all of them|all of it|everything on the list",
		TextAfter:   " from the shopping list| from our list| from the list| off the list| memo| please",
	}
}

func englishDeleting() Catalogue {
	return Catalogue{
		Deleted:       "Deleted number {number}: {content}.",
		DeletedNamed:  "Deleted: {content}.",
		DeletedGone:   "Number {number} is already deleted.",
		Done:          "Number {number} is done: {content}.",
		DoneNamed:     "Done: {content}.",
		DoneAlready:   "Number {number} is already done.",
		DeleteRange:   "There's no number {number}. The numbers go up to {last}.",
		DeletedAll:    "Moved {memos} to the trash.",
		UndoHint:      "Say undo to take that back.",
		AllGone:       "That's already gone.",
		Unadded:       "Taken back: {content}.",
		Undone:        "Brought back: {content}.",
		UndoneCount:   "Brought back {memos}.",
		UndoBack:      "Already back: {content}.",
		UndoBackCount: "All {memos} are back already.",
		UndoLost:      "I can't bring back {memos} any more.",
		UndoNone:      "There's nothing to undo.",
	}
}

func englishWhen() Catalogue {
	return Catalogue{
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
		"ask.text":    "What's the memo?",
		"ask.another": "Anything else to add?",
		"ask.news":    "Would you like to listen?",
		"ask.more":    "Should I keep going?",
		"ask.rest":    "Should I read the rest?",
		"ask.one":     "Which number should I read?",
		"ask.done":    "Which number is done?",
		"ask.number":  "Which number should I delete?",
		"ask.again":   "I've just added the same memo. Should I add it again?",
		"ask.search":  "What should I look for?",
		"ask.others":  "Someone else did that. Should I undo it?",
		"ask.all":     "I counted {memos}. Should I put everything in the trash?",
		"ask.newest":  "There are more than {memos}. Should I put the newest {memos} in the trash?",

		"reprompt.text":    "Say: buy milk.",
		"reprompt.another": "Say: buy eggs. If that's all, say: no.",
		"reprompt.more":    "Say yes, or no.",
		"reprompt.news":    "Say yes, or no.",
		"reprompt.rest":    "Say yes, or no.",
		"reprompt.one":     "Say: number two.",
		"reprompt.done":    "Say: number two.",
		"reprompt.number":  "Say: number two.",
		"reprompt.again":   "Say yes, or no.",
		"reprompt.search":  "Say: milk.",
		"reprompt.others":  "Say yes, or no.",
		"reprompt.all":     "Say yes, or no.",
		"reprompt.newest":  "Say yes, or no.",
	}
}

func englishListHelp() Catalogue {
	return Catalogue{
		"help.text":    "Just say what you want to remember, for example: buy milk. To cancel, say stop.",
		"help.another": "Just say another memo, for example: buy eggs. If that's all, say no.",
		"help.more":    "Say yes to hear the next memos, or previous for the ones before. You can also say delete number two.",
		"help.news":    "Say yes to hear the new memos, or no to skip them.",
		"help.rest":    "Say yes to hear the rest of this memo, or next to skip it. To finish, say no.",
		"help.one":     "Say the number of the memo you want to hear in full, such as number two. To cancel, say stop.",
		"help.done":    "Say the number of the memo that is done, such as number two. To cancel, say stop.",
		"help.number":  "Say one of the numbers I read, such as number two. To cancel, say stop.",
		"help.again":   "Say yes to add {content} once more. If you don't want that, say no.",
		"help.search":  "Say a word of the memo, such as milk. To cancel, say stop.",
		"help.others":  "Say yes to undo what someone else just did, or no to leave it as it is.",
		"help.all":     "Say yes to put everything in the trash, and undo if you change your mind. To keep the memos, say no.",
		"help.newest":  "Say yes to put the newest ones in the trash, and undo if you change your mind. To keep the memos, say no.",
	}
}
