package push_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"voicememo/family/push"
	"voicememo/infra/bulk"
	"voicememo/infra/dynamo"
	store "voicememo/infra/dynamo/push"
	"voicememo/models"
	"voicememo/tools/testkit/localengine"
	"voicememo/tools/testkit/must"
)

// engine is an environment with the module's table.
type engine struct {
	*store.Store
	bulk bulk.Store
}

func newEngine(t *testing.T) engine {
	client, environment := localengine.Environment(t, tables)
	return engine{store.Open(dynamo.Open(client, environment)), dynamo.Bulk(client, environment, store.Tables()...)}
}

// records returns the values of the module's records by key.
func (e engine) records(t *testing.T) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := e.bulk.Each(t.Context(), bulk.Modules, func(records []bulk.Record) error {
		for _, r := range records {
			found[r.Key().ID] = string(r.Module.Value)
		}
		return nil
	})
	must.OK(t, err)
	return found
}

// TestPortable: a copy has the settings and the devices, replaces what the target has of a
// person, and can be repeated. Then both engines have the same records.
func TestPortable(t *testing.T) {
	from, to := newEngine(t), newEngine(t)
	at := time.Date(2026, 3, 4, 5, 6, 7, 89e6, time.UTC)
	settings := push.Settings{What: push.Family, QuietFrom: 22, QuietTo: 7, TimeZone: "Asia/Tokyo"}
	echo := push.Device{ID: "alexa", Kind: push.Alexa, AddedAt: at}
	phone := push.Device{ID: "phone", Kind: push.Web, Access: "x", AddedAt: at, Subscription: push.Subscription{Endpoint: "https://push.example.com/1"}}
	must.OK(t, from.SaveSettings(t.Context(), "a", settings))
	must.OK(t, from.SaveDevice(t.Context(), "a", phone))
	must.OK(t, from.SaveBatch(t.Context(), push.Batch{Person: "a", ID: "1-a", Due: at, Until: at.Truncate(time.Second)}))
	must.OK(t, from.SaveDevice(t.Context(), "b", echo))
	must.OK(t, from.SaveDevice(t.Context(), "c", phone))
	must.OK(t, to.SaveDevice(t.Context(), "a", phone))
	for range 2 {
		must.OK(t, from.bulk.Each(t.Context(), bulk.Modules, func(records []bulk.Record) error { return to.bulk.Write(t.Context(), records) }))
	}
	for person, want := range map[models.UserID]push.Record{
		"a": {Settings: settings, Devices: []push.Device{phone}}, "b": {Devices: []push.Device{echo}}, "c": {Devices: []push.Device{phone}},
	} {
		got, err := to.Load(t.Context(), person)
		must.OK(t, err)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", person, diff)
		}
	}
	want := from.records(t)
	if diff := cmp.Diff(want, to.records(t)); diff != "" || len(want) != 3 {
		t.Errorf("got the records %v, want three, the same in both (-from +to):\n%s", want, diff)
	}
	if n, err := to.CountDevices(t.Context()); err != nil || n != 3 {
		t.Errorf("CountDevices: got %d, %v, want 3", n, err)
	}
	must.OK(t, to.bulk.Remove(t.Context(), bulk.Modules, []bulk.Key{{ID: "push#a"}, {ID: "push#unknown"}}))
	if got := to.records(t); len(got) != 2 || got["push#a"] != "" {
		t.Errorf("got %v left, want push#b and push#c", got)
	}
}
