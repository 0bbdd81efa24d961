package invite

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"voicememo/models"
)

// The limits that make 10,000 values safe enough. All processes of a deployment share
// them. A person who reaches one of their own limits is refused. The limits of the
// deployment never refuse an attempt: when one is reached, correct digits file a request
// with the owner instead of joining.
const (
	wrongPerHour  = 5  // wrong invite codes of one person
	wrongPerDay   = 10 // likewise in a day; a link or a connection number still works afterwards
	freeAttempts  = 3  // after this many wrong codes in a day, each further attempt requires a wait
	linksPerHour  = 20 // wrong links of one person; likewise wrong numbers
	guessBudget   = 10 // points per surface and hour; a wrong code costs one for each live admitting code
	maxAdmitting  = 10 // live admitting codes of the deployment
	issuesPerHour = 5  // codes of one family
	issuesPerDay  = 20
	newLinks      = 60 // new links of one family in an hour
)

// Surface is where a code is tried. Each surface has a guess budget of its own, so that guesses on
// one do not affect the other.
type Surface string

// The surfaces.
const (
	Web   Surface = "web"
	Alexa Surface = "alexa"
)

// waits holds the waits after the third, the fourth and each further wrong attempt.
var waits = []time.Duration{30 * time.Second, time.Minute, 2 * time.Minute}

// admittingLedger is the name of the ledger of live admitting codes. An entry's id is the
// invitation's.
const admittingLedger = "live"

func guessLedger(s Surface) string { return "exposure#" + string(s) }

func issuesLedger(f models.FamilyID) string { return "issues#" + string(f) }

func linksLedger(f models.FamilyID) string { return "links#" + string(f) }

func digitsLedger(u models.UserID) string { return "tries#" + string(u) }

// askedID returns the id of the ledger entry for the request r. All attempts that return r
// count together as one wrong attempt, until the person has joined by r's invitation.
func askedID(r models.Request) string {
	return askedWith(r.InviteID) + "#" + models.FormatTime(r.At)
}

// askedWith returns the prefix of the askedIDs of requests by an invitation.
func askedWith(id models.InviteID) string { return "asked#" + string(id) }

// bookDigits counts an attempt with four digits as wrong, before they are compared, and
// returns the entry's id. Requests that the actor filed with an invitation no longer count
// once the actor has joined by it, so it first drops their entries (see askedID). tries is
// the person's ledger as just read. bookDigits returns TooMany/ReasonWait if the person has
// to wait.
func (s *Service) bookDigits(ctx context.Context, actor models.User, tries *Ledger) (id string, err error) {
	id = s.randomText(8)
	err = s.amendRead(ctx, tries, day, func(l *Ledger, now time.Time) error {
		if actor.Membership.JoinedWith != "" {
			l.dropAll(askedWith(actor.Membership.JoinedWith))
		}
		if wait := personWait(*l, now); wait > 0 {
			return models.TooMany(models.ReasonWait, wait)
		}
		l.Entries = append(l.Entries, Entry{ID: id, At: now, Amount: 1})
		return nil
	})
	if err != nil {
		return "", err
	}
	return id, nil
}

// personWait returns how long a person with the ledger l has to wait.
func personWait(l Ledger, now time.Time) time.Duration {
	wait := max(l.waitFor(now, hour, wrongPerHour-1), l.waitFor(now, day, wrongPerDay-1))
	if n := len(l.Entries); n >= freeAttempts {
		last := l.Entries[n-1].At
		wait = max(wait, last.Add(waits[min(n-freeAttempts, len(waits)-1)]).Sub(now))
	}
	return wait
}

// forgive removes the entry of an attempt whose digits were not found to be wrong. If the
// attempt filed a request, the entry of that request replaces it. If forgive fails, the
// person's limit is stricter for a day.
func (s *Service) forgive(ctx context.Context, tries Ledger, id string, entry models.Entry) {
	_ = s.amendRead(ctx, &tries, day, func(l *Ledger, now time.Time) error {
		l.drop(id)
		if entry.Asked() {
			filed := askedID(entry.Request)
			l.drop(filed)
			l.Entries = append(l.Entries, Entry{ID: filed, At: now, Amount: 1})
		}
		return nil
	})
}

// bookGuess counts an attempt as wrong, before the digits are compared: one point for
// each live admitting code. live is the ledger of these codes and guesses that of the
// surface, both as just read. Correct digits may admit only if their invitation is in live
// and bookGuess reports true. It reports false, and counts nothing, if the points of the
// last hour would exceed guessBudget, or other requests keep changing the surface's ledger.
// So the probability that guessing lets a stranger join without asking the owner is at most
// guessBudget in 10,000 per hour on each surface.
func (s *Service) bookGuess(ctx context.Context, live Ledger, guesses *Ledger, id string) (bool, error) {
	err := s.amendRead(ctx, guesses, hour, func(l *Ledger, now time.Time) error {
		amount := live.since(now, models.InviteLifetime)
		if l.since(now, hour)+amount > guessBudget {
			return errFull
		}
		if amount > 0 {
			l.Entries = append(l.Entries, Entry{ID: id, At: now, Amount: amount})
		}
		return nil
	})
	if models.IsCode(err, models.CodeTooMany) {
		return false, nil
	}
	return err == nil, err
}

// errFull means that a ledger has no room for another entry. It does not leave this
// package.
var errFull = models.TooMany(models.ReasonBusy, 0)

// issuing holds the ledgers that limit the codes and links of a family, as just read.
type issuing struct{ issues, links, live, web, alexa Ledger }

// readIssuing reads the ledgers that limit the codes and links of a family.
func (s *Service) readIssuing(ctx context.Context, f models.FamilyID) (issuing, error) {
	all, err := s.store.Ledgers(ctx, issuesLedger(f), linksLedger(f), admittingLedger, guessLedger(Web), guessLedger(Alexa))
	if err != nil {
		return issuing{}, err
	}
	return issuing{all[0], all[1], all[2], all[3], all[4]}, nil
}

// bookAdmitting reports whether the code of a new invitation may admit, and if so adds it
// to the admitting codes. It may if the family does not ask its owner first, fewer than
// maxAdmitting codes admit, and each surface has enough of its guess budget left for one
// more wrong attempt while this code also admits.
func (s *Service) bookAdmitting(ctx context.Context, family models.Family, in *issuing, id models.InviteID) (bool, error) {
	if family.AskBeforeJoin {
		return false, nil
	}
	wrong := max(in.web.since(s.now(), hour), in.alexa.since(s.now(), hour))
	err := s.amendRead(ctx, &in.live, models.InviteLifetime, func(l *Ledger, now time.Time) error {
		if n := int64(len(l.Entries)); n >= maxAdmitting || wrong+n+1 > guessBudget {
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

// bookIssue counts a new code of a family. If the family has reached its limit, it counts
// nothing and returns how long to wait.
func (s *Service) bookIssue(ctx context.Context, issues *Ledger, id models.InviteID) (wait time.Duration, err error) {
	err = s.amendRead(ctx, issues, day, func(l *Ledger, now time.Time) error {
		if wait = issueWait(*l, now); wait > 0 {
			return errFull
		}
		l.Entries = append(l.Entries, Entry{ID: string(id), At: now, Amount: 1})
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

// bookLink counts a new link of a family, under the id of its invitation if that is new. It
// returns TooMany/ReasonManyLinks if the family has reached its limit.
func (s *Service) bookLink(ctx context.Context, links *Ledger, id models.InviteID) error {
	return s.amendRead(ctx, links, hour, func(l *Ledger, now time.Time) error {
		if wait := linkWait(*l, now); wait > 0 {
			return models.TooMany(models.ReasonManyLinks, wait)
		}
		l.Entries = append(l.Entries, Entry{ID: cmp.Or(string(id), fmt.Sprint(now.UnixNano())), At: now, Amount: 1})
		return nil
	})
}

func linkWait(l Ledger, now time.Time) time.Duration { return l.waitFor(now, hour, newLinks-1) }

// secrets says how a person's attempts with links, or with numbers, are counted: the
// ledger, and the reason to return when its limit is reached.
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

// attempt counts an attempt as wrong, then calls do, and removes the count unless the
// attempt was wrong or, as do reports, filed a request. It returns TooMany with of.reason if
// the person has reached the limit.
func (s *Service) attempt(ctx context.Context, of secrets, do func() (asked bool, err error)) error {
	id := s.randomText(8)
	tries, err := s.store.Ledger(ctx, of.ledger)
	if err != nil {
		return err
	}
	err = s.amendRead(ctx, &tries, hour, func(l *Ledger, now time.Time) error {
		if wait := l.waitFor(now, hour, linksPerHour-1); wait > 0 {
			return models.TooMany(of.reason, wait)
		}
		l.Entries = append(l.Entries, Entry{ID: id, At: now, Amount: 1})
		return nil
	})
	if err != nil {
		return err
	}
	asked, err := do()
	if !asked && !models.IsReason(err, models.ReasonInviteNotValid) {
		_ = s.removeRead(ctx, &tries, id) // if it fails, the limit is stricter for an hour
	}
	return err
}
