package app

import (
	"context"

	"voicememo/auth"
	"voicememo/models"
	"voicememo/webapi/limit"
)

// fairPeople bounds how many requests of a person ask at once who that is. Every request
// asks it first, also one that is refused then, so that an account which sends many
// would otherwise take all connections to the store.
type fairPeople struct {
	auth.People
	lanes *limit.Lanes
}

// identifying is how many further requests of a person wait to be identified, in the
// order in which they came: more than one who has stolen a session can easily keep open,
// so that the person is heard and can end it.
const identifying = 2000

func newFairPeople(p auth.People, atOnce int) fairPeople {
	return fairPeople{p, limit.NewLanes(max(1, atOnce), identifying)}
}

// Person implements auth.People. TooMany/ReasonBusy: too many wait already.
func (p fairPeople) Person(ctx context.Context, id models.UserID) (models.User, error) {
	leave, err := p.lanes.Enter(ctx, id)
	if err != nil {
		return models.User{}, err
	}
	defer leave()
	return p.People.Person(ctx, id)
}

// atOnce is how many requests of a person are worked on at once: over DynamoDB, where
// they wait most of the time, more than the processors would allow. 0: as many as the
// processors allow.
func (c Config) atOnce() int {
	if c.Store == "dynamodb" {
		return 4
	}
	return 0
}
