package jointest

import (
	"slices"
	"strings"
	"time"

	"voicememo/invite"
	"voicememo/models"
)

// limits counts attempts and invitations as package invite documents it, by an
// implementation of its own.
type limits struct {
	digits  map[models.UserID][]counted   // a person's wrong digits and requests in a day
	links   map[models.UserID][]counted   // a person's wrong links in an hour
	numbers map[models.UserID][]counted   // a person's wrong numbers in an hour
	chances map[invite.Surface][]counted  // for each wrong attempt, how many codes would have admitted
	issued  map[models.InviteID]admitting // codes that admit until they are used or revoked
	codes   map[models.FamilyID][]counted // codes created
	sheets  map[models.FamilyID][]counted // links created
}

// admitting is a code that admits. It may be counted for up to a second after it expires.
type admitting struct{ until time.Time }

// counted is an event that a limit counts.
type counted struct {
	id     string
	at     time.Time
	amount int
}

func newLimits() limits {
	return limits{
		digits: map[models.UserID][]counted{}, links: map[models.UserID][]counted{}, numbers: map[models.UserID][]counted{},
		chances: map[invite.Surface][]counted{}, issued: map[models.InviteID]admitting{},
		codes: map[models.FamilyID][]counted{}, sheets: map[models.FamilyID][]counted{},
	}
}

// within lists the events of the last d.
func within(all []counted, now time.Time, d time.Duration) []counted {
	return slices.DeleteFunc(slices.Clone(all), func(c counted) bool { return now.Sub(c.at) >= d })
}

func sum(all []counted) (n int) {
	for _, c := range all {
		n += c.amount
	}
	return n
}

func dropped(all []counted, id string) []counted {
	return slices.DeleteFunc(slices.Clone(all), func(c counted) bool { return c.id == id })
}

// mustWait reports whether a person with these attempts in a day has to wait.
func mustWait(tries []counted, now time.Time) bool {
	if len(within(tries, now, time.Hour)) >= 5 || len(tries) >= 10 {
		return true
	}
	pause := map[int]time.Duration{0: 0, 1: 0, 2: 0, 3: 30 * time.Second, 4: time.Minute}
	d, few := pause[len(tries)]
	if !few {
		d = 2 * time.Minute
	}
	return d > 0 && now.Before(tries[len(tries)-1].at.Add(d))
}

// fromDay lists a person's attempts with digits in the last day, which count now.
func (l *limits) fromDay(a *account, now time.Time) []counted {
	tries := within(l.digits[a.id], now, 24*time.Hour)
	if a.joinedWith != "" {
		tries = slices.DeleteFunc(tries, func(c counted) bool { return strings.HasPrefix(c.id, askedWith(a.joinedWith)) })
	}
	return tries
}

// askedWith returns the prefix of the entries for requests filed with an invitation's
// digits.
func askedWith(id models.InviteID) string { return "asked " + string(id) + " " }

// budget is the largest spent guess budget of a surface in an hour, and the largest number of codes
// of the deployment that admit.
const budget = 10

// maybeAdmit returns how many codes may be counted as admitting now. That is never less
// than the number that really admit: a code that ended otherwise may still be counted.
func (l *limits) maybeAdmit(now time.Time) (n int) {
	for id, c := range l.issued {
		if c.until.After(now) {
			n++
		} else {
			delete(l.issued, id)
		}
	}
	return n
}

// overMany reports whether the limit is reached in the last hour.
func overMany(all []counted, now time.Time, limit int) bool {
	return len(within(all, now, time.Hour)) >= limit
}
