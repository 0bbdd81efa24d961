package webapi

import (
	"slices"
	"strings"
	"testing"

	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// names names a device of an Echo, and returns its mark.
func (s *site) names(device models.User, id models.DeviceID, name string) models.VoiceMark {
	s.t.Helper()
	must.OK(s.t, must.Err(s.options.Families.NameRoom(s.t.Context(), device, id, name)))
	return id.Mark(device.ID)
}

// member returns a member of a person's family as /api/me shows it.
func (s *site) member(who string, id models.UserID) personJSON {
	s.t.Helper()
	members := s.me(who).Family.Members
	i := slices.IndexFunc(members, func(m personJSON) bool { return m.UserID == id })
	if i < 0 {
		s.t.Fatalf("%s is no member", id)
	}
	return members[i]
}

// TestEchoIsNamed by any member of its family. Its memos have the new name.
func TestEchoIsNamed(t *testing.T) {
	s := newSite(t)
	s.together("taro", "hanako")
	s.wait(models.NewcomerFor)
	echo := s.kitchen("taro")
	s.says(echo, "牛乳")
	r := s.ask("hanako", "PUT", "/api/family/members/"+string(echo.ID)+"/name", object("name", " 台所 ")).want(200)
	var named personJSON
	if r.into(&named); named.Name != "台所" || named.UserID != echo.ID || named.AddedBy != "taro" || named.Rooms != nil {
		t.Errorf("got %s, want the Echo named 台所", r.body)
	}
	if got := s.member("taro", echo.ID); got.Name != "台所" {
		t.Errorf("got name %q in the family, want 台所", got.Name)
	}
	if list := s.ask("taro", "GET", "/api/memos", "").body; !strings.Contains(list, `"createdByName":"台所"`) {
		t.Errorf("got the list %s, want its memo by 台所", list)
	}
}

// TestRoomsOfAnEcho are shown to every member, ordered by name, and can be renamed.
func TestRoomsOfAnEcho(t *testing.T) {
	s := newSite(t)
	s.together("taro", "hanako")
	s.wait(models.NewcomerFor)
	echo := s.kitchen("taro")
	if r := s.ask("taro", "GET", "/api/family/members", ""); strings.Contains(r.body, "rooms") {
		t.Errorf("got %s, want no rooms", r.body)
	}
	hall, kitchen := s.names(echo, "amzn1.ask.device.1", "Hall"), s.names(echo, "amzn1.ask.device.2", "Cellar")
	want := []roomJSON{{kitchen, "Cellar"}, {hall, "Hall"}}
	if got := s.member("hanako", echo.ID).Rooms; !slices.Equal(got, want) {
		t.Errorf("got rooms %v, want %v", got, want)
	}
	person, err := s.options.Families.Person(t.Context(), "taro")
	must.OK(t, err)
	if s.names(person, "amzn1.ask.device.1", "Den"); s.member("taro", "taro").Rooms != nil {
		t.Error("got rooms of a person, want none")
	}
	path := "/api/family/members/" + string(echo.ID) + "/name"
	var named personJSON
	s.ask("hanako", "PUT", path, object("name", "Kitchen", "room", string(kitchen))).want(200).into(&named)
	want = []roomJSON{{hall, "Hall"}, {kitchen, "Kitchen"}}
	if named.Name != "kitchen" || !slices.Equal(named.Rooms, want) || !slices.Equal(s.member("taro", echo.ID).Rooms, want) {
		t.Errorf("got %+v, want the rooms %v", named, want)
	}
	s.ask("hanako", "PUT", path, object("name", "", "room", string(hall))).want(200)
	if got := s.member("taro", echo.ID).Rooms; !slices.Equal(got, want[1:]) {
		t.Errorf("got rooms %v, want %v", got, want[1:])
	}
}

// TestRefusedNamesOfEchos: nothing changes.
func TestRefusedNamesOfEchos(t *testing.T) {
	s := newSite(t)
	echo := s.kitchen("taro")
	room := string(s.names(echo, "amzn1.ask.device.1", "Hall"))
	before := s.state("taro", "jiro")
	for _, c := range []struct {
		name, who, body string
		status          int
		reason          models.Reason
	}{
		{"by a stranger", "jiro", object("name", "Den"), 404, models.ReasonPerson},
		{"a room by a stranger", "jiro", object("name", "Den", "room", room), 404, models.ReasonPerson},
		{"an unknown room", "taro", object("name", "Den", "room", "0123456789abcdef"), 404, models.ReasonRoom},
		{"no name", "taro", object("room", room), 400, models.ReasonEmpty},
		{"an empty name", "taro", object("name", " "), 400, models.ReasonEmpty},
		{"a name too long", "taro", object("name", strings.Repeat("n", 51)), 400, models.ReasonTooLong},
		{"a room's name too long", "taro", object("name", strings.Repeat("n", 51), "room", room), 400, models.ReasonTooLong},
		{"a name of two lines", "taro", object("name", "a\nb"), 400, models.ReasonControlCharacter},
		{"a room that is a number", "taro", `{"name":"Den","room":1}`, 400, models.ReasonFormat},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := s.ask(c.who, "PUT", "/api/family/members/"+string(echo.ID)+"/name", c.body).want(c.status).problem()
			if p.Reason != c.reason {
				t.Errorf("got reason %q, want %q", p.Reason, c.reason)
			}
		})
	}
	if after := s.state("taro", "jiro"); after != before {
		t.Errorf("state changed\nfrom %s\nto   %s", before, after)
	}
}
