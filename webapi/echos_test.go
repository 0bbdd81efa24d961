package webapi

import (
	"maps"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// connection returns the connection number of an Echo.
func (s *site) connection(device models.User) string {
	s.t.Helper()
	c, err := s.options.Families.ConnectionNumber(s.t.Context(), device)
	must.OK(s.t, err)
	return c.Number
}

// kitchen makes an Echo that a member adds to the family.
func (s *site) kitchen(member string) models.User {
	s.t.Helper()
	device := s.device("kitchen")
	s.ask(member, "POST", "/api/family/echos", object("number", s.connection(device))).want(http.StatusOK)
	device, err := s.options.Families.Person(s.t.Context(), device.ID)
	must.OK(s.t, err)
	return device
}

// gone makes an Echo with a memo, disables its skill, and returns its recovery number.
func (s *site) gone(name string) (device models.User, recovery string) {
	s.t.Helper()
	device = s.device(name)
	recovery, err := s.options.Families.RecoveryNumber(s.t.Context(), device)
	if err != nil || len(recovery) != 10 {
		s.t.Fatalf("recovery number of %d digits: %v", len(recovery), err)
	}
	s.says(device, "玄関のメモ")
	must.OK(s.t, s.options.Families.Disable(s.t.Context(), device.ID))
	return device, recovery
}

func TestEchoIsAddedByItsConnectionNumber(t *testing.T) {
	s := newSite(t)
	s.together("taro", "hanako")
	kitchen := s.device("kitchen")
	s.says(kitchen, "牛乳")
	s.says(kitchen, "卵")
	number := s.connection(kitchen)
	spoken := object("number", number[:4]+"　"+number[4:])

	var seen echoJSON
	s.ask("hanako", "POST", "/api/family/echos/preview", spoken).want(200).into(&seen)
	if want := (echoJSON{Name: "kitchen", Since: models.FormatTime(kitchen.CreatedAt), Memos: 2}); seen != want {
		t.Errorf("previewed %+v, want %+v", seen, want)
	}
	if n := len(s.me("taro").Family.Members); n != 2 {
		t.Fatalf("after the preview: got %d members", n)
	}
	r := s.ask("hanako", "POST", "/api/family/echos", spoken).want(200)
	var added struct {
		personJSON
		MovingMemos int
	}
	r.into(&added)
	members := s.me("taro").Family.Members
	if last := members[len(members)-1]; len(members) != 3 || !reflect.DeepEqual(added.personJSON, last) ||
		last.UserID != kitchen.ID || last.AddedBy != "hanako" || last.Source != models.SourceAlexa || added.MovingMemos != 2 {
		t.Errorf("got %s, member %+v", r.body, last)
	}
	for _, m := range members[:2] {
		if m.AddedBy != "" {
			t.Errorf("%s was added by %s", m.UserID, m.AddedBy)
		}
	}
	if list := s.ask("taro", "GET", "/api/memos", "").body; !strings.Contains(list, "牛乳") || !strings.Contains(list, "卵") {
		t.Errorf("got the list %s, want the memos of the Echo in it", list)
	}
	s.ask("taro", "POST", "/api/family/echos", spoken).want(404) // used
}

// TestRecoveryNumberBringsMemosBack: the answer has only the number of memos.
func TestRecoveryNumberBringsMemosBack(t *testing.T) {
	s := newSite(t)
	_, number := s.gone("hall")
	var seen echoJSON
	s.ask("taro", "POST", "/api/family/echos/preview", object("number", number)).want(200).into(&seen)
	if !seen.Recovery || seen.Memos != 1 || seen.Name != "hall" {
		t.Errorf("got %+v, want hall with one memo to recover", seen)
	}
	r := s.ask("taro", "POST", "/api/family/echos", object("number", number)).want(200)
	if r.body != `{"movingMemos":1}` {
		t.Errorf("got answered %s, want %s", r.body, `{"movingMemos":1}`)
	}
	if list := s.ask("taro", "GET", "/api/memos", "").body; !strings.Contains(list, "玄関のメモ") {
		t.Errorf("got the list %s, want the memos of the Echo in it", list)
	}
	check.Equal(t, len(s.me("taro").Family.Members), 1, "members")
	s.ask("jiro", "POST", "/api/family/echos", object("number", number)).want(404)
}

// TestMemberAsksTheOwnerForAnEcho in a family that asks first; the owner adds it without a
// request.
func TestMemberAsksTheOwnerForAnEcho(t *testing.T) {
	s := newSite(t)
	s.together("taro", "hanako")
	s.asking("taro")
	kitchen, hall := s.device("kitchen"), s.device("hall")
	number := object("number", s.connection(kitchen))
	var told askedJSON
	s.ask("hanako", "POST", "/api/family/echos", number).want(http.StatusAccepted).into(&told)
	requests := s.me("taro").Family.Requests
	if told.Asked.Name != "taro" || len(requests) != 1 || requests[0].Check != told.Check || requests[0].UserID != kitchen.ID {
		t.Fatalf("the member got %+v, the owner %+v", told, requests)
	}
	s.ask("taro", "POST", "/api/family/echos", object("number", s.connection(hall))).want(200)
	s.ask("taro", "POST", "/api/family/requests/"+string(kitchen.ID), "").want(200)
	by := map[models.UserID]models.UserID{}
	for _, m := range s.me("taro").Family.Members {
		by[m.UserID] = m.AddedBy
	}
	want := map[models.UserID]models.UserID{"taro": "", "hanako": "", kitchen.ID: "hanako", hall.ID: "taro"}
	if !maps.Equal(by, want) {
		t.Errorf("added by %v, want %v", by, want)
	}
}

// TestRefusalsAboutEchos have sentences for the member who enters the number.
func TestRefusalsAboutEchos(t *testing.T) {
	s := newSite(t)
	s.together("taro", "hanako", "jiro")
	s.asking("taro")
	kitchen := s.device("kitchen")
	number := object("number", s.connection(kitchen))
	first := s.ask("hanako", "POST", "/api/family/echos", number).want(http.StatusAccepted)
	if again := s.ask("hanako", "POST", "/api/family/echos", number).want(http.StatusAccepted); again.body != first.body {
		t.Errorf("the same number again: got %s, want %s", again.body, first.body)
	}
	for _, words := range catalogues() {
		language := "Accept-Language: " + words.tag
		p := s.ask("jiro", "POST", "/api/family/echos", number, language).want(409).problem()
		if p.Reason != models.ReasonAlreadyAsked || p.Detail != words.echoAsked {
			t.Errorf("got %+v, want reason %s", p, models.ReasonAlreadyAsked)
		}
		for _, path := range []string{"/api/family/echos", "/api/family/echos/preview"} {
			p = s.ask("hanako", "POST", path, object("number", "00000000"), language).want(404).problem()
			if p.Reason != models.ReasonInviteNotValid || p.Detail != words.numberNotValid {
				t.Errorf("got %+v, want reason %s", p, models.ReasonInviteNotValid)
			}
		}
	}
	if err := aboutEcho(models.Conflict(models.ReasonAlreadyMember)); translate(err).document(english, s.clock()).Detail != english.echoIsMember {
		t.Errorf("%v", err)
	}
}
