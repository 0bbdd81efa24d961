package messages

// Texts on screens, and sentences that answer a touch.
const (
	ScreenFound       Key = "screen.found"        // {text}: the title of search results
	ScreenDelete      Key = "screen.delete"       // on the delete button
	ScreenUndo        Key = "screen.undo"         // on the restore button
	ScreenDeleteLabel Key = "screen.delete.label" // {number}: for screen readers
	ScreenUndoLabel   Key = "screen.undo.label"   // {number}: likewise
	ScreenBy          Key = "screen.by"           // {who} {when}
	ScreenDeleted     Key = "screen.deleted"      // {content}
	ScreenRestored    Key = "screen.restored"     // {content}
	ScreenInTrash     Key = "screen.in_trash"     // it was already deleted
	ScreenInList      Key = "screen.in_list"      // it was already restored
	ScreenGone        Key = "screen.gone"         // neither in the list nor in the trash
	ScreenCode        Key = "screen.code"         // the title of an invite code
	ScreenCodeHow     Key = "screen.code.how"     // {digits}: how to use it
	ScreenConnection  Key = "screen.connection"   // the title of a connection number
)
