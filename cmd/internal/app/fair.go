package app

import (
	"context"
	"errors"
	"time"

	"voicememo/auth"
	"voicememo/internal/limit"
	"voicememo/models"
)

// fairPeople bounds how many requests of a person are identified concurrently. Every
// request is identified first, even one that is then refused, so an account that sends
// many requests would otherwise use all connections to the store.
type fairPeople struct {
	auth.People
	lanes *limit.Lanes[models.UserID]
}

// identifying is how many more requests of a person wait to be identified, in order of
// arrival. It is more than a thief of a session can easily keep open, so that the person's
// own requests are answered and can end the session.
const identifying = 2000

func newFairPeople(p auth.People, atOnce int) fairPeople {
	return fairPeople{p, limit.NewLanes[models.UserID](max(1, atOnce), identifying)}
}

// Person implements auth.People. TooMany/ReasonBusy: too many wait already.
func (p fairPeople) Person(ctx context.Context, id models.UserID) (models.User, error) {
	leave, err := p.lanes.Enter(ctx, id)
	if errors.Is(err, limit.ErrBusy) {
		return models.User{}, models.TooMany(models.ReasonBusy, time.Second)
	} else if err != nil {
		return models.User{}, err
	}
	defer leave()
	return p.People.Person(ctx, id)
}

// atOnce returns how many requests of a person are processed concurrently. Over DynamoDB
// requests mostly wait, so there may be more than the processors allow. 0: as many as the
// processors allow.
func (c Config) atOnce() int {
	if c.Store == "dynamodb" {
		return 4
	}
	return 0
}
