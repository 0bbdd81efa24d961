package dynamo

import (
	"slices"
	"time"

	"voicememo/memo"
	"voicememo/models"
)

// copiedAfter is how much later than a memo's own time its item is written if it was
// copied or imported, or restored from a backup.
const copiedAfter = 5 * time.Minute

// memoEvents returns the event of a memo's item before and after a write; nil: there was
// or is none. A memo that was removed is none.
func memoEvents(before, after item, written time.Time) ([]models.Event, error) {
	for _, it := range []*item{&before, &after} {
		if isRemoved(*it) {
			*it = nil
		}
	}
	was, is, err := readImages(before, after, readMemo)
	if in := textOf(after[updatedIn]); in != "" {
		is.FamilyID = models.FamilyID(in)
	}
	e := models.Event{Family: is.FamilyID, Actor: is.UpdatedBy, Memo: is.Ref(), At: is.UpdatedAt}
	switch {
	case err != nil:
		return nil, err
	case after == nil:
		return changedIn(was.FamilyID), nil
	case before == nil:
		e.Kind, e.Actor, e.At = models.EventAdded, is.UserID, is.Timestamp
		if is.Version > 1 || memo.StateOf(is, written) != memo.Open {
			e.Kind = models.EventChanged
		}
	case sameBut(before, after, "familyId", "purgeAt"):
		return nil, nil
	default:
		e.Kind = changeOf(was, is)
	}
	if e.Kind == models.EventChanged || written.Sub(e.At).Abs() > copiedAfter {
		return changedIn(is.FamilyID), nil
	}
	return []models.Event{e}, nil
}

// changeOf returns the kind of a change of a memo; see memo.Change.Event.
func changeOf(was, is models.Memo) models.EventKind {
	from, to := memo.StateOf(was, is.UpdatedAt), memo.StateOf(is, is.UpdatedAt)
	switch {
	case is.Version == was.Version || from == to && to == memo.Trashed:
		return models.EventChanged
	case from == to:
		return models.EventEdited
	case to == memo.Trashed:
		return models.EventTrashed
	case to == memo.Done:
		return models.EventDone
	case from == memo.Trashed:
		return models.EventRestored
	}
	return models.EventReopened
}

// shownOfFamily are the attributes of a family that its members see.
var shownOfFamily = []string{
	"memberIds", "formerIds", "ownerId", "interim", requestsOf, "askBeforeJoin", "inviteId", "inviteCode", "inviteFor", emptied, timeZone,
}

// familyEvents returns the events of a family's item before and after a write; nil: there
// was or is none.
func familyEvents(before, after item) ([]models.Event, error) {
	was, is, err := readImages(before, after, readFamily)
	if err != nil || before == nil {
		return nil, err
	}
	if after == nil {
		var events []models.Event
		for _, id := range was.MemberIDs {
			events = append(events, models.Event{Kind: models.EventChanged, Family: was.ID, Person: id})
		}
		return events, nil
	}
	events := append(membershipEvents(was, is, after), requestEvents(was, is)...)
	if len(events) == 0 && !sameIn(before, after, shownOfFamily...) {
		events = changedIn(is.ID)
	}
	return events, nil
}

// membershipEvents returns the events about members and the owner. There are none if the
// family was copied or repaired: then it does not say who changed it.
func membershipEvents(was, is models.Family, after item) (events []models.Event) {
	if after[updatedBy] == nil {
		return nil
	}
	by := models.UserID(textOf(after[updatedBy]))
	at, _ := timeOf(after["updatedAt"])
	add := func(kind models.EventKind, person models.UserID) {
		events = append(events, models.Event{Kind: kind, Family: is.ID, Actor: by, Person: person, At: at})
	}
	for _, id := range is.MemberIDs {
		if !was.Has(id) {
			add(models.EventJoined, id)
		}
	}
	for _, id := range was.MemberIDs {
		switch {
		case is.Has(id):
		case id == by:
			add(models.EventLeft, id)
		default:
			add(models.EventRemoved, id)
		}
	}
	if is.OwnerID != was.OwnerID {
		add(models.EventOwnerChanged, is.OwnerID)
	}
	return events
}

// requestEvents returns an event for each request that is new.
func requestEvents(was, is models.Family) (events []models.Event) {
	for _, r := range is.Requests {
		if !slices.ContainsFunc(was.Requests, r.Is) {
			events = append(events, r.Event())
		}
	}
	return events
}

// shownOfPerson are the attributes of a person that the family sees, and the person's
// request, which the person's own pages show.
var shownOfPerson = []string{"userName", "picture", "emoji", persons, rooms, requestOf}

// personEvents returns the events of a person's item before and after a write; nil: there
// was or is none. Who joined and left is in the families' items. The family that the
// person asks to join also sees the person.
func personEvents(before, after item) ([]models.Event, error) {
	was, is, err := readImages(before, after, readPerson)
	switch {
	case err != nil || before == nil:
		return nil, err
	case after == nil:
		return []models.Event{{Kind: models.EventAccountErased, Person: was.ID}}, nil
	case sameIn(before, after, shownOfPerson...):
		return nil, nil
	}
	families := []models.FamilyID{is.FamilyID, was.Membership.Request.FamilyID, is.Membership.Request.FamilyID}
	slices.Sort(families)
	var events []models.Event
	for _, f := range slices.Compact(families) {
		events = append(events, changedIn(f)...)
	}
	return events, nil
}

// changedIn returns the event that something in a family has changed; none if id is "".
func changedIn(id models.FamilyID) []models.Event {
	if id == "" {
		return nil
	}
	return []models.Event{{Kind: models.EventChanged, Family: id}}
}

// readImages reads an item before and after a write. For nil it returns the zero T.
func readImages[T any](before, after item, read func(item) (T, error)) (was, is T, err error) {
	if before != nil {
		was, err = read(before)
	}
	if after != nil && err == nil {
		is, err = read(after)
	}
	if err != nil {
		var none T
		return none, none, err
	}
	return was, is, nil
}

// sameIn reports whether two items have the same values of attributes.
func sameIn(a, b item, attributes ...string) bool {
	return !slices.ContainsFunc(attributes, func(name string) bool {
		return !same(item{name: a[name]}, item{name: b[name]})
	})
}

// sameBut reports whether two items are the same, except for attributes.
func sameBut(a, b item, attributes ...string) bool {
	all := map[string]bool{}
	for _, it := range []item{a, b} {
		for name := range it {
			all[name] = !slices.Contains(attributes, name)
		}
	}
	for name, compare := range all {
		if compare && !sameIn(a, b, name) {
			return false
		}
	}
	return true
}
