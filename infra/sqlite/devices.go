package sqlite

import (
	"context"
	"time"

	"voicememo/models"
)

// Devices returns the database as a store of the requests of devices.
func (db *DB) Devices() Devices { return Devices{db} }

// Devices implements auth.Devices.
type Devices struct{ db *DB }

const deviceColumns = "key, name, scope, resource, expires_at, state, person, access, polled_at"

const selectDevice = "SELECT " + deviceColumns + " FROM devices WHERE key = ?"

func scanDevice(row scanner) (d models.Device, err error) {
	err = row.Scan(&d.Key, &d.Name, &d.Scope, &d.Resource, (*stamp)(&d.ExpiresAt), &d.State, &d.Person, &d.Access, (*stamp)(&d.PolledAt))
	return d, orNotFound(err, models.ReasonDevice)
}

// Ask implements auth.Devices.
func (s Devices) Ask(ctx context.Context, d models.Device, now time.Time) error {
	return s.db.writer.write(ctx, func(t tx) error {
		t.need(taken(), `INSERT INTO devices (`+deviceColumns+`) VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9)
			ON CONFLICT (key) DO UPDATE SET name = excluded.name, scope = excluded.scope, resource = excluded.resource,
			expires_at = excluded.expires_at, state = excluded.state, person = excluded.person, access = excluded.access,
			polled_at = excluded.polled_at WHERE devices.expires_at <= ?10`,
			d.Key, d.Name, d.Scope, d.Resource, millis(d.ExpiresAt), d.State, d.Person, d.Access, millis(d.PolledAt), millis(now))
		return nil
	})
}

// Device implements auth.Devices.
func (s Devices) Device(ctx context.Context, key string) (models.Device, error) {
	d, err := scanDevice(s.db.read.row(ctx, selectDevice, key))
	return d, translate(err)
}

// Decide implements auth.Devices.
func (s Devices) Decide(ctx context.Context, d models.Device) error {
	return s.db.writer.write(ctx, func(t tx) error {
		t.need(models.NotFound(models.ReasonDevice), "UPDATE devices SET state = ?, person = ?, access = ? WHERE key = ? AND state = ''",
			d.State, d.Person, d.Access, d.Key)
		return nil
	})
}

// Poll implements auth.Devices.
func (s Devices) Poll(ctx context.Context, key string, at time.Time) (models.Device, error) {
	return writeFor(ctx, s.db.writer, func(t tx) (models.Device, error) {
		d, err := scanDevice(t.row(selectDevice, key))
		t.fail(err)
		t.run("UPDATE devices SET polled_at = ? WHERE key = ?", millis(at), key)
		return d, nil
	})
}
