package invite_test

import (
	"context"
	"encoding/base64"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"voicememo/infra/enginetest/familytest"
	"voicememo/invite"
	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// watched is a store that records the reads and writes.
type watched struct {
	invite.Store
	mu    sync.Mutex
	calls []string
	busy  string // the ledger that others keep changing: every change returns ReasonChanged
}

func (s *watched) note(call string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls = append(s.calls, call)
}

// Get implements invite.Store.
func (s *watched) Get(ctx context.Context, key string) (models.InviteCode, error) {
	s.note("get " + key)
	return s.Store.Get(ctx, key)
}

// SaveLedger implements invite.Store.
func (s *watched) SaveLedger(ctx context.Context, l invite.Ledger) error {
	if l.Name == s.busy {
		return models.Conflict(models.ReasonChanged)
	}
	s.note("save " + l.Name)
	return s.Store.SaveLedger(ctx, l)
}

// looking is a Families that records when an invitation or a number is read.
type looking struct {
	invite.Families
	note func(string)
}

// ByID implements invite.Families.
func (f looking) ByID(ctx context.Context, id models.FamilyID) (models.Family, error) {
	f.note("family")
	return f.Families.ByID(ctx, id)
}

// Redeem implements invite.Families.
func (f looking) Redeem(ctx context.Context, u models.User, c models.InviteCode, way models.Way, admit bool) (models.Entry, error) {
	f.note("redeem")
	return f.Families.Redeem(ctx, u, c, way, admit)
}

// ByConnection implements invite.Families.
func (f looking) ByConnection(ctx context.Context, actor models.User, number string) (models.User, error) {
	f.note("number")
	return f.Families.ByConnection(ctx, actor, number)
}

// Connect implements invite.Families.
func (f looking) Connect(ctx context.Context, u models.User, number string) (models.Entry, error) {
	f.note("number")
	return f.Families.Connect(ctx, u, number)
}

// ByRecovery implements invite.Families.
func (f looking) ByRecovery(ctx context.Context, actor models.User, number string) (models.User, error) {
	f.note("number")
	return f.Families.ByRecovery(ctx, actor, number)
}

// Recover implements invite.Families.
func (f looking) Recover(ctx context.Context, u models.User, number string) (models.Entry, error) {
	f.note("number")
	return f.Families.Recover(ctx, u, number)
}

// watch returns a world whose invitation service uses a watched store.
func watch(t *testing.T) (*familytest.World, *watched) {
	w := newWorld(t)
	s := &watched{Store: w.InviteStore}
	w.Invites = invite.NewService(s, looking{w.Families, s.note}, w.Memos)
	w.Invites.Now = w.Now
	return w, s
}

// TestTokensReadNoDigits: whatever a token contains, only the key of a link is read.
func TestTokensReadNoDigits(t *testing.T) {
	w, s := watch(t)
	owner := w.Person("Owner")
	encode := func(s string) string { return base64.RawURLEncoding.EncodeToString([]byte(s)) }
	secret := strings.Repeat("A", 22)
	inv := issue(w, owner)
	used := issue(w, w.Person("Other"))
	tokens := []string{
		encode("1234") + "." + secret, encode(inv.Code) + "." + secret, encode(inv.Code) + "." + inv.Token, encode(inv.Code) + ".",
		inv.Code, inv.Code + "." + secret, "." + inv.Code, "1234", secret, inv.Token, used.Token, "", ".", "..", "link#" + secret,
		encode(models.LinkPrefix+secret) + "." + secret, strings.Repeat("1", 22), inv.Token + "=", inv.Code + inv.Token[4:],
	}
	for _, token := range tokens {
		for _, use := range []func() error{
			func() error { return must.Err(w.Invites.PreviewLink(w.Ctx(), w.Person("Guest"), token)) },
			func() error { return must.Err(w.Invites.Bind(w.Ctx(), token, "account")) },
			func() error { return must.Err(w.Invites.RedeemLink(w.Ctx(), w.Person("Guest"), token)) },
		} {
			s.calls = nil
			if err := use(); err != nil {
				w.Refused(err, models.CodeNotFound, models.ReasonInviteNotValid)
			}
			reads := 0
			for _, call := range s.calls {
				if key, read := strings.CutPrefix(call, "get "); read {
					reads++
					if !strings.HasPrefix(key, models.LinkPrefix) || len(key) != len(models.LinkPrefix)+43 || strings.Contains(key, inv.Token) {
						t.Errorf("the token %q: got a read of %q, want only of a link", token, key)
					}
				}
			}
			check.Equal(t, reads, 1, "the token %q: reads", token)
		}
	}
}

// TestCountedFirst: an attempt is counted in all its ledgers before an invitation, a number
// or a family is read.
func TestCountedFirst(t *testing.T) {
	w, s := watch(t)
	owner := w.Person("Owner")
	inv := issue(w, owner)
	c, err := w.Families.ConnectionNumber(w.Ctx(), w.Echo("Echo"))
	w.OK(err)
	for name, try := range map[string]struct {
		counted []string // the prefixes of the ledgers' names
		do      func(u models.User) error
	}{
		"wrong digits": {[]string{"tries#", "exposure#web"}, func(u models.User) error {
			return must.Err(w.Invites.RedeemCode(w.Ctx(), u, unused(w, 0), invite.Web))
		}},
		"digits": {[]string{"tries#", "exposure#alexa"}, func(u models.User) error {
			return must.Err(w.Invites.RedeemCode(w.Ctx(), u, inv.Code, invite.Alexa))
		}},
		"a wrong link": {[]string{"linktries#"}, func(u models.User) error {
			return must.Err(w.Invites.RedeemLink(w.Ctx(), u, strings.Repeat("A", 22)))
		}},
		"a link looked at": {[]string{"linktries#"}, func(u models.User) error {
			return must.Err(w.Invites.PreviewLink(w.Ctx(), u, inv.Token))
		}},
		"a wrong number": {[]string{"numbertries#"}, func(u models.User) error {
			return must.Err(w.Invites.AddEcho(w.Ctx(), u, "00000000"))
		}},
		"a number looked at": {[]string{"numbertries#"}, func(u models.User) error {
			return must.Err(w.Invites.PreviewEcho(w.Ctx(), u, c.Number))
		}},
		"a recovery number": {[]string{"numbertries#"}, func(u models.User) error {
			return must.Err(w.Invites.AddEcho(w.Ctx(), u, "0000000000"))
		}},
	} {
		t.Run(name, func(t *testing.T) {
			u := w.Person("Guest")
			if name == "digits" { // the code may have been used
				inv = issue(w, owner)
			}
			s.calls = nil
			_ = try.do(u)
			first := slices.IndexFunc(s.calls, func(call string) bool { return !strings.HasPrefix(call, "save ") })
			if first < len(try.counted) {
				t.Fatalf("got the calls %v, want %v first", s.calls, try.counted)
			}
			for i, ledger := range try.counted {
				if !strings.HasPrefix(s.calls[i], "save "+ledger) {
					t.Errorf("got the calls %v, want %v first", s.calls, try.counted)
				}
			}
		})
	}
}

// TestSameWork: up to the comparison wrong digits cause the same reads as correct ones.
func TestSameWork(t *testing.T) {
	w, s := watch(t)
	owner := w.Person("Owner")
	used := issue(w, owner)
	w.OK(must.Err(w.Invites.RedeemCode(w.Ctx(), w.Person("Guest"), used.Code, invite.Web)))
	expired := issue(w, owner)
	w.Advance(models.InviteLifetime)
	issue(w, w.Person("Other")) // so that attempts count on the surface
	shape := func(digits string) (shape []string) {
		u := w.Person("Guesser")
		s.calls = nil
		w.Refused(must.Err(w.Invites.RedeemCode(w.Ctx(), u, digits, invite.Web)), models.CodeNotFound, models.ReasonInviteNotValid)
		for _, call := range s.calls {
			shape = append(shape, strings.Fields(strings.ReplaceAll(call, "redeem", "family"))[0])
		}
		return shape
	}
	want := shape(unused(w, 0))
	w.Same(shape(used.Code), want)
	w.Same(shape(expired.Code), want)
}

// TestBusy: an attempt is retried for about a second, by the bubble's clock, while others
// change the same ledger. If that is the person's ledger, the attempt is then refused; if
// it is the surface's, it asks.
func TestBusy(t *testing.T) {
	for name, c := range map[string]struct {
		busy func(u models.User) string
		use  func(w *familytest.World, u models.User, inv invite.Invitation) (models.Entry, error)
		asks bool
	}{
		"own digits": {func(u models.User) string { return "tries#" + string(u.ID) }, byDigits, false},
		"own links": {func(u models.User) string { return "linktries#" + string(u.ID) },
			func(w *familytest.World, u models.User, inv invite.Invitation) (models.Entry, error) {
				return w.Invites.RedeemLink(w.Ctx(), u, inv.Token)
			}, false},
		"own numbers": {func(u models.User) string { return "numbertries#" + string(u.ID) },
			func(w *familytest.World, u models.User, _ invite.Invitation) (models.Entry, error) {
				return w.Invites.AddEcho(w.Ctx(), u, "12345678")
			}, false},
		"the surface's": {func(models.User) string { return "exposure#web" }, byDigits, true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w, s := watch(t)
				owner, u := w.Person("Owner"), w.Person("Guest")
				inv := issue(w, owner)
				s.busy = c.busy(u)
				began := time.Now()
				entry, err := c.use(w, u, inv)
				if took := time.Since(began); took < time.Second || took > 1100*time.Millisecond {
					t.Errorf("got an answer after %s, want one after a second and one pause", took)
				}
				if c.asks {
					w.OK(err)
					if !entry.Asked() {
						t.Errorf("got %+v for an attempt that was not counted, want one that asks", entry)
					}
					return
				}
				w.Refused(err, models.CodeTooMany, models.ReasonBusy)
				if got := models.AsError(err).RetryAfter; got <= 0 {
					t.Errorf("got a wait of %s, want a longer one", got)
				}
				w.Same(len(w.FamilyOf(owner).Members), 1)
			})
		})
	}
}

func byDigits(w *familytest.World, u models.User, inv invite.Invitation) (models.Entry, error) {
	return w.Invites.RedeemCode(w.Ctx(), u, inv.Code, invite.Web)
}

// TestBusyIssue: if a code cannot be counted, the invitation has digits that ask, or only a
// link.
func TestBusyIssue(t *testing.T) {
	t.Run("admitting", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			w, s := watch(t)
			s.busy = "live"
			if inv := issue(w, w.Person("Owner")); inv.Code == "" || !inv.AsksFirst {
				t.Errorf("got %+v, want digits that ask", inv)
			}
		})
	})
	t.Run("codes", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			w, s := watch(t)
			owner := w.Person("Owner")
			s.busy = "issues#" + string(owner.FamilyID)
			if inv := issue(w, owner); inv.Code != "" || inv.CodeAgainAt.IsZero() {
				t.Errorf("got %+v, want a link only", inv)
			}
		})
	})
}

// TestHammered: while others change the surface's ledger every millisecond of the bubble's
// clock, people with correct digits join or ask within three seconds.
func TestHammered(t *testing.T) { synctest.Test(t, hammered) }

func hammered(t *testing.T) {
	w := newWorld(t)
	ctx, stop := context.WithCancel(w.Ctx())
	var hammers sync.WaitGroup
	for range 3 {
		hammers.Go(func() {
			for ctx.Err() == nil {
				l, err := w.InviteStore.Ledger(w.Ctx(), "exposure#web")
				if err == nil {
					l.ExpiresAt = w.Now().Add(time.Hour).Truncate(time.Second)
					_ = w.InviteStore.SaveLedger(w.Ctx(), l)
				}
				time.Sleep(time.Millisecond)
			}
		})
	}
	for range 5 {
		owner, guest := w.Person("Owner"), w.Person("Guest")
		inv := issue(w, owner)
		began := time.Now()
		_, err := w.Invites.RedeemCode(w.Ctx(), guest, inv.Code, invite.Web)
		if took := time.Since(began); err != nil || took > 3*time.Second {
			t.Errorf("got %v after %s, want an answer within three seconds", err, took)
		}
	}
	stop()
	hammers.Wait()
}
