package push_test

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"voicememo/family/push"
	"voicememo/models"
)

// dying is a store that a process uses until it dies: the last of left calls has its effect
// if after is set, and no later one.
type dying struct {
	push.Store
	left  atomic.Int64
	after bool
}

func (d *dying) alive(do func() error) error {
	left := d.left.Add(-1)
	if left > 0 || left == 0 && d.after {
		if err := do(); err != nil || left > 0 {
			return err
		}
	}
	return models.Unavailable(errors.New("the process has died"))
}

func (d *dying) Load(ctx context.Context, person models.UserID) (r push.Record, err error) {
	err = d.alive(func() (err error) { r, err = d.Store.Load(ctx, person); return err })
	return r, err
}

func (d *dying) DeleteDevice(ctx context.Context, person models.UserID, id push.DeviceID) error {
	return d.alive(func() error { return d.Store.DeleteDevice(ctx, person, id) })
}

func (d *dying) SaveBatch(ctx context.Context, b push.Batch) error {
	return d.alive(func() error { return d.Store.SaveBatch(ctx, b) })
}

func (d *dying) Due(ctx context.Context, now time.Time, most int) (people []models.UserID, next time.Time, err error) {
	err = d.alive(func() (err error) { people, next, err = d.Store.Due(ctx, now, most); return err })
	return people, next, err
}

func (d *dying) CountDevices(ctx context.Context) (n int, err error) {
	err = d.alive(func() (err error) { n, err = d.Store.CountDevices(ctx); return err })
	return n, err
}
