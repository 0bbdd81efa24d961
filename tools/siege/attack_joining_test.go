package siege

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"sync/atomic"

	"voicememo/tools/testkit/must"
	"voicememo/tools/testkit/person"
)

var joiningAttacks = []attack{
	{name: "guessing", what: "guess digits, links and numbers faster than one account may, and try the right ones when it must wait", at: atBoth, alone: true, play: guessing},
	{name: "crowd-guessing", what: "guess digits with many accounts while honest people join", at: atServer, alone: true, play: crowdGuessing},
	{name: "one-invitation", what: "join many accounts at once with one link and its digits", at: atBoth, alone: true, play: oneInvitation},
}

// digits returns digits that differ from the given ones.
func (p *play) digits(not ...string) string {
	for {
		if d := fmt.Sprintf("%04d", p.random.IntN(10_000)); !slices.Contains(not, d) {
			return d
		}
	}
}

// token returns a token in the form of a link's: 128 random bits.
func (p *play) token() string {
	raw := make([]byte, 16)
	for i := range raw {
		raw[i] = byte(p.random.Uint32())
	}
	return base64.RawURLEncoding.EncodeToString(raw)
}

// guessing tries more wrong values than docs/security.md allows an account in an hour, in
// every way to join, and then the right ones.
func guessing(p *play) {
	const join, preview, echos = "/api/family/join", "/api/family/invitations/preview", "/api/family/echos"
	owner, thief := p.person("Olga the owner"), p.person("Theo the thief")
	code, token := owner.invite()
	home := thief.family()
	for _, way := range []struct {
		paths  []string
		wrong  func() string
		right  string
		free   int
		reason string
	}{
		{[]string{join}, func() string { return person.JSON("inviteCode", p.digits(code)) }, person.JSON("inviteCode", code), 3, "wait"},
		{[]string{join, preview}, func() string { return person.JSON("inviteToken", p.token()) }, person.JSON("inviteToken", token), 20, "link_attempts"},
		{[]string{echos, echos + "/preview"}, func() string { return person.JSON("number", "1234"+p.digits()) }, person.JSON("number", "12345678"), 20, "number_attempts"},
	} {
		first := map[string]reply{}
		for i := range way.free {
			path := way.paths[i%len(way.paths)]
			r := thief.post(path, way.wrong()).want(http.StatusNotFound)
			if _, known := first[path]; !known {
				first[path] = r
			}
			r.same(first[path])
		}
		for i := range some(10, 300) {
			body := way.wrong()
			if i%2 == 0 {
				body = way.right
			}
			thief.post(way.paths[i%len(way.paths)], body).because(http.StatusTooManyRequests, way.reason)
		}
	}
	if got := thief.family(); got != home {
		p.Fatalf("the thief is in the family %s", got)
	}
	p.person("Gabi the guest").joinBy("inviteToken", token).want(http.StatusOK) // other accounts are not affected
}

func crowdGuessing(p *play) {
	owners := p.people(10, "Olga the owner")
	var codes []string
	for _, o := range owners {
		code, _ := o.invite()
		codes = append(codes, code)
	}
	guessers := p.people(some(8, 40), "Theo the thief")
	for _, g := range guessers {
		for range 3 {
			g.joinBy("inviteCode", p.digits(codes...)).want(http.StatusNotFound)
		}
		g.joinBy("inviteCode", p.digits(codes...)).because(http.StatusTooManyRequests, "wait") // even if the budget shared by all is spent
	}
	// 10 codes and one wrong try use up the web's budget for an hour. Then right digits,
	// guessed or not, only ask the owner: attempts of other people do not cause a
	// refusal.
	lucky, guest := p.person("Luca the lucky"), p.person("Gabi the guest")
	home := lucky.family()
	asked := lucky.joinBy("inviteCode", codes[0]).want(http.StatusAccepted)
	if lucky.family() != home || asked.Text("check") == "" {
		p.Fatalf("the guesser is in without having been admitted, or without a check number: %s", asked.Body)
	}
	guest.joinBy("inviteCode", codes[1]).want(http.StatusAccepted)
	owners[1].post("/api/family/requests/"+url.PathEscape(guest.ID), "").want(http.StatusOK)
	if guest.family() != owners[1].family() {
		p.Fatal("the guest whom the owner has admitted is not in the family")
	}
	// Links and an Echo's own number are ways that no guess can block.
	_, token := owners[2].invite()
	p.person("Mia the member").joinBy("inviteToken", token).want(http.StatusOK)
	hall := p.echo("HALL")
	number := connectionNumber.FindString(hall.say("ConnectIntent", "", "").Body)
	owners[2].post("/api/family/echos", person.JSON("number", number)).want(http.StatusOK)
}

func oneInvitation(p *play) {
	owner := p.person("Olga the owner")
	home := owner.family()
	for _, way := range []string{"inviteToken", "inviteCode"} {
		guests := p.people(some(6, 100), "Gabi by "+way)
		code, token := owner.invite()
		value := map[string]string{"inviteToken": token, "inviteCode": code}[way]
		var in atomic.Int64
		must.OK(p, together(len(guests), func(i int) error {
			a := guests[i].Send(p.Context(), http.MethodPost, "/api/family/join", person.JSON(way, value))
			if a.Status == http.StatusOK {
				in.Add(1)
			} else if a.Status != http.StatusNotFound {
				return &person.Error{Answer: a}
			}
			return nil
		}))
		members := 0
		for _, g := range guests {
			if g.family() == home {
				members++
			}
		}
		if in.Load() != 1 || members != 1 {
			p.Fatalf("by %s %d were told that they are in, and %d are; one may be", way, in.Load(), members)
		}
		last := p.person("Gabi comes late by " + way) // the other half of the invitation is also used
		last.joinBy("inviteCode", code).want(http.StatusNotFound)
		last.joinBy("inviteToken", token).want(http.StatusNotFound)
	}
}
