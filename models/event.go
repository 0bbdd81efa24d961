package models

import "time"

// EventKind is the kind of an Event.
type EventKind string

// The kinds of events. Of those about a memo, Event.Memo is set.
const (
	EventAdded    EventKind = "added"    // Actor added Memo
	EventEdited   EventKind = "edited"   // Actor changed the text of Memo
	EventDone     EventKind = "done"     // Actor marked Memo as done
	EventReopened EventKind = "reopened" // Actor marked Memo as not done
	EventTrashed  EventKind = "trashed"  // Actor moved Memo to the trash
	EventRestored EventKind = "restored" // Actor restored Memo from the trash

	EventAsked        EventKind = "asked"         // Person asked to join Family
	EventJoined       EventKind = "joined"        // Person joined Family
	EventLeft         EventKind = "left"          // Person left Family
	EventRemoved      EventKind = "removed"       // Actor removed Person from Family
	EventOwnerChanged EventKind = "owner_changed" // Person is now the owner of Family
	EventTrashEmptied EventKind = "trash_emptied" // Actor emptied the trash of Family
	EventChanged      EventKind = "changed"       // something else that Family sees has changed, or may have

	EventAccountClosed       EventKind = "account_closed"        // Person's account is closing
	EventAccountErased       EventKind = "account_erased"        // Person's account no longer exists
	EventAccessBegan         EventKind = "access_began"          // Person got a new Access
	EventAccessEnded         EventKind = "access_ended"          // Person's Access ended
	EventSignedOutEverywhere EventKind = "signed_out_everywhere" // every access of Person ended
)

// Event is a change that has been committed. It contains ids and no texts. Actor is "" if
// an operator or the program made the change, or if it is not known who did.
//
// A service reports an event at most once, in the process that made the change. An engine
// reports the events that modules promise to act on: at least once, and a repeat has the
// same ID.
type Event struct {
	ID     string // set by the engine; "" if a service reports the event
	Kind   EventKind
	Family FamilyID
	Actor  UserID
	Person UserID
	Access AccessID
	Memo   MemoRef
	At     time.Time // when it happened; zero: not known
}
