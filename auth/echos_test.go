package auth_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"voicememo/auth"
	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// echos returns the people who have linked Echos, with the keys of w.
func (w *world) echos() *auth.Echos {
	return &auth.Echos{People: w.people, Access: w.access, Now: w.clock.now, Keys: func(context.Context, string) (*auth.KeyRing, error) { return w.keys, nil }}
}

// linked begins an access of an Echo and returns a token of it, as changed.
func (w *world) linked(id models.UserID, change func(*auth.AppToken)) (string, models.Access) {
	w.t.Helper()
	access, err := w.access.Begin(w.t.Context(), w.person(id), auth.Grant{Kind: models.AccessEcho, Name: "Alexa", Scope: models.ScopeFull, Lifetime: 400 * 24 * time.Hour})
	must.OK(w.t, err)
	token := auth.AppToken{
		User: id, Access: access.ID, Scope: models.ScopeFull, Resource: w.url + auth.EchoResource, Ends: w.clock.now().Add(time.Hour).UnixMilli(),
	}
	change(&token)
	return w.keys.SealAppToken(token), access
}

func same(*auth.AppToken) {}

// TestLinkedEcho: a token stands for its person until it expires, and its use is recorded
// once a day.
func TestLinkedEcho(t *testing.T) {
	w := start(t, nil)
	id, _ := w.signedIn("Taro")
	w.clock.add(25 * time.Hour)
	token, access := w.linked(id, same)
	w.clock.add(59 * time.Minute)
	u, got, err := w.echos().Linked(t.Context(), token)
	if err != nil || u.ID != id || got != access.ID {
		t.Fatalf("got %s, %s, %v, want Taro by the access", u.ID, got, err)
	}
	if got, want := w.person(id).Access[access.ID].LastUsed, models.Day(w.clock.now()); !got.Equal(want) {
		t.Errorf("got last use %v, want %v", got, want)
	}
	w.clock.add(time.Minute)
	if _, _, err := w.echos().Linked(t.Context(), token); !models.IsCode(err, models.CodeUnauthenticated) {
		t.Errorf("at the end: got %v, want it refused", err)
	}
}

// TestLinkedRefused: a token that has ended, or that is not for an Echo, is refused.
func TestLinkedRefused(t *testing.T) {
	w := start(t, nil)
	id, _ := w.signedIn("Taro")
	personal, _ := w.issue(id, reader)
	api, _ := w.linked(id, func(a *auth.AppToken) { a.Resource = w.url + "/api" })
	narrow, _ := w.linked(id, func(a *auth.AppToken) { a.Scope = models.ScopeMemos })
	stranger, _ := w.linked(id, func(a *auth.AppToken) { a.User = "unknown" })
	never, _ := w.linked(id, func(a *auth.AppToken) { a.Access = "0000000000000000" })
	good, access := w.linked(id, same)
	gone, ended := w.linked(id, same)
	must.OK(t, w.echos().Unlink(t.Context(), models.Link{Person: id, Access: ended.ID}))
	check.Equal(t, w.echos().Unlink(t.Context(), models.Link{Person: id, Access: ended.ID}), nil, "a second time")
	for name, token := range map[string]string{
		"empty": "", "a word": "token", "a prefix": "va_", "changed": good[:len(good)-2], "personal": personal, "for the API": api,
		"narrow": narrow, "of a stranger": stranger, "without an access": never, "ended": gone, "long": "va_" + strings.Repeat("a", 1<<16),
	} {
		if u, _, err := w.echos().Linked(t.Context(), token); !models.IsCode(err, models.CodeUnauthenticated) {
			t.Errorf("%s: got %s, %v, want it refused", name, u.ID, err)
		}
	}
	if _, got, err := w.echos().Linked(t.Context(), good); err != nil || got != access.ID {
		t.Errorf("the good one: got %s, %v, want it accepted", got, err)
	}
	if who := w.browser().whoami("Bearer " + good); who.Code != models.CodeUnauthenticated {
		t.Errorf("at the web API: got %+v, want it refused", who)
	}
}

// TestLinkedWithoutKeys: a turn whose keys cannot be read is not taken for one of another
// account, and a text that is not a token needs no keys.
func TestLinkedWithoutKeys(t *testing.T) {
	w := start(t, nil)
	id, _ := w.signedIn("Taro")
	token, _ := w.linked(id, same)
	e := w.echos()
	e.Keys = func(context.Context, string) (*auth.KeyRing, error) {
		return nil, models.Unavailable(errors.New("away"))
	}
	if _, _, err := e.Linked(t.Context(), token); !models.IsCode(err, models.CodeUnavailable) {
		t.Errorf("got %v, want it unavailable", err)
	}
	if _, _, err := e.Linked(t.Context(), "token"); !models.IsCode(err, models.CodeUnauthenticated) {
		t.Errorf("no token: got %v, want it refused", err)
	}
}
