package familytest

import (
	"slices"
	"sync"
	"time"

	"voicememo/models"
)

// Ear records the events that a world's services report.
type Ear struct {
	mu     sync.Mutex
	events []models.Event
}

// Listen sets Happened of the services to an Ear, which it returns.
func (w *World) Listen() *Ear {
	e := &Ear{}
	w.Memos.Happened, w.Families.Happened, w.Invites.Happened = e.Note, e.Note, e.Note
	return e
}

// Note records an event.
func (e *Ear) Note(event models.Event) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.events = append(e.events, event)
}

// Events returns, in their order, the events recorded since the last call of Events or Heard.
func (e *Ear) Events() []models.Event {
	e.mu.Lock()
	defer e.mu.Unlock()
	events := e.events
	e.events = nil
	return events
}

// Heard returns, sorted and each once, the families of the events that Events would return.
func (e *Ear) Heard() []models.FamilyID {
	var heard []models.FamilyID
	for _, event := range e.Events() {
		heard = append(heard, event.Family)
	}
	slices.Sort(heard)
	return slices.Compact(heard)
}

// Timeless returns events without At, in which each but an EventChanged must have a time
// that is not before from.
func (w *World) Timeless(events []models.Event, from time.Time) []models.Event {
	w.T.Helper()
	out := slices.Clone(events)
	for i, e := range out {
		if late := !e.At.Before(from.Truncate(time.Millisecond)); late == (e.Kind == models.EventChanged && e.At.IsZero()) {
			w.T.Errorf("got %s at %v, want a time from %v", e.Kind, e.At, from)
		}
		out[i].At = time.Time{}
	}
	return out
}
