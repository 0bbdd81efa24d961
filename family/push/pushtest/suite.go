// Package pushtest has the tests that every push.Store must pass, and a store in memory.
package pushtest

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"voicememo/family/push"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// Suite checks that stores satisfy push.Store. open returns a new, empty store.
func Suite(t *testing.T, open func(t *testing.T) push.Store) {
	for name, test := range map[string]func(*world){
		"nothing is stored":                    nothing,
		"settings are replaced":                settings,
		"a device keeps every field":           device,
		"devices are in the order of addition": devices,
		"a device is replaced":                 replacedDevice,
		"a device is deleted":                  deletedDevice,
		"a batch keeps every field":            batch,
		"batches are in the order of ids":      batches,
		"a batch of another version stays":     versions,
		"a large batch":                        large,
		"the same id of two people":            twoPeople,
		"what is due":                          due,
		"what is due moves and ends":           dueMoves,
		"a person is due once":                 dueOnce,
		"most people":                          dueMost,
		"everything is erased":                 erased,
		"devices are counted":                  counted,
		"twenty create one batch":              createTogether,
		"twenty add to one batch":              addTogether,
	} {
		t.Run(name, func(t *testing.T) { test(&world{t, open(t)}) })
	}
}

// world is a case's store.
type world struct {
	*testing.T
	push.Store
}

func (w *world) load(person models.UserID) push.Record {
	w.Helper()
	r, err := w.Load(w.Context(), person)
	must.OK(w, err)
	for _, b := range r.Batches {
		if b.Person != person {
			w.Errorf("got a batch of %q, want only those of %q", b.Person, person)
		}
	}
	return r
}

// same compares two values, in which nil and empty lists are equal.
func (w *world) same(got, want any) {
	w.Helper()
	if g, t := reflect.ValueOf(got), reflect.ValueOf(want); g.Kind() == reflect.Slice && g.Len() == 0 && t.Len() == 0 {
		return
	}
	if !reflect.DeepEqual(got, want) {
		w.Errorf("got %+v, want %+v", got, want)
	}
}

// at returns a time with milliseconds, some minutes after a fixed one.
func at(minutes int) time.Time {
	return time.Date(2026, 3, 4, 5, 6, 7, 89_000_000, time.UTC).Add(time.Duration(minutes) * time.Minute)
}

// id returns the id of a batch that was first due then.
func id(minutes int, rest string) push.BatchID {
	return push.BatchID(fmt.Sprintf("%013d-%s", at(minutes).UnixMilli(), rest))
}

func phone(id push.DeviceID, added int) push.Device {
	return push.Device{
		ID: id, Kind: push.Web, Name: "花子の電話", Language: "ja", Access: "0123456789abcdef", AddedAt: at(added), Until: at(added).Add(90 * 24 * time.Hour),
		Subscription: push.Subscription{
			Endpoint: "https://push.example.com/send/" + string(id), P256DH: slices.Repeat([]byte{4, 0, 255}, 22)[:65], Auth: slices.Repeat([]byte{0, 7}, 8),
		},
	}
}

// waiting returns an open batch that is due then.
func waiting(person models.UserID, rest string, minutes int) push.Batch {
	return push.Batch{
		Person: person, ID: id(minutes, rest), Due: at(minutes), Until: at(minutes).Truncate(time.Second).Add(48 * time.Hour), Open: true,
		Events: []models.Event{{
			ID: "s1", Kind: models.EventAdded, Family: "family", Actor: "taro", At: at(minutes - 1),
			Memo: models.MemoRef{UserID: "taro", ID: "1720789912345abcdef012345"},
		}},
	}
}

func nothing(w *world) {
	r := w.load("hanako")
	w.same(r.Settings, push.Settings{})
	w.same(len(r.Devices)+len(r.Batches), 0)
	people, next, err := w.Due(w.Context(), at(0), 10)
	must.OK(w, err)
	w.same(len(people), 0)
	w.same(next, time.Time{})
	must.OK(w, w.DeleteDevice(w.Context(), "hanako", "unknown"))
	must.OK(w, w.Erase(w.Context(), "hanako"))
}

func settings(w *world) {
	for _, s := range []push.Settings{
		{What: push.Family, QuietFrom: 23, QuietTo: 0, TimeZone: "America/Argentina/Buenos_Aires"},
		{What: push.None, TimeZone: "UTC"},
	} {
		must.OK(w, w.SaveSettings(w.Context(), "hanako", s))
		w.same(w.load("hanako").Settings, s)
		w.same(w.load("taro").Settings, push.Settings{})
	}
}

func device(w *world) {
	web := phone("d1", 0)
	echo := push.Device{ID: "alexa", Kind: push.Alexa, AddedAt: at(1)}
	must.OK(w, w.SaveDevice(w.Context(), "hanako", web))
	must.OK(w, w.SaveDevice(w.Context(), "hanako", echo))
	got := w.load("hanako").Devices
	if len(got) != 2 {
		w.Fatalf("got %d devices, want 2", len(got))
	}
	w.same(got[0], web)
	w.same(len(got[1].Subscription.P256DH)+len(got[1].Subscription.Auth), 0)
	got[1].Subscription = push.Subscription{}
	w.same(got[1], echo)
}

// names returns the ids of devices, separated by spaces.
func names(devices []push.Device) string {
	var all []string
	for _, d := range devices {
		all = append(all, string(d.ID))
	}
	return strings.Join(all, " ")
}

func devices(w *world) {
	for _, d := range []push.Device{phone("a", 3), phone("c", 1), phone("b", 2), phone("d", 2)} {
		must.OK(w, w.SaveDevice(w.Context(), "hanako", d))
	}
	w.same(names(w.load("hanako").Devices), "c b d a")
}

func replacedDevice(w *world) {
	must.OK(w, w.SaveDevice(w.Context(), "hanako", phone("a", 0)))
	must.OK(w, w.SaveDevice(w.Context(), "hanako", phone("b", 1)))
	changed := phone("a", 2)
	changed.Name, changed.Language, changed.Access, changed.Subscription.Endpoint = "Tablet", "en", "fedcba9876543210", "https://other.example.com/"
	must.OK(w, w.SaveDevice(w.Context(), "hanako", changed))
	got := w.load("hanako").Devices
	w.same(names(got), "b a")
	w.same(got[1], changed)
}

func deletedDevice(w *world) {
	must.OK(w, w.SaveDevice(w.Context(), "hanako", phone("a", 0)))
	must.OK(w, w.SaveDevice(w.Context(), "hanako", phone("b", 1)))
	must.OK(w, w.SaveDevice(w.Context(), "taro", phone("a", 0)))
	must.OK(w, w.DeleteDevice(w.Context(), "hanako", "a"))
	must.OK(w, w.DeleteDevice(w.Context(), "hanako", "a"))
	w.same(names(w.load("hanako").Devices), "b")
	w.same(names(w.load("taro").Devices), "a")
}

func batch(w *world) {
	b := waiting("hanako", "first", 0)
	b.Events = append(b.Events, models.Event{
		ID: "s2", Kind: models.EventRemoved, Family: "family", Actor: "taro", Person: "jiro", At: at(1),
	}, models.Event{ID: "s3", Kind: models.EventLeft, Family: "family", Person: "jiro"})
	must.OK(w, w.SaveBatch(w.Context(), b))
	b.Version = 1
	w.same(w.load("hanako").Batches, []push.Batch{b})

	b.Open, b.Devices, b.Tries, b.Due = false, []push.DeviceID{"d2", "d1"}, 3, at(7)
	must.OK(w, w.SaveBatch(w.Context(), b))
	b.Version = 2
	w.same(w.load("hanako").Batches, []push.Batch{b})

	b.Devices, b.Due = nil, time.Time{}
	must.OK(w, w.SaveBatch(w.Context(), b))
	got := w.load("hanako").Batches
	if len(got) != 1 {
		w.Fatalf("got %d batches, want the finished one", len(got))
	}
	w.same(got[0].Devices, b.Devices)
	got[0].Devices, b.Version = nil, 3
	w.same(got[0], b)
}

func batches(w *world) {
	for _, b := range []push.Batch{waiting("hanako", "b", 5), waiting("hanako", "z", 1), waiting("hanako", "a", 5)} {
		must.OK(w, w.SaveBatch(w.Context(), b))
	}
	off := push.Batch{Person: "hanako", ID: "alexa-off", Events: []models.Event{{At: at(0)}}, Until: at(120).Truncate(time.Second)}
	must.OK(w, w.SaveBatch(w.Context(), off))
	var got []push.BatchID
	for _, b := range w.load("hanako").Batches {
		got = append(got, b.ID)
	}
	w.same(got, []push.BatchID{id(1, "z"), id(5, "a"), id(5, "b"), "alexa-off"})
}

func (w *world) refused(err error) {
	w.Helper()
	if !models.IsReason(err, models.ReasonChanged) || !models.IsCode(err, models.CodeConflict) {
		w.Errorf("got %v, want Conflict/ReasonChanged", err)
	}
}

// versions: a batch is stored only in place of the version that it was read in, also if
// Due and Until of the other one differ.
func versions(w *world) {
	b := waiting("hanako", "first", 0)
	missing := b
	missing.Version = 1
	w.refused(w.SaveBatch(w.Context(), missing))
	must.OK(w, w.SaveBatch(w.Context(), b))
	again := b
	again.Due, again.Until, again.Events = at(3), b.Until.Add(time.Hour), nil
	w.refused(w.SaveBatch(w.Context(), again))
	again.Version = 2
	w.refused(w.SaveBatch(w.Context(), again))
	again.Version = 1
	must.OK(w, w.SaveBatch(w.Context(), again))
	w.refused(w.SaveBatch(w.Context(), again))
	got := w.load("hanako").Batches
	if len(got) != 1 || got[0].Version != 2 || !got[0].Due.Equal(at(3)) {
		w.Errorf("got %+v, want one batch of version 2, due at %v", got, at(3))
	}
}

// large: the longest batch that the service stores, with long ids.
func large(w *world) {
	b := waiting("hanako", "first", 0)
	b.Events = nil
	for i := range push.MaxEvents {
		e := waiting("hanako", "first", 0).Events[0]
		e.ID, e.Actor, e.Memo.UserID = fmt.Sprintf("%d%s", i, strings.Repeat("x", 64)), models.UserID(strings.Repeat("長", 85)), models.UserID(strings.Repeat("長", 85))
		b.Events = append(b.Events, e)
	}
	must.OK(w, w.SaveBatch(w.Context(), b))
	b.Version = 1
	w.same(w.load("hanako").Batches, []push.Batch{b})
}

func twoPeople(w *world) {
	must.OK(w, w.SaveBatch(w.Context(), waiting("hanako", "first", 0)))
	must.OK(w, w.SaveBatch(w.Context(), waiting("taro", "first", 0)))
	w.same(len(w.load("hanako").Batches), 1)
	w.same(len(w.load("taro").Batches), 1)
}

// dueAt waits until Due returns these people at a time, because an index may lag. next is
// the time that it returns if the store knows it.
func (w *world) dueAt(minutes int, next time.Time, people ...models.UserID) {
	w.Helper()
	var got []models.UserID
	var then time.Time
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		var err error
		got, then, err = w.Due(w.Context(), at(minutes), 10)
		must.OK(w, err)
		if slices.Equal(got, people) && (then.IsZero() || then.Equal(next)) {
			return
		}
		if time.Now().After(deadline) {
			w.Fatalf("got %q due and %v next, want %q and %v or zero", got, then, people, next)
		}
	}
}

func due(w *world) {
	for person, minutes := range map[models.UserID]int{"taro": 5, "hanako": 3, "jiro": 4, "saburo": 9} {
		must.OK(w, w.SaveBatch(w.Context(), waiting(person, "first", minutes)))
	}
	w.dueAt(2, at(3))
	w.dueAt(3, at(4), "hanako")
	w.dueAt(5, at(9), "hanako", "jiro", "taro")
	w.dueAt(9, time.Time{}, "hanako", "jiro", "taro", "saburo")
}

func dueMoves(w *world) {
	b := waiting("hanako", "first", 1)
	must.OK(w, w.SaveBatch(w.Context(), b))
	w.dueAt(1, time.Time{}, "hanako")
	b.Version, b.Open, b.Due = 1, false, at(5)
	must.OK(w, w.SaveBatch(w.Context(), b))
	w.dueAt(4, at(5))
	w.dueAt(5, time.Time{}, "hanako")
	b.Version, b.Due = 2, time.Time{}
	must.OK(w, w.SaveBatch(w.Context(), b))
	w.dueAt(100, time.Time{})
	w.same(len(w.load("hanako").Batches), 1)
}

func dueOnce(w *world) {
	for i, person := range []models.UserID{"hanako", "taro", "hanako", "hanako"} {
		must.OK(w, w.SaveBatch(w.Context(), waiting(person, fmt.Sprint(i), i)))
	}
	w.dueAt(3, time.Time{}, "hanako", "taro")
	w.dueAt(2, at(3), "hanako", "taro")
}

// dueMost: with more people than asked for, Due lists the first ones, and next, if it is
// known, is not after the batch of the next person.
func dueMost(w *world) {
	for i := range 7 {
		must.OK(w, w.SaveBatch(w.Context(), waiting(models.UserID(fmt.Sprint("person", i)), "x", i)))
	}
	w.dueAt(6, time.Time{}, "person0", "person1", "person2", "person3", "person4", "person5", "person6")
	got, next, err := w.Due(w.Context(), at(100), 3)
	must.OK(w, err)
	w.same(got, []models.UserID{"person0", "person1", "person2"})
	if next.After(at(3)) {
		w.Errorf("got next %v, want at most %v", next, at(3))
	}
}

func erased(w *world) {
	for _, person := range []models.UserID{"hanako", "taro"} {
		must.OK(w, w.SaveSettings(w.Context(), person, push.Settings{What: push.Family, TimeZone: "UTC"}))
		must.OK(w, w.SaveDevice(w.Context(), person, phone("a", 0)))
		must.OK(w, w.SaveBatch(w.Context(), waiting(person, "first", 0)))
		must.OK(w, w.SaveBatch(w.Context(), waiting(person, "second", 1)))
	}
	must.OK(w, w.Erase(w.Context(), "hanako"))
	r := w.load("hanako")
	w.same(r.Settings, push.Settings{})
	w.same(len(r.Devices)+len(r.Batches), 0)
	w.dueAt(10, time.Time{}, "taro")
	r = w.load("taro")
	w.same(len(r.Devices)+len(r.Batches), 3)
	w.same(r.Settings.What, push.Family)
	must.OK(w, w.SaveBatch(w.Context(), waiting("hanako", "first", 0)))
	w.same(len(w.load("hanako").Batches), 1)
}

func counted(w *world) {
	count := func(want int) {
		w.Helper()
		var got int
		for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
			var err error
			got, err = w.CountDevices(w.Context())
			must.OK(w, err)
			if got == want {
				return
			}
			if time.Now().After(deadline) {
				w.Fatalf("got %d devices, want %d", got, want)
			}
		}
	}
	count(0)
	for _, d := range []push.DeviceID{"a", "b", "a"} {
		must.OK(w, w.SaveDevice(w.Context(), "hanako", phone(d, 0)))
	}
	must.OK(w, w.SaveDevice(w.Context(), "taro", phone("a", 0)))
	count(3)
	must.OK(w, w.DeleteDevice(w.Context(), "hanako", "a"))
	must.OK(w, w.DeleteDevice(w.Context(), "hanako", "a"))
	count(2)
	must.OK(w, w.Erase(w.Context(), "hanako"))
	count(1)
}

// together calls do concurrently and counts the calls that returned no error. The others
// must return Conflict/ReasonChanged.
func (w *world) together(n int, do func(i int) error) (done int) {
	var wins atomic.Int64
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			switch err := do(i); {
			case err == nil:
				wins.Add(1)
			case !models.IsReason(err, models.ReasonChanged):
				w.Error(err)
			}
		})
	}
	wg.Wait()
	return int(wins.Load())
}

func createTogether(w *world) {
	won := w.together(20, func(i int) error {
		b := waiting("hanako", "one", 0)
		b.Due, b.Events[0].ID = at(i), fmt.Sprint(i)
		return w.SaveBatch(w.Context(), b)
	})
	w.same(won, 1)
	w.same(len(w.load("hanako").Batches), 1)
}

// addTogether: no event is lost if twenty writers add one each and repeat on a conflict.
func addTogether(w *world) {
	b := waiting("hanako", "one", 0)
	must.OK(w, w.SaveBatch(w.Context(), b))
	w.together(20, func(i int) error {
		for {
			r, err := w.Load(w.Context(), "hanako")
			if err != nil {
				return err
			}
			b := r.Batches[0]
			b.Events = append(b.Events, models.Event{ID: fmt.Sprint("more", i), Kind: models.EventAdded, Family: "family"})
			if err := w.SaveBatch(w.Context(), b); !models.IsReason(err, models.ReasonChanged) {
				return err
			}
		}
	})
	got := w.load("hanako").Batches[0]
	w.same(len(got.Events), 21)
	w.same(got.Version, int64(21))
}
