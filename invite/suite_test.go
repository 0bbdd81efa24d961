package invite_test

import (
	"context"
	"encoding/binary"
	"slices"
	"testing"
	"time"

	"voicememo/infra/enginetest/invitetest"
	"voicememo/infra/sqlite/sqlitetest"
	"voicememo/invite"
	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// TestSuite runs the suite of stores. Its cases also call the service, so that a fault in a
// rule fails a test of the rule's package.
func TestSuite(t *testing.T) { invitetest.Run(t, sqlitetest.Fresh) }

// TestAdmittedRequestCountsNoMore: after a person was admitted, only their wrong attempts
// count.
func TestAdmittedRequestCountsNoMore(t *testing.T) {
	w := newWorld(t)
	w.Freeze()
	owner, u := w.AskingOwner("Owner"), w.Person("Guesser")
	inv := issue(w, owner)
	for range 2 {
		if wait := wrong(w, u, invite.Web); wait != 0 {
			t.Fatalf("got %v to wait, want none", wait)
		}
	}
	w.OK(must.Err(w.Invites.RedeemCode(w.Ctx(), u, inv.Code, invite.Web)))
	w.Advance(30 * time.Second)
	if wait := wrong(w, u, invite.Web); wait != 0 {
		t.Fatalf("got %v to wait after the third attempt's 30 s, want none", wait)
	}
	check.Equal(t, wrong(w, u, invite.Web), time.Minute, "to wait")
	w.OK(must.Err(w.Families.Allow(w.Ctx(), owner, u.ID)))
	u = w.Again(u)
	check.Equal(t, wrong(w, u, invite.Web), 30*time.Second, "to wait")
	_, err := w.Invites.RedeemCode(w.Ctx(), models.User{ID: u.ID, FamilyID: u.FamilyID}, unused(w, 1), invite.Web)
	w.Refused(err, models.CodeTooMany, models.ReasonWait) // with the account as read before, the request still counts
}

// upwards is a random source whose pairs of bytes count up.
type upwards struct{ next uint16 }

func (u *upwards) Read(b []byte) (int, error) {
	for i := 0; i+1 < len(b); i += 2 {
		binary.BigEndian.PutUint16(b[i:], u.next)
		u.next++
	}
	return len(b), nil
}

// seen is a store that records the keys passed to Free.
type seen struct {
	invite.Store
	keys *[]string
}

// Free implements invite.Store.
func (s seen) Free(ctx context.Context, keys []string, now time.Time) ([]string, error) {
	*s.keys = append(*s.keys, keys...)
	return s.Store.Free(ctx, keys, now)
}

// TestDigitsAreEven: random values that would favour some digits are rejected.
func TestDigitsAreEven(t *testing.T) {
	w := newWorld(t)
	var keys []string
	w.Invites = w.InvitesOver(seen{w.InviteStore, &keys})
	w.Invites.Rand = &upwards{65_000}
	issue(w, w.Person("Owner"))
	if len(keys) != 8 || keys[0] != "0000" || keys[7] != "0007" {
		t.Errorf("got %d keys from %s to %s, want 8 from 0000", len(keys), keys[0], keys[len(keys)-1])
	}
	keys = nil
	w.Invites.Rand = &upwards{59_992}
	issue(w, w.Person("Owner"))
	if len(keys) < 8 || !slices.Equal(keys[:4], []string{"9996", "9997", "9998", "9999"}) {
		t.Errorf("got %q, want those up to 9999 first", keys)
	}
}
