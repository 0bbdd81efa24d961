package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"voicememo/infra/sqlite"
	"voicememo/invite"
	"voicememo/models"
	"voicememo/tools/testkit/services"
)

// past holds digits and numbers that only time produces: those that were valid once.
type past struct {
	expired, used []string // digits
	dead, live    []string // connection numbers: expired, and valid for ten minutes
	over          time.Time
}

// pastSize is the number of each.
const pastSize = 20

// prepare makes a data directory with a past. The expiring codes expire after soon: after
// the server's first sweep, which would remove them.
func prepare(ctx context.Context, dir string, soon time.Duration) (p past, err error) {
	db, err := sqlite.Open(dir)
	if err != nil {
		return past{}, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	all := services.Over(db)
	p.over = time.Now().Add(soon)
	for _, step := range []func(context.Context, services.Services, int) error{p.use, p.expire, p.connect} {
		for i := range pastSize {
			if err := step(ctx, all, i); err != nil {
				return past{}, err
			}
		}
	}
	return p, nil
}

// use makes an invitation and uses it.
func (p *past) use(ctx context.Context, s services.Services, i int) error {
	code, err := issue(ctx, s, fmt.Sprint("host-", i))
	if err != nil {
		return err
	}
	guest, err := person(ctx, s, fmt.Sprint("guest-", i))
	if err != nil {
		return err
	}
	entry, err := s.Invites.RedeemCode(ctx, guest, code, invite.Web)
	if err == nil && entry.Asked() {
		err = errors.New("an owner was asked where a guest was to join")
	}
	p.used = append(p.used, code)
	return err
}

// expire makes an invitation that is about to expire.
func (p *past) expire(ctx context.Context, s services.Services, i int) error {
	s.Invites.Now = func() time.Time { return p.over.Add(-models.InviteLifetime) }
	code, err := issue(ctx, s, fmt.Sprint("late-", i))
	p.expired = append(p.expired, code)
	return err
}

// issue makes a family of one with an invitation, and returns the digits.
func issue(ctx context.Context, s services.Services, id string) (string, error) {
	owner, err := person(ctx, s, id)
	if err != nil {
		return "", err
	}
	i, err := s.Invites.Issue(ctx, owner)
	return i.Code, err
}

// connect makes a connection number that is about to expire, and a live one.
func (p *past) connect(ctx context.Context, s services.Services, i int) error {
	for name, numbers := range map[string]*[]string{"dead": &p.dead, "live": &p.live} {
		s.Families.Now = time.Now
		if name == "dead" {
			s.Families.Now = func() time.Time { return p.over.Add(-models.ConnectionLifetime) }
		}
		echo, err := s.Families.Ensure(ctx, models.Profile{
			ID: models.UserID(fmt.Sprintf("amzn1.ask.account.%s-%d", name, i)), Name: "Echo", Source: models.SourceAlexa,
		})
		if err != nil {
			return err
		}
		c, err := s.Families.ConnectionNumber(ctx, echo)
		if err != nil {
			return err
		}
		*numbers = append(*numbers, c.Number)
	}
	return nil
}

func person(ctx context.Context, s services.Services, id string) (models.User, error) {
	return s.Families.Ensure(ctx, models.Profile{ID: models.UserID(id), Name: id, Source: models.SourceOIDC})
}

// knows reports whether digits or a number were ever valid.
func (p *past) knows(digits string) bool {
	return slices.Contains(slices.Concat(p.expired, p.used, p.dead, p.live), digits)
}
