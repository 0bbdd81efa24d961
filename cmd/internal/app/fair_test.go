package app

import (
	"context"
	"testing"
	"testing/synctest"

	"voicememo/auth"
	"voicememo/internal/limit"
	"voicememo/models"
	"voicememo/tools/testkit/check"
)

// slowPeople answers when the test allows it.
type slowPeople struct {
	auth.People
	asked  chan models.UserID
	answer chan struct{}
}

func (p slowPeople) Person(_ context.Context, id models.UserID) (models.User, error) {
	p.asked <- id
	<-p.answer
	return models.User{ID: id}, nil
}

// TestFairPeople: many concurrent requests of one person do not delay other people.
func TestFairPeople(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := slowPeople{asked: make(chan models.UserID, 100), answer: make(chan struct{})}
		fair := newFairPeople(slow, 0)
		ask := func(id models.UserID) {
			if u, err := fair.Person(t.Context(), id); err != nil || u.ID != id {
				t.Errorf("got %v and %v, want %s", u.ID, err, id)
			}
		}
		for range 10 {
			go ask("taro")
		}
		go ask("hanako")
		synctest.Wait()
		check.Equal(t, len(slow.asked), 2, "at once")
		close(slow.answer)
		synctest.Wait()
		check.Equal(t, len(slow.asked), 11, "in the end")
		full := fairPeople{slow, limit.NewLanes[models.UserID](0, 0)}
		if _, err := full.Person(t.Context(), "taro"); !models.IsReason(err, models.ReasonBusy) || models.AsError(err).RetryAfter <= 0 {
			t.Errorf("one more than may wait: got %v, want too_many/busy", err)
		}
	})
}
