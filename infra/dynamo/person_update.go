package dynamo

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"voicememo/family"
	"voicememo/models"
)

// Update changes a person's own attributes. Each entry of one of the voiceMaps is set by
// itself, so that entries set at the same time are all kept. An item that an earlier
// version wrote may lack one of these maps; then Update creates it and tries again. It
// tries without LastReadAt if the item's is later.
func (s familyStore) Update(ctx context.Context, id models.UserID, p family.Patch) (models.User, error) {
	if !isPerson(id) {
		return models.User{}, noPerson()
	}
	if p.EraseAt != nil && !p.EraseAt.IsZero() {
		if err := s.noteDue(ctx, *p.EraseAt, id); err != nil {
			return models.User{}, err
		}
	}
	for range 3 {
		out, err := s.update(ctx, s.patch(id, p).write())
		switch {
		case err != nil:
			return models.User{}, err
		case out.done:
			return readPerson(out.item)
		case len(out.item) == 0:
			return models.User{}, noPerson()
		}
		if readLater(out.item, p.LastReadAt) {
			p.LastReadAt = nil
		} else if err := s.createVoiceMaps(ctx, id); err != nil {
			return models.User{}, err
		}
	}
	return models.User{}, models.Unavailable(errors.New("dynamodb: a person's item is not as it was just made"))
}

// readLater reports whether a person's item has a later lastReadAt than at, which may be
// nil. It compares the texts, as the condition does.
func readLater(person item, at *time.Time) bool {
	return at != nil && !at.IsZero() && textOf(person["lastReadAt"]) > models.FormatTime(*at)
}

// createVoiceMaps adds the voiceMaps that a person's item lacks. It does nothing if there
// is no such item.
func (s familyStore) createVoiceMaps(ctx context.Context, id models.UserID) error {
	e := s.editPerson(id)
	e.when(userExists)
	for _, attribute := range voiceMaps {
		e.set(attribute, asMap(item{}))
		e.keep(attribute)
	}
	return s.apply(ctx, e, nil)
}

// editPerson begins an update of a person's item.
func (db *DB) editPerson(id models.UserID) *edit { return newEdit(db.tables.Users, personKey(id)) }

// editFamily begins an update of a family's item.
func (db *DB) editFamily(id models.FamilyID) *edit { return newEdit(db.tables.Users, familyKey(id)) }

// patch returns the update that applies p. It requires the voiceMaps that it changes, and
// no later lastReadAt than that of p.
func (s familyStore) patch(id models.UserID, p family.Patch) *edit {
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
	if at := p.LastReadAt; at != nil && !at.IsZero() {
		e.when("attribute_not_exists(#lastReadAt) OR #lastReadAt <= " + e.value(instant(*at)))
	}
	if p.Emoji != nil {
		e.setText("emoji", *p.Emoji)
	}
	if p.Notice != nil {
		e.setText("notice", string(*p.Notice))
	}
	if p.Link != nil {
		e.set(link, mapOf(linkAttributes, *p.Link))
	}
	if p.Greeted != nil {
		e.set("greeted", number(int64(*p.Greeted)))
	}
	e.patchVoices(id, p)
	return e
}

// patchVoices changes entries of the voiceMaps. An empty name in p.Voices does not replace
// a name.
func (e *edit) patchVoices(id models.UserID, p family.Patch) {
	names, times, roomNames, done := item{}, item{}, item{}, item{}
	for voice, name := range p.Voices {
		names[string(voice)] = text(name)
	}
	if p.Unnamed != "" {
		names[string(p.Unnamed)] = text("")
	}
	for voice, at := range p.Heard {
		if times[string(voice)] = nil; !at.IsZero() {
			times[string(voice)] = millis(at)
		}
	}
	for room, name := range p.Rooms {
		if roomNames[string(room)] = nil; name != "" {
			roomNames[string(room)] = text(name)
		}
	}
	for voice, a := range p.Acts {
		if done[actKey(voice)] = nil; !a.At.IsZero() {
			done[actKey(voice)] = mapOf(actAttributes(id), a)
		}
		e.remove(lastDeletion)
	}
	e.setEntries(persons, names)
	e.setEntries(heard, times)
	e.setEntries(rooms, roomNames)
	e.setEntries(acts, done)
	for voice, name := range p.Voices {
		if name == "" && voice != p.Unnamed {
			e.keep(e.at(persons, string(voice)))
		}
	}
}

// setEntries sets entries of a map, which must exist. It removes those that are nil.
func (e *edit) setEntries(attribute string, entries item) {
	if len(entries) > 0 {
		e.when("attribute_exists(" + path(attribute) + ")")
	}
	for _, key := range slices.Sorted(maps.Keys(entries)) {
		if v := entries[key]; v != nil {
			e.set(e.at(attribute, key), v)
		} else {
			e.remove(e.at(attribute, key))
		}
	}
}

// SetAsking changes a setting of the family that a person owns.
func (s familyStore) SetAsking(ctx context.Context, a family.Asking) error {
	e := s.editFamily(a.Family)
	e.equals("ownerId", text(a.Owner))
	e.set("askBeforeJoin", flag(a.On))
	e.set("updatedAt", instant(a.At))
	return s.apply(ctx, e, moved())
}

// SetZone changes where the family of a member lives.
func (s familyStore) SetZone(ctx context.Context, z family.Zone) error {
	e := s.editFamily(z.Family)
	e.contains("memberIds", string(z.By))
	e.as(timeZone, z.From)
	e.set(timeZone, text(z.To))
	e.set("updatedAt", instant(z.At))
	return s.apply(ctx, e, moved())
}
