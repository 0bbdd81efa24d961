package invite

import (
	"context"
	"strings"
	"time"

	"voicememo/models"
)

// The limits that make 10,000 values safe enough. All are shared by every
// process of a deployment.
const (
	triesPerHour  = 5  // wrong tries of one person
	triesPerDay   = 10 // the link still works afterwards
	freeTries     = 3  // from this many wrong tries on, each costs a wait
	maxExposure   = 20 // per hour: the sum over wrong tries of the codes live then
	issuesPerHour = 5  // per family
	issuesPerDay  = 20
	maxLiveCodes  = 20 // per deployment; beyond, links only
	maxLinks      = 20 // link tokens given out for one invitation
	// exposurePatience is how long a try waits for others under way to be
	// struck before it is refused: a whole family typing the same right code at
	// once must not look like an attack.
	exposurePatience = 2 * time.Second
)

// Surface is where a code is tried. Each has half of the deployment's exposure,
// so that one under attack leaves the other usable. A single try that costs more
// than half, because many codes are live, is allowed to a surface that has spent
// nothing; the whole deployment's bound holds all the same.
type Surface string

// The surfaces.
const (
	Web   Surface = "web"
	Alexa Surface = "alexa"
)

// waits is the pause after the third, fourth, and each further wrong try.
var waits = []time.Duration{30 * time.Second, time.Minute, 2 * time.Minute}

// try books a try of four digits before they are compared, as a wrong one.
func (s *Service) try(ctx context.Context, actor models.UserID, surface Surface) (*booking, error) {
	id, err := s.randomText(8)
	if err != nil {
		return nil, err
	}
	b := &booking{service: s, id: string(surface) + "#" + id, person: "tries#" + string(actor)}
	if err := s.bookPerson(ctx, b); err != nil {
		return nil, err
	}
	if err := s.bookExposure(ctx, b, surface); err != nil {
		if lost := s.strike(ctx, b.person, b.id); lost != nil {
			return nil, lost
		}
		return nil, err
	}
	return b, nil
}

// exposure names the ledger of wrong tries of the whole deployment.
const exposure = "exposure"

// booking is one try as it stands in both ledgers under one id.
type booking struct {
	service    *Service
	id, person string
}

// right takes the whole booking back: the digits were right, or never compared.
func (b *booking) right(ctx context.Context) {
	b.harmless(ctx)
	_ = b.service.strike(ctx, b.person, b.id) // else the person's limit is stricter for a day
}

// harmless takes the deployment's share back: the digits cannot have been a
// live code, so nobody came closer to joining a family that way.
func (b *booking) harmless(ctx context.Context) {
	_ = b.service.strike(ctx, exposure, b.id) // else the limit is stricter for an hour
}

func (s *Service) bookPerson(ctx context.Context, b *booking) error {
	return s.amend(ctx, b.person, day, func(l *Ledger, now time.Time) error {
		if wait := personWait(*l, now); wait > 0 {
			return models.TooMany(models.ReasonWait, wait)
		}
		l.Entries = append(l.Entries, Entry{ID: b.id, At: now, Amount: 1})
		return nil
	})
}

// personWait says how long a person with this ledger has to wait.
func personWait(l Ledger, now time.Time) time.Duration {
	wait := max(l.waitFor(now, hour, triesPerHour-1), l.waitFor(now, day, triesPerDay-1))
	if n := len(l.Entries); n >= freeTries {
		last := l.Entries[n-1].At
		wait = max(wait, last.Add(waits[min(n-freeTries, len(waits)-1)]).Sub(now))
	}
	return wait
}

func (s *Service) bookExposure(ctx context.Context, b *booking, surface Surface) error {
	for began := s.now(); ; {
		live, err := s.liveCodes(ctx)
		if err != nil {
			return err
		}
		err = s.amend(ctx, exposure, hour, func(l *Ledger, now time.Time) error {
			amount := max(live, 1)
			if wait := exposureWait(*l, surface, amount, now); wait > 0 {
				return models.TooMany(models.ReasonWait, wait)
			}
			l.Entries = append(l.Entries, Entry{ID: b.id, At: now, Amount: amount})
			return nil
		})
		if !models.IsCode(err, models.CodeTooMany) || s.now().Sub(began) >= exposurePatience {
			return err
		}
		if err := pause(ctx, 50*time.Millisecond); err != nil {
			return err
		}
	}
}

// exposureWait says how long a try that costs amount has to wait on a surface.
func exposureWait(l Ledger, surface Surface, amount int64, now time.Time) time.Duration {
	own := Ledger{}
	for _, e := range l.Entries {
		if strings.HasPrefix(e.ID, string(surface)+"#") {
			own.Entries = append(own.Entries, e)
		}
	}
	return max(
		l.waitFor(now, hour, maxExposure-amount),
		own.waitFor(now, hour, max(maxExposure/2-amount, 0)),
	)
}
