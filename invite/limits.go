package invite

import (
	"context"
	"fmt"
	"time"

	"voicememo/models"
)

// The limits that make 10,000 values safe enough. All are shared by every process of
// a deployment. Those of a person refuse that person; those of the deployment only
// make correct digits ask the owner instead of joining.
const (
	wrongPerHour  = 5  // wrong digits of one person
	wrongPerDay   = 10 // a link or a connection number still works afterwards
	freeAttempts  = 3  // from this many wrong ones on, each costs a wait
	linksPerHour  = 20 // wrong links of one person; also wrong numbers
	exposure      = 10 // per surface and hour: the sum over wrong digits of the admitting codes live then
	maxAdmitting  = 10 // live admitting codes of the deployment
	issuesPerHour = 5  // codes of one family
	issuesPerDay  = 20
	newLinks      = 60 // links of one family in an hour
)

// Surface is where a code is tried. Each has its own exposure, so that guesses on one
// change nothing on the other.
type Surface string

// The surfaces.
const (
	Web   Surface = "web"
	Alexa Surface = "alexa"
)

// waits is the pause after the third, fourth, and each further wrong attempt.
var waits = []time.Duration{30 * time.Second, time.Minute, 2 * time.Minute}

// admittingLedger names the ledger of the admitting codes that are live, by invitation.
const admittingLedger = "live"

func exposureLedger(s Surface) string { return "exposure#" + string(s) }

func issuesLedger(f models.FamilyID) string { return "issues#" + string(f) }

func linksLedger(f models.FamilyID) string { return "links#" + string(f) }

func digitsLedger(u models.UserID) string { return "tries#" + string(u) }

// askedID is the entry of an attempt that filed a request. It counts as a wrong one
// until the person has come in by the request's invitation; the same request again
// counts once.
func askedID(r models.Request) string {
	return askedWith(r.InviteID) + "#" + models.FormatTime(r.At)
}

// askedWith begins the entries of requests by an invitation.
func askedWith(id models.InviteID) string { return "asked#" + string(id) }

// bookDigits counts an attempt with four digits before anything is compared, unless
// the person has to wait. TooMany/ReasonWait. It returns the entry's id.
func (s *Service) bookDigits(ctx context.Context, actor models.User) (id string, err error) {
	if id, err = s.randomText(8); err != nil {
		return "", err
	}
	return id, s.amend(ctx, digitsLedger(actor.ID), day, func(l *Ledger, now time.Time) error {
		if actor.JoinedWith != "" {
			l.dropAll(askedWith(actor.JoinedWith))
		}
		if wait := personWait(*l, now); wait > 0 {
			return models.TooMany(models.ReasonWait, wait)
		}
		l.Entries = append(l.Entries, Entry{ID: id, At: now, Amount: 1})
		return nil
	})
}

// personWait returns how long a person with this ledger has to wait.
func personWait(l Ledger, now time.Time) time.Duration {
	wait := max(l.waitFor(now, hour, wrongPerHour-1), l.waitFor(now, day, wrongPerDay-1))
	if n := len(l.Entries); n >= freeAttempts {
		last := l.Entries[n-1].At
		wait = max(wait, last.Add(waits[min(n-freeAttempts, len(waits)-1)]).Sub(now))
	}
	return wait
}

// forgive takes an attempt with correct digits back, unless it filed a request. If that
// fails, the person's limit is stricter for a day.
func (s *Service) forgive(ctx context.Context, actor models.UserID, id string, entry models.Entry) {
	_ = s.amend(ctx, digitsLedger(actor), day, func(l *Ledger, now time.Time) error {
		l.drop(id)
		if entry.Asked() {
			filed := askedID(entry.Request)
			l.drop(filed)
			l.Entries = append(l.Entries, Entry{ID: filed, At: now, Amount: 1})
		}
		return nil
	})
}

// bookExposure counts an attempt as wrong before the digits are compared, and returns
// the admitting codes that it was counted for: correct digits may admit if they are
// among them. The sum that is kept never exceeds exposure, so that a stranger joins
// unasked with a chance of at most exposure / codes an hour on each surface. An attempt
// that cannot be counted may not admit.
func (s *Service) bookExposure(ctx context.Context, surface Surface, id string) (admitting Ledger, err error) {
	live, err := s.store.Ledger(ctx, admittingLedger)
	if err != nil {
		return Ledger{}, err
	}
	err = s.amend(ctx, exposureLedger(surface), hour, func(l *Ledger, now time.Time) error {
		amount := live.since(now, models.InviteLifetime)
		if l.since(now, hour)+amount > exposure {
			return errFull
		}
		if amount > 0 {
			l.Entries = append(l.Entries, Entry{ID: id, At: now, Amount: amount})
		}
		return nil
	})
	switch {
	case models.IsCode(err, models.CodeTooMany):
		return Ledger{}, nil
	case err != nil:
		return Ledger{}, err
	}
	return live, nil
}

// errFull says that a ledger has no room left.
var errFull = models.TooMany(models.ReasonBusy, 0)

// bookAdmitting counts the code of a new invitation of a family among the admitting
// ones, if there is room for it beside the wrong attempts of the last hour on both
// surfaces. It reports whether the code may admit.
func (s *Service) bookAdmitting(ctx context.Context, family models.Family, id models.InviteID) (bool, error) {
	if family.AskBeforeJoin {
		return false, nil
	}
	var wrong int64
	for _, surface := range []Surface{Web, Alexa} {
		l, err := s.store.Ledger(ctx, exposureLedger(surface))
		if err != nil {
			return false, err
		}
		wrong = max(wrong, l.since(s.now(), hour))
	}
	err := s.amend(ctx, admittingLedger, models.InviteLifetime, func(l *Ledger, now time.Time) error {
		if n := int64(len(l.Entries)); n >= maxAdmitting || wrong+n+1 > exposure {
			return errFull
		}
		l.Entries = append(l.Entries, Entry{ID: string(id), At: now, Amount: 1})
		return nil
	})
	if models.IsCode(err, models.CodeTooMany) {
		return false, nil
	}
	return err == nil, err
}

// bookIssue counts a code of a family, unless the family has to wait for it.
func (s *Service) bookIssue(ctx context.Context, family models.FamilyID, id string) (wait time.Duration, err error) {
	err = s.amend(ctx, issuesLedger(family), day, func(l *Ledger, now time.Time) error {
		if wait = issueWait(*l, now); wait > 0 {
			return errFull
		}
		l.Entries = append(l.Entries, Entry{ID: id, At: now, Amount: 1})
		return nil
	})
	switch {
	case wait > 0:
		return wait, nil
	case models.IsReason(err, models.ReasonBusy):
		return patience, nil
	}
	return 0, err
}

func issueWait(l Ledger, now time.Time) time.Duration {
	return max(l.waitFor(now, hour, issuesPerHour-1), l.waitFor(now, day, issuesPerDay-1))
}

// bookLink counts a link of a family. TooMany/ReasonManyLinks.
func (s *Service) bookLink(ctx context.Context, family models.FamilyID) error {
	return s.amend(ctx, linksLedger(family), hour, func(l *Ledger, now time.Time) error {
		if wait := l.waitFor(now, hour, newLinks-1); wait > 0 {
			return models.TooMany(models.ReasonManyLinks, wait)
		}
		l.Entries = append(l.Entries, Entry{ID: fmt.Sprint(now.UnixNano()), At: now, Amount: 1})
		return nil
	})
}

// secrets counts a person's attempts with what is too long to guess: links, or
// numbers.
type secrets struct {
	ledger string
	reason models.Reason
}

func linkAttempts(u models.UserID) secrets {
	return secrets{"linktries#" + string(u), models.ReasonLinkAttempts}
}

func numberAttempts(u models.UserID) secrets {
	return secrets{"numbertries#" + string(u), models.ReasonNumberAttempts}
}

// asked reports whether an attempt filed a request, which counts as a wrong one.
func asked(result any) bool {
	entry, ok := result.(models.Entry)
	return ok && entry.Asked()
}

// attempt counts an attempt as wrong, then makes it, and takes the count back unless
// it was wrong or filed a request.
func attempt[T any](ctx context.Context, s *Service, of secrets, do func() (T, error)) (T, error) {
	var none T
	id, err := s.randomText(8)
	if err != nil {
		return none, err
	}
	err = s.amend(ctx, of.ledger, hour, func(l *Ledger, now time.Time) error {
		if wait := l.waitFor(now, hour, linksPerHour-1); wait > 0 {
			return models.TooMany(of.reason, wait)
		}
		l.Entries = append(l.Entries, Entry{ID: id, At: now, Amount: 1})
		return nil
	})
	if err != nil {
		return none, err
	}
	out, err := do()
	if !models.IsReason(err, models.ReasonInviteNotValid) && !asked(out) {
		_ = s.strike(ctx, of.ledger, id) // else the limit is stricter for an hour
	}
	return out, err
}
