package main

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
)

var joiningAttacks = []attack{
	{name: "link-digits", what: "learn the digits of a code through the route of links, beyond the limit of wrong links", at: atSites, play: linkDigits},
	{name: "link-previews", what: "try links by previews, which count as tries", at: atSites, shares: true, play: linkPreviews},
	{name: "guessing", what: "guess digits faster than one account may, and try the right ones while it must wait", at: atSites, play: guessing},
	{name: "crowd-guessing", what: "guess digits with many accounts, and join with right digits when the budget is spent", at: atServer, play: crowdGuessing},
	{name: "throw-away-families", what: "block digits for all people with the codes of throw-away families and a wrong try", at: atServer, play: throwAwayFamilies},
	{name: "echo-numbers", what: "guess the connection numbers of Echos", at: atSites, shares: true, play: echoNumbers},
	{name: "one-invitation", what: "join many accounts at once with one link and its digits", at: atSites, play: oneInvitation},
	{name: "revoked-invitation", what: "join by an invitation that was revoked, used or never existed, and tell them apart", at: atSites, play: revokedInvitation},
	{name: "invited-strangers", what: "sign many strangers up with one invitation under --signup=invited", at: atServer, play: invitedStrangers},
	{name: "ask-first", what: "read, write or join while the owner has not decided", at: atSites, shares: true, play: askFirst},
	{name: "hidden-names", what: "take a name that hides characters or looks like a member's", at: atSites, play: hiddenNames},
}

// oldToken returns a link's token of the earlier form, which named its digits.
func (p *play) oldToken(digits string) string {
	return base64.RawURLEncoding.EncodeToString([]byte(digits)) + "." + p.token()
}

// tokenNaming returns a token of the present form that begins with digits.
func (p *play) tokenNaming(digits string) string {
	return (base64.RawURLEncoding.EncodeToString([]byte(digits)) + p.token())[:22]
}

// token returns a token in the form of a link's: 128 random bits.
func (p *play) token() string {
	raw := make([]byte, 16)
	for i := range raw {
		raw[i] = byte(p.random.Uint32()) //nolint:gosec // the last eight bits
	}
	return base64.RawURLEncoding.EncodeToString(raw)
}

// digits returns four digits that differ from the given ones.
func (p *play) digits(not ...string) string {
	for {
		if d := fmt.Sprintf("%04d", p.random.IntN(10_000)); !slices.Contains(not, d) {
			return d
		}
	}
}

// linksPerHour is how many wrong links an account can try in an hour (docs/security.md).
const linksPerHour = 20

func linkDigits(p *play) {
	s := p.site()
	owner, thief, guest := s.person("Olga the owner"), s.person("Theo the thief"), s.person("Gabi the guest")
	code, token := owner.invite()
	raw, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil || len(raw) != 16 || strings.Contains(token, code) || strings.Contains(string(raw), code) {
		p.breach("the link's token %q is not 128 random bits without the digits %s", token, code)
	}
	home := thief.family()
	var first reply
	for i := range linksPerHour {
		digits := []string{code, p.digits(code)}[i/2%2]
		made := []string{p.oldToken(digits), p.tokenNaming(digits)}[i%2]
		r := thief.joinByLink(made).want(http.StatusNotFound)
		if i == 0 {
			first = r
		}
		r.same(first)
	}
	for _, made := range []string{p.oldToken(code), p.tokenNaming(code), token} {
		thief.joinByLink(made).refusedFor("link_attempts")
	}
	if got := thief.family(); got != home {
		p.breach("the thief is in the family %s", got)
	}
	guest.joinByCode(code).want(http.StatusOK)
}

func linkPreviews(p *play) {
	const preview = "/api/family/invitations/preview"
	s := p.site()
	owner, thief := s.person("Olga the owner"), s.person("Theo the thief")
	code, token := owner.invite()
	for i := range linksPerHour {
		thief.post(preview, object("inviteToken", []string{p.oldToken(code), p.token()}[i%2])).want(http.StatusNotFound)
	}
	thief.post(preview, object("inviteToken", p.token())).refusedFor("link_attempts")
	thief.joinByLink(token).refusedFor("link_attempts")
	s.person("Gabi the guest").joinByLink(token).want(http.StatusOK)
}

func guessing(p *play) {
	s := p.unhurried()
	owner, thief := s.person("Olga the owner"), s.person("Theo the thief")
	code, token := owner.invite()
	first := thief.joinByCode(p.digits(code)).want(http.StatusNotFound)
	for range 2 {
		thief.joinByCode(p.digits(code)).want(http.StatusNotFound).same(first)
	}
	for i := range p.some(30, 300) {
		thief.joinByCode([]string{p.digits(code), code}[i%2]).refusedFor("wait")
	}
	thief.joinByLink(token).want(http.StatusOK) // a person who mistyped can still join by link
}

func crowdGuessing(p *play) {
	s := p.site()
	owners := s.people(10, "Olga the owner")
	var codes []string
	for _, o := range owners {
		code, _ := o.invite()
		codes = append(codes, code)
	}
	guessers := s.people(p.some(8, 40), "Theo the thief")
	for _, g := range guessers {
		for range 3 {
			g.joinByCode(p.digits(codes...)).want(http.StatusNotFound)
		}
		g.joinByCode(p.digits(codes...)).refusedFor("wait") // even if the budget shared by all is spent
	}
	// 10 codes and one wrong try use up the web's budget for an hour. Then right digits,
	// guessed or not, only ask the owner: attempts of other people do not cause a
	// refusal.
	lucky := s.person("Luca the lucky")
	home := lucky.family()
	asked := lucky.joinByCode(codes[0]).want(http.StatusAccepted)
	if lucky.family() != home || asked.text("check") == "" {
		p.breach("the guesser is in without having been admitted, or without a check number: %s", asked.body)
	}
	guest := s.person("Gabi the guest")
	guest.joinByCode(codes[1]).want(http.StatusAccepted)
	owners[1].post("/api/family/requests/"+escaped(guest.id), "").want(http.StatusOK)
	if guest.family() != owners[1].family() {
		p.breach("the guest whom the owner has admitted is not in the family")
	}
	p.note("%d accounts, 10 live codes", len(guessers))
}

func throwAwayFamilies(p *play) {
	s := p.site()
	throwAway := s.people(20, "Theo the thief")
	var codes []string
	for _, o := range throwAway {
		code, _ := o.invite()
		codes = append(codes, code)
	}
	thief := s.person("Tara the thief")
	for range 3 {
		thief.joinByCode(p.digits(codes...)).want(http.StatusNotFound)
	}
	for _, o := range throwAway {
		o.ask(http.MethodDelete, "/api/family/invite-codes/current", "").want(http.StatusNoContent)
	}
	owner, guest := s.person("Olga the owner"), s.person("Gabi the guest")
	code, _ := owner.invite()
	if code == "" {
		p.breach("an honest owner gets no digits")
	}
	guest.joinByCode(code).want(http.StatusOK, http.StatusAccepted)
	kitchen, hall := p.device(s.skill(), "KITCHEN"), p.device(s.skill(), "HALL")
	code, _ = s.person("Ottokar").invite()
	kitchen.says("招待コード " + code + " で参加")
	if heard := kitchen.says("はい"); strings.Contains(heard, "待ってから") || !strings.Contains(heard, "Ottokar") {
		p.breach("an Echo with the right digits hears %q", heard)
	}
	// An Echo has a way of its own, which no guess can block.
	owner.post("/api/family/echos", object("number", hall.connectionNumber())).want(http.StatusOK)
}

func echoNumbers(p *play) {
	s := p.site()
	owner, thief := s.person("Olga the owner"), s.person("Theo the thief")
	paths := []string{"/api/family/echos", "/api/family/echos/preview"}
	first := map[string]reply{}
	for i := range 20 {
		path := paths[i%2]
		r := thief.post(path, object("number", fmt.Sprint(10_000_000+p.random.IntN(90_000_000)))).want(http.StatusNotFound)
		if _, known := first[path]; !known {
			first[path] = r
		}
		r.same(first[path])
	}
	for _, path := range paths {
		thief.post(path, object("number", "12345678")).refusedFor("number_attempts")
	}
	owner.post(paths[1], object("number", "12345678")).want(http.StatusNotFound) // other accounts are not affected
}

func oneInvitation(p *play) {
	s := p.site()
	owner := s.person("Olga the owner")
	home := owner.family()
	for _, way := range []string{"link", "digits"} {
		guests := s.people(p.some(6, 100), "Gabi by "+way)
		code, token := owner.invite()
		var in, out atomic.Int64
		join := func(i int) {
			r := guests[i].joinByLink(token)
			if way == "digits" {
				r = guests[i].joinByCode(code)
			}
			if r.want(http.StatusOK, http.StatusNotFound).status == http.StatusOK {
				in.Add(1)
			} else {
				out.Add(1)
			}
		}
		p.together(len(guests), join)
		members := 0
		for _, g := range guests {
			if g.family() == home {
				members++
			}
		}
		if in.Load() != 1 || members != 1 {
			p.breach("by %s %d were told that they are in, and %d are; one may be", way, in.Load(), members)
		}
		last := s.person("Gabi comes late by " + way) // the other half of the invitation is also used
		last.joinByCode(code).want(http.StatusNotFound)
		last.joinByLink(token).want(http.StatusNotFound)
	}
}

func revokedInvitation(p *play) {
	s := p.site()
	owner, thief := s.person("Olga the owner"), s.person("Theo the thief")
	code, token := owner.invite()
	owner.ask(http.MethodDelete, "/api/family/invite-codes/current", "").want(http.StatusNoContent)
	revoked := thief.joinByLink(token).want(http.StatusNotFound)
	thief.joinByLink(p.token()).want(http.StatusNotFound).same(revoked)
	digits := thief.joinByCode(code).want(http.StatusNotFound)
	thief.joinByCode(p.digits(code)).want(http.StatusNotFound).same(digits)
	_, used := owner.invite()
	s.person("Gabi the guest").joinByLink(used).want(http.StatusOK)
	thief.joinByLink(used).want(http.StatusNotFound).same(revoked)
	member := s.person("Mia the member") // only the owner invites
	_, token = owner.invite()
	member.joinByLink(token).want(http.StatusOK)
	member.post("/api/family/invite-codes", "").want(http.StatusForbidden)
}

func invitedStrangers(p *play) {
	data := p.TempDir()
	s := p.devServer(data)
	owner := s.person("Olga the owner")
	p.must(s.program.Stop())
	s = p.devServer(data, "--signup", "invited")
	owner.site = s
	_, token := owner.invite()
	closed := func(name, location string) {
		if location != "/?signin=closed" {
			p.breach("%s comes to %q", name, location)
		}
	}
	closed("a stranger without an invitation", s.stranger().signInBy("/auth/login", "Nadia uninvited"))
	guest := s.stranger()
	if to := guest.comeBack(guest.beginInvited(token), "Gabi the guest"); to != "/join#"+token {
		p.breach("the guest comes to %q", to)
	}
	for i := range p.some(6, 30) {
		b := s.stranger()
		if r := b.post("/auth/login", object("inviteToken", token)); r.status == http.StatusOK {
			closed("another stranger with the same link", b.comeBack(r.text("location"), fmt.Sprint("Theo the thief ", i)))
		}
	}
	for _, made := range []string{p.token(), p.oldToken("1234")} {
		b := s.stranger()
		if r := b.post("/auth/login", object("inviteToken", made)); r.status == http.StatusOK {
			closed("a stranger with a made-up link", b.comeBack(r.text("location"), "Tara the thief"))
		}
	}
	guest.post("/api/family/invite-codes", "").want(http.StatusForbidden) // not admitted yet
	guest.joinByLink(token).want(http.StatusOK)
}

// beginInvited begins a sign-in as the page does for an invitation.
func (b *person) beginInvited(token string) (location string) {
	location = b.post("/auth/login", object("inviteToken", token)).want(http.StatusOK).text("location")
	if strings.Contains(location, token) {
		b.p.breach("the token is in the issuer's address")
	}
	return location
}

func askFirst(p *play) {
	s := p.site()
	owner, thief := s.person("Olga the owner"), s.person("Theo the thief")
	id := owner.add("the key is under the third flowerpot")
	owner.ask(http.MethodPut, "/api/family/settings", `{"askBeforeJoin":true}`).want(http.StatusOK)
	code, token := owner.invite()
	thief.joinByCode(code).want(http.StatusAccepted)
	thief.joinByLink(token).want(http.StatusConflict, http.StatusAccepted)
	for _, way := range []string{"", "?deleted=true", "?q=flowerpot", "?author=" + escaped(owner.id)} {
		if list := thief.list(way); len(list) > 0 {
			p.breach("the asker reads %q", list)
		}
	}
	request := "/api/family/requests/" + escaped(thief.id)
	thief.post(request, "").want(http.StatusNotFound, http.StatusForbidden)
	thief.ask(http.MethodPut, "/api/memos/"+id, object("content", "mine")).want(http.StatusNotFound)
	thief.ask(http.MethodDelete, "/api/family/members/"+escaped(owner.id), "").want(http.StatusNotFound)
	if export := thief.get("/api/export?format=json").want(http.StatusOK); strings.Contains(export.body, "flowerpot") {
		p.breach("the asker exports %s", export.body)
	}
	shown := owner.get("/api/me").want(http.StatusOK)
	requests, _ := shown.value("family", "requests").([]any)
	if len(requests) != 1 || !strings.Contains(shown.body, "example.test") {
		p.breach("the owner does not see one request with an address: %s", shown.body)
	}
	owner.ask(http.MethodDelete, request, "").want(http.StatusNoContent)
	if thief.family() == owner.family() {
		p.breach("the asker who was refused is in the family")
	}
}

func hiddenNames(p *play) {
	s := p.site()
	owner, thief := s.person("Mom"), s.person("Theo the thief")
	hidden := []rune{
		0x00AD, 0x061C, 0x115F, 0x1160, 0x180E, 0x200B, 0x200E, 0x200F, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2060, 0x2061, 0x2066,
		0x2067, 0x2068, 0x2069, 0x3164, 0xFEFF, 0xFFA0, 0xFFF9, 0x1D173, 0xE0001, 0, 7, 10, 0x85,
	}
	for _, r := range hidden {
		for _, name := range []string{"Mo" + string(r) + "m", string(r) + "Mom", "Mom" + string(r) + "!"} {
			if got := thief.ask(http.MethodPut, "/api/user/name", object("name", name)); got.status != http.StatusBadRequest && got.text("name") != strings.Trim(name, string(r)) {
				p.breach("the name %q is taken as %q", name, got.text("name"))
			}
		}
	}
	thief.ask(http.MethodPut, "/api/user/name", object("name", "Мom")).want(http.StatusOK) // a Cyrillic letter
	owner.ask(http.MethodPut, "/api/family/settings", `{"askBeforeJoin":true}`).want(http.StatusOK)
	code, _ := owner.invite()
	thief.joinByCode(code).want(http.StatusAccepted)
	if me := owner.get("/api/me").want(http.StatusOK).body; !strings.Contains(me, `"resembles":"Mom"`) {
		p.breach("nothing warns of a name like a member's: %s", me)
	}
	p.note("%d hidden characters", len(hidden))
}
