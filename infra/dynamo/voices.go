package dynamo

import (
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"voicememo/models"
)

// persons is the attribute with the names of an Echo's voices, a map from
// Alexa's personId to a name.
const persons = "persons"

func voices(names map[models.VoiceID]string) types.AttributeValue {
	m := item{}
	for voice, name := range names {
		m[string(voice)] = text(name)
	}
	return &types.AttributeValueMemberM{Value: m}
}

// readVoices returns nil if there are none.
func readVoices(r *reader) (names map[models.VoiceID]string) {
	for voice, name := range r.fields(persons) {
		if names == nil {
			names = map[models.VoiceID]string{}
		}
		s, _ := name.(*types.AttributeValueMemberS)
		if s == nil {
			r.check(persons, errForm)
			continue
		}
		names[models.VoiceID(voice)] = s.Value
	}
	return names
}
