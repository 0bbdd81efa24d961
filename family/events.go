package family

import (
	"time"

	"voicememo/models"
)

// The events of a change, as the service reports them after the change and as an engine
// records them with it.

// Events returns that by brought the person, or that the person joined if by is the person,
// that the person left the family before, and, if so, became an owner.
func (m Move) Events(by models.UserID) []models.Event {
	id := m.User.ID
	events := []models.Event{{Kind: models.EventJoined, Family: m.To.ID, Actor: by, Person: id, At: m.At}}
	if m.Inherits() {
		events = append(events, models.Event{Kind: models.EventOwnerChanged, Family: m.To.ID, Actor: by, Person: id, At: m.At})
	}
	return append(events, left(m.From, id, id, m.At))
}

// Event returns that the person left or was removed.
func (l Leave) Event() models.Event { return left(l.From, l.User.ID, l.By, l.At) }

// Event returns that the person left, because the account is closing.
func (c Close) Event() models.Event { return left(c.From, c.User.ID, c.User.ID, c.At) }

// left returns the event that a person has left a family, which is as it was before. If it
// has no members any more, that is an EventChanged with the person.
func left(from models.Family, id, by models.UserID, at time.Time) models.Event {
	if from.Alone(id) {
		return models.Event{Kind: models.EventChanged, Family: from.ID, Person: id, At: at}
	}
	e := models.Event{Kind: models.EventLeft, Family: from.ID, Actor: by, Person: id, At: at}
	if id != by {
		e.Kind = models.EventRemoved
	}
	return e
}

// Event returns that a member became the owner.
func (t Transfer) Event() models.Event {
	return models.Event{Kind: models.EventOwnerChanged, Family: t.Family, Actor: t.By, Person: t.To, At: t.At}
}

// Events returns that the member left and, if so, that the heir became the owner.
func (r Retire) Events() []models.Event {
	id := r.User.ID
	events := []models.Event{{Kind: models.EventLeft, Family: r.From.ID, Actor: id, Person: id, At: r.At}}
	if r.Heir.ID != "" {
		events = append(events, models.Event{Kind: models.EventOwnerChanged, Family: r.From.ID, Actor: id, Person: r.Heir.ID, At: r.At})
	}
	return events
}
