package dynamo

const (
	// persons is the attribute with the names of an Echo's voices, a map from
	// Alexa's personId to a name.
	persons = "persons"
	// heard is the attribute with the times when voices last listened to the list and devices
	// last read it aloud, a map from their marks to milliseconds since 1970, which take a third
	// of the space of the schema's texts.
	heard = "heard"
	// rooms is the attribute with the names of an account's devices, a map by the
	// devices' marks.
	rooms = "rooms"
)

// voiceMaps lists the maps of a person's item of which an update changes single entries.
// Once an item has them they are never removed, only emptied.
var voiceMaps = []string{persons, heard, rooms, acts}
