package webapi

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"voicememo/invite"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

const settings = "/api/family/settings"

// asking makes a person's family ask its owner before a person joins.
func (s *site) asking(owner string) {
	s.t.Helper()
	if r := s.ask(owner, "PUT", settings, `{"askBeforeJoin":true}`).want(200); r.body != `{"askBeforeJoin":true}` {
		s.t.Errorf("got answered %s, want %s", r.body, `{"askBeforeJoin":true}`)
	}
}

// request files a request to join and returns the answer.
func (s *site) request(who, owner string) (told askedJSON) {
	s.t.Helper()
	s.ask(who, "POST", "/api/family/join", object("inviteCode", s.invitation(owner).Code)).want(http.StatusAccepted).into(&told)
	s.wait(time.Hour) // the limits on invitations are not the point here
	return told
}

func (s *site) me(who string, headers ...string) (me meJSON) {
	s.t.Helper()
	s.ask(who, "GET", "/api/me", "", headers...).want(200).into(&me)
	return me
}

func TestRequestFromAskingToBeingIn(t *testing.T) {
	s := newSite(t)
	s.together("taro", "hanako")
	if s.me("taro").Settings.AskBeforeJoin {
		t.Error("families ask from the start")
	}
	s.asking("taro")
	s.add("jiro", "パン")
	inv := s.invitation("taro")
	if !inv.AsksFirst {
		t.Errorf("the owner: got %+v, want an invitation that asks first", inv)
	}
	token := object("inviteToken", inv.tokenOf(t))
	var told askedJSON
	first := s.ask("jiro", "POST", "/api/family/join", token).want(http.StatusAccepted)
	first.into(&told)
	if again := s.ask("jiro", "POST", "/api/family/join", token).want(http.StatusAccepted); again.body != first.body {
		t.Errorf("the same request again: got %s, want %s", again.body, first.body)
	}

	asker := s.me("jiro")
	if p := asker.Pending; p == nil || *p != (pendingJSON{"taro", told.Check, told.Until}) || told.Asked.Name != "taro" || len(asker.Family.Members) != 1 {
		t.Errorf("got %+v and then %+v, want the same request", told, asker)
	}
	if owner := s.me("taro"); len(owner.Family.Requests) != 1 || owner.Pending != nil || !owner.Settings.AskBeforeJoin {
		t.Errorf("the owner: got %+v, want one request", owner)
	}
	if member := s.me("hanako"); member.Family.Requests != nil || !member.Settings.AskBeforeJoin {
		t.Errorf("a member: got %+v, want no requests", member)
	}
	if r := s.ask("taro", "POST", "/api/family/requests/jiro", "").want(200); r.body != `{"movingMemos":1}` {
		t.Errorf("got answered %s, want %s", r.body, `{"movingMemos":1}`)
	}
	if now := s.me("jiro"); len(now.Family.Members) != 3 || now.Pending != nil || len(s.me("taro").Family.Requests) > 0 {
		t.Errorf("afterwards: %+v", now)
	}
	s.ask("jiro", "POST", "/api/family/join", token).want(200) // repeated by a client that did not get the answer
}

// TestOwnerSeesWhoAsks: the owner sees what is known about the person, not only the name
// that the person chose.
func TestOwnerSeesWhoAsks(t *testing.T) {
	s := newSite(t)
	s.together("taro", "mom")
	s.asking("taro")
	s.me("jiro")
	s.ask("jiro", "PUT", "/api/user/name", object("name", "Ｍоm")).want(200) // wide M, Cyrillic о
	s.wait(time.Hour)
	byLink := object("inviteToken", s.invitation("taro").tokenOf(t))
	s.ask("jiro", "POST", "/api/family/join", byLink).want(http.StatusAccepted)
	s.request("saburo", "taro")
	kitchen := s.device("kitchen")
	connection, err := s.options.Families.ConnectionNumber(t.Context(), kitchen)
	must.OK(t, err)
	s.ask("mom", "POST", "/api/family/echos", object("number", connection.Number)).want(http.StatusAccepted)

	got := s.me("taro").Family.Requests
	checks := map[string]bool{}
	for i := range got {
		if got[i].FirstSeen == "" || got[i].RequestedAt <= got[i].FirstSeen || len(got[i].Check) != 2 || checks[got[i].Check] {
			t.Errorf("request %+v", got[i])
		}
		checks[got[i].Check] = true
		got[i].FirstSeen, got[i].RequestedAt, got[i].Check = "", "", ""
	}
	want := []requestJSON{
		{UserID: "jiro", Name: "Ｍоm", Source: models.SourceOIDC, Email: "jiro@example.com", Way: models.WayLink, Resembles: "mom"},
		{UserID: "saburo", Name: "saburo", Source: models.SourceOIDC, Email: "saburo@example.com", Way: models.WayDigits},
		{UserID: kitchen.ID, Name: "kitchen", Source: models.SourceAlexa, Way: models.WayNumber},
	}
	if !slices.Equal(got, want) {
		t.Errorf("the owner sees %+v, want %+v", got, want)
	}
}

// TestUnnamedEchoResemblesNoMember: an Echo's default name is not compared with names.
func TestUnnamedEchoResemblesNoMember(t *testing.T) {
	s := newSite(t)
	s.asking("taro")
	for i, name := range []string{english.unnamedEcho, japanese.unnamedEcho, "Kitchen"} {
		s.ask("taro", "PUT", "/api/user/name", object("name", name)).want(200)
		echo, err := s.options.Families.Ensure(t.Context(), models.Profile{
			ID: models.UserID(fmt.Sprint("amzn1.ask.account.", i)), Name: name, Source: models.SourceAlexa,
		})
		must.OK(t, err)
		must.OK(t, must.Err(s.options.Invites.RedeemCode(t.Context(), echo, s.invitation("taro").Code, invite.Alexa)))
		requests := s.me("taro").Family.Requests
		want := map[bool]string{true: name}[name == "Kitchen"]
		if len(requests) != i+1 || requests[i].Resembles != want {
			t.Errorf("%s: the owner sees %+v, want one that resembles %q", name, requests, want)
		}
	}
}

func TestRequestRefusedWithdrawnAndLapsed(t *testing.T) {
	s := newSite(t)
	s.asking("taro")
	over := func(how string) {
		t.Helper()
		r := s.ask("taro", "POST", "/api/family/requests/jiro", "", "Accept-Language: ja").want(404)
		if p := r.problem(); p.Reason != models.ReasonPerson || p.Detail != japanese.requestOver {
			t.Errorf("%s: got %+v, want reason %s", how, p, models.ReasonPerson)
		}
		if me := s.me("jiro"); me.Pending != nil || len(s.me("taro").Family.Requests) > 0 {
			t.Errorf("%s: got pending %+v, want none", how, me.Pending)
		}
	}
	s.request("jiro", "taro")
	s.ask("taro", "DELETE", "/api/family/requests/jiro", "").want(204)
	over("refused")
	s.request("jiro", "taro")
	s.ask("jiro", "DELETE", "/api/family/join", "").want(204)
	over("withdrawn")
	s.ask("jiro", "DELETE", "/api/family/join", "").want(404)
	s.request("jiro", "taro")
	s.wait(models.RequestLifetime)
	over("lapsed")
	s.request("jiro", "taro")
	s.ask("jiro", "POST", "/api/family/join", object("inviteCode", s.invitation("goro").Code)).want(200)
	over("joined elsewhere")
}

// TestRequestsRefused: none of these changes anything.
func TestRequestsRefused(t *testing.T) {
	s := newSite(t)
	s.together("taro", "hanako")
	s.asking("taro")
	s.request("jiro", "taro")
	before := s.state("taro", "hanako", "jiro", "saburo")
	for _, c := range []httpCase{
		act("set as a member", "hanako", "PUT", "family/settings", `{"askBeforeJoin":false}`, 403, "owner_only"),
		act("set nothing", "taro", "PUT", "family/settings", `{}`, 400, "empty"),
		act("set a text", "taro", "PUT", "family/settings", `{"askBeforeJoin":"true"}`, 400, "format"),
		act("set null", "taro", "PUT", "family/settings", `{"askBeforeJoin":null}`, 400, "format"),
		act("set more", "taro", "PUT", "family/settings", `{"askBeforeJoin":true,"maxMembers":99}`, 400, "unknown_field"),
		act("set broken", "taro", "PUT", "family/settings", `{"askBeforeJoin":tru`, 400, "format"),
		act("allow as a member", "hanako", "POST", "family/requests/jiro", "", 403, "owner_only"),
		act("refuse as a member", "hanako", "DELETE", "family/requests/jiro", "", 403, "owner_only"),
		act("allow oneself", "jiro", "POST", "family/requests/jiro", "", 404, "person"),
		act("allow a member", "taro", "POST", "family/requests/hanako", "", 404, "person"),
		act("allow a person who never asked", "taro", "POST", "family/requests/saburo", "", 404, "person"),
		act("refuse a person who never asked", "taro", "DELETE", "family/requests/saburo", "", 404, "person"),
		act("withdraw nothing", "saburo", "DELETE", "family/join", "", 404, "family"),
		act("withdraw with a field", "jiro", "DELETE", "family/join", `{"sure":"yes"}`, 400, "unknown_field"),
		act("allow with a field", "taro", "POST", "family/requests/jiro", `{"sure":"yes"}`, 400, "unknown_field"),
		act("refuse with a field", "taro", "DELETE", "family/requests/jiro", `{"sure":"yes"}`, 400, "unknown_field"),
	} {
		t.Run(c.name, func(t *testing.T) { world{s, strings.NewReplacer()}.run(t, c) })
	}
	for path, method := range map[string]string{settings: "PUT", "/api/family/join": "DELETE", "/api/family/requests/jiro": "POST"} {
		s.ask("", method, path, "").want(http.StatusUnauthorized)
	}
	if after := s.state("taro", "hanako", "jiro", "saburo"); after != before {
		t.Errorf("got state %s\nwant %s", after, before)
	}
}

// TestMeWhileTheStoreIsAway: an error while reading requests is returned, not an answer
// without them.
func TestMeWhileTheStoreIsAway(t *testing.T) {
	s := newSite(t)
	s.asking("taro")
	s.request("jiro", "taro")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	srv := &server{Options: s.options}
	jiro, err := s.options.Families.Person(t.Context(), "jiro")
	must.OK(t, err)
	if p, err := srv.showPending(ctx, jiro); !models.IsCode(err, models.CodeUnavailable) {
		t.Errorf("got %+v, %v", p, err)
	}
}
