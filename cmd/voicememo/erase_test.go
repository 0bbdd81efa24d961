package main

import (
	"errors"
	"testing"
	"time"

	"voicememo/cmd/internal/app"
	"voicememo/infra/sqlite"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// deleter is a person with work.
const deleter models.UserID = "deleter"

// interrupted deletes one of two memos of deleter, and leaves the other as work.
func interrupted(t *testing.T, s app.Services) {
	t.Helper()
	s.Families.Now, s.Memos.Now = time.Now, time.Now
	u, err := s.Families.Ensure(t.Context(), models.Profile{ID: deleter, Name: "Taro", Source: models.SourceOIDC})
	for range 2 {
		_, _, other := s.Memos.Add(t.Context(), u, memo.Draft{Content: "milk", Key: memo.NewKey()})
		err = errors.Join(err, other)
	}
	s.Memos.FirstBatch, s.Memos.WorkTime = 1, 0
	_, left, other := s.Memos.TrashAll(t.Context(), u)
	if err = errors.Join(err, other); err != nil || left != 1 {
		t.Fatalf("got %d memos left, %v, want one", left, err)
	}
}

// TestServeErases on either engine: a server erases the account of an Echo whose skill
// was disabled over thirty days ago, and no other account, and does what is left of a change
// of many memos.
func TestServeErases(t *testing.T) {
	localSDK(t)
	for engine, h := range homes(t) {
		t.Run(engine, func(t *testing.T) {
			at := h.at(engine)
			config := app.StoreConfig{Store: engine, Data: at.Name, Environment: at.Name}
			long, lately := models.UserID("amzn1.ask.account.LONG"), models.UserID("amzn1.ask.account.LATELY")
			inEngine(t, config, func(s app.Services) {
				disabled(t, s, long, models.KeepFor+time.Hour)
				disabled(t, s, lately, models.KeepFor-time.Hour)
				interrupted(t, s)
			})
			swept(t, config)
			address := freePort(t)
			c := counting{served: h.serve(t, "--dev", "--metrics-addr", address), metrics: "http://" + address + "/metrics"}
			for end := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
				values, _ := c.scrape()
				if values["voicememo_store_calls_total{method=Erase outcome=ok store=memos}"] > 0 &&
					values["voicememo_store_calls_total{method=SaveWork outcome=ok store=memos}"] > 0 {
					break
				}
				if time.Now().After(end) {
					t.Fatalf("nothing is erased or finished: %s", c.log.String())
				}
			}
			c.stop()
			inEngine(t, config, func(s app.Services) {
				if u, err := s.Families.Person(t.Context(), long); !models.IsCode(err, models.CodeNotFound) {
					t.Errorf("got %+v, %v, want it erased", u, err)
				}
				if _, err := s.Families.Person(t.Context(), lately); err != nil {
					t.Errorf("got %v, want it kept", err)
				}
				if n, err := s.Memos.CountOf(t.Context(), deleter); err != nil || n != 0 {
					t.Errorf("got %d memos in the list, %v, want none", n, err)
				}
			})
		})
	}
}

// swept cleans up as a server does, so that the next server can compare its clock with
// that time.
func swept(t *testing.T, c app.StoreConfig) {
	t.Helper()
	if c.Store != "sqlite" {
		return
	}
	db, err := sqlite.Open(c.Data)
	must.OK(t, err)
	must.OK(t, errors.Join(db.Sweep(t.Context(), time.Now()), db.Close()))
}

// inEngine calls a function with an engine that is open during the call.
func inEngine(t *testing.T, c app.StoreConfig, do func(app.Services)) {
	t.Helper()
	e, err := app.OpenEngine(t.Context(), c, nil, nil)
	must.OK(t, err)
	do(app.NewServices(e))
	must.OK(t, e.Close())
}

// disabled creates an Echo with a memo whose skill was disabled this long ago.
func disabled(t *testing.T, s app.Services, id models.UserID, ago time.Duration) {
	t.Helper()
	then := func() time.Time { return time.Now().Add(-ago) }
	s.Families.Now, s.Memos.Now = then, then
	echo, err := s.Families.Ensure(t.Context(), models.Profile{ID: id, Name: "エコー", Source: models.SourceAlexa})
	must.OK(t, err)
	if _, _, err := s.Memos.Add(t.Context(), echo, memo.Draft{Content: "牛乳を買う", Key: memo.NewKey()}); err != nil {
		t.Fatal(err)
	}
	must.OK(t, s.Families.Disable(t.Context(), id))
}
