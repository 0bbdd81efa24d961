package pushtest

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"voicememo/family/push"
	"voicememo/models"
)

// Memory is a push.Store in memory. It passes Suite.
type Memory struct {
	mu      sync.Mutex
	records map[models.UserID]*push.Record
}

// NewMemory returns an empty Memory.
func NewMemory() *Memory { return &Memory{records: map[models.UserID]*push.Record{}} }

// of returns the record of a person, which the caller may change.
func (m *Memory) of(person models.UserID) *push.Record {
	if m.records[person] == nil {
		m.records[person] = &push.Record{}
	}
	return m.records[person]
}

// Load implements push.Store.
func (m *Memory) Load(_ context.Context, person models.UserID) (push.Record, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	r := m.records[person]
	if r == nil {
		return push.Record{}, nil
	}
	loaded := push.Record{Settings: r.Settings, Devices: slices.Clone(r.Devices), Batches: slices.Clone(r.Batches)}
	slices.SortFunc(loaded.Devices, func(a, b push.Device) int {
		return cmp.Or(a.AddedAt.Compare(b.AddedAt), cmp.Compare(a.ID, b.ID))
	})
	slices.SortFunc(loaded.Batches, func(a, b push.Batch) int { return cmp.Compare(a.ID, b.ID) })
	for i := range loaded.Batches {
		b := &loaded.Batches[i]
		b.Events, b.Devices = slices.Clone(b.Events), slices.Clone(b.Devices)
	}
	return loaded, nil
}

// SaveSettings implements push.Store.
func (m *Memory) SaveSettings(_ context.Context, person models.UserID, s push.Settings) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.of(person).Settings = s
	return nil
}

// SaveDevice implements push.Store.
func (m *Memory) SaveDevice(_ context.Context, person models.UserID, d push.Device) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	r := m.of(person)
	r.Devices = append(without(r.Devices, d.ID), d)
	return nil
}

// DeleteDevice implements push.Store.
func (m *Memory) DeleteDevice(_ context.Context, person models.UserID, id push.DeviceID) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	r := m.of(person)
	r.Devices = without(r.Devices, id)
	return nil
}

func without(devices []push.Device, id push.DeviceID) []push.Device {
	return slices.DeleteFunc(devices, func(d push.Device) bool { return d.ID == id })
}

// SaveBatch implements push.Store.
func (m *Memory) SaveBatch(_ context.Context, b push.Batch) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	r := m.of(b.Person)
	b.Events, b.Devices = slices.Clone(b.Events), slices.Clone(b.Devices)
	i := slices.IndexFunc(r.Batches, func(stored push.Batch) bool { return stored.ID == b.ID })
	switch {
	case i < 0 && b.Version == 0:
		b.Version++
		r.Batches = append(r.Batches, b)
	case i >= 0 && b.Version == r.Batches[i].Version:
		b.Version++
		r.Batches[i] = b
	default:
		return models.Conflict(models.ReasonChanged)
	}
	return nil
}

// Due implements push.Store.
func (m *Memory) Due(_ context.Context, now time.Time, most int) (people []models.UserID, next time.Time, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var waiting []push.Batch
	for _, r := range m.records {
		for _, b := range r.Batches {
			if !b.Due.IsZero() {
				waiting = append(waiting, b)
			}
		}
	}
	slices.SortFunc(waiting, func(a, b push.Batch) int { return a.Due.Compare(b.Due) })
	for _, b := range waiting {
		known := slices.Contains(people, b.Person)
		if b.Due.After(now) || !known && len(people) == most {
			return people, b.Due, nil
		}
		if !known {
			people = append(people, b.Person)
		}
	}
	return people, time.Time{}, nil
}

// Erase implements push.Store.
func (m *Memory) Erase(_ context.Context, person models.UserID) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.records, person)
	return nil
}

// CountDevices implements push.Store.
func (m *Memory) CountDevices(context.Context) (n int, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, r := range m.records {
		n += len(r.Devices)
	}
	return n, nil
}
