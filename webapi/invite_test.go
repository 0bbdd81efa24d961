package webapi

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"

	"voicememo/family"
	"voicememo/memo"
	"voicememo/models"
)

func TestInvitationByCodeAndByLink(t *testing.T) {
	s := newSite(t)
	s.add("hanako", "パン")
	inv := s.invitation("taro")
	again := s.invitation("taro")
	if again.Code != inv.Code || again.Link == inv.Link || again.ExpiresAt != inv.ExpiresAt {
		t.Errorf("asked twice: %+v, then %+v", inv, again)
	}
	link, err := url.Parse(again.Link)
	if err != nil {
		t.Fatal(err)
	}
	s.ask("", "GET", link.RequestURI(), "").want(200)
	var joined joinedJSON
	s.ask("hanako", "POST", "/api/family/join", object("inviteToken", link.Query().Get("token"))).want(200).into(&joined)
	var me meJSON
	s.ask("taro", "GET", "/api/me", "").into(&me)
	if joined.FamilyID != me.Family.ID || joined.MovingMemos != 1 || len(me.Family.Members) != 2 {
		t.Errorf("joined %+v, family %+v", joined, me.Family)
	}
	s.ask("jiro", "POST", "/api/family/join", object("inviteCode", inv.Code)).want(404)
}

func TestRevokedInvitationIsWorthless(t *testing.T) {
	s := newSite(t)
	inv := s.invitation("taro")
	s.ask("taro", "DELETE", "/api/family/invite-codes/current", "").want(204)
	s.ask("hanako", "POST", "/api/family/join", object("inviteCode", inv.Code)).want(404)
	s.ask("taro", "DELETE", "/api/family/invite-codes/current", "").want(404)
}

// TestUnknownExpiredAndUsedAreOne: three causes, one answer, byte for byte.
func TestUnknownExpiredAndUsedAreOne(t *testing.T) {
	s := newSite(t)
	try := func(who, code string) string {
		return s.ask(who, "POST", "/api/family/join", object("inviteCode", code)).want(404).body
	}
	used := s.invitation("taro").Code
	s.ask("hanako", "POST", "/api/family/join", object("inviteCode", used)).want(200)
	answers := []string{try("jiro", used), try("saburo", different(used))}
	expired := s.invitation("taro").Code
	s.wait(models.InviteLifetime)
	for _, answer := range append(answers, try("shiro", expired)) {
		if answer != answers[0] {
			t.Errorf("%s is not %s", answer, answers[0])
		}
	}
}

func different(code string) string {
	if code == "0000" {
		return "0001"
	}
	return "0000"
}

func TestTooManyTries(t *testing.T) {
	s := newSite(t)
	wrong := object("inviteCode", different(s.invitation("taro").Code))
	for range 3 {
		s.ask("jiro", "POST", "/api/family/join", wrong).want(404)
	}
	r := s.ask("jiro", "POST", "/api/family/join", wrong).want(http.StatusTooManyRequests)
	if p := r.problem(); p.RetryAfter < 1 || r.header.Get("Retry-After") != fmt.Sprint(p.RetryAfter) {
		t.Errorf("%v %+v", r.header, p)
	}
}

// TestOneWinner: a hundred people redeem one code at once.
func TestOneWinner(t *testing.T) {
	s := newSite(t)
	code := s.invitation("taro").Code
	s.freeze()
	answers := make([]reply, 100)
	var wg sync.WaitGroup
	for i := range answers {
		wg.Go(func() {
			answers[i] = s.ask(fmt.Sprint("person", i), "POST", "/api/family/join", object("inviteCode", code))
		})
	}
	wg.Wait()
	won, sentences := 0, map[string]int{}
	for _, r := range answers {
		if r.status == http.StatusOK {
			won++
			continue
		}
		sentences[r.problem().Detail]++
	}
	if won != 1 || len(sentences) != 1 {
		t.Errorf("%d winners; refusals %v", won, sentences)
	}
	var me meJSON
	s.ask("taro", "GET", "/api/me", "").into(&me)
	if len(me.Family.Members) != 2 {
		t.Errorf("%d members", len(me.Family.Members))
	}
}

// slowMoves makes every move seem to be under way until somebody carries it on;
// SQLite does it within the join itself.
type slowMoves struct {
	memo.Store
	settled atomic.Int32
}

func (m *slowMoves) Settle(context.Context, models.Family, int) (bool, error) {
	m.settled.Add(1)
	return true, nil
}

// movingFamilies shows what slowMoves pretends.
type movingFamilies struct {
	*family.Service
	moves *slowMoves
}

func (m movingFamilies) FamilyOf(ctx context.Context, actor models.User) (models.Family, error) {
	f, err := m.Service.FamilyOf(ctx, actor)
	if m.moves.settled.Load() == 0 {
		f.Moving = map[models.UserID][]models.FamilyID{actor.ID: {"before"}}
	}
	return f, err
}

func TestMovesAreCarriedOn(t *testing.T) {
	s := newSite(t)
	moves := &slowMoves{Store: s.db.Memos()}
	s.options.Memos = memo.NewService(moves, movingFamilies{s.options.Families, moves})
	var err error
	if s.echo, err = New(s.options); err != nil {
		t.Fatal(err)
	}
	s.together("taro", "hanako")
	if moves.settled.Swap(0) == 0 {
		t.Error("not after a join")
	}
	s.ask("hanako", "POST", "/api/family/leave", "").want(200)
	if moves.settled.Load() == 0 {
		t.Error("not after a leave")
	}
}
