package models

// EventKind says what happened.
type EventKind string

// The kinds of events.
const (
	EventJoined              EventKind = "joined"                // Person came into Family
	EventLeft                EventKind = "left"                  // Person left Family
	EventRemoved             EventKind = "removed"               // Actor removed Person from Family
	EventOwnerChanged        EventKind = "owner_changed"         // Person owns Family now
	EventTrashEmptied        EventKind = "trash_emptied"         // Actor emptied the trash of Family
	EventAccountClosed       EventKind = "account_closed"        // Person's account is closing
	EventAccessBegan         EventKind = "access_began"          // Person has one more Access
	EventAccessEnded         EventKind = "access_ended"          // Person's Access ended
	EventSignedOutEverywhere EventKind = "signed_out_everywhere" // every access of Person ended
)

// Event is something that has happened and that others than the caller may want to
// know. It has ids only. Actor is "" if an operator or the program did it.
type Event struct {
	Kind   EventKind
	Family FamilyID
	Actor  UserID
	Person UserID
	Access AccessID
}
