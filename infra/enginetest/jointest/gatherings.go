package jointest

import (
	"time"

	"voicememo/models"
)

// fill lets people join one family, each with a link, until it is full. The next one must
// be refused.
func (r *run) fill() {
	owner, some := r.mostlyOwner()
	if !some || owner.home.owner != owner || owner.invitedTo != "" || r.chance(75) {
		return
	}
	h := owner.home
	for range models.MaxMembers + 1 - len(h.members) {
		r.issue(owner)
		if h.sheet == nil || h.owner != owner {
			return
		}
		a := r.newAccount(r.chance(30))
		r.useToken(a, h.sheet.token, false)
		r.Advance(time.Second)
		if a.home != h {
			r.closeAccount(a)
		}
		if h.owner != owner { // the owner was interim
			return
		}
	}
	r.check(h)
}

// echosAlone creates a family of Echos, one of them the owner. Before and after that it
// sometimes lets a person join or disables the owner's skill.
func (r *run) echosAlone() {
	if len(r.alive) >= population {
		return
	}
	owner := r.newAccount(true)
	h := owner.home
	for range 1 + r.rand.IntN(2) {
		r.Advance(time.Second)
		echo := r.newAccount(true)
		r.sayNumber(echo)
		r.addEcho(owner, echo.connection.Number, false)
	}
	for range r.rand.IntN(3) {
		r.Advance(time.Second) // two members never join at the same time
		if r.chance(50) {
			r.disableSkill(h.owner)
		} else if s := r.sheetOf(h); s != nil {
			r.useToken(r.newAccount(r.chance(30)), s.token, false)
		}
		r.check(h)
		if h.over || !h.owner.active() || !h.owner.echo {
			return
		}
	}
}

// sheetOf returns the invitation of a family, or nil if the family has too many links.
func (r *run) sheetOf(h *home) *sheet {
	r.issue(h.owner)
	if h.sheet == nil || !h.sheet.live(r.Now()) {
		return nil
	}
	return h.sheet
}
