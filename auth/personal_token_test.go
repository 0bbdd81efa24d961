package auth_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"voicememo/auth"
	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// issue creates a personal token of a person.
func (w *world) issue(id models.UserID, n auth.NewToken) (string, models.Access) {
	w.t.Helper()
	text, access, err := w.auth.IssueToken(context.Background(), w.person(id), n)
	must.OK(w.t, err)
	return text, access
}

// person returns an account as stored.
func (w *world) person(id models.UserID) models.User {
	w.t.Helper()
	u, err := w.people.Person(context.Background(), id)
	must.OK(w.t, err)
	return u
}

// signedIn returns the id of a person who has just signed in, and their browser.
func (w *world) signedIn(name string) (models.UserID, *browser) {
	w.t.Helper()
	b := w.browser()
	b.signIn(name, "")
	return b.whoami("").ID, b
}

var reader = auth.NewToken{Name: "Kitchen", Scope: models.ScopeRead, Days: 30}

// TestPersonalToken: a token acts as its person until it expires, and its use is recorded
// once a day.
func TestPersonalToken(t *testing.T) {
	w := start(t, nil)
	id, _ := w.signedIn("Taro")
	for _, days := range auth.TokenDays() {
		text, access := w.issue(id, auth.NewToken{Name: "Kitchen", Scope: models.ScopeAdd, Days: days})
		if !strings.HasPrefix(text, "vm_") || strings.Contains(text, string(id)) {
			t.Errorf("got token %q, want a sealed one", text)
		}
		if want := w.clock.now().Add(time.Duration(days) * 24 * time.Hour).Truncate(time.Millisecond); !access.Until.Equal(want) {
			t.Errorf("%d days: got until %v, want %v", days, access.Until, want)
		}
		who := w.browser().whoami("Bearer " + text)
		if who.Code != "" || who.ID != id || who.Method != auth.MethodToken || who.Fresh {
			t.Errorf("got %+v, want Taro by a token", who)
		}
		w.clock.add(25 * time.Hour)
		w.browser().whoami("bearer " + text)
		if got, want := w.person(id).Access[access.ID].LastUsed, models.Day(w.clock.now()); !got.Equal(want) {
			t.Errorf("got last use %v, want %v", got, want)
		}
		w.clock.add(time.Duration(days)*24*time.Hour - 25*time.Hour - time.Second)
		if who := w.browser().whoami("Bearer " + text); who.Code != "" {
			t.Errorf("a second before the end: got %+v, want Taro", who)
		}
		w.clock.add(time.Second)
		if who := w.browser().whoami("Bearer " + text); who.Code != models.CodeUnauthenticated {
			t.Errorf("at the end: got %+v, want it refused", who)
		}
		for _, a := range w.list(id) {
			if a.ID == access.ID {
				t.Error("an expired token is listed")
			}
		}
	}
}

// TestEndedTokens: a token is refused at the next request after its access, all accesses or
// the account ended.
func TestEndedTokens(t *testing.T) {
	ctx := context.Background()
	for name, end := range map[string]func(w *world, id models.UserID, access models.AccessID) error{
		"its access": func(w *world, id models.UserID, access models.AccessID) error {
			return w.access.End(ctx, id, id, access)
		},
		"all": func(w *world, id models.UserID, _ models.AccessID) error { return w.access.EndAll(ctx, id, id) },
	} {
		t.Run(name, func(t *testing.T) {
			w := start(t, nil)
			id, _ := w.signedIn("Taro")
			text, access := w.issue(id, reader)
			other, _ := w.signedIn("Hanako")
			kept, _ := w.issue(other, reader)
			if who := w.browser().whoami("Bearer " + text); who.ID != id {
				t.Fatalf("before: got %+v, want Taro", who)
			}
			must.OK(t, end(w, id, access.ID))
			if who := w.browser().whoami("Bearer " + text); who.Code != models.CodeUnauthenticated {
				t.Errorf("after: got %+v, want it refused", who)
			}
			if who := w.browser().whoami("Bearer " + kept); who.ID != other {
				t.Errorf("another person's: got %+v, want Hanako", who)
			}
		})
	}
}

// TestForgedTokens: only a whole token that this server sealed as a token is accepted, as
// the only credential of a header.
func TestForgedTokens(t *testing.T) {
	w := start(t, nil)
	id, b := w.signedIn("Taro")
	text, access := w.issue(id, reader)
	foreign := auth.SealToken(newRing(t), id, access.ID, "memos family", access.Until)
	unknown := auth.SealToken(w.keys, id, "0123456789abcdef", models.ScopeMemos, access.Until)
	for name, header := range map[string]string{
		"nothing":            "Bearer vm_",
		"not sealed":         "Bearer vm_x.y",
		"without its prefix": "Bearer " + strings.TrimPrefix(text, "vm_"),
		"twice the prefix":   "Bearer vm_" + text,
		"cut":                "Bearer " + text[:len(text)-1],
		"longer":             "Bearer " + text + "A",
		"basic":              "Basic " + text,
		"alone":              text,
		"a session's cookie": "Bearer vm_" + b.cookie(sessionName).Value,
		"another server's":   "Bearer " + foreign,
		"an unknown access":  "Bearer " + unknown,
		"very long":          "Bearer vm_" + strings.Repeat("a", 60_000),
	} {
		if who := b.whoami(header); who.Code != models.CodeUnauthenticated {
			t.Errorf("%s: got %+v, want it refused", name, who)
		}
	}
	b.plant(sessionName, strings.TrimPrefix(text, "vm_"))
	if who := b.whoami(""); who.Code != models.CodeUnauthenticated {
		t.Errorf("a token as a cookie: got %+v, want it refused", who)
	}
}

// TestTokensThatAreNotIssued: a token has one of the scopes and lifetimes.
func TestTokensThatAreNotIssued(t *testing.T) {
	w := start(t, nil)
	id, _ := w.signedIn("Taro")
	for field, all := range map[string][]auth.NewToken{
		"scope": {{Scope: "", Days: 30}, {Scope: "family", Days: 30}, {Scope: "memos family", Days: 30}, {Scope: "read add", Days: 30}},
		"days":  {{Scope: "read"}, {Scope: "read", Days: -30}, {Scope: "read", Days: 31}, {Scope: "read", Days: 366}},
	} {
		for _, n := range all {
			_, _, err := w.auth.IssueToken(context.Background(), w.person(id), n)
			if e := models.AsError(err); err == nil || e.Code != models.CodeInvalid || e.Field != field {
				t.Errorf("IssueToken(%+v): got error %v, want Invalid of %s", n, err, field)
			}
		}
	}
	check.Equal(t, len(w.list(id)), 1, "accesses")
}

// TestExpiredAccessesEndFirst: the access that makes room for the 21st is one that has
// expired, however lately it was used, and only if there is none a valid one.
func TestExpiredAccessesEndFirst(t *testing.T) {
	w := start(t, nil)
	id, b := w.signedIn("Taro")
	var long []string
	for range models.MaxAccess - 3 {
		text, _ := w.issue(id, auth.NewToken{Name: "Display", Scope: models.ScopeRead, Days: 90})
		long = append(long, text)
	}
	short, first := w.issue(id, reader)
	_, second := w.issue(id, reader)
	w.clock.add(29 * 24 * time.Hour)
	b.welcome("the session")
	w.browser().whoami("Bearer " + short) // used later than the others
	w.clock.add(2 * 24 * time.Hour)
	_, third := w.issue(id, reader)
	u := w.person(id)
	if u.Grants(first.ID) || u.Grants(second.ID) || !u.Grants(third.ID) {
		t.Errorf("got %v, want the expired ones ended and the new one", u.Access)
	}
	for i, text := range long {
		if who := w.browser().whoami("Bearer " + text); who.Code != "" {
			t.Errorf("valid token %d: got %+v, want it accepted", i, who)
		}
	}
	b.welcome("the session")
	w.issue(id, reader) // the twentieth
	w.clock.add(24 * time.Hour)
	b.welcome("the session")
	w.issue(id, reader)
	check.Equal(t, len(w.list(id)), models.MaxAccess, "accesses")
}

// TestTokenOfAnEndedSession: a session that has ended since its person was read creates no
// token.
func TestTokenOfAnEndedSession(t *testing.T) {
	w := start(t, nil)
	id, _ := w.signedIn("Taro")
	before, by := w.person(id), w.list(id)[0].ID
	must.OK(t, w.access.EndAll(t.Context(), id, id))
	n := reader
	n.By = by
	if _, _, err := w.auth.IssueToken(t.Context(), before, n); !models.IsCode(err, models.CodeUnauthenticated) {
		t.Errorf("got %v, want %s", err, models.CodeUnauthenticated)
	}
	if list := w.list(id); len(list) > 0 {
		t.Errorf("got %v, want no access", list)
	}
}

// TestNewTokenKeepsItsSession: the 21st access ends neither the session that creates it nor
// the one created just before, only the oldest of those last used on the same day.
func TestNewTokenKeepsItsSession(t *testing.T) {
	w := start(t, nil)
	id, b := w.signedIn("Taro")
	n := reader
	n.By = w.list(id)[0].ID
	var want []models.AccessID
	for range models.MaxAccess + 2 {
		w.clock.add(time.Second)
		_, access := w.issue(id, n)
		want = append(want, access.ID)
	}
	want = append([]models.AccessID{n.By}, want[len(want)-models.MaxAccess+1:]...)
	var got []models.AccessID
	for _, a := range w.list(id) {
		got = append(got, a.ID)
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want the session and the latest tokens %q", got, want)
	}
	b.welcome("the session")
}
