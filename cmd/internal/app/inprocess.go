package app

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"sync"

	"voicememo/models"
)

// maxInProcess is how many events are kept in memory. The oldest ones are dropped first.
const maxInProcess = 10_000

// inProcess is the recorder of an engine that records no events, DynamoDB without its
// streams: it keeps the events of this process in memory, so they are lost with it.
type inProcess struct {
	prefix string // of the events' ids, different in each process

	mu     sync.Mutex
	serial int
	events []models.Event
}

func newInProcess() *inProcess { return &inProcess{prefix: "p" + rand.Text() + "-"} }

// note keeps an event, with a new ID.
func (p *inProcess) note(e models.Event) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.serial++
	e.ID = fmt.Sprint(p.prefix, p.serial)
	p.events = append(p.events, e)
	p.events = p.events[max(0, len(p.events)-maxInProcess):]
}

// Happened implements recorder.
func (p *inProcess) Happened(_ context.Context, most int) ([]models.Event, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.events[:min(most, len(p.events))]), nil
}

// Forget implements recorder.
func (p *inProcess) Forget(_ context.Context, events []models.Event) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.events = slices.DeleteFunc(p.events, func(e models.Event) bool {
		return slices.ContainsFunc(events, func(o models.Event) bool { return o.ID == e.ID })
	})
	return nil
}
