package webapi

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"voicememo/family"
	"voicememo/memo"
	"voicememo/models"
)

func TestInvitationByCodeAndByLink(t *testing.T) {
	s := newSite(t)
	s.add("hanako", "パン")
	inv := s.invitation("taro")
	again := s.invitation("taro")
	if again.Code != inv.Code || again.Link == inv.Link || again.ExpiresAt != inv.ExpiresAt || again.CodeAgainAt != "" {
		t.Errorf("asked twice: %+v, then %+v", inv, again)
	}
	s.ask("", "GET", "/join", "").want(200)
	var joined joinedJSON
	s.ask("hanako", "POST", "/api/family/join", object("inviteToken", again.tokenOf(t))).want(200).into(&joined)
	me := s.me("taro")
	if joined != (joinedJSON{me.Family.ID, "taro's family", 1}) || len(me.Family.Members) != 2 {
		t.Errorf("joined %+v, family %+v", joined, me.Family)
	}
	s.ask("jiro", "POST", "/api/family/join", object("inviteCode", inv.Code)).want(404)
}

// TestPreviewNamesFamilyAndInviter without joining, asking or using up the invitation.
func TestPreviewNamesFamilyAndInviter(t *testing.T) {
	s := newSite(t)
	s.ask("taro", "PUT", "/api/user/name", object("name", "太郎")).want(200)
	s.add("hanako", "パン")
	s.add("hanako", "卵")
	const preview = "/api/family/invitations/preview"
	for _, asks := range []bool{false, true} {
		if asks {
			s.asking("taro")
		}
		inv := s.invitation("taro")
		token := object("inviteToken", inv.tokenOf(t))
		want := previewJSON{
			Family: nameJSON{"太郎さんの家族"}, Inviter: nameJSON{"太郎"}, ExpiresAt: inv.ExpiresAt, AsksFirst: asks, MovingMemos: 2,
		}
		for range 30 { // correct tokens do not count as attempts
			var got previewJSON
			if s.ask("hanako", "POST", preview, token, "Accept-Language: ja").want(200).into(&got); got != want {
				t.Fatalf("got %+v, want %+v", got, want)
			}
		}
		if me := s.me("hanako"); me.Pending != nil || len(me.Family.Members) != 1 {
			t.Errorf("after the preview: %+v", me)
		}
	}
	inv := s.invitation("taro")
	var own previewJSON
	if s.ask("taro", "POST", preview, object("inviteToken", inv.tokenOf(t))).want(200).into(&own); !own.AlreadyMember {
		t.Errorf("a member is shown %+v", own)
	}
	s.ask("taro", "DELETE", "/api/family/invite-codes/current", "").want(204)
	gone := s.ask("hanako", "POST", preview, object("inviteToken", inv.tokenOf(t))).want(404)
	never := s.ask("hanako", "POST", preview, object("inviteToken", strings.Repeat("A", 22))).want(404)
	if gone.body != never.body || gone.problem().Reason != models.ReasonInviteNotValid {
		t.Errorf("%s is not %s", gone.body, never.body)
	}
}

// TestSixthCodeOfAnHourIsALinkOnly: the answer says when the family can have a code again.
func TestSixthCodeOfAnHourIsALinkOnly(t *testing.T) {
	s := newSite(t)
	var first time.Time
	for i := range 5 {
		if inv := s.invitation("taro"); inv.Code == "" || inv.CodeAgainAt != "" {
			t.Fatalf("code %d: %+v", i+1, inv)
		}
		if i == 0 {
			first = s.clock()
		}
		s.wait(models.InviteLifetime)
	}
	for range 2 { // made, and shown again
		inv := s.invitation("taro")
		again, err := models.ParseTime(inv.CodeAgainAt)
		if inv.Code != "" || err != nil || again.Sub(first.Add(time.Hour)).Abs() > time.Second {
			t.Errorf("the sixth: %+v, want a code again at %v", inv, first.Add(time.Hour))
		}
		s.ask("hanako", "POST", "/api/family/invitations/preview", object("inviteToken", inv.tokenOf(t))).want(200)
	}
	s.ask("hanako", "POST", "/api/family/join", object("inviteToken", s.invitation("taro").tokenOf(t))).want(200)
	s.wait(time.Hour)
	if inv := s.invitation("taro"); inv.Code == "" {
		t.Errorf("an hour later: %+v", inv)
	}
}

func different(code string) string {
	if code == "0000" {
		return "0001"
	}
	return "0000"
}

// slowMoves makes every move seem pending until Settle is called; SQLite moves memos
// within the join.
type slowMoves struct {
	memo.Store
	settled atomic.Int32
}

func (m *slowMoves) Settle(context.Context, models.Family, int) (bool, error) {
	m.settled.Add(1)
	return true, nil
}

// movingFamilies shows the pending moves of slowMoves.
type movingFamilies struct {
	*family.Service
	moves *slowMoves
}

func (m movingFamilies) Roster(ctx context.Context, actor models.User) (models.Family, error) {
	f, err := m.Service.Roster(ctx, actor)
	if m.moves.settled.Load() == 0 {
		f.Moving = map[models.UserID][]models.FamilyID{actor.ID: {"before"}}
	}
	return f, err
}

func TestMovesAreCarriedOn(t *testing.T) {
	s := newSite(t)
	moves := &slowMoves{Store: s.db.Memos()}
	s.use(func(o *Options) { o.Memos = memo.NewService(moves, movingFamilies{o.Families, moves}) })
	s.together("taro", "hanako")
	if moves.settled.Swap(0) == 0 {
		t.Error("the move was not resumed after a join")
	}
	s.ask("hanako", "POST", "/api/family/leave", "").want(200)
	if moves.settled.Swap(0) == 0 {
		t.Error("the move was not resumed after a leave")
	}
	s.ask("taro", "POST", "/api/family/echos", object("number", s.connection(s.device("kitchen")))).want(200)
	if moves.settled.Swap(0) == 0 {
		t.Error("the move was not resumed after an Echo was added")
	}
	_, number := s.gone("hall")
	s.ask("taro", "POST", "/api/family/echos", object("number", number)).want(200)
	if moves.settled.Swap(0) == 0 {
		t.Error("the move was not resumed after memos were brought back")
	}
	s.asking("taro")
	s.request("jiro", "taro")
	s.ask("taro", "POST", "/api/family/requests/jiro", "").want(200)
	if moves.settled.Load() == 0 {
		t.Error("the move was not resumed after a person was admitted")
	}
}
