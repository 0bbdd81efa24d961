package dynamo

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"voicememo/family"
	"voicememo/models"
)

// Conditions on a person's map of voices.
const (
	voicesThere   = "attribute_exists(#" + persons + ")"
	voicesMissing = userExists + " AND attribute_not_exists(#" + persons + ")"
)

// voiceTries bounds how often an update looks anew whether the map of voices is
// there. Once is enough unless others write it for the first time at this moment.
const voiceTries = 4

// Update changes a person's own attributes. Names of voices go into the map each
// on its own, so that two set at once are both kept. An item from before voices
// has no such map: then this update brings it along, if nobody else has meanwhile.
func (s familyStore) Update(ctx context.Context, id models.UserID, p family.Patch) (models.User, error) {
	if !isPerson(id) {
		return models.User{}, models.NotFound(models.ReasonPerson)
	}
	if p.Asking != nil {
		return s.setAsking(ctx, id, p)
	}
	for try := 0; try < voiceTries; try++ {
		w := s.patch(id, p, try%2 == 1)
		out, err := s.update(ctx, w)
		switch {
		case err != nil:
			return models.User{}, err
		case out.done:
			return readPerson(out.item)
		case len(out.item) == 0:
			return models.User{}, models.NotFound(models.ReasonPerson)
		}
	}
	return models.User{}, models.Unavailable(fmt.Errorf("dynamodb: the voices were refused %d times", voiceTries))
}

// patch is the write of p. With first it is the one that makes the map of voices.
func (s familyStore) patch(id models.UserID, p family.Patch, first bool) write {
	e := edit{values: item{":at": instant(p.At)}, alias: map[string]string{}, sets: "SET #updatedAt = :at"}
	e.text("userName", p.Name)
	e.text("email", p.Email)
	e.text("picture", p.Picture)
	e.time("sessionsValidAfter", p.SessionsValidAfter)
	e.time("lastReadAt", p.LastReadAt)
	if d := p.LastDeletion; d != nil {
		e.set(lastDeletion, deletion(id, *d), d.At.IsZero())
	}
	only := userExists
	switch {
	case p.ForgetVoices:
		e.set(persons, voices(nil), false)
	case len(p.Voices) == 0:
	case first:
		only = voicesMissing
		e.set(persons, voices(p.Voices), false)
	default:
		only = voicesThere
		e.voices(p.Voices)
	}
	return write{
		table: s.tables.Users, key: personKey(id), update: e.sets + e.removes, only: only, values: e.values, alias: e.alias,
	}
}

// edit is an update expression in the making.
type edit struct {
	values  item
	alias   map[string]string
	sets    string
	removes string
}

// set gives an attribute a value, or removes it.
func (e *edit) set(name string, value types.AttributeValue, remove bool) {
	if remove {
		if e.removes == "" {
			e.removes = " REMOVE #" + name
		} else {
			e.removes += ", #" + name
		}
		return
	}
	e.sets += ", #" + name + " = :" + name
	e.values[":"+name] = value
}

// text sets a text that is given.
func (e *edit) text(name string, value *string) {
	if value != nil {
		e.set(name, text(*value), false)
	}
}

// time sets a time that is given; the zero time removes it.
func (e *edit) time(name string, value *time.Time) {
	if value != nil {
		e.set(name, instant(*value), value.IsZero())
	}
}

// voices sets entries of the map of voices. No name never takes the place of one.
func (e *edit) voices(names map[models.VoiceID]string) {
	for n, voice := range slices.Sorted(maps.Keys(names)) {
		mark, value := fmt.Sprintf("#voice%d", n), fmt.Sprintf(":voice%d", n)
		path := "#" + persons + "." + mark
		e.alias[mark], e.values[value] = string(voice), text(names[voice])
		if names[voice] == "" {
			value = "if_not_exists(" + path + ", " + value + ")"
		}
		e.sets += ", " + path + " = " + value
	}
}
