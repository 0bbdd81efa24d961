package models

// EventKind is the kind of an Event.
type EventKind string

// The kinds of events.
const (
	EventJoined              EventKind = "joined"                // Person joined Family
	EventLeft                EventKind = "left"                  // Person left Family
	EventRemoved             EventKind = "removed"               // Actor removed Person from Family
	EventOwnerChanged        EventKind = "owner_changed"         // Person is now the owner of Family
	EventTrashEmptied        EventKind = "trash_emptied"         // Actor emptied the trash of Family
	EventAccountClosed       EventKind = "account_closed"        // Person's account is closing
	EventAccessBegan         EventKind = "access_began"          // Person got a new Access
	EventAccessEnded         EventKind = "access_ended"          // Person's Access ended
	EventSignedOutEverywhere EventKind = "signed_out_everywhere" // every access of Person ended
)

// Event is a change that is reported to more than the caller, for example in the log.
// It contains only ids. Actor is "" if an operator or the program made the change.
type Event struct {
	Kind   EventKind
	Family FamilyID
	Actor  UserID
	Person UserID
	Access AccessID
}
