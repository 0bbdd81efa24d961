package push_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"voicememo/family"
	"voicememo/family/push"
	"voicememo/family/push/pushtest"
	"voicememo/infra/bulk"
	"voicememo/infra/enginetest/familytest"
	"voicememo/infra/sqlite"
	sqlitepush "voicememo/infra/sqlite/push"
	"voicememo/infra/sqlite/sqlitetest"
	"voicememo/invite"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/tools/testkit/check"
)

func TestSuite(t *testing.T) {
	pushtest.Suite(t, func(t *testing.T) push.Store { return sqlitepush.Open(sqlitetest.FreshDB(t, sqlitepush.Part())) })
}

// house is a family over a database with the module.
type house struct {
	*familytest.World
	db     *sqlite.DB
	store  *sqlitepush.Store
	taro   models.User
	hanako models.User
}

func newHouse(t *testing.T) house {
	db := sqlitetest.FreshDB(t, sqlitepush.Part())
	w := familytest.NewWorld(t, func(*testing.T) (memo.Store, family.Store, invite.Store) {
		return db.Memos(), db.Families(), db.Invites()
	})
	taro := w.Person("Taro")
	return house{w, db, sqlitepush.Open(db), taro, w.Join(w.Person("Hanako"), taro)}
}

var added = time.Date(2026, 3, 4, 5, 6, 7, 89e6, time.UTC)

func device(id push.DeviceID, access models.AccessID) push.Device {
	return push.Device{ID: id, Kind: push.Web, Name: "電話", Language: "ja", Access: access, AddedAt: added, Subscription: push.Subscription{
		Endpoint: "https://push.example.com/1", P256DH: []byte{4, 1}, Auth: []byte{2, 3},
	}}
}

// adds adds a memo as Taro and reports whether that is recorded for the others.
func (h house) adds() bool {
	h.T.Helper()
	h.Add(h.taro, "milk")
	events, err := h.db.Happened(h.Ctx(), 10)
	h.OK(err)
	h.OK(h.db.Forget(h.Ctx(), events))
	return len(events) > 0
}

// TestListens: events are recorded while a person has a device, and not for settings or
// batches alone.
func TestListens(t *testing.T) {
	h := newHouse(t)
	listens := func(want bool, after string) {
		t.Helper()
		check.Equal(t, h.adds(), want, "%s: an event", after)
	}
	id := h.hanako.ID
	listens(false, "at first")
	h.OK(h.store.SaveSettings(h.Ctx(), id, push.Settings{What: push.All}))
	h.OK(h.store.SaveBatch(h.Ctx(), push.Batch{Person: id, ID: "1-a", Until: added.Truncate(time.Second)}))
	listens(false, "settings and a batch")
	h.OK(h.store.SaveDevice(h.Ctx(), id, device("a", "x")))
	h.OK(h.store.SaveDevice(h.Ctx(), id, device("b", "x")))
	listens(true, "two devices")
	h.OK(h.store.DeleteDevice(h.Ctx(), id, "a"))
	listens(true, "one device")
	h.OK(h.store.DeleteDevice(h.Ctx(), id, "b"))
	listens(false, "no device")
	h.OK(h.store.SaveDevice(h.Ctx(), id, device("a", "x")))
	h.OK(h.store.Erase(h.Ctx(), id))
	listens(false, "erased")
	h.OK(h.store.SaveDevice(h.Ctx(), h.taro.ID, device("a", "x")))
	listens(false, "only the actor has a device")
}

// TestErasedAccount: with an account everything stored about the person is deleted.
func TestErasedAccount(t *testing.T) {
	h := newHouse(t)
	id := h.hanako.ID
	h.OK(h.store.SaveDevice(h.Ctx(), id, device("a", "x")))
	h.OK(h.store.SaveSettings(h.Ctx(), id, push.Settings{What: push.None}))
	h.OK(h.Families.Close(h.Ctx(), h.hanako))
	r, err := h.store.Load(h.Ctx(), id)
	h.OK(err)
	h.Same(r, push.Record{})
	if h.adds() {
		t.Error("got an event for a person whose account is erased")
	}
}

// TestDamagedDue: batches whose time or content cannot be read keep no other person from
// being told.
func TestDamagedDue(t *testing.T) {
	h := newHouse(t)
	for i, due := range []string{"'soon'", "1e300", "12.5", "x'00ff'"} {
		person := models.UserID(fmt.Sprint("damaged", i))
		h.OK(h.db.Write(h.Ctx(), func(tx sqlite.Tx) error {
			tx.Exec("INSERT INTO push_items (user_id, item, data, due, until, version) VALUES (?, 'batch#1-a', '{', "+due+", 1, 1)", person)
			return nil
		}))
		if _, err := h.store.Load(h.Ctx(), person); !models.IsCode(err, models.CodeInternal) {
			t.Errorf("due %s: got %v, want Internal", due, err)
		}
	}
	people, next, err := h.store.Due(h.Ctx(), added, 10)
	h.OK(err)
	if slices.Contains(people, h.hanako.ID) || !next.IsZero() {
		t.Errorf("got %q and %v, want no other person and no time", people, next)
	}
	h.OK(h.store.SaveBatch(h.Ctx(), push.Batch{Person: h.hanako.ID, ID: "1-a", Due: added, Until: added.Truncate(time.Second)}))
	if _, next, err = h.store.Due(h.Ctx(), added.Add(-time.Minute), 10); err != nil || !next.Equal(added) {
		t.Errorf("got %v, %v as the next time, want %v", next, err, added)
	}
	people, _, err = h.store.Due(h.Ctx(), added, 10)
	h.OK(err)
	if !slices.Contains(people, h.hanako.ID) {
		t.Errorf("got %q, want hanako among them", people)
	}
}

// TestRedated: when a slow clock is set right, batches are kept as much longer and are due as
// before; one that a clock years ahead has opened is due at once, and kept for two days.
func TestRedated(t *testing.T) {
	h := newHouse(t)
	const years = 3650 * 24 * time.Hour
	batch := func(id string, ahead time.Duration, due time.Time) push.Batch {
		b := push.Batch{Person: h.hanako.ID, ID: push.BatchID(id), Due: due, Until: added.Truncate(time.Second).Add(ahead + 48*time.Hour), Open: true}
		h.OK(h.store.SaveBatch(h.Ctx(), b))
		b.Version = 1
		return b
	}
	want := []push.Batch{batch("a", 0, added), batch("b", 0, time.Time{}), batch("c", years, added.Add(years)), batch("d", years, time.Time{})}
	now := added.Truncate(time.Second).Add(10 * time.Hour)
	h.OK(h.db.Redate(h.Ctx(), sqlite.Redating{Newer: 10 * time.Hour, Times: sqlite.Times{Steady: now}}))
	for i := range want {
		want[i].Until = want[i].Until.Add(10 * time.Hour)
	}
	want[2].Due, want[2].Until, want[3].Until = now, now.Add(48*time.Hour), now.Add(48*time.Hour)
	r, err := h.store.Load(h.Ctx(), h.hanako.ID)
	h.OK(err)
	h.Same(r.Batches, want)
	h.OK(h.db.Check(h.Ctx()))
}

// TestSwept: the sweep deletes the batches whose Until has passed, and nothing else.
func TestSwept(t *testing.T) {
	h := newHouse(t)
	id := h.hanako.ID
	until := added.Truncate(time.Second)
	h.OK(h.store.SaveDevice(h.Ctx(), id, device("a", "x")))
	for i := range 3 {
		h.OK(h.store.SaveBatch(h.Ctx(), push.Batch{Person: id, ID: push.BatchID(fmt.Sprint(i)), Until: until.Add(time.Duration(i) * time.Second)}))
	}
	h.OK(h.db.Sweep(h.Ctx(), until.Add(time.Second)))
	r, err := h.store.Load(h.Ctx(), id)
	h.OK(err)
	if len(r.Batches) != 1 || r.Batches[0].ID != "2" || len(r.Devices) != 1 {
		t.Errorf("got %+v, want the last batch and the device", r)
	}
}

// TestPortable: a copy has the settings and the devices, replaces what the target has of a
// person, and can be repeated.
func TestPortable(t *testing.T) {
	h, other := newHouse(t), newHouse(t)
	settings := push.Settings{What: push.Family, QuietFrom: 22, QuietTo: 7, TimeZone: "Asia/Tokyo"}
	echo, phone := push.Device{ID: "alexa", Kind: push.Alexa, AddedAt: added}, []push.Device{device("phone", "x")}
	h.OK(h.store.SaveSettings(h.Ctx(), "a", settings))
	h.OK(h.store.SaveDevice(h.Ctx(), "a", device("phone", "x")))
	h.OK(h.store.SaveBatch(h.Ctx(), push.Batch{Person: "a", ID: "1-a", Due: added, Until: added.Truncate(time.Second)}))
	h.OK(h.store.SaveDevice(h.Ctx(), "b", echo))
	h.OK(h.store.SaveDevice(h.Ctx(), "c", device("phone", "x")))
	h.OK(other.store.SaveDevice(h.Ctx(), "a", device("old", "x")))
	for range 2 {
		h.OK(h.db.Bulk().Each(h.Ctx(), bulk.Modules, func(records []bulk.Record) error {
			if got := len(records); got != 3 || records[0].Module.Of != "a" {
				t.Errorf("got %d records of %s, want 3", got, records[0].Module.Of)
			}
			return other.db.Bulk().Write(h.Ctx(), records)
		}))
	}
	for person, want := range map[models.UserID]push.Record{"a": {Settings: settings, Devices: phone}, "b": {Devices: []push.Device{echo}}, "c": {Devices: phone}} {
		got, err := other.store.Load(h.Ctx(), person)
		h.OK(err)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", person, diff)
		}
	}
	h.OK(other.db.Bulk().Remove(h.Ctx(), bulk.Modules, []bulk.Key{{ID: "push#a"}, {ID: "push#unknown"}}))
	var left []string
	h.OK(other.db.Bulk().Each(h.Ctx(), bulk.Modules, func(records []bulk.Record) error {
		for _, r := range records {
			left = append(left, r.Key().ID)
		}
		return nil
	}))
	check.Slices(t, left, []string{"push#b", "push#c"}, "left")
}

// TestStoredForm: the form in which records are copied, and with it that of the database,
// stays readable by later versions.
func TestStoredForm(t *testing.T) {
	h := newHouse(t)
	h.OK(h.store.SaveSettings(h.Ctx(), "a", push.Settings{What: push.Family, QuietFrom: 22, QuietTo: 7, TimeZone: "Asia/Tokyo"}))
	h.OK(h.store.SaveDevice(h.Ctx(), "a", device("d", "")))
	const want = `{"Settings":{"What":"family","QuietFrom":22,"QuietTo":7,"TimeZone":"Asia/Tokyo"},` +
		`"Devices":[{"ID":"d","Kind":"web","Name":"電話","Language":"ja","Access":"","Subscription":` +
		`{"Endpoint":"https://push.example.com/1","P256DH":"BAE=","Auth":"AgM="},"AddedAt":"2026-03-04T05:06:07.089Z"}],"Batches":null}`
	h.OK(h.db.Bulk().Each(h.Ctx(), bulk.Modules, func(records []bulk.Record) error {
		if got := string(records[0].Module.Value); len(records) != 1 || got != want {
			t.Errorf("got %s\nwant %s", got, want)
		}
		return nil
	}))
}
