package webapi

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"voicememo/models"
)

const settings = "/api/family/settings"

// asking makes the family of a person one that asks first.
func (s *site) asking(owner string) {
	s.t.Helper()
	if r := s.ask(owner, "PUT", settings, `{"askBeforeJoin":true}`).want(200); r.body != `{"askBeforeJoin":true}` {
		s.t.Errorf("answered %s", r.body)
	}
}

// request files one and gives what the asker is told.
func (s *site) request(who, owner string) (told filedJSON) {
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
	link, err := url.Parse(inv.Link)
	if err != nil {
		t.Fatal(err)
	}
	token := object("inviteToken", link.Query().Get("token"))
	want := `{"pending":true,"familyName":"taro's family"}`
	for range 2 { // the first answer may have been lost
		if r := s.ask("jiro", "POST", "/api/family/join", token).want(http.StatusAccepted); r.body != want {
			t.Errorf("answered %s", r.body)
		}
	}
	s.ask("saburo", "POST", "/api/family/join", object("inviteCode", inv.Code)).want(404)

	asker := s.me("jiro", "Accept-Language: ja")
	if p := asker.Pending; p == nil || p.FamilyName != "taroさんの家族" || p.RequestedAt == "" || len(asker.Family.Members) != 1 {
		t.Errorf("the asker sees %+v", asker)
	}
	owner := s.me("taro")
	if len(owner.Requests) != 1 || owner.Requests[0] != (requestJSON{
		UserID: "jiro", Name: "jiro", Source: models.SourceGoogle, RequestedAt: asker.Pending.RequestedAt,
	}) || owner.Pending != nil || !owner.Settings.AskBeforeJoin {
		t.Errorf("the owner sees %+v", owner)
	}
	if member := s.me("hanako"); member.Requests != nil || !member.Settings.AskBeforeJoin {
		t.Errorf("a member sees %+v", member)
	}
	if r := s.ask("taro", "POST", "/api/family/requests/jiro", "").want(200); r.body != `{"movingMemos":1}` {
		t.Errorf("answered %s", r.body)
	}
	if now := s.me("jiro"); len(now.Family.Members) != 3 || now.Pending != nil || len(s.me("taro").Requests) > 0 {
		t.Errorf("afterwards: %+v", now)
	}
	s.ask("jiro", "POST", "/api/family/join", token).want(200) // the same again, from a client that slept
}

func TestRequestRefusedWithdrawnAndLapsed(t *testing.T) {
	s := newSite(t)
	s.asking("taro")
	over := func(how string) {
		t.Helper()
		r := s.ask("taro", "POST", "/api/family/requests/jiro", "", "Accept-Language: ja").want(404)
		if p := r.problem(); p.Reason != models.ReasonPerson || p.Detail != japanese.phrases.requestOver {
			t.Errorf("%s: %+v", how, p)
		}
		if me := s.me("jiro"); me.Pending != nil || len(s.me("taro").Requests) > 0 {
			t.Errorf("%s: the asker sees %+v", how, me.Pending)
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

func TestRequestOfOneWhoOwnsOthersByNow(t *testing.T) {
	s := newSite(t)
	s.asking("taro")
	s.request("jiro", "taro")
	s.together("jiro", "saburo")
	for _, words := range catalogues {
		p := s.ask("taro", "POST", "/api/family/requests/jiro", "", "Accept-Language: "+words.tag).want(409).problem()
		if p.Reason != models.ReasonHandOverFirst || p.Detail != words.phrases.askerOwns {
			t.Errorf("%+v", p)
		}
	}
}

func TestRequestIntoAFullFamily(t *testing.T) {
	s := newSite(t)
	for i := range models.MaxMembers - 1 {
		s.together("taro", fmt.Sprint("person", i))
	}
	s.wait(24 * time.Hour) // so many invitations were of one day
	s.asking("taro")
	s.ask("person0", "POST", "/api/family/leave", "").want(200)
	s.request("jiro", "taro")
	s.ask("taro", "PUT", settings, `{"askBeforeJoin":false}`).want(200)
	s.together("taro", "person0")
	p := s.ask("taro", "POST", "/api/family/requests/jiro", "").want(409).problem()
	if p.Reason != models.ReasonFamilyFull || len(s.me("taro").Requests) != 1 {
		t.Errorf("%+v", p)
	}
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
		act("allow somebody who never asked", "taro", "POST", "family/requests/saburo", "", 404, "person"),
		act("refuse somebody who never asked", "taro", "DELETE", "family/requests/saburo", "", 404, "person"),
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
		t.Errorf("before: %s\nafter: %s", before, after)
	}
}

func TestRequestsAreHintedAt(t *testing.T) {
	s := newSite(t)
	var told []models.FamilyID
	s.options.Families.Changed = func(f models.FamilyID) { told = append(told, f) }
	owner, asker := s.me("taro").Family.ID, s.me("jiro").Family.ID
	heard := func(want ...models.FamilyID) {
		t.Helper()
		if fmt.Sprint(told) != fmt.Sprint(want) {
			t.Errorf("told %v, want %v", told, want)
		}
		told = nil
	}
	s.asking("taro")
	heard(owner)
	s.request("jiro", "taro")
	heard(asker, owner)
	s.ask("jiro", "DELETE", "/api/family/join", "").want(204)
	heard(asker, owner)
	s.request("jiro", "taro")
	told = nil
	s.ask("taro", "DELETE", "/api/family/requests/jiro", "").want(204)
	heard(asker, owner)
	s.ask("taro", "DELETE", "/api/family/requests/jiro", "").want(404)
	heard()
	s.request("jiro", "taro")
	told = nil
	s.ask("taro", "POST", "/api/family/requests/jiro", "").want(200)
	heard(asker, owner)
}

func TestRequestsHaveSentences(t *testing.T) {
	for _, words := range catalogues {
		sentence(t, words.tag, "requestOver", words.phrases.requestOver)
		sentence(t, words.tag, "askerOwns", words.phrases.askerOwns)
	}
}

// TestMeWhileTheStoreIsAway: what cannot be told now is not told wrong.
func TestMeWhileTheStoreIsAway(t *testing.T) {
	s := newSite(t)
	s.asking("taro")
	s.request("jiro", "taro")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	srv := &server{Options: s.options}
	jiro, err := s.options.Families.Person(t.Context(), "jiro")
	if err != nil {
		t.Fatal(err)
	}
	if p, err := srv.showPending(ctx, jiro, english); !models.IsCode(err, models.CodeUnavailable) {
		t.Errorf("got %+v, %v", p, err)
	}
}
