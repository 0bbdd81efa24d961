package familytest

import (
	"slices"
	"sync"

	"voicememo/models"
)

// Ear notes which families a world's services tell of changes.
type Ear struct {
	mu    sync.Mutex
	heard []models.FamilyID
}

// Listen makes the services tell an Ear from now on.
func (w *World) Listen() *Ear {
	e := &Ear{}
	w.Memos.Changed, w.Families.Changed, w.Invites.Changed = e.note, e.note, e.note
	return e
}

func (e *Ear) note(f models.FamilyID) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.heard = append(e.heard, f)
}

// Heard returns the families told since the last call, sorted.
func (e *Ear) Heard() []models.FamilyID {
	e.mu.Lock()
	defer e.mu.Unlock()
	heard := e.heard
	e.heard = nil
	slices.Sort(heard)
	return heard
}
