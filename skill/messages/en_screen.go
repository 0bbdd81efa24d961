package messages

// englishScreen returns the texts on screens and the answers to touches.
func englishScreen() Catalogue {
	return Catalogue{
		ScreenFound:       "Memos with \"{text}\"",
		ScreenDelete:      "Delete",
		ScreenUndo:        "Undo",
		ScreenDeleteLabel: "Delete number {number}",
		ScreenUndoLabel:   "Restore number {number}",
		ScreenBy:          "{who}, {when}",
		ScreenDeleted:     "I deleted: {content}.",
		ScreenRestored:    "I restored: {content}.",
		ScreenInTrash:     "That memo is already deleted.",
		ScreenInList:      "That memo is already back.",
		ScreenGone:        "That memo is gone.",
		ScreenCode:        "Invite code",
		ScreenCodeHow:     "On the other Echo say: Alexa, open family voice memo. Then say: join with code {digits}. You can also enter it on the web page.",
		ScreenConnection:  "Connection number of this Echo",
	}
}
