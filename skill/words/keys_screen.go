package words

// Texts on screens, and sentences that answer a touch.
const (
	ScreenFound     Key = "screen.found"      // {text}: the title of search results
	ScreenNew       Key = "screen.new"        // the title of new memos
	ScreenBy        Key = "screen.by"         // {who} {when}
	ScreenByDone    Key = "screen.by.done"    // {who} {when}: of a done memo
	ScreenByDeleted Key = "screen.by.deleted" // {who} {when}: of a memo in the trash
	ScreenAdded     Key = "screen.added"      // in place of the number of a memo just added

	ScreenDone        Key = "screen.done"         // on the button that marks a memo as done
	ScreenDelete      Key = "screen.delete"       // on the delete button
	ScreenUndo        Key = "screen.undo"         // on the button that reopens or restores a memo
	ScreenMemo        Key = "screen.memo"         // {number}: the memo of a button, for screen readers
	ScreenAddedMemo   Key = "screen.memo.added"   // likewise, a memo just added
	ScreenDoneLabel   Key = "screen.done.label"   // {memo}: the button, for screen readers
	ScreenDeleteLabel Key = "screen.delete.label" // {memo}: likewise
	ScreenUndoLabel   Key = "screen.undo.label"   // {memo}: likewise

	ScreenDeleted  Key = "screen.deleted"  // {content}
	ScreenFinished Key = "screen.finished" // {content}: marked as done
	ScreenInTrash  Key = "screen.in_trash" // it was already deleted
	ScreenIsDone   Key = "screen.is_done"  // it was already done
	ScreenGone     Key = "screen.gone"     // neither in the list nor in the trash

	ScreenCode       Key = "screen.code"       // the title of an invite code
	ScreenCodeHow    Key = "screen.code.how"   // {digits}: how to use it
	ScreenConnection Key = "screen.connection" // the title of a connection number
)

// Screens with examples of what to say, separated by "|".
const (
	ScreenHelp        Key = "screen.help"          // the heading of the help
	ScreenHelpSay     Key = "screen.help.say"      //
	ScreenNoneSay     Key = "screen.none.say"      // when the list is empty
	ScreenNotFoundSay Key = "screen.not_found.say" // when a search or the new memos are
	ScreenHint        Key = "screen.hint"          // before the examples
	ScreenHintOpen    Key = "screen.hint.open"     // likewise, if the skill has to be opened first
	ScreenExample     Key = "screen.example"       // {words}: one of these
)
