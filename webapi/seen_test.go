package webapi

import (
	"strings"
	"testing"
	"time"

	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// seen returns what the page of a person learns of up to when they have seen the memos.
func (s *site) seen(who string) string {
	s.t.Helper()
	var me struct{ LastSeenAt string }
	s.ask(who, "GET", "/api/me", "").want(200).into(&me)
	return me.LastSeenAt
}

// TestSeen: the mark goes forward, at most to the present, and never back.
func TestSeen(t *testing.T) {
	s := newSite(t)
	s.freeze()
	if r := s.ask("taro", "GET", "/api/me", "").want(200); strings.Contains(r.body, "lastSeenAt") {
		t.Errorf("never: got %s, want no lastSeenAt", r.body)
	}
	now := s.clock()
	for _, c := range []struct{ until, want time.Time }{
		{now.Add(-time.Hour), now.Add(-time.Hour)},
		{now.Add(-2 * time.Hour), now.Add(-time.Hour)},
		{now.Add(-time.Minute), now.Add(-time.Minute)},
		{now.Add(time.Hour), now},
		{now, now},
	} {
		s.ask("taro", "PUT", "/api/me/seen", object("until", models.FormatTime(c.until))).want(204)
		if got := s.seen("taro"); got != models.FormatTime(c.want) {
			t.Errorf("until %v: got %q, want %v", c.until, got, c.want)
		}
	}
	check.Equal(t, s.seen("hanako"), "", "another person")
}

// TestSeenWritesOnlyWhatIsNew: a time that changes nothing is not written.
func TestSeenWritesOnlyWhatIsNew(t *testing.T) {
	s := newSite(t)
	s.freeze()
	now := s.clock()
	mark := func(until time.Time) models.User {
		s.ask("taro", "PUT", "/api/me/seen", object("until", models.FormatTime(until))).want(204)
		u, err := s.options.Families.Person(t.Context(), "taro")
		must.OK(t, err)
		return u
	}
	first := mark(now.Add(-time.Minute))
	s.wait(time.Minute)
	for _, until := range []time.Time{now.Add(-time.Minute), now.Add(-time.Hour)} {
		if again := mark(until); !again.UpdatedAt.Equal(first.UpdatedAt) {
			t.Errorf("until %v: got a write at %v, want none", until, again.UpdatedAt)
		}
	}
}

// TestRemovedPersonLearnsByWhom: who was removed learns it, but not who left.
func TestRemovedPersonLearnsByWhom(t *testing.T) {
	s := newSite(t)
	s.together("taro", "hanako", "saburo")
	s.ask("taro", "DELETE", "/api/family/members/hanako", "").want(204)
	s.ask("saburo", "POST", "/api/family/leave", "").want(200)
	for who, want := range map[string]string{"hanako": "taro", "saburo": "", "taro": ""} {
		var me struct{ RemovedBy string }
		s.ask(who, "GET", "/api/me", "").want(200).into(&me)
		if me.RemovedBy != want {
			t.Errorf("%s: got removed by %q, want %q", who, me.RemovedBy, want)
		}
		if got := s.exportOf(who).User.RemovedBy; got != models.UserID(want) {
			t.Errorf("%s: got removed by %q in the export, want %q", who, got, want)
		}
	}
}

// TestEmojiIsSeenByTheFamily at once, by the person and by the others, until it is removed.
func TestEmojiIsSeenByTheFamily(t *testing.T) {
	s := newSite(t)
	s.together("taro", "hanako")
	shown := func() (n int) {
		for _, who := range []string{"taro", "hanako"} {
			for _, path := range []string{"/api/me", "/api/family/members"} {
				n += strings.Count(s.ask(who, "GET", path, "").want(200).body, `"emoji":"🐻"`)
			}
		}
		return n
	}
	s.ask("hanako", "PUT", "/api/user/emoji", object("emoji", "🐻")).want(200)
	if got, want := shown(), 2*2+1; got != want { // in each list of members, and as the user
		t.Errorf("got the emoji %d times, want %d", got, want)
	}
	s.ask("hanako", "PUT", "/api/user/emoji", object("emoji", "")).want(200)
	if got := shown(); got != 0 {
		t.Errorf("removed: got the emoji %d times, want none", got)
	}
}
