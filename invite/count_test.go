package invite_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"voicememo/invite"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// TestNotMadeNotCounted: if a new invitation's link cannot be counted, its code counts
// neither for the family nor among the admitting codes.
func TestNotMadeNotCounted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, s := watch(t)
		owner := w.Person("Owner")
		s.busy = "links#" + string(owner.FamilyID)
		w.Refused(must.Err(w.Invites.Issue(w.Ctx(), owner)), models.CodeTooMany, models.ReasonBusy)
		for _, name := range []string{"issues#" + string(owner.FamilyID), "live"} {
			l, err := w.InviteStore.Ledger(w.Ctx(), name)
			w.OK(err)
			if len(l.Entries) > 0 {
				t.Errorf("%s: got %+v, want no entry", name, l.Entries)
			}
		}
	})
}

// TestFirstFewDigits: of a random sample, only a few digits are checked while they are all
// free. If one of them is live, the whole sample is.
func TestFirstFewDigits(t *testing.T) {
	for free, want := range map[int][]int{100: {8}, 60: {8, 100}} {
		w := newWorld(t)
		var asked []int
		w.Invites = w.InvitesOver(counting{fullStore{w.InviteStore, free}, &asked})
		issue(w, w.Person("Owner"))
		if !slices.Equal(asked, want) {
			t.Errorf("%d of 100 free: got checks of %v digits, want %v", free, asked, want)
		}
	}
}

// counting is a store that records how many keys each call of Free checks.
type counting struct {
	invite.Store
	asked *[]int
}

// Free implements invite.Store.
func (s counting) Free(ctx context.Context, keys []string, now time.Time) ([]string, error) {
	*s.asked = append(*s.asked, len(keys))
	return s.Store.Free(ctx, keys, now)
}

// disconnecting is a store whose caller disconnects as soon as the ledger of admitting
// codes is saved, before that of the family's codes is.
type disconnecting struct {
	invite.Store
	disconnect context.CancelFunc
	saved      chan struct{} // closed once the ledger of admitting codes is saved
	answers    bool          // whether the response to that save still arrives
}

// SaveLedger implements invite.Store.
func (s disconnecting) SaveLedger(ctx context.Context, l invite.Ledger) error {
	if l.Name != "live" {
		<-s.saved
	}
	if ctx.Err() != nil {
		return models.Unavailable(ctx.Err())
	}
	err := s.Store.SaveLedger(ctx, l)
	if l.Name != "live" || len(l.Entries) == 0 {
		return err
	}
	s.disconnect()
	close(s.saved)
	if !s.answers {
		err = models.Unavailable(ctx.Err())
	}
	return err
}

// TestDisconnectedIssue: a client that disconnects while an invitation is counted leaves no
// admitting code that is not counted for its family, so codes of other families still admit.
func TestDisconnectedIssue(t *testing.T) {
	for _, answers := range []bool{true, false} {
		w := newWorld(t)
		owner := w.Person("Owner")
		for range 10 {
			ctx, cancel := context.WithCancel(w.Ctx())
			s := w.InvitesOver(disconnecting{w.InviteStore, cancel, make(chan struct{}), answers})
			w.Refused(must.Err(s.Issue(ctx, owner)), models.CodeUnavailable, "")
		}
		live, err := w.InviteStore.Ledger(w.Ctx(), "live")
		w.OK(err)
		if len(live.Entries) > 0 {
			t.Errorf("response %v: got %d admitting codes, want none", answers, len(live.Entries))
		}
		if inv := issue(w, w.Person("Other")); inv.AsksFirst {
			t.Errorf("response %v: got a code of another family that asks first, want one that admits", answers)
		}
	}
}

// hanging is a store that does not answer when the ledger of the family's codes is saved.
type hanging struct{ invite.Store }

// SaveLedger implements invite.Store.
func (s hanging) SaveLedger(ctx context.Context, l invite.Ledger) error {
	if strings.HasPrefix(l.Name, "issues#") {
		<-ctx.Done()
		return models.Unavailable(ctx.Err())
	}
	return s.Store.SaveLedger(ctx, l)
}

// TestIssueHangs: if a ledger cannot be saved before the deadline, the admitting code is
// removed within the deadline, by the bubble's clock.
func TestIssueHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		ctx, cancel := context.WithTimeout(w.Ctx(), 5*time.Second)
		defer cancel()
		began := time.Now()
		w.Refused(must.Err(w.InvitesOver(hanging{w.InviteStore}).Issue(ctx, w.Person("Owner"))), models.CodeUnavailable, "")
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("got an answer after %s, want one within 5 seconds", took)
		}
		live, err := w.InviteStore.Ledger(w.Ctx(), "live")
		w.OK(err)
		if len(live.Entries) > 0 {
			t.Errorf("got the admitting codes %+v, want none", live.Entries)
		}
	})
}
