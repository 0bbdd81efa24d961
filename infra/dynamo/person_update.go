package dynamo

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"voicememo/family"
	"voicememo/models"
)

// voiceTries bounds how often an update checks anew whether the map of voices exists. One
// check is enough unless another request creates the map at the same moment.
const voiceTries = 4

// Update changes a person's own attributes. Each voice's name is set as an entry of its
// own, so that names set at the same time are all kept. An item from before voices has no
// such map: then this update makes it, unless another one has made it meanwhile.
func (s familyStore) Update(ctx context.Context, id models.UserID, p family.Patch) (models.User, error) {
	if !isPerson(id) {
		return models.User{}, models.NotFound(models.ReasonPerson)
	}
	if p.EraseAt != nil && !p.EraseAt.IsZero() {
		if err := s.noteDue(ctx, *p.EraseAt, id); err != nil {
			return models.User{}, err
		}
	}
	for try := 0; try < voiceTries; try++ {
		out, err := s.update(ctx, s.patch(id, p, try%2 == 1).write())
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

// editPerson begins an update of a person's item.
func (db *DB) editPerson(id models.UserID) *edit { return newEdit(db.tables.Users, personKey(id)) }

// editFamily begins an update of a family's item.
func (db *DB) editFamily(id models.FamilyID) *edit { return newEdit(db.tables.Users, familyKey(id)) }

// patch returns the update that applies p. With first it is the one that makes the map of
// voices.
func (s familyStore) patch(id models.UserID, p family.Patch, first bool) *edit {
	e := s.editPerson(id)
	e.when(userExists)
	e.set("updatedAt", instant(p.At))
	for name, value := range map[string]*string{"userName": p.Name, "email": p.Email, "picture": p.Picture} {
		if value != nil {
			e.set(name, text(*value))
		}
	}
	for name, value := range map[string]*time.Time{
		"lastReadAt": p.LastReadAt, "eraseAt": p.EraseAt,
	} {
		if value != nil {
			e.setText(name, models.FormatTime(*value))
		}
	}
	if p.Notice != nil {
		e.setText("notice", string(*p.Notice))
	}
	switch d := p.LastDeletion; {
	case d == nil:
	case d.At.IsZero():
		e.remove(lastDeletion)
	default:
		e.set(lastDeletion, deletion(id, *d))
	}
	switch {
	case len(p.Voices) == 0:
	case first:
		e.absent(persons)
		e.set(persons, voices(p.Voices))
	default:
		e.when(voicesThere)
		e.setVoices(p.Voices)
	}
	return e
}

// voicesThere: the item has the map of voices.
const voicesThere = "attribute_exists(#" + persons + ")"

// setVoices sets entries of the map of voices. An empty name never replaces a name.
func (e *edit) setVoices(names map[models.VoiceID]string) {
	for _, voice := range slices.Sorted(maps.Keys(names)) {
		entry := e.at(persons, string(voice))
		e.set(entry, text(names[voice]))
		if names[voice] == "" {
			e.sets[entry] = "if_not_exists(" + entry + ", " + e.sets[entry] + ")"
		}
	}
}

// SetAsking changes a setting of the family that a person owns.
func (s familyStore) SetAsking(ctx context.Context, a family.Asking) error {
	e := s.editFamily(a.Family)
	e.equals("ownerId", text(a.Owner))
	e.set("askBeforeJoin", flag(a.On))
	e.set("updatedAt", instant(a.At))
	out, err := s.update(ctx, e.write())
	if err == nil && !out.done {
		err = moved()
	}
	return err
}
