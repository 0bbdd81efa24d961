package messages

// englishScreen returns the texts on screens and the answers to touches.
func englishScreen() Catalogue {
	return Catalogue{
		ScreenFound:     "Memos with \"{text}\"",
		ScreenNew:       "New memos",
		ScreenBy:        "{who}, {when}",
		ScreenByDone:    "Done · {who}, {when}",
		ScreenByDeleted: "In the trash · {who}, {when}",
		ScreenAdded:     "New",

		ScreenDone:        "Done",
		ScreenDelete:      "Delete",
		ScreenUndo:        "Undo",
		ScreenMemo:        "number {number}",
		ScreenAddedMemo:   "the memo just added",
		ScreenDoneLabel:   "Mark {memo} as done",
		ScreenDeleteLabel: "Delete {memo}",
		ScreenUndoLabel:   "Bring back {memo}",

		ScreenDeleted:  "Deleted: {content}.",
		ScreenFinished: "Done: {content}.",
		ScreenInTrash:  "That memo is already deleted.",
		ScreenIsDone:   "That memo is already done.",
		ScreenGone:     "That memo is gone.",

		ScreenCode:       "Invite code",
		ScreenCodeHow:    "On the other Echo say: Alexa, open family voice memo. Then say: join with code {digits}. You can also enter it on the web page.",
		ScreenConnection: "Connection number of this Echo",

		ScreenHelp:        "What you can say",
		ScreenHelpText:    "For example:",
		ScreenHelpSay:     "add buy milk|read the memos|what's new|find milk|number one is done|delete number one|undo|make an invite code",
		ScreenNoneSay:     "add buy milk",
		ScreenNotFoundSay: "read the memos|add buy milk",
		ScreenExample:     "\"{words}\"",
	}
}
