package main

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

var rightsAttacks = []attack{
	{name: "newcomer-purge", what: "delete a family's memos permanently as a member of a minute", at: atSites, shares: true, play: newcomerPurge},
	{name: "foreign-memos", what: "access memos of another family, and tell them from missing ones", at: atSites, shares: true, play: foreignMemos},
	{name: "foreign-people", what: "access people, requests and lists of another family", at: atSites, shares: true, play: foreignPeople},
	{name: "mass-assignment", what: "set what the program decides itself: author, family, time, owner", at: atSites, play: massAssignment},
	{name: "removed-member", what: "continue to read and write after having been removed", at: atSites, shares: true, play: removedMember},
	{name: "scopes", what: "do with an ID token what requires a browser's session", at: atStrict, play: sessionOnly},
}

// escaped returns an id as a segment of a path.
func escaped(id string) string { return url.PathEscape(id) }

func newcomerPurge(p *play) {
	s := p.site()
	owner, thief := s.person("Olga the owner"), s.person("Theo the thief")
	var ids []string
	for i := range 5 {
		ids = append(ids, owner.add(fmt.Sprint("irreplaceable note ", i)))
	}
	_, token := owner.invite()
	thief.joinByLink(token).want(http.StatusOK)
	thief.ask(http.MethodDelete, "/api/memos", "").want(http.StatusOK)
	emptied := thief.ask(http.MethodDelete, "/api/memos?deleted=true", "").want(http.StatusOK)
	if emptied.number("deleted") != 0 || emptied.number("kept") != 5 {
		p.breach("the newcomer empties the trash: %s", emptied.body)
	}
	for _, id := range ids {
		if r := thief.ask(http.MethodDelete, "/api/memos/"+id, "").want(http.StatusForbidden); r.text("reason") != "not_yet" {
			p.breach("got %s, want not_yet", r.body)
		}
		owner.ask(http.MethodPut, "/api/memos/"+id+"/restore", "").want(http.StatusOK)
	}
	if got := len(owner.list("")); got != 5 {
		p.breach("the owner has %d of 5 memos", got)
	}
	mine := thief.add("a note of the newcomer's own") // which they may delete permanently
	for range 2 {
		thief.ask(http.MethodDelete, "/api/memos/"+mine, "").want(http.StatusOK)
	}
}

// nobodysMemo has the form of a memo's id, but no memo has it.
const nobodysMemo = "bm9ib2R5CjAwMDAwMDAwMDAwMDBhYmNkZWYwMTIzNDU"

func foreignMemos(p *play) {
	s := p.site()
	victim, thief := s.person("Vera the victim"), s.person("Theo the thief")
	live, trashed := victim.add("the safe opens with 8 2 4"), victim.add("what was thrown away")
	victim.ask(http.MethodDelete, "/api/memos/"+trashed, "").want(http.StatusOK)
	ways := []struct{ method, path, body string }{
		{http.MethodPut, "", object("content", "mine")}, {http.MethodDelete, "", ""}, {http.MethodPut, "/restore", ""},
	}
	var first reply
	for i, way := range ways {
		for j, id := range []string{live, trashed, nobodysMemo} {
			r := thief.ask(way.method, "/api/memos/"+id+way.path, way.body).want(http.StatusNotFound)
			if i+j == 0 {
				first = r
			}
			r.same(first)
		}
		for _, header := range []string{`If-Match: "1"`, `If-Match: "2"`, "If-Match: *"} {
			thief.ask(way.method, "/api/memos/"+live+way.path, way.body, header).same(first)
		}
	}
	for _, query := range []string{"", "?deleted=true", "?q=safe", "?author=" + escaped(victim.id), "?limit=100&q=8+2+4"} {
		if list := thief.list(query); len(list) > 0 {
			p.breach("the thief lists %q", list)
		}
	}
	if got := victim.list(""); len(got) != 1 || got[0] != "the safe opens with 8 2 4" {
		p.breach("the victim has %q", got)
	}
}

func foreignPeople(p *play) {
	s := p.site()
	victim, guest, asker, thief := s.person("Vera the victim"), s.person("Gabi the guest"), s.person("Alma the asker"), s.person("Theo the thief")
	for i := range 3 {
		victim.add(fmt.Sprint("a page of the diary ", i))
	}
	_, token := victim.invite()
	guest.joinByLink(token).want(http.StatusOK)
	victim.ask(http.MethodPut, "/api/family/settings", `{"askBeforeJoin":true}`).want(http.StatusOK)
	_, token = victim.invite()
	asker.joinByLink(token).want(http.StatusAccepted)
	cursor := victim.get("/api/memos?limit=1").want(http.StatusOK).text("nextCursor")
	for _, one := range []*person{victim, guest, asker} {
		id := escaped(one.id)
		thief.get("/api/family/members/" + id + "/picture").want(http.StatusNotFound)
		thief.ask(http.MethodDelete, "/api/family/members/"+id, "").want(http.StatusNotFound)
		thief.post("/api/family/requests/"+id, "").want(http.StatusNotFound)
		thief.ask(http.MethodDelete, "/api/family/requests/"+id, "").want(http.StatusNotFound)
		thief.post("/api/family/transfer-owner", object("newOwnerUserId", one.id)).want(http.StatusNotFound)
	}
	// Actions that are also refused to a member who is not the owner.
	guest.post("/api/family/requests/"+escaped(asker.id), "").want(http.StatusForbidden, http.StatusNotFound)
	guest.ask(http.MethodDelete, "/api/family/members/"+escaped(victim.id), "").want(http.StatusForbidden)
	guest.post("/api/family/transfer-owner", object("newOwnerUserId", guest.id)).want(http.StatusForbidden)
	guest.ask(http.MethodPut, "/api/family/settings", `{"askBeforeJoin":false}`).want(http.StatusForbidden)
	if r := thief.get("/api/memos?cursor="+url.QueryEscape(cursor)).want(http.StatusOK, http.StatusBadRequest); strings.Contains(r.body, "diary") {
		p.breach("a cursor of another family leads to %s", r.body)
	}
	for _, path := range []string{"/api/me", "/api/family/members", "/api/export?format=json&scope=me", "/api/export?format=csv"} {
		body := thief.get(path).want(http.StatusOK).body
		for _, secret := range []string{"Vera", "Gabi", "Alma", "diary", victim.id, guest.id, asker.id} {
			if strings.Contains(body, secret) {
				p.breach("%s tells of %q", path, secret)
			}
		}
	}
	if body := guest.get("/api/me").want(http.StatusOK).body; strings.Contains(body, "vera") || strings.Contains(body, "Alma") {
		p.breach("a member sees the owner's address or a request: %s", body)
	}
}

func massAssignment(p *play) {
	s := p.site()
	victim, thief := s.person("Vera the victim"), s.person("Theo the thief")
	id := thief.add("a plain note")
	for name, value := range map[string]string{
		"userId": victim.id, "familyId": victim.family(), "timestamp": "2020-01-01T00:00:00.000Z", "createdByName": "Vera", "updatedBy": victim.id,
		"Content": "x", "CONTENT": "x", "version": "9", "deleted": "true", "purgeAt": "2040-01-01T00:00:00.000Z", "id": nobodysMemo, "__proto__": "x", "isOwner": "true",
	} {
		thief.post("/api/memos", object("content", "a", name, value)).want(http.StatusBadRequest)
		thief.ask(http.MethodPut, "/api/memos/"+id, object("content", "a", name, value)).want(http.StatusBadRequest)
		thief.ask(http.MethodPut, "/api/user/name", object("name", "a", name, value)).want(http.StatusBadRequest)
		thief.post("/api/family/join", object("inviteCode", "0000", name, value)).want(http.StatusBadRequest)
	}
	if got := thief.list(""); len(got) != 1 || len(victim.list("")) != 0 {
		p.breach("memos were stored: %q", got)
	}
}

func removedMember(p *play) {
	s := p.site()
	owner, thief := s.person("Olga the owner"), s.person("Theo the thief")
	id := owner.add("the family's own note")
	_, token := owner.invite()
	thief.joinByLink(token).want(http.StatusOK)
	cursor := thief.get("/api/memos?limit=1").want(http.StatusOK).text("nextCursor")
	tag := thief.get("/api/memos").want(http.StatusOK).header.Get("ETag")
	owner.ask(http.MethodDelete, "/api/family/members/"+escaped(thief.id), "").want(http.StatusNoContent)
	if r := thief.get("/api/memos", "If-None-Match: "+tag); strings.Contains(r.body, "own note") || r.status == http.StatusNotModified {
		p.breach("the removed member reads on: %d %s", r.status, r.body)
	}
	if cursor != "" {
		thief.get("/api/memos?cursor="+url.QueryEscape(cursor)).want(http.StatusOK, http.StatusBadRequest)
	}
	thief.ask(http.MethodPut, "/api/memos/"+id, object("content", "defaced")).want(http.StatusNotFound)
	thief.ask(http.MethodDelete, "/api/memos/"+id, "").want(http.StatusNotFound)
	thief.joinByLink(token).want(http.StatusNotFound)
	if got := owner.list(""); len(got) != 1 || got[0] != "the family's own note" {
		p.breach("the family has %q", got)
	}
}

func sessionOnly(p *play) {
	s := p.strictSite()
	s.person("vera") // a token does not make an account
	victim := s.claims("vera")
	bearer := "Authorization: Bearer " + s.issuer.sign(victim)
	b := s.stranger()
	b.get("/api/me", bearer).want(http.StatusOK) // the token itself is valid
	for _, way := range []struct{ method, path, body string }{
		{http.MethodGet, "/api/me/access", ""}, {http.MethodDelete, "/api/me/access/00", ""}, {http.MethodDelete, "/api/user", ""},
		{http.MethodPost, "/api/family/transfer-owner", object("newOwnerUserId", "x")}, {http.MethodPost, "/auth/logout-everywhere", ""},
		{http.MethodPost, "/api/me/tokens", `{"name":"x","scope":"memos","days":365}`},
	} {
		if r := b.ask(way.method, way.path, way.body, bearer).want(http.StatusForbidden); r.text("reason") != "session_only" {
			p.breach("%s: got %s, want session_only", r.asked, r.body)
		}
	}
}
