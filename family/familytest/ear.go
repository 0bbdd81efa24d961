package familytest

import (
	"slices"
	"sync"

	"voicememo/models"
)

// Ear records the families with which a world's services call Changed.
type Ear struct {
	mu    sync.Mutex
	heard []models.FamilyID
}

// Listen sets Changed of the services to an Ear, which it returns.
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

// Heard returns, sorted, the families recorded since the last call of Heard.
func (e *Ear) Heard() []models.FamilyID {
	e.mu.Lock()
	defer e.mu.Unlock()
	heard := e.heard
	e.heard = nil
	slices.Sort(heard)
	return heard
}
