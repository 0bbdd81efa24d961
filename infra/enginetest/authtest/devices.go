package authtest

import (
	"context"
	"reflect"
	"sync/atomic"
	"testing"
	"time"

	"voicememo/auth"
	"voicememo/infra/enginetest/familytest"
	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// DevicesMaker returns the store of a fresh, empty engine.
type DevicesMaker func(t *testing.T) auth.Devices

// devices is a store of the requests of devices in a test.
type devices struct {
	auth.Devices
	t   *testing.T
	ctx context.Context
	now time.Time
}

// RunDevices checks every promise of auth.Devices, each on a fresh engine.
func RunDevices(t *testing.T, mk DevicesMaker) {
	for name, test := range map[string]func(devices){
		"ask":               askDevice,
		"a key in use":      askTaken,
		"decide":            decideDevice,
		"decided at once":   decideTogether,
		"poll":              pollDevice,
		"an unknown device": unknownDevice,
	} {
		t.Run(name, func(t *testing.T) {
			test(devices{mk(t), t, t.Context(), time.Date(2026, 11, 22, 10, 0, 0, 0, time.UTC)})
		})
	}
}

func (s devices) request(key string) models.Device {
	return models.Device{
		Key: models.DevicePrefix + key, Name: "Kommandozeile", Scope: "read add", Resource: "https://memo.example/api",
		ExpiresAt: s.now.Add(10 * time.Minute),
	}
}

func (s devices) ask(key string) models.Device {
	s.t.Helper()
	d := s.request(key)
	must.OK(s.t, s.Ask(s.ctx, d, s.now))
	return d
}

func (s devices) is(want models.Device) {
	s.t.Helper()
	got, err := s.Device(s.ctx, want.Key)
	if err != nil || !reflect.DeepEqual(got, want) {
		s.t.Errorf("got %+v, %v; want %+v", got, err, want)
	}
}

func (s devices) refused(err error, code models.Code, reason models.Reason) {
	s.t.Helper()
	if !models.IsCode(err, code) || !models.IsReason(err, reason) {
		s.t.Errorf("got %v, want %s/%s", err, code, reason)
	}
}

func (s devices) missing(err error) {
	s.t.Helper()
	s.refused(err, models.CodeNotFound, models.ReasonDevice)
}

func askDevice(s devices) {
	first, second := s.ask("a"), s.ask("b")
	s.is(first)
	s.is(second)
}

// askTaken: a request replaces only one that has expired.
func askTaken(s devices) {
	first := s.ask("a")
	other := s.request("a")
	other.Name, other.ExpiresAt = "Other", other.ExpiresAt.Add(time.Hour)
	s.refused(s.Ask(s.ctx, other, first.ExpiresAt.Add(-time.Second)), models.CodeConflict, models.ReasonCodesExhausted)
	s.is(first)
	first.State, first.Person, first.Access = models.DeviceAllowed, "taro", idOf(1)
	must.OK(s.t, s.Decide(s.ctx, first))
	must.OK(s.t, s.Ask(s.ctx, other, first.ExpiresAt))
	s.is(other)
}

func decideDevice(s devices) {
	allowed, refused := s.ask("a"), s.ask("b")
	allowed.State, allowed.Person, allowed.Access = models.DeviceAllowed, "taro", idOf(1)
	refused.State, refused.Person = models.DeviceRefused, "hanako"
	for _, d := range []models.Device{allowed, refused} {
		must.OK(s.t, s.Decide(s.ctx, d))
		again := d
		again.State, again.Person, again.Access = models.DeviceAllowed, "jiro", idOf(2)
		s.missing(s.Decide(s.ctx, again))
		s.is(d)
	}
}

func decideTogether(s devices) {
	for range contend {
		d := s.ask(time.Now().Format(time.RFC3339Nano))
		var done atomic.Int64
		familytest.Together(4, func(i int) {
			d := d
			d.State, d.Person, d.Access = models.DeviceAllowed, "taro", idOf(i)
			if s.Decide(s.ctx, d) == nil {
				done.Add(1)
			}
		})
		check.Equal(s.t, done.Load(), 1, "decisions")
	}
}

func pollDevice(s devices) {
	d := s.ask("a")
	for range 3 {
		s.now = s.now.Add(5 * time.Second)
		before, err := s.Poll(s.ctx, d.Key, s.now)
		if err != nil || !reflect.DeepEqual(before, d) {
			s.t.Fatalf("got %+v, %v; want %+v", before, err, d)
		}
		d.PolledAt = s.now
		s.is(d)
	}
}

func unknownDevice(s devices) {
	s.ask("a")
	for _, key := range []string{models.DevicePrefix + "b", models.DevicePrefix, "", "1234", "limit#live"} {
		_, err := s.Device(s.ctx, key)
		s.missing(err)
		_, err = s.Poll(s.ctx, key, s.now)
		s.missing(err)
		s.missing(s.Decide(s.ctx, models.Device{Key: key, State: models.DeviceRefused, Person: "taro"}))
	}
}
