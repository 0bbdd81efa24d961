package push_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"voicememo/family/push"
	"voicememo/infra/dynamo"
	store "voicememo/infra/dynamo/push"
	"voicememo/models"
	"voicememo/tools/testkit/localengine"
	"voicememo/tools/testkit/meter"
)

// TestCapacity compares the measured capacity of each operation with the promised one, for
// a person with three devices and for batches of three memos.
func TestCapacity(t *testing.T) {
	m := &meter.Meter{}
	_, environment := localengine.Environment(t, tables)
	s := store.Open(dynamo.Open(m.Client(localengine.ForTest(t)), environment))
	at := time.Date(2026, 3, 4, 5, 6, 7, 89e6, time.UTC)
	device := func(n int) push.Device {
		return push.Device{
			ID: push.DeviceID(fmt.Sprintf("%016x", n)), Kind: push.Web, Name: "花子のスマホ", Language: "ja", Access: "0123456789abcdef", AddedAt: at,
			Subscription: push.Subscription{
				Endpoint: "https://fcm.googleapis.com/fcm/send/" + fmt.Sprintf("%0160d", n), P256DH: make([]byte, 65), Auth: make([]byte, 16),
			},
		}
	}
	b := push.Batch{Person: "104857600000000000001", ID: "1772600767089-0123456789abcdefgh", Due: at, Until: at.Truncate(time.Second), Open: true}
	for n := range 3 {
		b.Events = append(b.Events, models.Event{
			ID: fmt.Sprintf("%032x#added#", n), Kind: models.EventAdded, Family: "0b9e5f0c-8f1e-4d3a-9f0e-0123456789ab",
			Actor: "104857600000000000002", Memo: models.MemoRef{UserID: "104857600000000000002", ID: "1720789912345a1b2c3d4e5f6"}, At: at,
		})
	}
	saveDevice := func(n int) func(context.Context) error {
		return func(ctx context.Context) error { return s.SaveDevice(ctx, b.Person, device(n)) }
	}
	saveBatch := func(ctx context.Context) error {
		err := s.SaveBatch(ctx, b)
		b.Version++
		return err
	}
	for _, c := range []struct {
		access      string
		read, write float64
		do          func(context.Context) error
	}{
		{"settings saved", 0, 1, func(ctx context.Context) error {
			return s.SaveSettings(ctx, b.Person, push.Settings{What: push.All, QuietFrom: 22, QuietTo: 7, TimeZone: "Asia/Tokyo"})
		}},
		{"device added and counted", 0, 2, saveDevice(1)},
		{"another one", 0, 2, saveDevice(2)},
		{"a third", 0, 2, saveDevice(3)},
		{"device replaced", 0, 2, saveDevice(3)},
		{"batch of three memos opened", 0, 2, saveBatch},
		{"everything of the person", 1, 0, func(ctx context.Context) error {
			_, err := s.Load(ctx, b.Person)
			return err
		}},
		{"what is due", 2, 0, func(ctx context.Context) error {
			_, _, err := s.Due(ctx, at, 100)
			return err
		}},
		{"batch leased", 0, 3, func(ctx context.Context) error {
			b.Open, b.Due = false, at.Add(2*time.Minute)
			return saveBatch(ctx)
		}},
		{"batch finished", 0, 2, func(ctx context.Context) error {
			b.Due = time.Time{}
			return saveBatch(ctx)
		}},
		{"device deleted", 0, 2, func(ctx context.Context) error { return s.DeleteDevice(ctx, b.Person, device(1).ID) }},
		{"devices counted", 1, 0, func(ctx context.Context) error {
			_, err := s.CountDevices(ctx)
			return err
		}},
	} {
		m.Reset()
		if err := c.do(t.Context()); err != nil {
			t.Fatalf("%s: %v", c.access, err)
		}
		got := m.Cost()
		t.Logf("%-28s %.1f RCU, %.1f WCU, %d requests", c.access, got.Read, got.Write, got.Requests)
		if got.Read > c.read || got.Write > c.write || got.Read+got.Write == 0 {
			t.Errorf("%s: got %.1f RCU and %.1f WCU, want at most %.1f and %.1f", c.access, got.Read, got.Write, c.read, c.write)
		}
	}
}
