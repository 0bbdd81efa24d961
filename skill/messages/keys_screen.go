package messages

// What screens show, and what is said to a touch.
const (
	ScreenFound       Key = "screen.found"        // {text}: the title over what a search found
	ScreenDelete      Key = "screen.delete"       // on the button that deletes
	ScreenUndo        Key = "screen.undo"         // on the button that restores
	ScreenDeleteLabel Key = "screen.delete.label" // {number}: what a screen reader says
	ScreenUndoLabel   Key = "screen.undo.label"   // {number}: likewise
	ScreenBy          Key = "screen.by"           // {who} {when}
	ScreenDeleted     Key = "screen.deleted"      // {content}
	ScreenRestored    Key = "screen.restored"     // {content}
	ScreenInTrash     Key = "screen.in_trash"     // somebody deleted it before
	ScreenInList      Key = "screen.in_list"      // somebody restored it before
	ScreenGone        Key = "screen.gone"         // neither in the list nor in the trash
	ScreenCode        Key = "screen.code"         // the title over an invite code
	ScreenCodeHow     Key = "screen.code.how"     // {digits}: how it is used
	ScreenConnection  Key = "screen.connection"   // the title over a connection number
)
