package app

import (
	"context"

	"voicememo/auth"
	"voicememo/models"
	"voicememo/webapi/limit"
)

// fairPeople lets one request of each person at a time ask who that is, while up to a
// hundred others wait. Every request asks that first, also one that is refused then; an
// account that sends many at once would otherwise take all connections to the store.
type fairPeople struct {
	auth.People
	lanes *limit.Lanes
}

func newFairPeople(p auth.People) fairPeople {
	return fairPeople{p, limit.NewLanes(1, 100)}
}

// Person implements auth.People.
func (p fairPeople) Person(ctx context.Context, id models.UserID) (models.User, error) {
	leave, err := p.lanes.Enter(ctx, id)
	if err != nil {
		return models.User{}, err
	}
	defer leave()
	return p.People.Person(ctx, id)
}
