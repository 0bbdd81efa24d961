package dynamo

import (
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"voicememo/models"
)

const (
	// persons is the attribute with the names of an Echo's voices, a map from
	// Alexa's personId to a name.
	persons = "persons"
	// heard is the attribute with the times when voices last listened to the list, a map
	// from the voices' marks to milliseconds since 1970, which take a third of the space of
	// the schema's texts.
	heard = "heard"
	// rooms is the attribute with the names of an account's devices, a map by the
	// devices' marks.
	rooms = "rooms"
)

// voiceMaps lists the maps of a person's item of which an update changes single entries.
// Once an item has them they are never removed, only emptied.
var voiceMaps = []string{persons, heard, rooms, acts}

// textMap returns a map of texts.
func textMap[K ~string](texts map[K]string) types.AttributeValue {
	m := item{}
	for key, s := range texts {
		m[string(key)] = text(s)
	}
	return &types.AttributeValueMemberM{Value: m}
}

// readTextMap reads what textMap wrote. It returns nil if there are no entries.
func readTextMap[K ~string](r *reader, attribute string) (texts map[K]string) {
	for key, v := range r.fields(attribute) {
		if texts == nil {
			texts = map[K]string{}
		}
		s, _ := v.(*types.AttributeValueMemberS)
		if s == nil {
			r.check(attribute, errForm)
			continue
		}
		texts[K(key)] = s.Value
	}
	return texts
}

// heardMap returns the attribute heard.
func heardMap(times map[models.VoiceMark]time.Time) types.AttributeValue {
	m := item{}
	for voice, at := range times {
		m[string(voice)] = millis(at)
	}
	return &types.AttributeValueMemberM{Value: m}
}

// readHeard reads what heardMap wrote. It returns nil for none.
func readHeard(r *reader) (times map[models.VoiceMark]time.Time) {
	in := reader{item: r.fields(heard)}
	for voice := range in.item {
		if times == nil {
			times = map[models.VoiceMark]time.Time{}
		}
		times[models.VoiceMark(voice)] = in.millis(voice)
	}
	r.check(heard, in.err)
	return times
}
