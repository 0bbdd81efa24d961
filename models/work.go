package models

import "time"

// WorkKind is the kind of a change of many memos, as the web API names it.
type WorkKind string

// The kinds of work.
const (
	WorkTrash WorkKind = "delete_all"  // move all memos of the list to the trash
	WorkEmpty WorkKind = "empty_trash" // permanently remove the memos in the trash
)

// Work is the rest of a change of many memos that an account asked for and that was not
// done before the answer. It concerns the memos as they were at Began: one that was added
// or changed since is left alone.
type Work struct {
	Family FamilyID  // whose memos they are; the work ends if the account leaves it
	Began  time.Time // when the account asked for it
	After  Position  // the position in the list or trash up to which it is done; newer memos came later
	Done   int       // how many memos it has changed
	Left   int       // how many it had not reached yet
}
