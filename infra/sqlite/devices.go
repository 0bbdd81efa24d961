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
	var expiresAt, polledAt int64
	err = row.Scan(&d.Key, &d.Name, &d.Scope, &d.Resource, &expiresAt, &d.State, &d.Person, &d.Access, &polledAt)
	if err != nil {
		return models.Device{}, orNotFound(err, models.ReasonDevice)
	}
	d.ExpiresAt, d.PolledAt = fromMillis(expiresAt), fromMillis(polledAt)
	return d, nil
}

// Ask implements auth.Devices.
func (s Devices) Ask(ctx context.Context, d models.Device, now time.Time) error {
	return s.db.writer.write(ctx, func(t tx) error {
		n, err := t.exec(`INSERT INTO devices (`+deviceColumns+`) VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9)
			ON CONFLICT (key) DO UPDATE SET name = excluded.name, scope = excluded.scope, resource = excluded.resource,
			expires_at = excluded.expires_at, state = excluded.state, person = excluded.person, access = excluded.access,
			polled_at = excluded.polled_at WHERE devices.expires_at <= ?10`,
			d.Key, d.Name, d.Scope, d.Resource, millis(d.ExpiresAt), d.State, d.Person, d.Access, millis(d.PolledAt), millis(now))
		if err == nil && n == 0 {
			err = taken()
		}
		return err
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
		n, err := t.exec("UPDATE devices SET state = ?, person = ?, access = ? WHERE key = ? AND state = ''", d.State, d.Person, d.Access, d.Key)
		if err == nil && n == 0 {
			err = models.NotFound(models.ReasonDevice)
		}
		return err
	})
}

// Poll implements auth.Devices.
func (s Devices) Poll(ctx context.Context, key string, at time.Time) (models.Device, error) {
	return writeFor(ctx, s.db.writer, func(t tx) (models.Device, error) {
		d, err := scanDevice(t.row(selectDevice, key))
		if err == nil {
			_, err = t.exec("UPDATE devices SET polled_at = ? WHERE key = ?", millis(at), key)
		}
		return d, err
	})
}
