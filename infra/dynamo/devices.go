package dynamo

import (
	"context"
	"strings"
	"time"

	"voicememo/models"
)

// Devices implements auth.Devices with items of the invite-codes table, which TTL deletes.
type Devices struct{ db *DB }

// Devices returns the store of the requests of devices.
func (db *DB) Devices() Devices { return Devices{db} }

func noDevice() error { return models.NotFound(models.ReasonDevice) }

func isDevice(key string) bool { return strings.HasPrefix(key, models.DevicePrefix) }

// deviceAttributes describes the item of a request. It has no attribute userId, which the
// items of numbers in the same table have.
func deviceAttributes(c *codec, d *models.Device) {
	required(c, "code", &d.Key)
	required(c, "name", &d.Name)
	required(c, "scope", &d.Scope)
	required(c, "resource", &d.Resource)
	c.seconds("expiresAt", &d.ExpiresAt)
	optional(c, "state", &d.State)
	optional(c, "person", &d.Person)
	optional(c, "access", &d.Access)
	c.optionalInstant("polledAt", &d.PolledAt)
}

func readDevice(it item) (models.Device, error) {
	if it == nil {
		return models.Device{}, noDevice()
	}
	return read(deviceAttributes, it)
}

// Ask implements auth.Devices.
func (s Devices) Ask(ctx context.Context, d models.Device, now time.Time) error {
	w := write{
		table: s.db.tables.InviteCodes, item: itemOf(deviceAttributes, d),
		only: "attribute_not_exists(#code) OR #expiresAt <= :seconds", values: item{":seconds": seconds(now)},
	}
	return s.db.add(ctx, w, exhausted())
}

// Device implements auth.Devices; the read is consistent.
func (s Devices) Device(ctx context.Context, key string) (models.Device, error) {
	if !isDevice(key) {
		return models.Device{}, noDevice()
	}
	it, err := s.db.get(ctx, s.db.tables.InviteCodes, codeKey(key))
	if err != nil {
		return models.Device{}, err
	}
	return readDevice(it)
}

// Decide implements auth.Devices. A decision that is found after a try without an answer is
// that of this try if it names the same access.
func (s Devices) Decide(ctx context.Context, d models.Device) error {
	if !isDevice(d.Key) {
		return noDevice()
	}
	e := newEdit(s.db.tables.InviteCodes, codeKey(d.Key))
	e.when("attribute_exists(#code)")
	e.absent("state")
	e.set("state", text(d.State))
	e.set("person", text(d.Person))
	if d.Access != "" {
		e.set("access", text(d.Access))
	}
	out, err := s.db.update(ctx, e.write())
	if err != nil || out.done {
		return err
	}
	if found, err := readDevice(out.item); out.unsure && err == nil &&
		found.State == d.State && found.Person == d.Person && found.Access == d.Access {
		return nil
	}
	return noDevice()
}

// Poll implements auth.Devices.
func (s Devices) Poll(ctx context.Context, key string, at time.Time) (models.Device, error) {
	d, err := s.Device(ctx, key)
	if err == nil {
		e := newEdit(s.db.tables.InviteCodes, codeKey(key))
		e.when("attribute_exists(#code)")
		e.set("polledAt", instant(at))
		err = s.db.apply(ctx, e, noDevice())
	}
	if err != nil {
		return models.Device{}, err
	}
	return d, nil
}
