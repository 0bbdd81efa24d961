package invite

import (
	"context"
	"slices"
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
	maxLinks      = 50 // link tokens given out for one invitation
	// underWayFor is how long after its booking a try may still be struck. A try
	// that others under way leave no room for waits that long, as far as its
	// caller does: a family typing one code at once must not look like an attack.
	underWayFor = 10 * time.Second
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

// exposureLedger names the ledger of wrong tries of the whole deployment.
const exposureLedger = "exposure"

// try is one try of four digits. It is booked as a wrong one before it is
// answered, under one id in both ledgers, and struck if it was not.
type try struct {
	service *Service
	surface Surface
	id      string
	person  string // the name of the person's ledger
}

func (t *try) strikePerson(ctx context.Context) {
	_ = t.service.strike(ctx, t.person, t.id) // else the person's limit is stricter for a day
}

func (t *try) strikeExposure(ctx context.Context) {
	_ = t.service.strike(ctx, exposureLedger, t.id) // else the limit is stricter for an hour
}

// bookPerson begins a try, unless the person has to wait.
func (s *Service) bookPerson(ctx context.Context, actor models.UserID, surface Surface) (*try, error) {
	id, err := s.randomText(8)
	if err != nil {
		return nil, err
	}
	t := &try{service: s, surface: surface, id: string(surface) + "#" + id, person: "tries#" + string(actor)}
	return t, s.amend(ctx, t.person, day, func(l *Ledger, now time.Time) error {
		if wait := personWait(*l, now); wait > 0 {
			return models.TooMany(models.ReasonWait, wait)
		}
		l.Entries = append(l.Entries, Entry{ID: t.id, At: now, Amount: 1})
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

// bookExposure adds a try to the deployment's sum, unless that is full. A dead
// code must fit too but adds nothing; the same work is done on the person's own
// ledger instead, where a family typing one code together does not queue up.
// underWay tells of a refusal that tries of this moment have caused, which may
// yet be struck.
func (s *Service) bookExposure(ctx context.Context, t *try, dead bool) (underWay bool, err error) {
	live, err := s.liveCodes(ctx)
	if err != nil {
		return false, err
	}
	amount := max(live, 1)
	fits := func(l *Ledger, now time.Time) error {
		wait := exposureWait(l.Entries, t.surface, amount, now)
		if wait <= 0 {
			return nil
		}
		settled := slices.DeleteFunc(slices.Clone(l.Entries), func(e Entry) bool { return e.At.After(now.Add(-underWayFor)) })
		underWay = exposureWait(settled, t.surface, amount, now) == 0
		return models.TooMany(models.ReasonWait, wait)
	}
	if dead {
		l, err := s.store.Ledger(ctx, exposureLedger)
		if err == nil {
			err = fits(&l, s.now())
		}
		if err == nil {
			err = s.strike(ctx, t.person, "")
		}
		return underWay, err
	}
	err = s.amend(ctx, exposureLedger, hour, func(l *Ledger, now time.Time) error {
		underWay = false
		if err := fits(l, now); err != nil {
			return err
		}
		l.Entries = append(l.Entries, Entry{ID: t.id, At: now, Amount: amount})
		return nil
	})
	return underWay, err
}

// exposureWait says how long a try that costs amount has to wait on a surface.
func exposureWait(entries []Entry, surface Surface, amount int64, now time.Time) time.Duration {
	var own []Entry
	for _, e := range entries {
		if strings.HasPrefix(e.ID, string(surface)+"#") {
			own = append(own, e)
		}
	}
	return max(
		Ledger{Entries: entries}.waitFor(now, hour, maxExposure-amount),
		Ledger{Entries: own}.waitFor(now, hour, max(maxExposure/2-amount, 0)),
	)
}
