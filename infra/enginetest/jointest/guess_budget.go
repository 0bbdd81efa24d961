package jointest

import (
	"time"

	"voicememo/invite"
	"voicememo/models"
)

// exposed returns the spent guess budget of a surface in the last hour, as the deployment counts it.
func (r *run) exposed(s invite.Surface) (sum int) {
	for _, e := range r.ledger("exposure#" + string(s)) {
		if r.Now().Sub(e.At) < time.Hour {
			sum += int(e.Amount)
		}
	}
	if sum > budget {
		r.fail("the attempts of an hour on %s come to %d", s, sum)
	}
	return sum
}

func (r *run) ledger(name string) []invite.Entry {
	l, err := r.InviteStore.Ledger(r.Ctx(), name)
	r.OK(err)
	return l.Entries
}

// reallyAdmit returns how many codes would let a person join now without asking.
func (r *run) reallyAdmit() (n int) {
	now := r.Now()
	for _, h := range r.homes() {
		if s := h.sheet; s != nil && s.admits && s.live(now) && !h.asks && !h.full() {
			n++
		}
	}
	return n
}

// odds is the state before an attempt with digits.
type odds struct {
	surface invite.Surface
	before  int // the spent guess budget before the attempt
	really  int // the number of codes that admit
	maybe   int // the number of codes that may be counted as admitting
}

func (r *run) odds(s invite.Surface) odds {
	return odds{s, r.exposed(s), r.reallyAdmit(), r.maybeAdmit(r.Now())}
}

// entries lists the possible outcomes of correct digits that admit.
func (o odds) entries() []string {
	switch {
	case o.before+o.really > budget:
		return []string{asked}
	case o.before+o.maybe <= budget:
		return []string{joined}
	}
	return []string{joined, asked}
}

// compared checks how an attempt whose digits were compared was counted.
func (r *run) compared(o odds, got string) {
	added := r.exposed(o.surface) - o.before
	switch {
	case got == joined, got == alreadyMember:
		if added != 0 {
			r.fail("an attempt that ended with %s counts %d", got, added)
		}
		return
	case added == 0 && o.really > 0 && o.before+o.maybe <= budget:
		r.fail("a wrong attempt with a chance of %d was not counted: %+v, codes counted: %+v", o.really, o, r.ledger("live"))
	case added != 0 && (added < o.really || added > o.maybe):
		r.fail("a wrong attempt counts %d: %+v, codes counted: %+v", added, o, r.ledger("live"))
	case added == 0:
		if o.really > 0 {
			r.counts["(an attempt that may not admit)"]++
		}
		return // it could not admit
	}
	r.chances[o.surface] = append(within(r.chances[o.surface], r.Now(), time.Hour), counted{"", r.Now(), o.really})
	if n := sum(r.chances[o.surface]); n > budget {
		r.fail("the attempts of an hour on %s had %d chances to join unasked", o.surface, n)
	}
}

// admits checks whether new digits admit.
func (r *run) admits(s *sheet, asksFirst bool) {
	wrong := max(r.exposed(invite.Web), r.exposed(invite.Alexa))
	really, maybe := r.reallyAdmit(), r.maybeAdmit(r.Now())
	switch {
	case s.home.asks:
		return
	case asksFirst && wrong+maybe+1 <= budget:
		r.fail("new digits ask with %d other admitting ones and a sum of %d", maybe, wrong)
	case !asksFirst && wrong+really+1 > budget:
		r.fail("new digits admit with %d other admitting ones and a sum of %d", really, wrong)
	case !asksFirst:
		s.admits = true
		r.issued[s.id] = admitting{until: r.Now().Add(models.InviteLifetime)}
	}
}

// usedUp records that the digits of an invitation do not admit any more.
func (l *limits) usedUp(id models.InviteID) { delete(l.issued, id) }
