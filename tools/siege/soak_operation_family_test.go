package siege

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"voicememo/tools/testkit/person"
)

func (p *pod) rename(who int) (operation, bool) {
	p.serial++
	name := fmt.Sprintf("Renamed %d", p.serial)
	return p.does(who, "is renamed to "+name, http.StatusOK, func(m *model, _ answer) error { m.people[who].name = name; return nil },
		http.MethodPut, "/api/user/name", person.JSON("name", name)), true
}

// setAsks sets whether the owner is asked first. Only the owner may do so.
func (p *pod) setAsks(who int) (operation, bool) {
	asks := p.rand.IntN(3) == 0
	o := p.does(who, fmt.Sprint("sets that the owner is asked to ", asks), http.StatusOK, func(m *model, _ answer) error {
		m.families[m.people[who].in] = family{owner: who, asks: asks}
		return nil
	}, http.MethodPut, "/api/family/settings", fmt.Sprintf(`{"askBeforeJoin":%t}`, asks))
	if !p.model.owns(who) {
		o.want, o.done = []int{http.StatusForbidden}, nil
	}
	return o, true
}

// join brings a person into the family of another, by a link or by digits. While a person
// waits to be admitted, no other person joins or leaves.
func (p *pod) join(who int) (operation, bool) {
	host := p.rand.IntN(peoplePerPod)
	_, waiting := p.model.asking()
	to := p.model.people[host].in
	if waiting || !p.model.owns(host) || p.model.people[who].in == to || p.model.bound(who) {
		return operation{}, false
	}
	digits := p.rand.IntN(2) == 0
	return operation{
		what: fmt.Sprintf("%d joins the family of %d, digits %t", who, host, digits),
		want: waysIn(digits, p.model.families[to].asks),
		call: func(ctx context.Context) answer { return p.redeem(ctx, who, host, digits) },
		done: func(m *model, a answer) error {
			if a.Status == http.StatusAccepted {
				m.people[who].asked = to
			} else {
				m.enter(who, to)
			}
			return nil
		},
	}, true
}

// waysIn returns the possible statuses of joining: digits may ask the owner even if the
// family does not ask first, and a person may have to wait.
func waysIn(digits, asks bool) []int {
	switch {
	case asks:
		return []int{http.StatusAccepted, http.StatusTooManyRequests}
	case digits:
		return []int{http.StatusOK, http.StatusAccepted, http.StatusTooManyRequests}
	}
	return []int{http.StatusOK, http.StatusTooManyRequests}
}

// redeem makes the host invite and the guest use the invitation.
func (p *pod) redeem(ctx context.Context, guest, host int, digits bool) answer {
	issued := p.ask(ctx, host, http.MethodPost, "/api/family/invite-codes", "")
	var invitation struct{ Code, Link string }
	if err := issued.Into(&invitation); err != nil {
		return void(issued)
	}
	_, token, _ := strings.Cut(invitation.Link, "#")
	body := person.JSON("inviteToken", token)
	if digits && invitation.Code != "" {
		body = person.JSON("inviteCode", invitation.Code)
	}
	return p.ask(ctx, guest, http.MethodPost, "/api/family/join", body)
}

// decide admits or refuses the person who has asked to join.
func (p *pod) decide(int) (operation, bool) {
	who, ok := p.model.asking()
	if !ok {
		return operation{}, false
	}
	to := p.model.people[who].asked
	owner := p.model.families[to].owner
	path := "/api/family/requests/" + url.PathEscape(p.people[who].ID)
	drop := func(m *model, _ answer) error { m.people[who].asked = 0; return nil }
	switch p.rand.IntN(4) {
	case 0:
		return p.does(who, "withdraws", http.StatusNoContent, drop, http.MethodDelete, "/api/family/join", ""), true
	case 1:
		return p.does(owner, fmt.Sprint("refuses ", who), http.StatusNoContent, drop, http.MethodDelete, path, ""), true
	}
	o := p.does(owner, fmt.Sprint("admits ", who), http.StatusOK, func(m *model, _ answer) error { m.enter(who, to); return nil }, http.MethodPost, path, "")
	if p.model.bound(who) { // by an Echo that joined meanwhile
		o.want, o.done = []int{http.StatusConflict}, nil
	}
	return o, true
}

// leave moves a person to a family of their own. An owner cannot leave.
func (p *pod) leave(who int) (operation, bool) {
	_, waiting := p.model.asking()
	o := p.does(who, "leaves", http.StatusOK, func(m *model, _ answer) error { m.alone(who); return nil }, http.MethodPost, "/api/family/leave", "")
	switch {
	case p.model.bound(who):
		o.want, o.done = []int{http.StatusForbidden}, nil
	case p.model.owns(who):
		o.want, o.done = []int{http.StatusConflict}, nil
	}
	return o, !waiting
}

// another returns another member of a person's family.
func (p *pod) another(who int) (int, bool) {
	members := p.model.members(p.model.people[who].in)
	return pick(p.rand, slices.DeleteFunc(members, func(one int) bool { return one == who }))
}

// dismiss removes a member. Only the owner can.
func (p *pod) dismiss(who int) (operation, bool) {
	_, waiting := p.model.asking()
	member, ok := p.another(who)
	if !ok || waiting {
		return operation{}, false
	}
	o := p.does(who, fmt.Sprint("removes member ", member), http.StatusNoContent, func(m *model, _ answer) error { m.alone(member); return nil },
		http.MethodDelete, "/api/family/members/"+url.PathEscape(p.people[member].ID), "")
	if !p.model.owns(who) {
		o.want, o.done = []int{http.StatusForbidden}, nil
	}
	return o, true
}

// handOver makes another member the owner. Only the owner can do so, and not to an Echo.
func (p *pod) handOver(who int) (operation, bool) {
	_, waiting := p.model.asking()
	member, ok := p.another(who)
	if !ok || waiting {
		return operation{}, false
	}
	o := p.does(who, fmt.Sprint("hands over to ", member), http.StatusNoContent, func(m *model, _ answer) error {
		id := m.people[who].in
		m.families[id] = family{owner: member, asks: m.families[id].asks}
		return nil
	}, http.MethodPost, "/api/family/transfer-owner", person.JSON("newOwnerUserId", p.people[member].ID))
	switch {
	case !p.model.owns(who):
		o.want, o.done = []int{http.StatusForbidden}, nil
	case p.model.people[member].echo:
		o.want, o.done = []int{http.StatusConflict}, nil
	}
	return o, true
}
