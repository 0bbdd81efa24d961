package jointest

import (
	"slices"
	"strings"
	"time"

	"voicememo/invite"
	"voicememo/models"
)

// limits is the accounting of attempts and invitations, as package invite promises it,
// in other words than its own.
type limits struct {
	digits  map[models.UserID][]counted   // a person's wrong digits and requests, of a day
	links   map[models.UserID][]counted   // wrong links, of an hour
	numbers map[models.UserID][]counted   // wrong numbers, of an hour
	chances map[invite.Surface][]counted  // codes that each wrong attempt might have joined by
	issued  map[models.InviteID]admitting // codes that admit, unless they were used or revoked
	codes   map[models.FamilyID][]counted // codes made
	sheets  map[models.FamilyID][]counted // links made
}

// admitting is a code that admits, and may be counted up to a second longer than it
// lives.
type admitting struct{ until time.Time }

// counted is something that happened.
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

// within lists what happened in the last d.
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

// mustWait reports whether a person with these attempts of a day has to wait.
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

// fromDay lists a person's attempts with digits that count now.
func (l *limits) fromDay(a *account, now time.Time) []counted {
	tries := within(l.digits[a.id], now, 24*time.Hour)
	if a.joinedWith != "" {
		tries = slices.DeleteFunc(tries, func(c counted) bool { return strings.HasPrefix(c.id, askedWith(a.joinedWith)) })
	}
	return tries
}

// askedWith begins the entries of the requests that digits of an invitation have filed.
func askedWith(id models.InviteID) string { return "asked " + string(id) + " " }

// budget is how many chances to join unasked the wrong attempts of an hour may have on
// each surface, and how many codes of the deployment admit at most.
const budget = 10

// maybeAdmit counts the codes that may be counted as admitting now. It is never less
// than how many really admit: a code that another way in has ended may count on.
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

// overMany reports whether as many things happened in the last hour as may.
func overMany(all []counted, now time.Time, limit int) bool {
	return len(within(all, now, time.Hour)) >= limit
}
