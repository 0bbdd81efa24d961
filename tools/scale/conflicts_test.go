package main

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"voicememo/infra/dynamo"
	"voicememo/invite"
	"voicememo/memo"
	"voicememo/models"
)

// TestConflicts measures writers while writes to the same item conflict as on AWS, where
// each request takes a few milliseconds.
func TestConflicts(t *testing.T) {
	each := 3
	if long() {
		each = 50
	}
	runs := map[string]ConflictRun{}
	c := &conflicting{}
	s := newSite(t, c.wrap)
	members := s.members(t, 10)
	for name, account := range map[string]func(i int) models.User{
		ownAccounts: func(i int) models.User { return members[i] },
		oneAccount:  func(int) models.User { return members[0] },
	} {
		runs[name] = c.run(len(members), each, func(i, n int) error {
			_, _, err := s.Memos.Add(t.Context(), account(i), memo.Draft{Content: fmt.Sprint(name, i, n), Key: memo.NewKey()})
			return err
		})
	}
	if own, one := runs[ownAccounts], runs[oneAccount]; own.Failed+own.Conflicts > 0 || one.Conflicts == 0 || own.Done != len(members)*each {
		t.Errorf("got %+v with an account each and %+v with one, want conflicts with one only", own, one)
	}
	runs[ledgerRun] = s.digits(t, c, each)
	t.Logf("%+v", runs)
	record(t, func(m *Measured) { m.Conflicts = runs })
}

// digits makes twenty people try wrong digits at the same time. Each attempt writes the
// surface's item; none may fail in any other way than as wrong.
func (s *site) digits(t *testing.T, c *conflicting, each int) ConflictRun {
	t.Helper()
	people := make([]models.User, 20)
	for i := range people {
		var err error
		people[i], err = s.Families.Ensure(t.Context(), models.Profile{ID: models.UserID(fmt.Sprint("guest-", i)), Name: "客", Source: models.SourceOIDC})
		must(t, err)
	}
	return c.run(len(people), min(each, 3), func(i, _ int) error { // a fourth one has to wait
		_, err := s.Invites.RedeemCode(t.Context(), people[i], "0000", invite.Web)
		if models.IsReason(err, models.ReasonInviteNotValid) {
			return nil
		}
		return err
	})
}

// run lets writers work at the same time, each one a number of times.
func (c *conflicting) run(writers, each int, do func(writer, n int) error) ConflictRun {
	c.refused.Store(0)
	var group sync.WaitGroup
	var failed, done atomic.Int64
	began := time.Now()
	for i := range writers {
		group.Go(func() {
			for n := range each {
				if err := do(i, n); err != nil {
					failed.Add(1)
				} else {
					done.Add(1)
				}
			}
		})
	}
	group.Wait()
	return ConflictRun{
		Writers: writers, Done: int(done.Load()), Failed: int(failed.Load()), Conflicts: int(c.refused.Load()),
		PerSecond: rounded(float64(done.Load()) / time.Since(began).Seconds()),
	}
}

// wrap puts c between the stores and the client.
func (c *conflicting) wrap(client dynamo.Client) dynamo.Client {
	c.Client, c.held = client, map[string]bool{}
	return c
}
