package webapi

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"voicememo/models"
	"voicememo/webapi/mcp"
)

// newcomersDo is what a newcomer tries with each operation that changes something: a query, or
// bodies. {memo} is the id of a memo, {version} its version, {echo}, {room} and {owner} are
// others in the family. nil: the operation is about the caller's own account, its accesses or
// the sign-in, and cannot name anything of others.
var newcomersDo = map[string][]string{
	"POST /api/memos":                         {`{"content":"more"}`},
	"DELETE /api/memos":                       {"", "?deleted=true"},
	"PUT /api/memos/{memo}":                   {`{"content":"x"}`, `{"content":"y"}`, `{"content":"\u3164z"}`},
	"DELETE /api/memos/{memo}":                {""},
	"PUT /api/memos/{memo}/before":            {""},
	"PUT /api/memos/{memo}/done":              {`{"done":true}`, `{"done":false}`},
	"PUT /api/memos/{memo}/restore":           {""},
	"POST /api/family/invite-codes":           {""},
	"DELETE /api/family/invite-codes/current": {""},
	"POST /api/family/requests/{owner}":       {""},
	"DELETE /api/family/requests/{owner}":     {""},
	"PUT /api/family/settings":                {`{"askBeforeJoin":true}`},
	"PATCH /api/family":                       {`{"timeZone":"Asia/Tokyo"}`},
	"POST /api/family/transfer-owner":         {`{"newOwnerUserId":"guest"}`},
	"DELETE /api/family/members/{owner}":      {""},
	"DELETE /api/family/members/{echo}":       {""},
	"PUT /api/family/members/{echo}/name":     {`{"name":"gone"}`, `{"name":"","room":"{room}"}`, `{"name":"gone","room":"{room}"}`},
	"PUT /api/family/members/{owner}/name":    {`{"name":"gone"}`},
	"POST /mcp":                               nil, // see below
	"PUT /api/user/name":                      {`{"name":"new"}`},
	"PUT /api/user/emoji":                     {`{"emoji":"🐈"}`},
	"PUT /api/me/seen":                        {`{"until":"2026-04-01T09:00:00.000Z"}`},
	"POST /api/family/echos/preview":          {`{"number":"12345678"}`},
	"POST /api/family/echos":                  {`{"number":"12345678"}`},
	"POST /api/family/invitations/preview":    {`{"inviteToken":"0123456789012345678901"}`},
	"POST /api/family/join":                   {`{"inviteCode":"0000"}`},
	"DELETE /api/family/join":                 {""},
	"POST /api/live/ticket":                   nil,
	"POST /api/family/leave":                  nil, // takes along one's own memos; see the end of the test
	"DELETE /api/user":                        nil, // likewise
	"POST /api/me/tokens":                     nil,
	"DELETE /api/me/access/{id}":              nil,
	"POST /auth/login":                        nil,
	"POST /auth/logout":                       nil,
	"POST /auth/logout-everywhere":            nil,
	"POST /alexa":                             nil, // see TestNewcomersEchoReplacesNoName of the skill
	"POST /oauth/consent":                     nil,
	"POST /oauth/token":                       nil,
	"POST /oauth/revoke":                      nil,
	"POST /oauth/device":                      nil,
	"POST /oauth/device/code":                 nil,
	"POST /oauth/device/consent":              nil,
	"POST /oauth/register":                    nil,
}

// newcomersCall is what a newcomer's assistant tries with each tool that changes something.
var newcomersCall = map[string]string{
	"add_memo": `{"text":"more"}`, "done_memo": `{"id":"{memo}"}`, "delete_memo": `{"id":"{memo}"}`, "undo": `{"id":"{memo}","version":{version}}`,
}

// TestNewcomersTryEverything: no changing operation or tool is missing from the tables.
func TestNewcomersTryEverything(t *testing.T) {
	known := map[string]bool{}
	for operation := range newcomersDo {
		known[strings.NewReplacer("{memo}", "{id}", "{owner}", "{userId}", "{echo}", "{userId}").Replace(operation)] = true
	}
	for route := range loadContract(t).Operations() {
		if !strings.HasPrefix(route, http.MethodGet+" ") && !known[route] {
			t.Errorf("can a newcomer lose a text or a name of others by %s? Add it to newcomersDo", route)
		}
	}
	for _, tool := range mcp.Tools() {
		if _, known := newcomersCall[tool.Name]; tool.Cost.Writes && !known {
			t.Errorf("can a newcomer lose a text of others by %s? Add it to newcomersCall", tool.Name)
		}
	}
}

// invaded is a family with texts and names, and two people who joined within the last hours.
type invaded struct {
	*site
	echo  models.User
	room  models.VoiceMark
	texts map[string]string // by memo
}

func newInvaded(t *testing.T) *invaded {
	s := &invaded{site: newSite(t), texts: map[string]string{}}
	s.together("owner", "member")
	s.echo = s.kitchen("owner")
	s.room = s.names(s.echo, "amzn1.ask.device.1", "Hall")
	s.wait(2 * models.NewcomerFor)
	for i, who := range []string{"owner", "member", "owner"} {
		text := fmt.Sprint("ORIGINAL ", i)
		s.texts[s.add(who, text).ID] = text
	}
	m := s.add("owner", "written over")
	s.ask("member", "PUT", "/api/memos/"+m.ID, object("content", "ORIGINAL 3")).want(200)
	s.texts[m.ID] = "ORIGINAL 3"
	s.together("owner", "guest", "other")
	return s
}

// does sends a request of newcomersDo or newcomersCall. It may be refused.
func (s *invaded) does(who, operation, body, id string) {
	s.t.Helper()
	var m memoJSON
	if r := s.ask("owner", "GET", "/api/memos/"+id, ""); r.status == http.StatusOK {
		r.into(&m)
	}
	fill := strings.NewReplacer("{memo}", id, "{version}", fmt.Sprint(m.Version), "{owner}", "owner", "{echo}", string(s.echo.ID), "{room}", string(s.room))
	method, path, _ := strings.Cut(fill.Replace(operation), " ")
	if strings.HasPrefix(body, "?") {
		path, body = path+body, ""
	}
	if r := s.ask(who, method, path, fill.Replace(body)); r.status >= http.StatusInternalServerError {
		s.t.Errorf("%s %s: got %d %s", who, operation, r.status, r.body)
	}
}

// recovers fails the test unless the owner finds each text and brings it back, and the names
// are as they were.
func (s *invaded) recovers() {
	s.t.Helper()
	for id, text := range s.texts {
		var m memoJSON
		s.ask("owner", "GET", "/api/memos/"+id, "").want(200).into(&m)
		if m.Deleted {
			s.ask("owner", "PUT", "/api/memos/"+id+"/restore", "").want(200).into(&m)
		}
		if m.Content == text {
			continue
		}
		if m.Before == nil || !m.Before.Kept {
			s.t.Fatalf("got %+v, want %q kept", m, text)
		}
		var back memoJSON
		if s.ask("owner", "PUT", "/api/memos/"+id+"/before", "").want(200).into(&back); back.Content != text || back.Before.Kept {
			s.t.Errorf("brought back: got %+v, want %q", back, text)
		}
	}
	echo := s.member("owner", s.echo.ID)
	if echo.Name != s.echo.Name || len(echo.Rooms) != 1 || echo.Rooms[0].Name != "Hall" || s.member("member", "owner").Name != "owner" {
		s.t.Errorf("got the Echo %+v, want its names and the owner's as they were", echo)
	}
}

// TestNewcomersLoseNothing: whatever two newcomers do, in two sessions, with a token and an
// assistant, each text and name of others can be had back.
func TestNewcomersLoseNothing(t *testing.T) {
	type deed struct{ operation, body string }
	var deeds []deed
	for operation, bodies := range newcomersDo {
		for _, body := range bodies {
			deeds = append(deeds, deed{operation, body})
			if strings.Contains(operation, "{memo}") { // the others are rarely worth a repetition
				deeds = append(deeds, deed{operation, body}, deed{operation, body})
			}
		}
	}
	for tool, arguments := range newcomersCall {
		deeds = append(deeds, deed{"POST /mcp", calling(tool, arguments)})
	}
	slices.SortFunc(deeds, func(a, b deed) int { return strings.Compare(a.operation+a.body, b.operation+b.body) })
	for seed := range uint64(3) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			s, random := newInvaded(t), rand.New(rand.NewPCG(seed, 0)) //nolint:gosec // repeatable
			ids := slices.Sorted(func(yield func(string) bool) {
				for id := range s.texts {
					if !yield(id) {
						return
					}
				}
			})
			for range 100 {
				d := deeds[random.IntN(len(deeds))]
				who := []string{"guest", "guest!memos family=0123456789abcdef", "other"}[random.IntN(3)]
				if d.operation == "POST /mcp" {
					who = "guest!memos=0123456789abcdef"
				}
				s.does(who, d.operation, d.body, ids[random.IntN(len(ids))])
			}
			s.ask("guest", "POST", "/api/family/leave", "").want(200)
			s.ask("other", "DELETE", "/api/user", "").want(204)
			s.recovers()
		})
	}
}

// TestNewcomersNameNoEcho: a newcomer's name for an Echo or a room is refused with a sentence
// in both languages, and allowed a day after joining.
func TestNewcomersNameNoEcho(t *testing.T) {
	s := newInvaded(t)
	path := "/api/family/members/" + string(s.echo.ID) + "/name"
	for _, body := range []string{object("name", "台所"), object("name", "台所", "room", string(s.room)), object("name", "", "room", string(s.room))} {
		for _, words := range catalogues() {
			for _, who := range []string{"guest", "guest!family=0123456789abcdef"} {
				p := s.ask(who, "PUT", path, body, "Accept-Language: "+words.tag).want(403).problem()
				if p.Code != models.CodeForbidden || p.Reason != models.ReasonNotYet || p.Detail != words.nameNotYet {
					t.Errorf("%s: got %+v, want not_yet with its sentence", body, p)
				}
			}
		}
		s.ask("member", "PUT", path, strings.ReplaceAll(body, `""`, `"居間"`)).want(200)
	}
	s.wait(models.NewcomerFor - time.Hour)
	s.ask("guest", "PUT", path, object("name", "台所")).want(200)
}
