package webapi

import (
	"fmt"
	"testing"

	"voicememo/models"
	"voicememo/tools/testkit/check"
)

// TestFamilyIsToldWhoEmptiedTheTrash with the member's current name.
func TestFamilyIsToldWhoEmptiedTheTrash(t *testing.T) {
	s := newSite(t)
	s.together("taro", "hanako")
	check.Equal(t, s.me("taro").Family.Emptied, nil, "before")
	s.ask("taro", "DELETE", "/api/memos?deleted=true", "").want(200)
	check.Equal(t, s.me("taro").Family.Emptied, nil, "an empty trash was emptied")
	for range 2 {
		m := s.add("hanako", "牛乳")
		s.ask("hanako", "DELETE", "/api/memos/"+m.ID, "").want(200)
	}
	before := models.FormatTime(s.clock())
	s.ask("hanako", "DELETE", "/api/memos?deleted=true", "").want(200)
	s.ask("hanako", "PUT", "/api/user/name", object("name", "花子")).want(200)
	for _, who := range []string{"taro", "hanako"} {
		if e := s.me(who).Family.Emptied; e == nil || e.Name != "花子" || e.Count != 2 || e.At <= before {
			t.Errorf("%s: got %+v, want 花子 and 2 memos", who, e)
		}
	}
	s.ask("hanako", "POST", "/api/family/leave", "").want(200)
	if e := s.me("taro").Family.Emptied; e == nil || e.Name != "" || e.Count != 2 {
		t.Errorf("after hanako has left: %+v", e)
	}
}

// TestDeletionGoesOn: a deletion of many memos that is not done in time answers how many are
// left and where its progress is, and goes on. What is left is listed until then.
func TestDeletionGoesOn(t *testing.T) {
	s := newSite(t)
	s.options.Memos.WorkTime, s.options.Memos.FirstBatch = 0, 2
	s.together("taro", "hanako")
	for i := range 5 {
		s.add("taro", fmt.Sprint("memo ", i))
	}
	for _, step := range []struct{ who, path, want, work, listed string }{
		{"taro", "/api/memos", `{"deleted":2,"left":3}`, `{"kind":"delete_all","done":2,"left":3}`, "/api/memos"},
		{"taro", "/api/memos?deleted=true", `{"deleted":2,"left":3,"kept":0}`, `{"kind":"empty_trash","done":2,"left":3}`, "/api/memos?deleted=true"},
	} {
		r := s.ask(step.who, "DELETE", step.path, "").want(202)
		if r.body != step.want || r.header.Get("Location") != "/api/me/work" {
			t.Errorf("DELETE %s: got %s and Location %q, want %s", step.path, r.body, r.header.Get("Location"), step.want)
		}
		if got := s.ask(step.who, "GET", "/api/me/work", "").want(200).body; got != step.work {
			t.Errorf("DELETE %s: got work %s, want %s", step.path, got, step.work)
		}
		s.ask("hanako", "GET", "/api/me/work", "").want(404) // it is the other member's
		var list listJSON
		if s.ask("hanako", "GET", step.listed, "").want(200).into(&list); len(list.Memos) != 3 {
			t.Errorf("DELETE %s: got %d memos still listed, want 3", step.path, len(list.Memos))
		}
		if pending, err := s.options.Memos.ResumeWork(t.Context()); err != nil || pending != 0 {
			t.Fatalf("ResumeWork: got %d pending, %v, want none", pending, err)
		}
		if s.ask("hanako", "GET", step.listed, "").want(200).into(&list); len(list.Memos) != 0 {
			t.Errorf("DELETE %s: got %d memos listed in the end, want none", step.path, len(list.Memos))
		}
		s.ask(step.who, "GET", "/api/me/work", "").want(404)
	}
	for _, words := range catalogues() {
		if p := s.ask("taro", "GET", "/api/me/work", "", "Accept-Language: "+words.tag).want(404).problem(); p.Detail != words.reasons[models.ReasonWork] {
			t.Errorf("%s: got %q, want %q", words.tag, p.Detail, words.reasons[models.ReasonWork])
		}
	}
}
