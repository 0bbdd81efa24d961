package push

import (
	"context"
	"crypto/ecdh"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"voicememo/internal/loopback"
	"voicememo/models"
)

const (
	// MaxDevices is how many devices a person may have. The next one replaces the oldest.
	MaxDevices = 10
	// ReasonDevice says that the thing not found is a device.
	ReasonDevice models.Reason = "device"

	maxEndpoint = 1000 // bytes
)

// SignIn is a browser's session: its access, and when it ends at the latest.
type SignIn struct {
	Access models.AccessID
	Until  time.Time
}

// Add adds a browser of a person, who was just read, in their sign-in. A browser that is
// already known by its sign-in or endpoint keeps its ID. Add returns CodeInvalid for a name
// that models.CheckName refuses, a language other than ja and en, and a subscription that
// no push service issues. It returns CodeForbidden if in.Access is "": nothing would end
// the device.
func (s *Service) Add(ctx context.Context, person models.User, in SignIn, name, language string, sub Subscription) (Device, error) {
	access := in.Access
	d := Device{
		Kind: Web, Name: strings.TrimSpace(models.DropHidden(name)), Language: language, Access: access, Until: in.Until, Subscription: sub, AddedAt: s.now(),
	}
	if err := s.check(d); err != nil {
		return Device{}, err
	}
	if access == "" {
		return Device{}, models.Forbidden("")
	}
	r, err := s.store.Load(ctx, person.ID)
	if err != nil {
		return Device{}, err
	}
	same := func(o Device) bool {
		return o.Kind == Web && (o.Access == access || o.Subscription.Endpoint == sub.Endpoint)
	}
	if i := slices.IndexFunc(r.Devices, same); i >= 0 {
		d.ID, d.AddedAt = r.Devices[i].ID, r.Devices[i].AddedAt
	} else {
		d.ID = r.newID(access)
	}
	if err := s.store.SaveDevice(ctx, person.ID, d); err != nil {
		return Device{}, err
	}
	return d, s.drop(ctx, person, r.Devices, d, same)
}

// drop deletes the devices that are the same browser as d, those whose sign-in has ended,
// and the oldest ones besides MaxDevices.
func (s *Service) drop(ctx context.Context, person models.User, before []Device, d Device, same func(Device) bool) error {
	others := slices.DeleteFunc(slices.Clone(before), func(o Device) bool { return o.ID == d.ID })
	kept := slices.DeleteFunc(slices.Clone(others), func(o Device) bool { return same(o) || !o.belongsTo(person, s.now()) })
	kept = kept[max(0, len(kept)+1-MaxDevices):]
	for _, o := range others {
		if slices.ContainsFunc(kept, func(k Device) bool { return k.ID == o.ID }) {
			continue
		}
		if err := s.store.DeleteDevice(ctx, person.ID, o.ID); err != nil {
			return err
		}
	}
	return nil
}

// newID returns the ID of a new device in the sign-in of access. Unless another device has
// it, it is always the same one, so that two tabs that add their browser at the same time
// add one device.
func (r Record) newID(access models.AccessID) DeviceID {
	sum := sha256.Sum256([]byte(access))
	id := DeviceID(hex.EncodeToString(sum[:8]))
	for slices.ContainsFunc(r.Devices, func(o Device) bool { return o.ID == id }) {
		_, _ = rand.Read(sum[:]) // it never fails
		id = DeviceID(hex.EncodeToString(sum[:8]))
	}
	return id
}

func (s *Service) check(d Device) error {
	if err := models.CheckName("name", d.Name); err != nil {
		return err
	}
	if d.Language != "ja" && d.Language != "en" {
		return models.Invalid("language", models.ReasonFormat)
	}
	_, err := ecdh.P256().NewPublicKey(d.Subscription.P256DH)
	if err != nil || len(d.Subscription.Auth) != 16 || !s.web.sendsTo(d.Subscription.Endpoint) {
		return models.Invalid("subscription", models.ReasonFormat)
	}
	return nil
}

// sendsTo reports whether an endpoint is one to which messages may be sent: https to the
// name of a host, and with --dev also https and http to this machine. The
// address that the name resolves to is checked at each connection.
func (w *webPush) sendsTo(endpoint string) bool {
	u, err := url.Parse(endpoint)
	if err != nil || len(endpoint) > maxEndpoint || u.User != nil || u.Fragment != "" {
		return false
	}
	if loopback.Is(u.Host) {
		return w.local && (u.Scheme == "http" || u.Scheme == "https")
	}
	_, err = netip.ParseAddr(u.Hostname())
	return u.Scheme == "https" && err != nil && strings.Contains(u.Host, ".") && (u.Port() == "" || u.Port() == "443")
}

// Devices returns the devices of a person, who was just read, that are told: without those
// whose sign-in has ended. They are in the order in which they were added.
func (s *Service) Devices(ctx context.Context, person models.User) ([]Device, error) {
	r, err := s.store.Load(ctx, person.ID)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(r.Devices, func(d Device) bool { return !d.belongsTo(person, s.now()) }), nil
}

// belongsTo reports whether a person can still use the sign-in in which the device was
// added: it has neither ended nor expired.
func (d Device) belongsTo(person models.User, now time.Time) bool {
	return d.Access == "" || person.Signed(d.Access, now) && (d.Until.IsZero() || now.Before(d.Until))
}

// Delete deletes a device of a person. It returns NotFound/ReasonDevice if the person has
// no device with the id.
func (s *Service) Delete(ctx context.Context, person models.User, id DeviceID) error {
	r, err := s.store.Load(ctx, person.ID)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(r.Devices, func(d Device) bool { return d.ID == id }) {
		return models.NotFound(ReasonDevice)
	}
	return s.store.DeleteDevice(ctx, person.ID, id)
}

// Record returns everything stored about a person.
func (s *Service) Record(ctx context.Context, person models.User) (Record, error) {
	r, err := s.store.Load(ctx, person.ID)
	if err != nil {
		return Record{}, err
	}
	r.Settings = r.Settings.orDefault()
	return r, nil
}
